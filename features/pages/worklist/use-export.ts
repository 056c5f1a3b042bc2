import { useSyncExternalStore } from 'react'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { useUser } from '#platform/browser/use-user.ts'
import type { FilterInput } from './address.ts'

type Kind = 'csv' | 'xlsx' | 'pdf'
/** The list that becomes a file; `count` where all of it was counted. */
export type ToFile = { filter: FilterInput; sort: string | null; complete: boolean; count: number | undefined }
export type Exporting = {
  /** The kind being made now. */
  busy: Kind | undefined
  start: (type: Kind, ids?: readonly string[]) => void
  cancel: () => void
}

// One file at a time, whichever control of the list began it.
let running: { type: Kind; stop: AbortController } | undefined
const listeners = new Set<() => void>()
function run(now: typeof running) {
  running = now
  listeners.forEach((listener) => listener())
}
function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const busyNow = (): Kind | undefined => running?.type

/** Exports the list; it stays usable meanwhile, and the export can be canceled. */
export function useExport({ filter, sort, complete, count }: ToFile): Exporting {
  const { person } = useUser()
  const busy = useSyncExternalStore(subscribe, busyNow, busyNow)
  const make = async (type: Kind, ids: readonly string[] | undefined) => {
    const stop = new AbortController()
    run({ type, stop })
    const chosen = ids && { authorizationIds: [...ids] }
    const input = { type, timeZone: person.timeZone, ...filter, complete, ...(sort !== null && { sort }), ...chosen }
    try {
      const { makeExport } = await import('./make-export.ts')
      await makeExport(input, ids?.length ?? count, stop.signal)
    } catch {
      toast({ tone: 'error', words: 'The file could not be made. Nothing was changed.' })
    }
    run(undefined)
  }
  return {
    busy,
    start: (type, ids) => {
      if (running) toast({ tone: 'info', words: 'One file at a time.', detail: 'The one before is still being made.' })
      else void make(type, ids)
    },
    cancel: () => running?.stop.abort(),
  }
}

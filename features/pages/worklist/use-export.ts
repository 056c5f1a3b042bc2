import { useRef, useState } from 'react'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { useUser } from '#platform/browser/use-user.ts'
import type { FilterInput } from './address.ts'

export type Exporting = {
  /** The kind being made now. */
  busy: 'csv' | 'xlsx' | 'pdf' | undefined
  start: (type: 'csv' | 'xlsx' | 'pdf', ids?: readonly string[]) => void
  cancel: () => void
}

/** Exports the list, one file at a time; the list stays usable meanwhile, and the export can be canceled. */
export function useExport(filter: FilterInput, sort: string | null, complete: boolean, count?: number): Exporting {
  const { person } = useUser()
  const [busy, setBusy] = useState<'csv' | 'xlsx' | 'pdf'>()
  const running = useRef<AbortController>(undefined)
  const make = async (type: 'csv' | 'xlsx' | 'pdf', ids: readonly string[] | undefined) => {
    const mine = new AbortController()
    running.current = mine
    setBusy(type)
    const chosen = ids && { authorizationIds: [...ids] }
    const input = { type, timeZone: person.timeZone, ...filter, complete, ...(sort !== null && { sort }), ...chosen }
    try {
      const { makeExport } = await import('./make-export.ts')
      await makeExport(input, ids?.length ?? count, mine.signal)
    } catch {
      toast({ tone: 'error', words: 'The file could not be made. Nothing was changed.' })
    }
    running.current = undefined
    setBusy(undefined)
  }
  return {
    busy,
    start: (type, ids) => {
      if (running.current)
        toast({ tone: 'info', words: 'One file at a time.', detail: 'The one before is still being made.' })
      else void make(type, ids)
    },
    cancel: () => running.current?.abort(),
  }
}

import { useSyncExternalStore } from 'react'
import { ask, asFailed, type CallFailed } from '#platform/browser/call.ts'
import { saveFile } from '#platform/browser/save-file.ts'
import type { InputOf } from '#platform/calls/contract.ts'
import { announce } from '#platform/ui/display/announce.ts'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { dataExtracts } from '../contract.ts'

/** The extract being downloaded. It goes on when its page is left, and ends with the tab. */
type Running = {
  /** Subject area and program in words. */
  what: string
  rows: number
  bytes: number
  /** How many rows it will have; more may come meanwhile. */
  of: number
  cancel: () => void
}
type State = { running?: Running; failed?: CallFailed }

let state: State = {}
const listeners = new Set<() => void>()
function change(next: State) {
  state = next
  listeners.forEach((listener) => listener())
}
export const useExtract = (): State =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => state,
  )
export const forgetFailure = () => change({ ...(state.running && { running: state.running }) })

const LF = 10
const CR = 13

/** Downloads an extract, counting the rows as they come; one at a time. */
export async function download(input: InputOf<typeof dataExtracts.extract>, what: string, of: number): Promise<void> {
  if (state.running) return
  const stop = new AbortController()
  change({ running: { what, rows: 0, bytes: 0, of, cancel: () => stop.abort() } })
  announce('The extract is being made.')
  // The line of names comes first.
  let [rows, bytes, said, before] = [-1, 0, 0, 0]
  const arrived = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, out) {
      for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, at + 1))
        if ((at === 0 ? before : chunk[at - 1]) === CR) rows += 1
      before = chunk.at(-1) ?? before
      bytes += chunk.length
      out.enqueue(chunk)
      const now = performance.now()
      if (state.running && now - said > 200) {
        said = now
        change({ running: { ...state.running, rows: Math.max(0, rows), bytes } })
      }
    },
  })
  try {
    const file = await ask(dataExtracts.extract, input, {
      signal: stop.signal,
      received: (body) => body.pipeThrough(arrived),
    })
    const name = saveFile(file)
    change({})
    toast({
      words: `${name} downloaded.`,
      detail: `${Math.max(0, rows).toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}.`,
    })
  } catch (error) {
    if (stop.signal.aborted) {
      change({})
      return void toast({ tone: 'info', words: 'The extract was canceled.', detail: 'No file was kept.' })
    }
    const failed = asFailed(error)
    change({ failed })
    toast({
      tone: 'error',
      words: failedWords(failed),
      ...(failed.supportId && { detail: `Support Id ${failed.supportId}` }),
    })
  }
}

/** What is said of a download that failed. */
export const failedWords = (failed: CallFailed): string =>
  failed.code === 'UNREADABLE' || failed.said === ''
    ? 'Failed to download data extract'
    : `Failed to download data extract: ${failed.said}`

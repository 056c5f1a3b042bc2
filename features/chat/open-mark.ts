import type { Place } from './window-place.ts'

// Whether this tab's chat window is open, and where: nothing about what is said in it.
const store = 'rxdocket.chat'

export type OpenMark = { small: boolean; large: boolean; place?: Place | undefined }

/** The chat window as this tab had it before it was loaded again; undefined where it was closed or storage is denied. */
export function readMark(): OpenMark | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(store)!) as OpenMark | null) ?? undefined
  } catch {
    return undefined
  }
}

export function writeMark(mark: OpenMark | undefined): void {
  try {
    if (mark) sessionStorage.setItem(store, JSON.stringify(mark))
    else sessionStorage.removeItem(store)
  } catch {
    // Storage denied: after a reload the chat is opened by its button.
  }
}

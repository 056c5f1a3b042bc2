import { announce } from '../display/announce.ts'

type ToastInput = {
  /** What happened, complete: "Saved until 06/12/2025." */
  words: string
  /** error stays until closed and is read out at once; success by default. */
  tone?: 'success' | 'error' | 'info'
  /** Second part in plain weight. */
  detail?: string
  /** Undoes the effect. Shown for 10 s, also on the Z key. Only where the server can. */
  onUndo?: () => void
  /** What that is about, on its button: "Ezra G." */
  undoes?: string
  /** Stays until closed whatever the tone. */
  sticky?: boolean
  /** What it is about: a newer message replaces an older one with the same topic. Words and detail by default. */
  topic?: string
}
export type Toast = ToastInput & {
  id: number
  /** Milliseconds it stays; undefined means until closed. */ life: number | undefined
}

const most = 4
let toasts: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]) {
  toasts = next
  listeners.forEach((listener) => listener())
}

const topicOf = (one: ToastInput) => one.topic ?? `${one.words} ${one.detail}`

/** Shows a toast and announces it to screen readers; returns the id to close it with. */
export function toast(input: ToastInput): number {
  const error = input.tone === 'error'
  const life = error || input.sticky ? undefined : input.onUndo ? 10_000 : 3000
  // A message that stays until it is closed is shown once, however often it happens.
  const same = toasts.find((one) => !one.life && topicOf(one) === topicOf(input))
  const id = same?.id ?? ++last
  change([...toasts.filter((one) => one !== same), { ...input, id, life }].slice(-most))
  const words = [input.words, input.detail, input.onUndo && `Press Z to undo${input.undoes ? ` ${input.undoes}` : '.'}`]
    .filter(Boolean)
    .join(' ')
  announce(words, error ? 'assertive' : 'polite')
  return id
}

/** Closes a toast; nothing happens when it is gone. */
export function closeToast(id: number) {
  if (toasts.some((toast) => toast.id === id)) change(toasts.filter((toast) => toast.id !== id))
}

/** Undoes the newest effect that can be undone; false when there is none. */
export function undoLast(): boolean {
  const found = toasts.findLast((toast) => toast.onUndo)
  if (!found) return false
  closeToast(found.id)
  found.onUndo?.()
  return true
}

/** For the component that renders them. */
export const toastList = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  read: () => toasts,
}

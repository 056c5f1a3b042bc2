import { useEffect, useSyncExternalStore } from 'react'

/** A shortcut the status bar prints: its caps and what it does. */
export type Hint = { keys: readonly string[]; does: string }

const none: readonly Hint[] = []
let hints = none
const listeners = new Set<() => void>()

function change(next: readonly Hint[]) {
  hints = next
  listeners.forEach((listener) => listener())
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Prints these hints in the status bar while the screen is mounted. Pass a constant. */
export function useHints(screenHints: readonly Hint[]) {
  useEffect(() => {
    change(screenHints)
    return () => change(none)
  }, [screenHints])
}

/** The hints of the current screen. */
export function useShownHints(): readonly Hint[] {
  return useSyncExternalStore(
    subscribe,
    () => hints,
    () => none,
  )
}

import { useEffect, useSyncExternalStore } from 'react'

/** A shortcut the status bar prints: its caps and what it does. */
export type Hint = { keys: readonly string[]; does: string }

/** Of screens without their own. */
let usual: readonly Hint[] = []
/** Of the screens that are mounted, the last one counts: a form within a page, then the page again. */
const mounted = new Set<readonly Hint[]>()
const listeners = new Set<() => void>()
const tell = () => listeners.forEach((listener) => listener())

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Prints these hints in the status bar while the screen is mounted. Pass a constant. */
export function useHints(screenHints: readonly Hint[]) {
  useEffect(() => {
    mounted.add(screenHints)
    tell()
    return () => {
      mounted.delete(screenHints)
      tell()
    }
  }, [screenHints])
}

/** Prints these where a screen has none of its own. */
export function showUsualHints(hints: readonly Hint[]) {
  usual = hints
  tell()
}

/** The hints of the current screen itself: none where it has no keys of its own. */
export function usePageHints(): readonly Hint[] {
  return useSyncExternalStore(subscribe, ofScreen, () => none)
}
const none: readonly Hint[] = []
const ofScreen = () => [...mounted].at(-1) ?? none
const toShow = () => [...mounted].at(-1) ?? usual

/** The hints of the current screen. */
export function useShownHints(): readonly Hint[] {
  return useSyncExternalStore(subscribe, toShow, toShow)
}

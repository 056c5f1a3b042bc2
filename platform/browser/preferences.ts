// The appearance and shortcut preferences of this device. Nothing about people or health is ever stored here.
import { useSyncExternalStore } from 'react'

export type Preferences = {
  theme: 'auto' | 'light' | 'dark'
  density: 'default' | 'compact' | 'comfortable'
  /** Single-key shortcuts (WCAG 2.1.4: they can be turned off). */
  singleKeys: boolean
}

const store = 'rxdocket.preferences'
const usual: Preferences = { theme: 'auto', density: 'default', singleKeys: true }
const listeners = new Set<() => void>()
let current: Preferences | undefined

function load(): Preferences {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(store) ?? '{}')
    const { theme, density, singleKeys } = (typeof kept === 'object' && kept ? kept : {}) as Record<string, unknown>
    return {
      theme: theme === 'light' || theme === 'dark' ? theme : usual.theme,
      density: density === 'compact' || density === 'comfortable' ? density : usual.density,
      singleKeys: singleKeys !== false,
    }
  } catch {
    return usual
  }
}

function show(preferences: Preferences) {
  const { dataset } = document.documentElement
  if (preferences.theme === 'auto') delete dataset['theme']
  else dataset['theme'] = preferences.theme
  if (preferences.density === 'default') delete dataset['density']
  else dataset['density'] = preferences.density
}

/** The preferences of this device; the usual ones where none are stored or storage is denied. */
export function readPreferences(): Preferences {
  return (current ??= load())
}

/** Changes some of them, at once and in the other tabs. */
export function setPreferences(change: Partial<Preferences>) {
  current = { ...readPreferences(), ...change }
  try {
    localStorage.setItem(store, JSON.stringify(current))
  } catch {
    // Storage denied: they last until the page is left.
  }
  show(current)
  listeners.forEach((listener) => listener())
}

/** Puts theme and density on the page and follows changes made in other tabs. Call once, before the first render. */
export function applyPreferences() {
  show(readPreferences())
  addEventListener('storage', (event) => {
    if (event.key !== store && event.key !== null) return
    show((current = load()))
    listeners.forEach((listener) => listener())
  })
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The preferences, kept current. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, readPreferences, () => usual)
}

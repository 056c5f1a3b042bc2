import { useEffect, useRef, type RefObject } from 'react'
import { readPreferences } from '../../browser/preferences.ts'

/** What a key does. Returning false lets the next map, and then the browser, have the key. */
type KeyAct = (event: KeyboardEvent) => unknown

/**
 * Keys by name. One letter or sign alone: 'j', '?', '/', 'Enter', 'Escape', ' ', 'ArrowDown'. With Shift: 'shift+x'.
 * One after the other: 'g h'. With a modifier, which also works in fields: 'mod+k' (Ctrl, or Cmd on a Mac),
 * 'mod+Enter', 'alt+1'.
 */
export type KeyMap = Record<string, KeyAct>

type Entry = { map: KeyMap; scope: RefObject<HTMLElement | null> | undefined }

const entries: Entry[] = []
const secondKeyWithin = 1000
let first: { key: string; at: number } | undefined

// Where a letter is text, or moves a choice of its own.
const takesText = 'input, textarea, [contenteditable]'
const takesLetters = `${takesText}, select, [role="menu"], [role="listbox"], [role="grid"]`
const takesEnter = 'a[href], button, summary, label, input, select, textarea, [role="gridcell"], [role="menuitem"]'

/** The nearest element that is shown: a menu that has just closed keeps its focus until the next frame, and takes no key. */
function shownAround(target: Element, selector: string): Element | undefined {
  const found = target.closest(selector)
  return found?.checkVisibility() ? found : undefined
}

function name(event: KeyboardEvent): string {
  const { key: typed } = event
  // AltGr, or Ctrl and Alt in its place: the combination types a sign.
  if (event.getModifierState('AltGraph') || (event.ctrlKey && event.altKey)) return typed
  // What the key types; where that is no Latin letter (Cyrillic, Greek, Hebrew), the letter printed on its place.
  const place = /[^ -~]/.test(typed) && /^Key(.)/.exec(event.code)?.[1]
  const key = typed.length === 1 ? (place || typed).toLowerCase() : typed
  if (event.ctrlKey || event.metaKey) return `mod+${event.shiftKey ? 'shift+' : ''}${key}`
  // With Alt, layouts change the letter; the digit of the physical key is what is printed on it.
  if (event.altKey) return `alt+${/^Digit\d$/.test(event.code) ? event.code.slice(5) : key}`
  return event.shiftKey && /^[a-z]$|^.{2,}$/.test(key) ? `shift+${key}` : key
}

function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return
  const target = event.target instanceof Element ? event.target : document.body
  // Option or AltGr and a key that types a sign, within a text: the sign is typed.
  if (event.altKey && /^[^\da-z]$/i.test(event.key) && target.closest(takesText)) return
  const pressed = name(event)
  const alone = !/^(mod|alt)\+/.test(pressed)
  if (alone) {
    if (!readPreferences().singleKeys && pressed !== 'Escape') return
    const field = shownAround(target, takesLetters)
    if (field && field.getAttribute('data-keys') !== 'pass' && pressed !== 'Escape') return
    if ((pressed === 'Enter' || pressed === ' ') && shownAround(target, takesEnter)) return
  }
  // A modal dialog takes all keys for itself; only maps that belong to it answer.
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)
  const at = performance.now()
  const sequence = first && at - first.at < secondKeyWithin ? `${first.key} ${pressed}` : undefined
  first = alone ? { key: pressed, at } : undefined
  for (const wanted of sequence ? [sequence, pressed] : [pressed]) {
    for (const { map, scope } of entries.toReversed()) {
      const act = map[wanted]
      if (!act) continue
      const region = scope?.current
      if (dialog && !(region && dialog.contains(region))) continue
      // Nothing focused counts as being in the region: that is how a page starts.
      if (scope && !(region && (region.contains(target) || target === document.body))) continue
      if (act(event) === false) continue
      event.preventDefault()
      first = undefined
      return
    }
  }
}

/**
 * Shortcuts of the part of the screen that is mounted; later parts win. Single keys are silent in fields, with
 * modifiers, while composing, in menus and in dialogs the map does not belong to, and when the user switched them off
 * (WCAG 2.1.4).
 */
export function useKeys(map: KeyMap, options: { scope?: RefObject<HTMLElement | null> } = {}) {
  const { scope } = options
  const latest = useRef(map)
  useEffect(() => {
    latest.current = map
  })
  useEffect(() => {
    const entry: Entry = {
      get map() {
        return latest.current
      },
      scope,
    }
    if (!entries.length) document.addEventListener('keydown', onKeyDown)
    entries.push(entry)
    return () => {
      entries.splice(entries.indexOf(entry), 1)
      if (!entries.length) document.removeEventListener('keydown', onKeyDown)
    }
  }, [scope])
}

/** The line above every page of the demonstration: what this is, who one is, the tour, how to be someone else or to reset. */
import { leaveFor } from './leave-page.ts'
import type { Keeping } from './messages.ts'
import css from './strip.module.css'

type StripActs = { who: string; onTour: () => void; onReset: () => void }

const WORDS = 'demo-who'
const LOST = 'demo-lost'
const TOUR_BUTTON = 'demo-tour-button'

/** Where what is done is kept, in words; nothing where it is as the first page says. */
export const keepingWords: Record<Keeping, string | undefined> = {
  kept: undefined,
  nowhere: 'This browser keeps nothing for this site: what you do is gone when its tabs are closed or loaded again.',
  full: 'This browser has no room left: what you do now is gone when its tabs are closed or loaded again.',
}

export function showStrip({ who, onTour, onReset }: StripActs): void {
  if (document.getElementById('demo-strip')) return sayWho(who)
  const strip = document.createElement('aside')
  strip.id = 'demo-strip'
  strip.className = css['strip']!
  strip.setAttribute('aria-label', 'Demo in this tab')
  const words = document.createElement('p')
  words.id = WORDS
  const lost = document.createElement('p')
  lost.id = LOST
  lost.className = css['lost']!
  lost.setAttribute('role', 'status')
  const other = button('Be someone else', () => leaveFor('/loginOkta'))
  const reset = button('Reset', onReset)
  const tour = button('Tour', onTour)
  tour.id = TOUR_BUTTON
  strip.append(words, lost, other, reset, tour)
  document.body.prepend(strip)
  sayWho(who)
}

/** Another tab may have become someone else: the session is the same in all. */
export function sayWho(who: string): void {
  const words = document.getElementById(WORDS)
  if (!words) return
  const what = document.createElement('b')
  what.textContent = 'Demo in this tab.'
  words.replaceChildren(what, ` ${who === '' ? '' : `You are ${who}. `}Nothing leaves this browser.`)
}

/** Its button leads into the tour, or out of it. */
export function sayTouring(isTouring: boolean): HTMLElement | null {
  const tour = document.getElementById(TOUR_BUTTON)
  if (tour) tour.textContent = isTouring ? 'Leave the tour' : 'Tour'
  return tour
}

/** Whether the browser keeps what is done. */
export function sayKeeping(keeping: Keeping): void {
  const lost = document.getElementById(LOST)
  if (lost) lost.textContent = keepingWords[keeping] ?? ''
}

/** All are buttons: the first link of a page is the one that skips to its content. */
function button(label: string, onClick: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = label
  made.addEventListener('click', onClick)
  return made
}

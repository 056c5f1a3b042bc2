/** The line above every page of the demonstration: what this is, who one is, the tour, how to be someone else or to reset. */
import css from './strip.module.css'

type StripActs = { who: string; onTour: () => void; onReset: () => void }

const WORDS = 'demo-who'
export const TOUR_BUTTON = 'demo-tour-button'

export function showStrip({ who, onTour, onReset }: StripActs): void {
  if (document.getElementById('demo-strip')) return sayWho(who)
  const strip = document.createElement('aside')
  strip.id = 'demo-strip'
  strip.className = css['strip']!
  strip.setAttribute('aria-label', 'Demo in this tab')
  const words = document.createElement('p')
  words.id = WORDS
  const tour = button('Tour', onTour)
  tour.id = TOUR_BUTTON
  const other = button('Be someone else', () => location.assign('/loginOkta'))
  const reset = button('Reset', onReset)
  strip.append(words, tour, other, reset)
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

/** All are buttons: the first link of a page is the one that skips to its content. */
function button(label: string, onClick: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = label
  made.addEventListener('click', onClick)
  return made
}

/** The line above every page of the demonstration: what this is, how to be somebody else, how to begin again. */
import css from './strip.module.css'

export function showStrip(onReset: () => void): void {
  if (document.getElementById('demo-strip')) return
  const strip = document.createElement('aside')
  strip.id = 'demo-strip'
  strip.className = css['strip']!
  strip.setAttribute('aria-label', 'About this demonstration')
  const words = document.createElement('p')
  words.textContent = 'Demonstration: all of it runs in this browser, with made-up people. Nothing leaves it.'
  const other = button('Be somebody else', () => location.assign('/loginOkta'))
  const reset = button('Start over', () => {
    if (confirm('Start over? What you did in this demonstration is deleted.')) onReset()
  })
  strip.append(words, other, reset)
  document.body.prepend(strip)
}

/** Both are buttons: the first link of a page is the one that skips to its content. */
function button(label: string, onClick: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = label
  made.addEventListener('click', onClick)
  return made
}

// What screen readers announce: one polite and one assertive region on the page, and polite messages at least 5 s
// apart.

const gap = 5000
const waiting = new Map<string, string>()
let timer: ReturnType<typeof setTimeout> | undefined
let regions: { polite: HTMLElement; assertive: HTMLElement } | undefined

function region(role: 'status' | 'alert'): HTMLElement {
  const element = document.createElement('div')
  element.setAttribute('role', role)
  element.className = 'sr-only'
  return element
}

/**
 * Moves both regions into an element: an open modal dialog, since everything outside it is silent, or else the body.
 */
export function hostAnnouncements(host: Element) {
  regions ??= { polite: region('status'), assertive: region('alert') }
  if (regions.polite.parentElement === host) return
  // Old words must not be read again in the new place.
  regions.polite.textContent = ''
  regions.assertive.textContent = ''
  host.append(regions.polite, regions.assertive)
}

function speak(how: 'polite' | 'assertive', words: string) {
  if (!regions) hostAnnouncements(document.querySelector('dialog:modal') ?? document.body)
  const element = regions![how]
  // The same words twice need a change to be read again.
  element.textContent = element.textContent === words ? `${words}\u00a0` : words
}

function flush() {
  timer = undefined
  if (!waiting.size) return
  const words = [...waiting.values()].join(' ')
  waiting.clear()
  speak('polite', words)
  timer = setTimeout(flush, gap)
}

/**
 * Announces words to screen readers: errors at once, everything else in turn. Messages that come too fast are joined;
 * of several with the same `topic` (a count that changes) only the latest is announced.
 */
export function announce(words: string, how: 'polite' | 'assertive' = 'polite', topic = words) {
  if (how === 'assertive') return speak('assertive', words)
  waiting.delete(topic)
  waiting.set(topic, words)
  if (timer === undefined) flush()
}

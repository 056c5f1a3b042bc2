import { brand } from '../brand.ts'

/** Puts theme and density of this device on the page before anything is painted, as platform/browser/preferences.ts does afterwards. */
function lookOfDevice(): void {
  try {
    const { theme, density } = JSON.parse(localStorage.getItem('rxdocket.preferences') ?? '{}') as Record<
      string,
      string
    >
    const { dataset } = document.documentElement
    if (theme === 'light' || theme === 'dark') dataset['theme'] = theme
    if (density === 'compact' || density === 'comfortable') dataset['density'] = density
  } catch {
    // Storage denied, or something else in it: the usual look.
  }
}

/** Gives elements their own styles, which the page's policy allows no attribute for, and says so where the page does not load. */
function finishLook(words: string): void {
  const root = document.getElementById('root')!
  for (const one of root.querySelectorAll<HTMLElement>('[data-style]')) {
    one.style.cssText = one.dataset['style']!
    delete one.dataset['style']
  }
  const failed = ({ target }: Event) => {
    if (!root.inert || !(target instanceof HTMLScriptElement)) return
    root.textContent = words
    root.inert = false
  }
  addEventListener('error', failed, true)
}

const NOT_LOADED = `${brand.name} did not load. Load the page again, or call ${brand.supportPhone}.`

/**
 * What the server rendered, in the place where the browser puts its own: it is seen, and nothing can be done with it.
 */
export function firstLook(html: string, nonce: string): string {
  const script = (run: string) => `<script nonce="${nonce}">${run}</script>`
  const styled = html.replaceAll(' style="', ' data-style="')
  return (
    script(`(${lookOfDevice.toString()})()`) +
    `<div id="root" inert>${styled}</div>` +
    script(`(${finishLook.toString()})(${JSON.stringify(NOT_LOADED)})`)
  )
}

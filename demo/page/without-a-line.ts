/** The server is in the browser: without a network all but parts of the pages that were not loaded yet is there, and nothing says otherwise. */
export function needNoLine(): void {
  const line = Object.getOwnPropertyDescriptor(Navigator.prototype, 'onLine')!
  let isPartMissing = false
  addEventListener('vite:preloadError', () => (isPartMissing = true))
  Object.defineProperty(navigator, 'onLine', { get: () => !isPartMissing || (line.get!.call(navigator) as boolean) })
}

// Runs before the pages, in what old browsers know: says so where this one cannot run them.
{
  const needed = ['WebAssembly', 'DecompressionStream', 'Worker']
  const isCurrent =
    needed.every((name) => name in window) &&
    'withResolvers' in Promise &&
    CSS.supports('color', 'light-dark(red, red)')
  if (!isCurrent) {
    document.documentElement.dataset.tooOld = ''
    const note = document.createElement('p')
    note.setAttribute('role', 'alert')
    note.textContent =
      'This browser is too old for the demonstration. Open it in Chrome or Edge 123, Firefox 121, Safari 17.5, or a newer one.'
    const { source } = document.documentElement.dataset
    if (source) {
      const link = document.createElement('a')
      link.href = source
      link.textContent = 'Read the source'
      note.append(' ', link)
    }
    document.getElementById('root').append(note)
  }
}

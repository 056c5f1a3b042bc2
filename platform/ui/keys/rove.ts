/**
 * Moves focus among the controls of a widget with the arrow keys, Home and End, going round at the ends. True when it
 * did. For menus (vertical), tabs and toolbars (horizontal) and small grids (both).
 */
export function rove(
  event: { key: string; preventDefault: () => void },
  items: readonly HTMLElement[],
  axis: 'vertical' | 'horizontal' | 'both',
) {
  const at = items.indexOf(document.activeElement as HTMLElement)
  const forth =
    (axis !== 'horizontal' && event.key === 'ArrowDown') || (axis !== 'vertical' && event.key === 'ArrowRight')
  const back = (axis !== 'horizontal' && event.key === 'ArrowUp') || (axis !== 'vertical' && event.key === 'ArrowLeft')
  const to = forth
    ? at + 1
    : back
      ? at < 0
        ? -1
        : at - 1
      : event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? -1
          : undefined
  if (to === undefined || !items.length) return false
  event.preventDefault()
  items.at(to % items.length)?.focus()
  return true
}

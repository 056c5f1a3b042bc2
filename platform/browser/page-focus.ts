/** The address whose heading was shown last; nothing before the first, which leaves the focus to the skip link. */
let shown: string | undefined

/** The next heading takes the focus although the address stays the same, because another page replaced this one. */
export function focusNextTitle(): void {
  shown = ''
}

/** Records the address of the heading that is shown now; true when another one was shown before it. */
export function changedPage(path: string): boolean {
  const changed = shown !== undefined && shown !== path
  shown = path
  return changed
}

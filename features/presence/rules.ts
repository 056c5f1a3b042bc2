/** A page that gave no sign for so long counts as left. */
export const SILENT_SECONDS = 60
/** How often an open page gives a sign. */
export const SIGN_MS = 25_000

/** "Sam Okafor is looking at this", "Sam Okafor and 2 others are looking at this". */
export function viewersWords(names: readonly string[]): string {
  const [first, second] = names
  if (first === undefined) return ''
  if (second === undefined) return `${first} is looking at this`
  return names.length === 2
    ? `${first} and ${second} are looking at this`
    : `${first} and ${names.length - 1} others are looking at this`
}

/** More names than this are counted instead. */
const MOST_NAMED = 3

/** Who may approve a change of two people, in a sentence. */
export function approvedBy(names: readonly string[]): string {
  if (names.length === 0) return 'There is no other account manager who could approve it: it waits until there is one.'
  if (names.length > MOST_NAMED)
    return `It takes effect when one of ${names.length} other account managers approves it.`
  const last = names.at(-1)!
  return `It takes effect when ${names.length === 1 ? last : `${names.slice(0, -1).join(', ')} or ${last}`} approves it.`
}

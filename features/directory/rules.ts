import { drugGroupName } from '#reference/drug-groups.ts'

/** What is known of the products under a code; lists are cut at a few. */
type Under = { code: string; names: readonly string[]; generics: readonly string[]; forms: readonly string[] }

const list = (words: readonly string[], most = 3): string =>
  words.length > most ? `${words.slice(0, most).join(', ')} and more` : words.join(', ')

/**
 * A drug code in words, narrower with every pair of digits: group, class, subclass, drug, salt, form, strength. A code
 * with no product under it says so.
 */
export function codeWords({ code, names, generics, forms }: Under): string {
  if (names.length === 0) return 'No product on the market'
  if (code.length >= 14) return names[0]!
  if (code.length === 12) return `${list(generics)} ${list(forms)}, any strength`
  if (code.length === 10) return `${list(generics)}, this salt, any form and strength`
  if (code.length === 8) return `${list(generics)}, any salt, form and strength`
  const group = drugGroupName(code)
  if (code.length === 6) return group === undefined ? list(generics) : `${group}: ${list(generics)}`
  if (code.length === 4) return group ?? list(generics)
  return `Group ${code}: ${list(generics)}`
}

/** The levels a code has: its own length and every shorter one, in pairs of digits. */
export const beginnings = (code: string): string[] =>
  Array.from({ length: code.length / 2 }, (_, at) => code.slice(0, (at + 1) * 2))

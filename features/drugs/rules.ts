import { ndcsOf, withoutDashes } from '#features/claims/numbers.ts'
import type { Why } from '#platform/calls/refusal.ts'
import { afterPrefix, normalizeForSearch } from '#platform/text/search-form.ts'
import { drugGroupName } from '#reference/drug-groups.ts'

export const drugSearchKeys = ['NAME', 'GENERIC', 'NDC', 'GPI'] as const
export type DrugSearchKey = (typeof drugSearchKeys)[number]

/** What a statement looks for. */
export type DrugSearch =
  | { by: 'name'; text: string; after: string | null; generic: boolean }
  | { by: 'ndc'; ndcs: readonly string[] }
  | { by: 'code'; code: string }

/** Letters a name needs: shorter ones would find half the directory. */
const FEWEST_LETTERS = 3

export function drugSearchOf(key: DrugSearchKey, value: string): DrugSearch {
  if (key === 'NDC') return { by: 'ndc', ndcs: ndcsOf(value) }
  if (key === 'GPI') return { by: 'code', code: withoutDashes(value).slice(0, 14) }
  const text = normalizeForSearch(value)
  return { by: 'name', text, after: afterPrefix(text), generic: key === 'GENERIC' }
}

/** Why drugs cannot be looked for like this, for the field of the form and the server's refusal. */
export function whyNotSearchDrugs(key: DrugSearchKey, value: string): Why<'VALIDATION'> | undefined {
  const not = (message: string): Why<'VALIDATION'> => ({ code: 'VALIDATION', field: 'drugSearchVal', message })
  if (key === 'NDC')
    return ndcsOf(value).length === 0 ? not('Enter an NDC of 10, 11 or 12 digits, with or without dashes.') : undefined
  if (key === 'GPI')
    return /^(\d{2}){1,7}$/.test(withoutDashes(value))
      ? undefined
      : not('Enter a drug code of 2 to 14 digits, an even number of them.')
  return [...normalizeForSearch(value)].length < FEWEST_LETTERS
    ? not(`Enter at least ${FEWEST_LETTERS} letters of the name.`)
    : undefined
}

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

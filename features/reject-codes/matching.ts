import { glossary, type Term } from './glossary.ts'

type Code = { rejectCode: string; description: string; fixHint: string }
type Keys = { title: string; of: readonly { keys: readonly string[]; does: string }[] }

/** The codes most people ask about, shown before a search. */
const frequent: readonly string[] = ['70', '75', '76', '79', '88', '922', '925']

const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f’']/g, '')
/** Every word typed begins a word of the text. */
const has = (typed: string, ...texts: readonly string[]): boolean => {
  const words = plain(texts.join(' ')).split(/[^a-z0-9]+/)
  return plain(typed)
    .split(/\s+/)
    .filter(Boolean)
    .every((part) => words.some((word) => word.startsWith(part)))
}

/** What Help shows for what was typed: all terms and keys and the usual codes for nothing. */
export function helpFor<C extends Code, K extends Keys>(
  typed: string,
  codes: readonly C[],
  keys: readonly K[],
  all = false,
) {
  const asked = typed.trim()
  return {
    codes:
      asked === ''
        ? codes.filter(({ rejectCode }) => all || frequent.includes(rejectCode))
        : codes.filter(({ rejectCode, description, fixHint }) => has(asked, rejectCode, description, fixHint)),
    terms: glossary.filter(({ term, means }): boolean => has(asked, term, means)) as readonly Term[],
    keys: keys.flatMap((group) => {
      const of = group.of.filter(({ does }) => has(asked, group.title, does))
      return of.length > 0 ? [{ ...group, of }] : []
    }),
  }
}

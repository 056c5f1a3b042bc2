// Letters that carry no mark to drop, written as people without that key type them.
const bases: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ı: 'i',
}

/**
 * A name as searches compare it: lower case, no accents, no spaces, hyphens or apostrophes, so that O'Brien, O’Brien and
 * OBrien, Smíth and SMITH are one. Letters and digits of every script stay. Locale-independent.
 */
export const normalizeForSearch = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[łøđðþæœßı]/g, (letter) => bases[letter]!)
    .replace(/[^\p{L}\p{N}]/gu, '')

/**
 * The first text after every text that starts with this prefix in search form, for a range predicate an index can serve;
 * null when nothing is beyond it. Only the last letter that has a next one in a to z, 0 to 9 is raised,
 * which every collation orders alike.
 */
export function afterPrefix(prefix: string): string | null {
  const last = prefix.at(-1)
  if (last === undefined) return null
  if (last === 'z') return afterPrefix(prefix.slice(0, -1))
  if (last === '9') return `${prefix.slice(0, -1)}a`
  if (/[a-y0-8]/.test(last)) return prefix.slice(0, -1) + String.fromCharCode(last.charCodeAt(0) + 1)
  return `${prefix}\u{10ffff}`
}

import { normalizeForSearch } from '#platform/text/search-form.ts'

// Interprets typed search text.

/** Prefixes of a last and a first name, normalized (`platform/text/search-form.ts`). */
export type NameStart = { last: string; first: string }

/** The form of an id. */
export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Normalized text: full-width forms and pasted spaces replaced, no invisible characters, one kind of hyphen. */
export const cleaned = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()

const mostHyphens = 2
const longestPadded = 12
/**
 * The spellings of a claim number: upper case, without spaces; typed without hyphens also with them, and a plain number
 * also with the leading zeros a spreadsheet removed.
 */
export function claimNumbers(text: string): string[] {
  const typed = text.toUpperCase().replaceAll(' ', '')
  const found = new Set([typed, typed.replaceAll('-', '')])
  if (!typed.includes('-') && typed.length <= 24) {
    let grown = [typed]
    for (let hyphens = 0; hyphens < mostHyphens; hyphens += 1) {
      grown = grown.flatMap((one) => {
        const after = one.lastIndexOf('-') + 2
        return Array.from(
          { length: Math.max(0, one.length - after) },
          (_, at) => `${one.slice(0, after + at)}-${one.slice(after + at)}`,
        )
      })
      for (const one of grown) found.add(one)
    }
  }
  if (/^\d+$/.test(typed))
    for (let length = typed.length + 1; length <= longestPadded; length += 1) found.add(typed.padStart(length, '0'))
  return [...found]
}

const mostWords = 5
/** Letters as passports write them (ICAO Doc 9303 part 3, section 6). */
const inPassports: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }
const asInPassport = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[äöüåø]/g, (letter) => inPassports[letter]!)
const particles =
  /^(?:(?:de|del|della|di|da|das|dos|do|du|des|la|las|los|le|el|al|van|von|der|den|ter|ten|zu|zum) )+(?=\S)/i

/**
 * The readings of a typed name: "smith, john", "john smith", "smith john", "de la cruz", also in the passport's spelling and
 * without the particles it begins with. Each has at least two letters.
 */
export function nameStarts(text: string): NameStart[] {
  const spelt = [text, asInPassport(text), text.replace(particles, '')]
  const starts = new Map(
    [...new Set(spelt)].flatMap(readingsOf).map((start) => [`${start.last} ${start.first}`, start] as const),
  )
  return [...starts.values()]
}

function readingsOf(text: string): NameStart[] {
  const comma = text.indexOf(',')
  const starts: NameStart[] = []
  if (comma !== -1)
    starts.push({ last: normalizeForSearch(text.slice(0, comma)), first: normalizeForSearch(text.slice(comma + 1)) })
  else {
    starts.push({ last: normalizeForSearch(text), first: '' })
    const words = text.split(' ')
    for (let at = 1; at < words.length && words.length <= mostWords; at += 1) {
      const [before, after] = [
        normalizeForSearch(words.slice(0, at).join('')),
        normalizeForSearch(words.slice(at).join('')),
      ]
      if (before && after) starts.push({ last: after, first: before }, { last: before, first: after })
    }
  }
  return starts.filter(({ last }) => [...last].length >= 2)
}

export type PeopleFound = { ids: readonly string[]; emails: readonly string[]; names: readonly NameStart[] }

/** The users a case-owner search means: a list of e-mails and ids, or one name. */
export function peopleOf(text: string): PeopleFound {
  const parts = text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter(Boolean)
  if (parts.length > 0 && parts.every((part) => part.includes('@') || uuid.test(part))) {
    return {
      ids: parts.filter((part) => uuid.test(part)).map((id) => id.toLowerCase()),
      emails: parts.filter((part) => part.includes('@')).map((email) => email.toLowerCase()),
      names: [],
    }
  }
  return { ids: [], emails: [], names: nameStarts(text) }
}

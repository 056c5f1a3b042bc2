import { normalizeForSearch } from './search-form.ts'

// A person's name as somebody types it, in any order of its words.

/** Prefixes of a last and a first name, normalized (`platform/text/search-form.ts`). */
export type NameStart = { last: string; first: string }

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

import { nameStarts, type NameStart } from '#platform/text/typed-name.ts'

// Interprets typed search text.

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

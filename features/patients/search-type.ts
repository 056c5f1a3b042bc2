import type { SearchType } from './contract.ts'

export const searchTypeLabels: Readonly<Record<SearchType, string>> = {
  C: 'Claim Number',
  M: 'Patient ID',
  A: 'Case Owner',
  N: 'Patient Last Name',
  T: 'TCN',
}

/** What a text looks like: a transaction number, a patient ID, an e-mail of a case owner, a claim number or a name. */
export function guessType(typed: string): SearchType | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  if (text.includes('@')) return 'A'
  const plain = text.replaceAll(' ', '')
  if (/^\d{15,20}$/.test(plain)) return 'T'
  if (/^P\d{6,}$/i.test(plain)) return 'M'
  if (/\d/.test(plain)) return 'C'
  return 'N'
}

/** Whether a text can be found as this at all: names have no digits, numbers do. */
export function mayBe(type: SearchType, typed: string): boolean {
  const text = typed.trim()
  if (type === 'A') return text.includes('@') || !/\d/.test(text)
  if (type === 'N') return !/[\d@]/.test(text)
  return type === 'T' ? /^[\d ]{6,}$/.test(text) : /\d/.test(text) && !text.includes('@')
}

/** How a text is matched, in words. */
export const matchWords: Readonly<Record<SearchType, string>> = {
  C: 'Claim Number needs an exact match. Spaces, dashes and lower case do not matter.',
  M: 'Patient ID needs an exact match. Spaces and lower case do not matter.',
  A: 'Case Owner starts with the last name you type, or is an e-mail address. Add a first name after a comma.',
  N: 'Last name starts with what you type; close spellings follow. Add a first name after a comma.',
  T: 'TCN needs an exact match. Spaces do not matter.',
}

/** What is compared, as the carrier's numbers are written: without spaces at the ends, in capitals. */
export const sentText = (type: SearchType, text: string): string =>
  type === 'C' || type === 'M' || type === 'T' ? text.trim().toUpperCase() : text.trim()

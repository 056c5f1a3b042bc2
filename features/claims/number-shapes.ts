import { z } from 'zod'
import { readNdc, readNpi, readPhone, readSsn4, readZip, withoutDashes, type ReadNumber } from './numbers.ts'

// Fields of calls for the numbers of the trade, each read by its one function (features/claims/numbers.ts).

const LONGEST = 40
const typed = z.string().max(LONGEST)
/** What `transform` makes of a text: the number as it is kept, or the sentence why it is none. */
const reading =
  (read: (text: string) => ReadNumber) =>
  (text: string, context: z.RefinementCtx): string => {
    const { value, why } = read(text)
    if (value !== undefined) return value
    context.addIssue({ code: 'custom', message: why })
    return z.NEVER
  }
/** A number, or nothing. */
const orEmpty =
  (read: (text: string) => ReadNumber) =>
  (text: string): ReadNumber =>
    text.trim() === '' ? { value: '' } : read(text)

export const npi = typed.transform(reading(readNpi))
export const ndc = typed.transform(reading(readNdc))
export const zip = typed.transform(reading(readZip))
export const zipOrEmpty = typed.transform(reading(orEmpty(readZip)))
/** A ZIP code of which only the place matters: its five digits. */
export const zip5 = zip.transform((text) => text.slice(0, 5))
export const phone = typed.transform(reading(readPhone))
export const phoneOrEmpty = typed.transform(reading(orEmpty(readPhone)))
export const faxNumber = typed.transform(reading((text) => readPhone(text, 'fax number')))
export const ssn4 = typed.transform(reading(readSsn4))
/** The number of a pharmacy on file; who enters a new one is asked for its check digit, too. */
export const nabp = typed.transform(
  reading((text) => {
    const value = withoutDashes(text)
    return /^\d{7}$/.test(value) ? { value } : { why: 'Enter the seven digits of a pharmacy.' }
  }),
)
/** The NPI of a prescriber who may be on file. */
export const npiOnFile = typed.transform(
  reading((text) => {
    const value = withoutDashes(text)
    return /^\d{10}$/.test(value) ? { value } : { why: 'Enter the ten digits of an NPI.' }
  }),
)

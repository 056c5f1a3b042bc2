import { z } from 'zod'
import { readNdc, readNpi, readPhone, readSsn4, readZip, withoutDashes, type ReadNumber } from './numbers.ts'

// Fields of calls for the numbers of the trade, each read by its one function (features/claims/numbers.ts).

const LONGEST = 40
const numberField = (read: (text: string) => ReadNumber) =>
  z
    .string()
    .max(LONGEST)
    .transform((text, context) => {
      const { value, why } = read(text)
      if (value !== undefined) return value
      context.addIssue({ code: 'custom', message: why })
      return z.NEVER
    })
/** A number, or nothing. */
const orEmpty =
  (read: (text: string) => ReadNumber) =>
  (text: string): ReadNumber =>
    text.trim() === '' ? { value: '' } : read(text)

export const npi = numberField(readNpi)
export const ndc = numberField(readNdc)
export const zip = numberField(readZip)
export const zipOrEmpty = numberField(orEmpty(readZip))
/** A ZIP code of which only the place matters: its five digits. */
export const zip5 = zip.transform((text) => text.slice(0, 5))
export const phone = numberField(readPhone)
export const phoneOrEmpty = numberField(orEmpty(readPhone))
export const faxNumber = numberField((text) => readPhone(text, 'fax number'))
export const ssn4 = numberField(readSsn4)
/** The number of a pharmacy on file; who enters a new one is asked for its check digit, too. */
export const nabp = numberField((text) => {
  const value = withoutDashes(text)
  return /^\d{7}$/.test(value) ? { value } : { why: 'Enter the seven digits of a pharmacy.' }
})
/** The NPI of a prescriber who may be on file. */
export const npiOnFile = numberField((text) => {
  const value = withoutDashes(text)
  return /^\d{10}$/.test(value) ? { value } : { why: 'Enter the ten digits of an NPI.' }
})

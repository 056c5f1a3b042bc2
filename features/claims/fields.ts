import { z } from 'zod'

// Fields shared by the calls on claims, prior authorizations and bypasses.

export const mcCode = z.string().regex(/^[A-Z0-9]{2,6}$/, 'Enter a carrier code.')
export const subCode = z.string().regex(/^[A-Z0-9]{2,8}$/, 'Enter a sub-carrier code.')
/** A sub-carrier, or ALL of those in the caller's scope. */
export const subOrAll = z.string().regex(/^[A-Z0-9]{2,8}$/, 'Enter a sub-carrier code or ALL.')
export const claimId = z.uuid('Enter the id of a claim.')
export const reference = z.string().regex(/^\d{12}$/, 'Enter the twelve digits of a reference number.')
export const reject = z.string().regex(/^[0-9A-Z]{2,3}$/, 'Enter a reject code.')
export const zone = z.string().max(60)
/** A drug code or a prefix of one. */
export const gpiPrefix = z.string().regex(/^(\d{2}){1,7}$/, 'Enter 2 to 14 digits, an even number of them.')
export const gpi = z.string().regex(/^\d{14}$/, 'Enter a drug code of 14 digits.')
export const quantity = z
  .number()
  .positive('Enter a quantity above 0.')
  .max(9999.999, 'Enter a quantity of at most 9,999.999.')
  .refine((value) => Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6, 'Enter at most three decimals.')
export const daysSupply = z.int().min(1, 'Enter 1 to 365 days.').max(365, 'Enter 1 to 365 days.')
export const page = z.int().min(0, 'Enter a page from 0 to 400.').max(400, 'Enter a page from 0 to 400.').default(0)
export const size = z.int().min(1, 'Enter a size from 1 to 100.').max(100, 'Enter a size from 1 to 100.').default(25)

/** How far a prior authorization or block reaches: digits of the drug code, or 11 for one package. */
export const level = z
  .int()
  .refine((value) => [2, 4, 6, 8, 10, 11, 12, 14].includes(value), 'Enter a level of 2, 4, 6, 8, 10, 11, 12 or 14.')

/** A line a clinic bills: a code and whole units of it; the description says what an unclassified code stands for. */
export const clinicLine = z.strictObject({
  code: z.string().regex(/^[A-V]\d{4}$/, 'Enter a clinic code: a letter and four digits.'),
  units: z.int().min(1, 'Enter 1 to 9,999 units.').max(9999, 'Enter 1 to 9,999 units.'),
  modifiers: z
    .array(z.string().regex(/^[A-Z0-9]{2}$/, 'Enter a modifier of two characters.'))
    .max(4, 'Enter at most four modifiers.')
    .optional(),
  /** Amount given, in the unit the code counts. */
  doseGiven: z.number().positive('Enter a dose above 0.').max(99_999, 'Enter a dose of at most 99,999.').optional(),
  description: z.string().trim().max(80, 'Enter at most 80 characters.').optional(),
})

/** The ways to identify a claim; all that are given must match the same claim. */
export const ofClaim = {
  stratusClaimId: claimId.optional(),
  esiClaimId: z.string().min(1).max(20).optional(),
  subscriberNumber: z.string().min(1).max(20).optional(),
  customerClaimNumber: z.string().min(1).max(30).optional(),
}

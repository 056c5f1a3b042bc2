import { z } from 'zod'
import { mcCode, page, size } from '#features/claims/fields.ts'
import { faxNumber, npiOnFile, phone, zip, zip5 } from '#features/claims/number-shapes.ts'
import { act, calls, read } from '#platform/calls/contract.ts'
import { Page } from '#platform/calls/page.ts'
import { practitionerSearchKeys } from './rules.ts'

/** A prescriber of the directory. */
export const Practitioner = z.object({
  id: z.string(),
  npi: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  credential: z.string(),
  specialty: z.string(),
  licenseState: z.string(),
  licenseNumber: z.string().nullable(),
  /** ACTIVE, INACTIVE, DECEASED or EXCLUDED (on the exclusion list of the federal programs). */
  status: z.string(),
  phone: z.string().nullable(),
  fax: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
})
export type Practitioner = z.infer<typeof Practitioner>

const stateCode = z
  .string()
  .trim()
  .regex(/^[A-Za-z]{2}$/, 'Enter the two letters of a state.')
  .transform((text) => text.toUpperCase())
const Address = z.object({
  line1: z.string(),
  line2: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
})
const searchAddress = z.strictObject(
  {
    city: z.string().trim().max(60).optional(),
    state: stateCode.optional(),
    zip: zip.optional(),
    /** Miles around the ZIP code. */
    radius: z.int().min(1, 'Enter 1 to 100 miles.').max(100, 'Enter 1 to 100 miles.').optional(),
  },
  { error: (issue) => (issue.input === undefined ? 'searchAddress is required' : undefined) },
)

const named = (what: string, most = 60) =>
  z.string().trim().min(1, `Enter the ${what}.`).max(most, `Enter at most ${most} characters.`)

export const practitioners = calls('practitioners', {
  search: read('POST /practitioners/', {
    id: 'C133',
    summary: 'Prescribers by NPI, name ("last, first") or license number',
    phi: 'none',
    limit: 'search',
    input: z.strictObject({
      page,
      size,
      practitionerSearchKey: z.enum(practitionerSearchKeys, `Enter one of ${practitionerSearchKeys.join(', ')}.`),
      practitionerSearchVal: z
        .string()
        .trim()
        .min(1, 'Say whom to look for.')
        .max(100, 'Enter at most 100 characters.'),
      state: stateCode.optional(),
    }),
    output: Page(Practitioner),
  }),
  phoneNumbers: read('GET /practitioners/{id}/phoneNumbers', {
    id: 'C134',
    summary: 'The phone and fax numbers of a prescriber, the first of each kind first',
    phi: 'none',
    input: z.strictObject({ id: z.uuid('Enter the id of a prescriber.') }),
    output: z.array(
      z.object({
        kind: z.enum(['PHONE', 'FAX', 'MOBILE']),
        number: z.string(),
        /** When somebody last checked it; ISO 8601, UTC. */
        verifiedAt: z.string().nullable(),
        primary: z.boolean(),
      }),
    ),
  }),
  postalAddress: read('GET /practitioners/{id}/postalAddress', {
    id: 'C135',
    summary: 'The practice addresses of a prescriber, the primary one first',
    phi: 'none',
    input: z.strictObject({ id: z.uuid('Enter the id of a prescriber.') }),
    output: z.array(Address.extend({ primary: z.boolean() })),
  }),
  information: read('POST /practitioners/information', {
    id: 'C136',
    summary: "Prescribers by id or NPI, with what they prescribed for the carrier's workers in twelve months",
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({
      masterCarrier: mcCode.optional(),
      ids: z.array(z.uuid('Enter the ids of prescribers.')).max(100, 'Enter at most 100 ids.').optional(),
      npis: z.array(npiOnFile).max(100, 'Enter at most 100 numbers.').optional(),
    }),
    output: z.array(
      Practitioner.extend({
        /** Claims with a paid fill of theirs in the last twelve months. */
        claimCount: z.int(),
        /** Share of those fills that are opioids, 0 to 1, two decimals; null without a fill. */
        opioidShare: z.number().nullable(),
        /** Why this carrier does not pay what they prescribe; null where it does. */
        blocked: z.object({ reason: z.string() }).nullable(),
      }),
    ),
  }),
  associated: read('POST /practitioners/associated', {
    id: 'C137',
    summary: 'A prescriber of an area, and those who practice at the same address',
    phi: 'none',
    limit: 'search',
    input: z.strictObject({
      searchType: z.enum(['NPI', 'FULL_NAME'], 'Enter NPI or FULL_NAME.'),
      value: z.string().trim().min(1, 'Say whom to look for.').max(100, 'Enter at most 100 characters.'),
      searchAddress,
    }),
    /** At most 200. */
    output: z.array(Practitioner.extend({ sharedPractice: Address })),
  }),
  add: act('POST /practitioners/add', {
    id: 'X224',
    summary: 'Add a prescriber who is not on file to the directory',
    phi: 'none',
    trips: {
      count: 3,
      why: 'another user or a load of the directory may add the same NPI first, and only the insert finds out',
    },
    carrier: ['masterCarrier'],
    input: z.strictObject({
      masterCarrier: mcCode.optional(),
      npi: z.string().trim().min(1, 'Enter the NPI.').max(20, 'Enter the ten digits of an NPI.'),
      firstName: named('first name'),
      lastName: named('last name'),
      credential: named('credential', 12),
      specialty: named('specialty', 80),
      licenseState: stateCode,
      licenseNumber: z.string().trim().max(30, 'Enter at most 30 characters.').optional(),
      phone,
      fax: faxNumber.optional(),
      line1: named('street', 100),
      city: named('city'),
      state: stateCode,
      zip: zip5,
    }),
    output: z.object({ success: z.literal(true), id: z.uuid(), npi: z.string() }),
    refusals: ['DUPLICATE', 'FEATURE_OFF', 'UPDATE_BLOCKED', 'VALIDATION'],
  }),
})

import { z } from 'zod'
import { mcCode, page, size } from '#features/claims/fields.ts'
import { calls, read } from '#platform/calls/contract.ts'
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
  .regex(/^[A-Za-z]{2}$/, 'Give the two letters of a state.')
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
    zip: z
      .string()
      .regex(/^\d{5}(-?\d{4})?$/, 'Give the five digits of a ZIP code.')
      .optional(),
    /** Miles around the ZIP code. */
    radius: z.int().min(1, 'Give 1 to 100 miles.').max(100, 'Give 1 to 100 miles.').optional(),
  },
  { error: (issue) => (issue.input === undefined ? 'searchAddress is required' : undefined) },
)

export const practitioners = calls('practitioners', {
  search: read('POST /practitioners/', {
    id: 'C133',
    summary: 'Prescribers by NPI, name ("last, first") or license number',
    phi: 'none',
    limit: 'search',
    input: z.strictObject({
      page,
      size,
      practitionerSearchKey: z.enum(practitionerSearchKeys, `Give one of ${practitionerSearchKeys.join(', ')}.`),
      practitionerSearchVal: z.string().trim().min(1, 'Say whom to look for.').max(100, 'Give at most 100 characters.'),
      state: stateCode.optional(),
    }),
    output: Page(Practitioner),
  }),
  phoneNumbers: read('GET /practitioners/{id}/phoneNumbers', {
    id: 'C134',
    summary: 'The phone and fax numbers of a prescriber, the first of each kind first',
    phi: 'none',
    input: z.strictObject({ id: z.uuid('Give the id of a prescriber.') }),
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
    input: z.strictObject({ id: z.uuid('Give the id of a prescriber.') }),
    output: z.array(Address.extend({ primary: z.boolean() })),
  }),
  information: read('POST /practitioners/information', {
    id: 'C136',
    summary: "Prescribers by id or NPI, with what they prescribed for the carrier's workers in twelve months",
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({
      masterCarrier: mcCode.optional(),
      ids: z.array(z.uuid('Give the ids of prescribers.')).max(100, 'Give at most 100 ids.').optional(),
      npis: z
        .array(z.string().regex(/^\d{10}$/, 'Give ten digits each.'))
        .max(100, 'Give at most 100 numbers.')
        .optional(),
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
      searchType: z.enum(['NPI', 'FULL_NAME'], 'Give NPI or FULL_NAME.'),
      value: z.string().trim().min(1, 'Say whom to look for.').max(100, 'Give at most 100 characters.'),
      searchAddress,
    }),
    /** At most 200. */
    output: z.array(Practitioner.extend({ sharedPractice: Address })),
  }),
})

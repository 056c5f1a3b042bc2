import { z } from 'zod'
import { claimDay } from '#features/claims/claim-day.ts'
import { claimId, mcCode, page, size, subCode, zone } from '#features/claims/fields.ts'
import { act, calls, read } from '#platform/calls/contract.ts'
import { Page } from '#platform/calls/page.ts'
import { storedDay } from '#platform/dates/fields.ts'
import { patientTabs } from '#features/claims/patient-tabs.ts'

const MOST_TEXT = 120
const text = (least: number, sentence: string) =>
  z.string().trim().min(least, sentence).max(MOST_TEXT, `Write ${MOST_TEXT} characters at most.`)
/** A day as YYYYMMDD or YYYY-MM-DD; YYYY-MM-DD afterwards. */
const searchDay = z
  .string()
  .max(10)
  .refine((given) => claimDay(given) !== null, 'Enter a date as YYYYMMDD.')
  .transform((given) => claimDay(given)!)
const state = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z-]{2,8}$/, 'Enter a state.')
const pageOf = { page, size }
/** How a search sorts. */
export const SORT = 'match,claimantLastName,claimantFirstName'

/** What a search can look for: C claim number, M patient ID, A case owner, N last name, T transaction number. */
export const searchTypes = ['C', 'M', 'A', 'N', 'T'] as const
export type SearchType = (typeof searchTypes)[number]

const Coverage = z.object({
  /** COVERED today, FUTURE: begins later, ENDED, NONE on file. */
  state: z.enum(['COVERED', 'FUTURE', 'ENDED', 'NONE']),
  planLevel: z.string().nullable(),
  from: storedDay.nullable(),
  to: storedDay.nullable(),
})

/** A patient with one of their claims. */
export const Patient = z.object({
  claimantId: z.string(),
  patientId: z.string(),
  claimantFirstName: z.string(),
  claimantLastName: z.string(),
  dob: storedDay,
  gender: z.string(),
  masterCarrier: z.string(),
  subCarrier: z.string(),
  groupCode: z.string(),
  claimId: z.string(),
  stratusClaimId: z.string(),
  esiClaimId: z.string(),
  clientClaimId: z.string(),
  customerClaimNumber: z.string(),
  subscriberNumber: z.string(),
  doi: storedDay,
  jurisState: z.string(),
  injury: z.string(),
  employerName: z.string().nullable(),
  claimStatus: z.string(),
  compensability: z.string(),
  caseOwner: z.object({ userId: z.string(), firstName: z.string(), lastName: z.string() }).nullable(),
  /** Last day of coverage; null where it is open or there is none. */
  termDate: storedDay.nullable(),
  coverage: Coverage,
  openAuthorizationCount: z.int(),
  nextDueAt: z.string().nullable(),
  /** Claims of this person that the caller may see. */
  claimCount: z.int(),
})
export type Patient = z.infer<typeof Patient>

/** A patient that a search found. */
export const Found = Patient.extend({
  /** EXACT, STARTS with what was typed, or CLOSE to its spelling: a number close to it is found where no other is. */
  match: z.enum(['EXACT', 'STARTS', 'CLOSE']),
  /** Of somebody away whose work the caller does. */
  delegated: z.boolean(),
})
export type FoundPatient = z.infer<typeof Found>

const Tab = z.object({
  key: z.enum(patientTabs),
  /** Null where the tab shows no number. */
  count: z.int().nullable(),
})

const Contact = z.object({
  /** The NPI of a prescriber, the NABP number of a pharmacy. */
  number: z.string(),
  name: z.string(),
  specialty: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  phone: z.string().nullable(),
  fax: z.string().nullable(),
})
export type Contact = z.infer<typeof Contact>

export const Profile = z.object({
  patient: Patient.extend({
    suffix: z.string().nullable(),
    middleName: z.string().nullable(),
    language: z.string(),
    address: z.object({
      line1: z.string().nullable(),
      city: z.string().nullable(),
      state: z.string().nullable(),
      zip: z.string().nullable(),
    }),
    phone: z.string().nullable(),
    mobile: z.string().nullable(),
    email: z.string().nullable(),
    /** Whether a Social Security number is on file; its digits are shown by an act of their own. */
    ssnOnFile: z.boolean(),
  }),
  claim: z.object({
    claimType: z.string(),
    acceptedDate: storedDay.nullable(),
    closedDate: storedDay.nullable(),
    surgeryDates: z.array(storedDay),
    tocStart: storedDay.nullable(),
    tocEnd: storedDay.nullable(),
    diagnoses: z.array(
      z.object({ code: z.string(), description: z.string(), status: z.string(), primary: z.boolean() }),
    ),
    caseOwners: z.array(z.object({ userId: z.string(), name: z.string(), kind: z.string() })),
  }),
  /** Of the newest transactions: who asked last first, and the usual pharmacy first. */
  contacts: z.object({ prescribers: z.array(Contact), pharmacies: z.array(Contact) }),
  currentEligibility: Coverage,
  /** What the pharmacy card says. */
  card: z.object({ bin: z.string(), pcn: z.string(), groupCode: z.string(), subscriberNumber: z.string() }).nullable(),
  cautions: z.array(
    z.object({ key: z.string(), severity: z.enum(['INFO', 'WARN']), title: z.string(), detail: z.string() }),
  ),
  /** Other claims of this person that the caller may see. */
  otherClaims: z.array(
    z.object({
      subCarrier: z.string(),
      claimId: z.string(),
      claimNumber: z.string(),
      doi: storedDay,
      status: z.string(),
      injury: z.string(),
    }),
  ),
  settings: z.record(z.string(), z.boolean()),
  /** Tabs of the profile, as the carrier's settings allow them. */
  tabs: z.array(Tab),
})
export type Profile = z.infer<typeof Profile>

const Recent = z.object({
  id: z.string(),
  claimantFirstName: z.string(),
  claimantLastName: z.string(),
  masterCarrier: z.string(),
  subCarrier: z.string(),
  claimId: z.string(),
  dob: storedDay,
  clientClaimId: z.string(),
  customerClaimNumber: z.string(),
  lastViewedAt: z.string(),
})
export type RecentPatient = z.infer<typeof Recent>

/** Covered today, or not. */
const covered = z.boolean().optional()

const nameFields = {
  lastName: text(2, 'Enter at least two letters.'),
  firstName: text(1, 'Enter a first name.').optional(),
  dob: searchDay.optional(),
  doi: searchDay.optional(),
  state: state.optional(),
  covered,
}

export const patients = calls('patients', {
  recent: read('GET /adjusters/recentPatients/_{id}?masterCarrier', {
    id: 'C099',
    summary: 'The patients the caller viewed last, newest first, without those they lost access to',
    phi: 'limited',
    carrier: ['masterCarrier'],
    /** The caller's own id, or `me`: nobody reads what others viewed. */
    input: z.strictObject({
      id: z.union([z.literal('me'), z.uuid()], 'Enter the id of a user.'),
      masterCarrier: mcCode.optional(),
    }),
    output: z.array(Recent),
    refusals: ['NOT_FOUND'],
  }),
  addRecent: act('POST /adjusters/addRecentPatient', {
    id: 'C100',
    summary: 'Remember that the caller viewed this patient',
    // A list of the caller's own: who may see the patient may find them again.
    own: true,
    phi: 'limited',
    carrier: ['masterCarrier'],
    ids: { claimId: 'wc_claim' },
    // Only the claim counts; the rest is what older clients send, and is read again from the claim.
    input: z.strictObject({
      claimId,
      masterCarrier: mcCode.optional(),
      subCarrier: subCode.optional(),
      userId: z.string().max(60).optional(),
      claimAdjusterId: z.string().max(60).optional(),
      claimantId: z.string().max(60).optional(),
      claimantFirstName: z.string().max(120).optional(),
      claimantLastName: z.string().max(120).optional(),
      dob: z.string().max(10).optional(),
      clientClaimId: z.string().max(30).optional(),
    }),
    output: z.object({ success: z.literal(true), id: z.string() }),
    refusals: ['NOT_FOUND'],
  }),
  byAdjuster: read('POST /masterCarrier/_{mc}/patients/searchByAdjuster', {
    id: 'C101',
    summary: 'The patients of a case owner',
    phi: 'limited',
    limit: 'search',
    carrier: ['mc'],
    input: z.strictObject({
      mc: mcCode,
      /** `me`, an id, an e-mail or a name. */
      adjusterId: text(2, 'Enter at least two letters.'),
      /** Without closed claims. */
      activeOnly: z.boolean().default(false),
      /** The one order there is: the best match first, then by name. */
      sort: z.enum([SORT], `Enter ${SORT}.`).optional(),
      ...pageOf,
    }),
    output: Page(Found),
  }),
  byName: read('POST /masterCarrier/_{mc}/patients/searchByName', {
    id: 'C102',
    summary: 'Patients by last name: exact, then those that start with it, then close spellings',
    phi: 'limited',
    limit: 'search',
    carrier: ['mc'],
    input: z.strictObject({ mc: mcCode, ...nameFields, ...pageOf }),
    output: Page(Found),
  }),
  byNumber: read('POST /masterCarrier/_{mc}/patients/searchByClaimNumberOrPatientId', {
    id: 'C103',
    summary: 'Patients by claim number or patient ID',
    phi: 'limited',
    limit: 'search',
    carrier: ['mc'],
    input: z.strictObject({
      mc: mcCode,
      searchType: z.enum(['C', 'M'], 'Enter C or M.'),
      value: text(1, 'Enter a number.'),
      ...pageOf,
    }),
    output: Page(Found),
  }),
  search: read('POST /patients/search', {
    id: 'C104',
    summary: 'Patients by claim number, patient ID, case owner, last name or transaction number',
    phi: 'limited',
    limit: 'search',
    carrier: ['masterCarrier'],
    input: z.strictObject({
      masterCarrier: mcCode.optional(),
      searchType: z.enum(searchTypes, `Enter one of ${searchTypes.join(', ')}.`),
      value: text(1, 'Enter what to look for.'),
      dob: searchDay.optional(),
      doi: searchDay.optional(),
      state: state.optional(),
      covered,
      activeOnly: z.boolean().default(false),
      ...pageOf,
    }),
    output: Page(Found),
    refusals: ['VALIDATION'],
  }),
  profile: read('GET /masterCarrier/_{mc}/subCarrier/_{sc}/claim/_{claimId}/patient', {
    id: 'C105',
    summary: 'The profile of a patient: who, which claim, coverage, cautions, tabs',
    phi: 'full',
    carrier: ['mc'],
    ids: { claimId: 'wc_claim' },
    input: z.strictObject({ mc: mcCode, sc: subCode, claimId }),
    output: Profile,
    refusals: ['NOT_FOUND'],
  }),
  fromCarrier: read('GET /masterCarrier/_{mc}/claim/_{claimNumber}/patient?isHartfordDeepLink&timeZone', {
    id: 'C106',
    summary: 'The claims behind a link from the carrier’s own system',
    phi: 'limited',
    limit: 'search',
    carrier: ['mc'],
    input: z.strictObject({
      mc: mcCode,
      claimNumber: text(1, 'Enter a claim number.'),
      isHartfordDeepLink: z.boolean().optional(),
      timeZone: zone.optional(),
    }),
    output: z.object({ matches: z.array(Found) }),
    refusals: ['NOT_FOUND', 'FEATURE_OFF'],
  }),
  revealSsn: act('POST /patients/claim/_{claimId}/ssn', {
    id: 'X74',
    summary: 'Show the last digits of a patient’s Social Security number, with the reason on record',
    phi: 'full',
    ids: { claimId: 'wc_claim' },
    input: z.strictObject({
      claimId,
      reason: z.string().trim().min(5, 'Enter why you need it.').max(300, 'Write 300 characters at most.'),
    }),
    output: z.object({ success: z.literal(true), ssnLast4: z.string() }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED'],
  }),
})

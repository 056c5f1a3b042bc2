import { z } from 'zod'
import { calls, read } from '#platform/contract.ts'

/** Where a request stands (domain 3.3). 20 to 29 are open, 30 and above complete. */
const StatusId = z.union(
  [10, 20, 21, 22, 23, 24, 25, 30, 31, 32, 33, 40, 41, 50, 51, 52].map((id) => z.literal(id)),
)

export const Adjuster = z.object({
  adjusterId: z.string(),
  userId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  name: z.string(),
  email: z.string(),
  roleName: z.string(),
  active: z.boolean(),
  outOfOffice: z.boolean(),
  outOfOfficeUntil: z.string().nullable(),
  openCount: z.int().nullable(),
})
export type Adjuster = z.infer<typeof Adjuster>

export const RejectLine = z.object({
  rejectCodeId: z.string(),
  rejectCode: z.string(),
  description: z.string(),
  message: z.string(),
  class: z.string(),
  dur: z.string().nullable(),
  severity: z.int().nullable(),
  safety: z.boolean(),
  hardStop: z.boolean(),
  overridableBy: z.string(),
  canCallerOverride: z.boolean(),
  fixHint: z.string(),
  sourceRule: z.string(),
})
export type RejectLine = z.infer<typeof RejectLine>

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** A request as a list shows it (domain 5.0.3). Instants are ISO 8601 UTC; the due time is the state's, with nothing stopping it. */
export const AuthRow = z.object({
  authorizationId: z.string(),
  referenceNumber: z.string(),
  authorizationStatusId: z.int(),
  authorizationStatus: z.string(),
  reconsiderationLevel: z.int(),
  escalated: z.boolean(),
  escalationLevel: z.int(),
  snoozedUntil: z.string().nullable(),
  requestReceivedDate: z.string(),
  ageHours: z.number(),
  statutoryDueAt: z.string(),
  hoursToDue: z.number(),
  completedAt: z.string().nullable(),
  decidedBy: z.string().nullable(),
  masterCarrier: z.string(),
  subCarrier: z.string(),
  groupCode: z.string(),
  stratusClaimId: z.string(),
  claimNumber: z.string(),
  claimantFirstName: z.string(),
  claimantLastName: z.string(),
  dateOfBirth: day,
  dateOfInjury: day,
  jurisState: z.string(),
  drugName: z.string(),
  strength: z.string(),
  quantity: z.number(),
  daysSupply: z.int(),
  genericOrbrand: z.string(),
  ndc: z.string(),
  gpi: z.string(),
  estimatedCost: z.number().nullable(),
  mmeAfter: z.number().nullable(),
  deliveryType: z.object({ deliveryTypeId: z.int(), name: z.string() }),
  claimChannelType: z.int(),
  pharmacyNabp: z.string(),
  pharmacyName: z.string(),
  pharmacyCity: z.string(),
  physicianFirstName: z.string(),
  physicianLastName: z.string(),
  rejectCode1Id: z.string().nullable(),
  rejectCode2Id: z.string().nullable(),
  rejectCode3Id: z.string().nullable(),
  rejectCode4Id: z.string().nullable(),
  rejectCode5Id: z.string().nullable(),
  rejectCode6Id: z.string().nullable(),
  rejects: z.array(RejectLine),
  caseOwnerId: z.string().nullable(),
  caseOwnerFirstName: z.string(),
  caseOwnerLastName: z.string(),
  caseOwners: z.array(z.object({ adjusterId: z.string(), name: z.string() })),
  lomnStatus: z.string().nullable(),
  hasRphRecommendation: z.boolean(),
  careScoreBand: z.string().nullable(),
  pharmacyWaiting: z.boolean(),
  version: z.int(),
})
export type AuthRow = z.infer<typeof AuthRow>

export const PriorAuth = z.object({
  priorAuthId: z.string(),
  authorizationId: z.string().nullable(),
  priorAuthOverrideRef: z.string(),
  kind: z.enum(['PERMIT', 'BLOCK']),
  statusId: z.int(),
  statusName: z.string(),
  level: z.int(),
  gpiPrefix: z.string(),
  drugDescription: z.string(),
  brandFlag: z.string(),
  startDate: day,
  endDate: day,
  oneTime: z.boolean(),
  maxFills: z.int().nullable(),
  fillsUsed: z.int(),
  maxQtyPerFill: z.number().nullable(),
  maxDaysPerFill: z.int().nullable(),
  codesCleared: z.array(z.string()),
  overrideAll: z.boolean(),
  safetyIncluded: z.boolean(),
  reasonDesc: z.string(),
  createdByName: z.string(),
  createdAt: z.string(),
})
export type PriorAuth = z.infer<typeof PriorAuth>

export const Consideration = z.object({
  key: z.string(),
  severity: z.enum(['INFO', 'WARN', 'ALERT']),
  title: z.string(),
  detail: z.string(),
  evidence: z.array(z.string()),
  ruleId: z.string(),
})

export const Decision = z.object({
  decision: z.string(),
  decidedBy: z.string(),
  at: z.string(),
  startDate: day.nullable(),
  endDate: day.nullable(),
  oneTimeFill: z.boolean(),
  drugLevel: z.int().nullable(),
  maxFill: z.int().nullable(),
  reasonDesc: z.string(),
  note: z.string(),
  rejects: z.array(z.object({ rejectCode: z.string(), override: z.boolean() })),
  undone: z.boolean(),
})
export type Decision = z.infer<typeof Decision>

/** Everything the decision screen shows of one request. `allowedActions` and `blockedReasons` are the same rules the server applies. */
export const AuthDetail = AuthRow.extend({
  claimant: z.object({
    firstName: z.string(),
    lastName: z.string(),
    dateOfBirth: day,
    gender: z.string(),
    age: z.int(),
    patientId: z.string(),
    ssnLast4: z.string().nullable(),
  }),
  claim: z.object({
    claimNumber: z.string(),
    dateOfInjury: day,
    daysSinceInjury: z.int(),
    jurisState: z.string(),
    compensability: z.string(),
    claimStatus: z.string(),
    injury: z.string(),
    bodyParts: z.array(z.string()),
    icd: z.array(z.object({ code: z.string(), description: z.string(), status: z.string(), primary: z.boolean() })),
    employer: z.string().nullable(),
    coverage: z.array(z.object({ effectiveDate: day, termDate: day.nullable(), planLevel: z.string() })),
  }),
  medication: z.object({
    ndc: z.string(),
    gpi: z.string(),
    drugName: z.string(),
    strength: z.string(),
    form: z.string(),
    deaSchedule: z.string().nullable(),
    genericOrBrand: z.string(),
    daw: z.string(),
    quantity: z.number(),
    daysSupply: z.int(),
    unitsPerDay: z.number(),
    unit: z.string(),
    rxNumber: z.string(),
    fillNumber: z.int(),
    refillsAuthorised: z.int(),
    dateWritten: day.nullable(),
    dateOfService: day,
  }),
  pharmacy: z.object({
    nabp: z.string(),
    npi: z.string(),
    name: z.string(),
    address: z.string(),
    city: z.string(),
    state: z.string(),
    phone: z.string(),
    fax: z.string().nullable(),
  }),
  prescriber: z.object({
    npi: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    credential: z.string(),
    specialty: z.string(),
    phone: z.string().nullable(),
    fax: z.string().nullable(),
    email: z.string().nullable(),
  }),
  due: z.object({ at: z.string(), pack: z.string(), arithmetic: z.array(z.string()) }),
  mustAlsoFix: z.array(z.string()),
  lastSubmittedAt: z.string(),
  resubmissionCount: z.int(),
  considerations: z.array(Consideration),
  mme: z
    .object({
      now: z.number(),
      after: z.number(),
      limit: z.number(),
      factorVersion: z.string(),
      items: z.array(z.object({ drug: z.string(), arithmetic: z.string(), mme: z.number(), source: z.string() })),
    })
    .nullable(),
  mmeTrend: z.array(z.object({ month: z.string(), mme: z.number() })),
  pricing: z
    .object({
      paid: z.number(),
      basis: z.string(),
      awp: z.number(),
      feeSchedule: z.number(),
      network: z.number(),
      uc: z.number(),
      feeScheduleRule: z.string(),
    })
    .nullable(),
  lastPaidCost: z.number().nullable(),
  recommendation: z
    .object({
      source: z.enum(['PHARMACIST', 'RULE']),
      action: z.string(),
      rationale: z.string(),
      by: z.string(),
      at: z.string().nullable(),
      oneTime: z.boolean(),
      modifiedDays: z.int().nullable(),
    })
    .nullable(),
  guideline: z.object({
    jurisdiction: z.string(),
    name: z.string(),
    text: z.array(z.string()),
    source: z.string(),
    whoMayDeny: z.string(),
    lapse: z.string(),
  }),
  /** What the first of two people approved; the second one's yes writes just that. */
  firstApproval: z
    .object({
      byName: z.string(),
      at: z.string(),
      startDate: day,
      endDate: day,
      oneTimeFill: z.boolean(),
      drugLevel: z.int(),
      maxFills: z.int().nullable(),
      codes: z.array(z.string()),
      waitsFor: z.array(z.string()),
      note: z.string(),
    })
    .nullable(),
  decision: Decision.nullable(),
  priorAuth: PriorAuth.nullable(),
  callback: z
    .object({
      callbackId: z.string(),
      statusId: z.int(),
      status: z.string(),
      outcome: z.string(),
      createdAt: z.string(),
      acknowledgedAt: z.string().nullable(),
    })
    .nullable(),
  originalAuthId: z.string().nullable(),
  passthru: z.record(z.string(), z.string()),
  undoUntil: z.string().nullable(),
  allowedActions: z.array(z.string()),
  blockedReasons: z.array(z.object({ action: z.string(), code: z.string(), message: z.string() })),
})
export type AuthDetail = z.infer<typeof AuthDetail>

export const Fill = z.object({
  referenceNumber: z.string(),
  tcn: z.string(),
  status: z.enum(['P', 'R', 'X', 'B']),
  fillDate: day,
  drugName: z.string(),
  gpi: z.string(),
  quantity: z.number(),
  daysSupply: z.int(),
  refill: z.int(),
  prescriberName: z.string(),
  pharmacyName: z.string(),
  paidAmount: z.number().nullable(),
  rejects: z.array(z.string()),
})
export type Fill = z.infer<typeof Fill>

export const AdditionalDetails = z.object({
  authorizationId: z.string(),
  pharmacy: z.object({ name: z.string(), phone: z.string(), city: z.string(), state: z.string() }),
  prescriber: z.object({ name: z.string(), specialty: z.string(), phone: z.string().nullable() }),
  lastFills: z.array(Fill),
  sameClassActive: z.array(z.object({ drugName: z.string(), fillDate: day, daysLeft: z.int() })),
  mme: z.object({ now: z.number(), after: z.number() }).nullable(),
  daysSinceInjury: z.int(),
  acceptedIcd: z.array(z.object({ code: z.string(), description: z.string() })),
  injury: z.string(),
  age: z.int(),
  gender: z.string(),
  formularyStatus: z.string().nullable(),
  guideline: z.string(),
  existingPriorAuths: z.array(PriorAuth),
  recommendation: AuthDetail.shape.recommendation,
  pharmacyWaiting: z.boolean(),
  lastSubmittedAt: z.string(),
  lastDecision: z.object({ decision: z.string(), at: z.string() }).nullable(),
})
export type AdditionalDetails = z.infer<typeof AdditionalDetails>

export const uuid = z.uuid('Give the id of a request.')

export const authorizations = calls('authorizations', {
  one: read('GET /authorizations/{id}', {
    id: 'E05',
    summary: 'One request with all its evidence',
    phi: 'full',
    ids: { id: 'rx_authorization' },
    input: z.strictObject({ id: uuid }),
    output: AuthDetail,
    refusals: ['NOT_FOUND'],
  }),
  many: read('GET /authorizations/search?authorizationIds', {
    id: 'C036',
    summary: 'Several requests, in the order asked',
    phi: 'full',
    ids: { authorizationIds: 'rx_authorization' },
    input: z.strictObject({ authorizationIds: z.array(uuid).min(1).max(100) }),
    output: z.object({ authorizations: z.array(AuthDetail), notFound: z.array(z.string()) }),
  }),
  additional: read('POST /authorizations/getAdditionalAuthDetails', {
    id: 'C054',
    summary: 'What the preview of a list row needs beside the row',
    phi: 'full',
    ids: { authorizationIds: 'rx_authorization' },
    input: z.strictObject({ authorizationIds: z.array(uuid).min(1).max(50) }),
    output: z.array(AdditionalDetails),
  }),
})

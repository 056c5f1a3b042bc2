import { storedDay } from '#platform/dates/fields.ts'
import { z } from 'zod'

// What lists show of a request: apart from the rest, because the list is the first page a browser loads.

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
  /** There when only a letter of medical necessity lets it be cleared, and none came. */
  letterNeeded: z.literal(true).optional(),
  fixHint: z.string(),
  sourceRule: z.string(),
  /** What names it in an approval, where other findings have its code. */
  finding: z.string().optional(),
})
export type RejectLine = z.infer<typeof RejectLine>

/** A request as a list shows it. Instants are ISO 8601 UTC; the due time is the state's, with nothing stopping it. */
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
  dateOfBirth: storedDay,
  dateOfInjury: storedDay,
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
  /** Since when, while the patient waits at the counter. */
  waitingSince: z.string().optional(),
  version: z.int(),
  /** There when the asker typed something about it and did not send it. */
  draft: z.literal(true).optional(),
})
export type AuthRow = z.infer<typeof AuthRow>

export const uuid = z.uuid('Enter the id of a request.')

import { z } from 'zod'
import { Determined } from '#features/authorizations/determination-shape.ts'
import { calls, read } from '#platform/calls/contract.ts'
import type { FileAnswer } from '#platform/calls/handler.ts'
import { Price } from './price-shape.ts'

const uuid = z.uuid('Enter the id of a request.')
const day = z.string()
const instant = z.string()
const words = z.array(z.string())
/** Kept as it was, whatever later versions call it. */
const asItWas = z.record(z.string(), z.unknown())

const Decider = z.object({
  /** Null: nobody, a rule or the state's clock decided. */
  id: z.string().nullable(),
  name: z.string(),
  roles: words,
  /** The permission that was used, with what it means. */
  permission: z.string().nullable(),
  permissionMeans: z.string(),
  /** Whose request it was to them. */
  standing: z.enum(['owner', 'supervisor', 'group', 'pool', 'maker', 'system']),
  licenseStates: words,
  approvalLimit: z.number().nullable(),
  timeZone: z.string().nullable(),
})

const Clock = z.object({
  pack: z.string(),
  receivedAt: instant,
  dueAt: instant,
  arithmetic: words,
  /** The rule pack itself, with the days off it looked up; null when the pack was no longer on file at the decision. */
  inputs: z
    .object({
      rule: asItWas,
      daysOff: z.record(z.string(), z.string()),
      events: z.object({
        receivedAt: instant,
        channel: z.enum(['electronic', 'fax', 'email', 'phone', 'mail']),
        /** Day the treatment was recommended, where the rule has a longest time since then. */
        recommendedOn: z.string().optional(),
        /** When information was asked for that moved the due time, where the rule has that. */
        extendedAt: instant.optional(),
      }),
    })
    .nullable(),
})

const Guideline = z.object({
  jurisdiction: z.string(),
  name: z.string(),
  version: z.string(),
  text: z.string(),
  source: z.string(),
  confidence: z.string(),
  verifiedOn: z.string().nullable(),
  whoMayDeny: z.string(),
  lapse: z.string(),
})

const MmeItem = z.object({
  drug: z.string(),
  gpi: z.string(),
  source: z.enum(['CLAIM', 'ACTIVE']),
  fillDate: day.nullable(),
  strength: z.number(),
  unit: z.string(),
  /** Null in requests older than this record; then the share cannot be worked out again. */
  quantity: z.number().nullable(),
  daysSupply: z.number().nullable(),
  how: z.enum(['PER_DAY', 'PATCH']).nullable(),
  perDay: z.number(),
  factor: z.number(),
  mme: z.number(),
  arithmetic: z.string(),
})
const Mme = z.object({
  now: z.number(),
  after: z.number(),
  limit: z.number(),
  factorVersion: z.string(),
  items: z.array(MmeItem),
  previous: MmeItem.nullable(),
  notCounted: words,
})

const Stopped = z.object({
  rejectCode: z.string(),
  description: z.string(),
  message: z.string(),
  class: z.string(),
  safety: z.boolean(),
  hardStop: z.boolean(),
  severity: z.number().nullable(),
  dur: z.string().nullable(),
  overridableBy: z.string(),
  fixHint: z.string(),
  rule: z.string(),
  /** When the rule fires, in its book's words. */
  trigger: z.string(),
  citation: z.string(),
  overridden: z.boolean(),
})

const Advice = z.object({
  source: z.enum(['PHARMACIST', 'RULE']),
  /** The engine's version for rule-based guidance; the advice's own id for a person's. */
  version: z.string(),
  action: z.string(),
  rationale: z.string(),
  by: z.string(),
  licence: z.string().nullable(),
  at: instant.nullable(),
  ruleIds: words,
})

const Cleared = z.array(z.object({ rejectCode: z.string(), upTo: z.string() }))

const Outcome = z.object({
  startDate: day.nullable(),
  endDate: day.nullable(),
  oneTime: z.boolean(),
  drugLevel: z.number().nullable(),
  maxFills: z.number().nullable(),
  maxQty: z.number().nullable(),
  maxDays: z.number().nullable(),
  codes: words,
  /** What an approval cleared of each code; left out of denials, and of records older than this. */
  cleared: Cleared.optional(),
  /** Of a saved approval that was made narrower: from what to what, by whom. */
  narrowed: z.string().optional(),
  /** Of a denial: the product named to be used instead, with its NDC. */
  instead: z.string().optional(),
  /** What a pharmacist or second person must still do; of the first of two approvals. */
  waitsFor: words,
  overrideAll: z.boolean(),
  safetyIncluded: z.boolean(),
  safetyAck: z.string().nullable(),
  reasonId: z.number().nullable(),
  reason: z.string(),
  note: z.string(),
})

/** What the user's screen showed besides what the engine said; null where no request was looked at. */
export const Screen = z.object({
  claimant: z.object({
    name: z.string(),
    dateOfBirth: day,
    age: z.number(),
    gender: z.string(),
    patientId: z.string(),
  }),
  claim: z.object({
    claimNumber: z.string(),
    dateOfInjury: day,
    jurisState: z.string(),
    compensability: z.string(),
    claimStatus: z.string(),
    injury: z.string(),
    bodyParts: words,
    diagnoses: z.array(z.object({ code: z.string(), description: z.string(), status: z.string() })),
    coverage: z.array(z.object({ effectiveDate: day, termDate: day.nullable(), planLevel: z.string() })),
  }),
  pharmacy: z.object({ nabp: z.string(), name: z.string() }),
  prescriber: z.object({ npi: z.string(), name: z.string(), specialty: z.string() }),
  priorAuths: z.array(
    z.object({
      reference: z.string(),
      kind: z.string(),
      status: z.string(),
      drug: z.string(),
      startDate: day,
      endDate: day,
      codes: words,
      cleared: Cleared.optional(),
    }),
  ),
  pastDecisions: z.array(
    z.object({
      decision: z.string(),
      at: instant,
      by: z.string(),
      drug: z.string(),
      reason: z.string(),
      undone: z.boolean(),
    }),
  ),
  fills: z.array(
    z.object({
      tcn: z.string(),
      status: z.string(),
      fillDate: day,
      drug: z.string(),
      quantity: z.number(),
      daysSupply: z.number(),
    }),
  ),
  /** Letters and documents the request listed then, by their lines in its log. */
  evidence: z.array(z.object({ at: instant, text: z.string() })),
  mmeTrend: z.array(z.object({ month: z.string(), mme: z.number() })),
  lastPaidCost: z.number().nullable(),
  mustAlsoFix: words,
  allowedActions: words,
  blockedReasons: z.array(z.object({ action: z.string(), code: z.string(), message: z.string() })),
})
export type Screen = z.infer<typeof Screen>

/** What was known when one decision was made. Written once, in the transaction of the decision, and never changed. */
export const DecisionRecord = z.object({
  format: z.literal(1),
  kind: z.enum(['APPROVE', 'REJECT', 'REJECT_NO_PA', 'AUTO', 'BYPASS', 'DEEMED', 'FIRST_APPROVAL']),
  at: instant,
  /** The row of the decision; null of the first of two approvals, which is none yet. */
  decisionId: z.string().nullable(),
  authorizationId: z.string(),
  referenceNumber: z.string(),
  requestVersion: z.number(),
  carrier: z.object({ masterCarrier: z.string(), subCarrier: z.string(), groupCode: z.string(), claimId: z.string() }),
  status: z.object({ from: z.string(), to: z.string() }),
  decider: Decider,
  firstApprover: z.object({ id: z.string(), name: z.string(), at: instant }).nullable(),
  versions: z.object({
    portal: z.string(),
    /** Version of the screen the person looked at; null when another program asked, or nobody. */
    screen: z.string().nullable(),
    engine: z.string(),
    opioidFactors: z.string(),
    feeSchedule: z.string(),
    formulary: z.string(),
    interactions: z.string(),
    injuryMap: z.string(),
    rulePack: z.string(),
    guideline: z.string(),
  }),
  medication: z.object({
    ndc: z.string(),
    gpi: z.string(),
    drugName: z.string(),
    strength: z.string(),
    genericOrBrand: z.string(),
    deaSchedule: z.string().nullable(),
    quantity: z.number(),
    daysSupply: z.number(),
    rxNumber: z.string(),
    dateOfService: day,
    pharmacyNabp: z.string(),
    prescriberNpi: z.string(),
    estimatedCost: z.number().nullable(),
  }),
  clock: Clock,
  guideline: Guideline,
  mme: Mme.nullable(),
  price: Price.nullable(),
  formulary: z
    .object({
      id: z.string(),
      name: z.string(),
      kind: z.string(),
      version: z.string(),
      status: z.string().nullable(),
      note: z.string().nullable(),
      item: asItWas.nullable(),
    })
    .nullable(),
  rejects: z.array(Stopped),
  trace: z.array(
    z.object({
      gate: z.string(),
      rule: z.string(),
      result: z.string(),
      detail: z.string(),
      citation: z.string().nullable(),
    }),
  ),
  warnings: z.array(z.object({ rule: z.string(), message: z.string() })),
  considerations: z.array(
    z.object({
      key: z.string(),
      severity: z.string(),
      title: z.string(),
      detail: z.string(),
      evidence: words,
      ruleId: z.string(),
    }),
  ),
  advice: Advice.nullable(),
  /** The determination in force; left out where there was none. */
  determination: Determined.optional(),
  outcome: Outcome,
  /** What spoke against the decision and was overridden: reject codes, advice, and why. */
  overridden: z.array(z.object({ what: z.string(), means: z.string(), why: z.string() })),
  /** The carrier's settings that decide who may do what, as they were. */
  settings: asItWas,
  screen: Screen.nullable(),
})
export type DecisionRecord = z.infer<typeof DecisionRecord>

const Check = z.object({
  /** What was worked out again, from nothing but what the record holds. */
  what: z.string(),
  shown: z.string(),
  again: z.string(),
  /** Null: the record is older than what would be needed for it. */
  agrees: z.boolean().nullable(),
})
export type Check = z.infer<typeof Check>

const StoredRecord = z.object({
  sequence: z.int(),
  /** SHA-256 over the fingerprint of the record before it and this one's text, hexadecimal. */
  sha256: z.string(),
  previous: z.string().nullable(),
  /** What is wrong with it, in words; empty when it is unchanged. */
  problems: words,
  undone: z.object({ at: instant, by: z.string() }).nullable(),
  checks: z.array(Check),
  /** The notices the rule pack in force asked for after it, and what left for them. */
  notices: z.array(
    z.object({
      to: words,
      /** Last instant for it; null where the rule names no time. */
      by: instant.nullable(),
      written: z.boolean(),
      /** What it has to say. */
      content: words,
      source: z.string(),
      served: z.array(z.object({ channel: z.string(), to: z.string(), at: instant.nullable() })),
    }),
  ),
  /** Null when its text can no longer be read. */
  record: DecisionRecord.nullable(),
})
export type StoredRecord = z.infer<typeof StoredRecord>

export const Provenance = z.object({
  authorizationId: z.string(),
  referenceNumber: z.string(),
  authorizationStatus: z.string(),
  /** True when every record is unchanged, none is missing, and each agrees with its decision. */
  intact: z.boolean(),
  problems: words,
  records: z.array(StoredRecord),
})
export type Provenance = z.infer<typeof Provenance>

/** A file: the handler makes it, the browser receives it. */
const File = z.custom<FileAnswer>().transform((answer) => answer as unknown as Blob)

export const provenance = calls('provenance', {
  of: read('GET /authorizations/{id}/provenance', {
    id: 'X30',
    summary: 'What was known when each decision of a request was made, and whether it stands as it was written',
    phi: 'full',
    ids: { id: 'rx_authorization' },
    input: z.strictObject({ id: uuid }),
    output: Provenance,
    refusals: ['NOT_FOUND'],
  }),
  export: read('GET /authorizations/{id}/provenance/export/pdf?timeZone', {
    id: 'X30',
    summary: 'The same on paper, for a hearing',
    phi: 'full',
    limit: 'export',
    trips: { count: 2, why: 'the list of exports has it once it is made' },
    file: 'application/pdf',
    ids: { id: 'rx_authorization' },
    input: z.strictObject({ id: uuid, timeZone: z.string().max(60).optional() }),
    output: File,
    refusals: ['NOT_FOUND'],
  }),
})

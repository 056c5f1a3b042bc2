import type { ClearedBy, RejectClass } from '#reference/reject-codes.ts'
import type { Measure } from '#features/prior-auths/findings.ts'
import type { EligibilitySpan, FormularyItem, Formulary } from './snapshot.ts'

// What the engine answers: rejects, price, facts, trace and what follows for a request. Money is US dollars with two decimals.

/** Interaction severity: 1 contraindicated, 2 major, 3 moderate. */
export type Severity = 1 | 2 | 3

export type Reject = {
  rejectCode: string
  description: string
  class: RejectClass
  safety: boolean
  hardStop: boolean
  overridableBy: ClearedBy
  /** DUR reason for service when the code is 88 or another clinical one. */
  dur?: string
  severity?: Severity
  /** 'R23' */
  sourceRule: string
  /** What happened, in one sentence a person can act on. */
  message: string
  fixHint: string
  pendingWorthy: boolean
  /** The code may be cleared only with a letter of medical necessity on file (R35). */
  letterNeeded?: boolean
  /** The dollar amount the caller's own limit is compared with (R27, R20). */
  amount?: number
  /** The source of the finding, where it is not the rule's: label and section of an interaction (R31). */
  citation?: string
  /** How grave it is and what it is about: more of it, or something else, is not what was cleared before. */
  measure?: Measure
}

export type ClearedReject = {
  reject: Reject
  by: 'PRIOR_AUTH' | 'BYPASS' | 'TOC' | 'AUTO_RULE'
  /** Prior auth, bypass or rule id. */
  id: string
}

export type PriceBasis = 'FEE_SCHEDULE' | 'CONTRACT' | 'UC' | 'BILLED'

/** Dollars with two decimals. An amount of 0 means "no such basis" and never wins. */
export type Pricing = {
  awp: number
  feeSchedule: number
  network: number
  uc: number
  billed: number
  /** The lowest of the four payable bases; tax is on top. */
  paid: number
  tax: number
  amountDue: number
  basis: PriceBasis
  ingredientCost: number
  dispensingFee: number
  /** What the fee schedule (or, without one, the U&C price) would have cost beyond `paid`. */
  savings: number
  awpUnit: number
  awpEffectiveDate: string | null
  /** 'TX generic: 125% of AWP + $4.00' */
  feeScheduleRule: string
  pricedAs: 'BRAND' | 'GENERIC' | 'COMPOUND' | 'HCPCS'
  inputs: PriceInputs
}

/** What a price was worked out from, so that it can be worked out again years later. Factors are ten-thousandths. */
export type PriceInputs = {
  feeScheduleVersion: string
  /** State of the fee schedule row, '*' for the one of all others. */
  state: string
  citation: string
  confidence: 'confirmed' | 'assumed'
  /** Lines that are priced by AWP or a unit price: one, or the ingredients of a compound. */
  lines: { name: string; unitPrice: number; quantity: number; factor: number }[]
  feeCents: number
  taxRate: number
  /** The carrier's contract, where the pharmacy has one; null where it has none or the product is outside it. */
  contract: { factor: number; feeCents: number } | null
  /** What the pharmacy sent, in dollars. */
  sent: { usualAndCustomary: number; grossAmountDue: number; dispensingFee: number; tax: number }
}

export type Gate = 'G1' | 'G2' | 'G3' | 'G4' | 'G5' | 'G6' | 'G7' | 'G8' | 'G9' | 'G10' | 'G11' | 'G12'
export type TraceStep = {
  gate: Gate
  /** Rule id 'R01' to 'R43', or a word for steps without one ('format', 'price', 'auto 2'). */
  rule: string
  result: 'pass' | 'reject' | 'warn' | 'clear' | 'skip'
  detail: string
  citation?: string
}

export type Dur = {
  reason: string
  severity: Severity | null
  /** The other drug, when there is one. */
  otherDrug: string | null
  otherFillDate: string | null
  otherPharmacyNabp: string | null
  text: string
  cleared: boolean
  /** The source of the finding, where it has one of its own. */
  citation?: string
}

export type MmeItem = {
  drug: string
  gpi: string
  source: 'CLAIM' | 'ACTIVE'
  fillDate: string | null
  strength: number
  unit: string
  /** What the dose a day is counted from; of patches, how many are worn at a time. */
  quantity: number
  daysSupply: number
  how: 'PER_DAY' | 'PATCH'
  perDay: number
  factor: number
  mme: number
  /** '5 mg x 6 a day x 1.5 = 45' */
  arithmetic: string
}

export type MmeFacts = {
  now: number
  after: number
  limit: number
  factorVersion: string
  items: MmeItem[]
  /** What is left of the supply this claim refills: part of `now`, and replaced by the claim in `after`. */
  previous: MmeItem | null
  /** Opioids that are never added, such as buprenorphine, in words. */
  notCounted: string[]
}

export type RefillFacts = {
  previousFillDate: string
  usedPercent: number
  thresholdPercent: number
  remainingDays: number
  /** First day on which the claim would no longer be too soon. */
  payableFrom: string
  /** Whole days before `payableFrom`; 0 when not early. */
  daysEarly: number
}

type ActiveDrug = {
  drug: string
  gpi: string
  fillDate: string
  lastDay: string
  daysLeft: number
  prescriberNpi: string
  pharmacyNabp: string
}

export type EngineFacts = {
  /** SGPI of the billed product; of a compound, that of its leading ingredient. */
  gpi: string | null
  drugName: string | null
  age: number | null
  daysSinceInjury: number | null
  planLevel: EligibilitySpan['planLevel'] | null
  firstFill: boolean
  /** Days the first-fill rule pays at most, when it applies. */
  firstFillCapDays: number | null
  formularyStatus: FormularyItem['status'] | 'NOT_LISTED' | null
  formularyNote: string | null
  /** The list that was looked into, and the item of it that decided; null before gate G5. */
  formulary: (Pick<Formulary, 'id' | 'name' | 'kind'> & { version: string; item: FormularyItem | null }) | null
  partGroups: string[]
  injuryMatch: 'RELATED' | 'QUESTION' | 'NEVER' | 'NOT_LISTED' | 'UNKNOWN_PART' | null
  opioid: boolean
  opioidNaive: boolean
  /** The day of opioid treatment on which this fill starts (1 = first); 0 when not an opioid. */
  opioidDay: number
  daysSinceLastOpioid: number | null
  mme: MmeFacts | null
  refill: RefillFacts | null
  /** Supplies at hand on the fill date beside this one, those of the same product that it does not refill included. */
  active: ActiveDrug[]
  concurrentOpioids: number
  benzodiazepineActive: boolean
  relaxantActive: boolean
  acetaminophenGramsPerDay: number | null
  naloxoneOnFile: boolean
  prescribers90: number
  pharmacies90: number
  earlyRefills180: number
  /** Paid fills of the same SGPI-10 in 180 days. */
  sameDrugFills180: number
  stableTherapy: boolean
  letterAgeDays: number | null
  surgeryWithin7Days: boolean
  estimatedCost: number | null
  genericAlternative: { name: string; saving: number } | null
}

export type PendingVerdict = {
  /** RAISE a new request, JOIN an open one, or NONE. */
  verdict: 'RAISE' | 'JOIN' | 'NONE'
  authorizationId: string | null
  referenceNumber: string | null
  /** Why, one sentence. */
  reason: string
  /** Data rejects the pharmacy must fix besides the request. */
  pharmacyMustFix: Reject[]
}

export type Adjudication = {
  /** P pays, R rejected. */
  outcome: 'P' | 'R'
  /** What stands, ranked: hard stop, safety, authorization, product, quantity, provider, eligibility. */
  rejects: Reject[]
  /** The first six distinct codes of `rejects`: rejectCode1Id to rejectCode6Id. */
  codes: string[]
  cleared: ClearedReject[]
  warnings: { rule: string; message: string }[]
  dur: Dur[]
  pricing: Pricing | null
  /** The matching prior authorization; a paid claim counts as a fill of it, needed or not. Null when none matches. */
  priorAuthUsed: {
    priorAuthId: string
    overrideRef: string | null
    needed: boolean
    codes: string[]
    /** The rest of a fill whose part was paid under it: that fill is counted already. */
    rest?: true
  } | null
  /** The block that answers 3Y. */
  blockedBy: { priorAuthId: string; referenceNumber: string | null } | null
  bypassUsed: { bypassId: string | null; reason: string; codes: string[] } | null
  /** The automatic approval rule that pays this fill. */
  autoRule: { id: number; name: string; codes: string[] } | null
  pending: PendingVerdict
  facts: EngineFacts
  trace: TraceStep[]
}

/** One machine-made fact for a decision. */
export type Consideration = {
  key: string
  severity: 'INFO' | 'WARN' | 'ALERT'
  title: string
  detail: string
  evidence: string[]
  ruleId: string
}

/** Rule-based guidance, never signed as a pharmacist. */
export type Recommendation = {
  action: 'APPROVE' | 'REJECT' | 'APPROVE_MODIFIED' | 'P2P' | 'DEFER'
  label: 'Rule-based guidance'
  oneTime: boolean
  modifiedDays: number | null
  rationale: string
  ruleIds: string[]
}

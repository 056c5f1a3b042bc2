import { z } from 'zod'
import type { FormularyEntry } from '#reference/formulary-defaults.ts'
import type { ClearedBy, RejectClass } from '#reference/reject-codes.ts'

export type { ClearedBy, RejectClass }

// The words of the adjudication engine: what is asked, what must be known, what is answered.
// Calendar dates are 'YYYY-MM-DD', instants ISO 8601 UTC, money US dollars with two decimals, quantities up to three.

const text = (max: number) => z.string().max(max)

/**
 * A bill for one fill as the pharmacy sends it (D.0 B1 written as JSON). Objects are strict, values are
 * lenient: a missing or impossible value is answered with its reject code by gate G1, not with a bare "bad request".
 */
export const claimRequest = z.strictObject({
  /** Claim channel (reference/channels.ts): 1 retail, 2 bill review, 3 mail, 7 claimant reimbursement, 8 J code, 9 paper. */
  channel: z.int().min(1).max(12),
  /** How the drug reaches the worker (reference/delivery-types.ts); 1 retail pickup when absent. */
  deliveryType: z.int().min(1).max(9).optional(),
  /** R real time, B batch, P paper. */
  fileProcessingCode: z.enum(['R', 'B', 'P']).optional(),
  /** 101-A1 and 104-A4. */
  bin: text(6).optional(),
  pcn: text(10).optional(),
  /** 201-B1: seven digits. */
  pharmacyNabp: text(12).optional(),
  /** 401-D1. */
  dateOfService: text(10).optional(),
  insurance: z
    .strictObject({
      /** 301-C1 */ groupCode: text(15).optional(),
      /** 302-C2 */ cardholderId: text(20).optional(),
      /** 303-C3 */ personCode: text(3).optional(),
      /** 306-C6 */ relationship: text(1).optional(),
    })
    .optional(),
  patient: z
    .strictObject({
      /** 310-CA */ firstName: text(40).optional(),
      /** 311-CB */ lastName: text(60).optional(),
      /** 304-C4 */ dateOfBirth: text(10).optional(),
      /** 305-C5 */ gender: text(1).optional(),
      /** 322-CM, 323-CN, 324-CO, 325-CP, 326-CQ */
      street: text(60).optional(),
      city: text(40).optional(),
      state: text(2).optional(),
      zip: text(10).optional(),
      phone: text(20).optional(),
    })
    .optional(),
  prescription: z
    .strictObject({
      /** 402-D2 */ rxNumber: text(20).optional(),
      /** 403-D3: 0 is the original fill */ fillNumber: z.number().optional(),
      /** 407-D7: NDC of 11 digits, dashes allowed; '0' for a compound */ productId: text(19).optional(),
      /** 442-E7 */ quantity: z.number().optional(),
      /** 405-D5 */ daysSupply: z.number().optional(),
      /** 408-D8, 0 to 9 */ daw: text(1).optional(),
      /** 414-DE */ dateWritten: text(10).optional(),
      /** 415-DF */ refillsAuthorised: z.number().optional(),
      /** 419-DJ */ originCode: text(1).optional(),
      /** 406-D6: 0 or 1 not a compound, 2 compound */ compoundCode: text(1).optional(),
      /** 420-DK: 3 vacation, 4 lost, 5 therapy change */ submissionClarification: text(2).optional(),
      /** 461-EU, 462-EV */ paType: text(2).optional(),
      paNumber: text(14).optional(),
    })
    .optional(),
  prescriber: z
    .strictObject({
      /** 411-DB with qualifier 01 */ npi: text(12).optional(),
      dea: text(9).optional(),
      /** 427-DR */ lastName: text(60).optional(),
    })
    .optional(),
  workersComp: z
    .strictObject({
      /** 434-DY */ dateOfInjury: text(10).optional(),
      /** 315-CF */ employerName: text(60).optional(),
      /** 327-CR */ carrierId: text(10).optional(),
      /** 435-DZ */ claimReference: text(30).optional(),
      /** 117-TR */ billingEntityType: text(2).optional(),
      /** 126-UA */ genericEquivalentProductId: text(19).optional(),
    })
    .optional(),
  /** 409-D9, 412-DC, 426-DQ, 430-DU, 423-DN and the tax charged; dollars. */
  pricing: z
    .strictObject({
      ingredientCost: z.number().optional(),
      dispensingFee: z.number().optional(),
      usualAndCustomary: z.number().optional(),
      grossAmountDue: z.number().optional(),
      basisOfCost: text(2).optional(),
      tax: z.number().optional(),
    })
    .optional(),
  /** 439-E4, 440-E5, 441-E6: what the pharmacist did about a conflict. */
  dur: z
    .array(z.strictObject({ reason: text(2), service: text(2), result: text(2) }))
    .max(9)
    .optional(),
  /** 447-EC and its rows 489-TE, 448-ED, 449-EE. */
  compound: z
    .strictObject({
      ingredients: z
        .array(z.strictObject({ productId: text(19), quantity: z.number(), cost: z.number().optional() }))
        .max(25),
    })
    .optional(),
  /** A clinic line billed by HCPCS code (channels 2, 8 and 9). */
  hcpcs: z
    .strictObject({
      code: text(5),
      units: z.number(),
      modifiers: z.array(text(2)).max(4).optional(),
      /** Amount given, in the unit the code counts (15 for "15 mg"). */
      doseGiven: z.number().optional(),
      /** What an unclassified code stands for. */
      description: text(80).optional(),
    })
    .optional(),
  /** ICD-10-CM codes on the bill. */
  diagnosisCodes: z.array(text(8)).max(12).optional(),
})
export type ClaimRequest = z.infer<typeof claimRequest>

export type DeaSchedule = 'CI' | 'CII' | 'CIII' | 'CIV' | 'CV'
/** B single-source brand, M multi-source brand (a generic exists), G generic. */
export type BrandFlag = 'B' | 'M' | 'G'

/** One product as adjudication sees it. `gpi` is our own invented 14-digit code (SGPI), never a licensed one. */
export type DrugFacts = {
  ndc: string
  gpi: string
  /** Plain label, 'Oxycodone-acetaminophen 5-325 mg tablet'. */
  name: string
  genericName: string
  strength: string
  /** Strength of the (opioid or leading) ingredient per unit; mcg/h for patches. */
  strengthValue: number
  strengthUnit: string
  form: string
  route: string
  dea: DeaSchedule | null
  brandFlag: BrandFlag
  /** Average wholesale price per unit in dollars, up to five decimals; 0 when unknown. */
  awpUnit: number
  awpEffectiveDate?: string
  /** AWP per unit of the product a repackager bought; the payable base of a repackaged package. */
  originalAwpUnit?: number
  obsoleteDate?: string | null
  marketStart?: string | null
  packageSize: number
  unit: string
  opioidFactorKey: string | null
  isCompoundBase?: boolean
  repackaged?: boolean
  otc?: boolean
  specialty?: boolean
  maintenance?: boolean
  longActing?: boolean
  /** Milligrams of acetaminophen in one unit. */
  apapMg?: number
  /** Units a day the label allows at most. */
  maxPerDay?: number
  minAge?: number
  maxAge?: number
  onlyGender?: 'F' | 'M'
  avoidInPregnancy?: boolean
}

export type Compensability = 'PENDING' | 'ACCEPTED' | 'PARTIAL' | 'CONTROVERTED' | 'DENIED' | 'CLOSED' | 'SETTLED_MSA'

/** The injury claim, as of now. */
export type ClaimState = {
  claimId: string
  /** Two-letter state, or US-FECA, US-EEOIC, US-BL, US-LHWCA. */
  jurisState: string
  doi: string
  compensability: Compensability
  status: 'OPEN' | 'CLOSED' | 'REOPENED'
  /** Industry body-part numbers (reference/body-parts.ts); all accepted parts. */
  bodyParts: readonly number[]
  /** Nature-of-injury number. */
  nature?: number | null
  /** Accepted ICD-10-CM codes, with the dot. */
  acceptedIcd?: readonly string[]
  dolProgram?: 'FECA' | 'EEOIC' | 'BL' | 'LHWCA' | null
  firstResponder?: boolean
  tocStart?: string | null
  tocEnd?: string | null
  surgeryDates?: readonly string[]
  /** The treating providers the claim allows, where the state directs care; absent or empty = not restricted. */
  authorizedPrescriberNpis?: readonly string[]
  lockIn?: { pharmacyNabp?: string | null; prescriberNpi?: string | null; caseManagement?: boolean } | null
}

export type ClaimantState = {
  firstName: string
  lastName: string
  dateOfBirth: string
  gender: 'F' | 'M' | 'U' | 'X'
  deceasedDate?: string | null
}

export type EligibilitySpan = {
  effectiveDate: string
  termDate: string | null
  reasonCode: 'NEW' | 'REINSTATE' | 'TERM_CLOSED' | 'TERM_DENIED' | 'SETTLEMENT' | 'CARRIER_CHANGE'
  planLevel: 'FULL' | 'FIRST_FILL' | 'MAINTENANCE' | 'LIMITED_DRUGS'
}

/** A fill of the last 18 months on any of the claimant's claims in this carrier. */
export type PastFill = {
  transactionId: string
  claimId: string
  /** P paid, B billed (paid and invoiced), R rejected, X reversed. Only P and B count as dispensed. */
  status: 'P' | 'B' | 'R' | 'X'
  fillDate: string
  quantity: number
  daysSupply: number
  rxNumber: string
  fillNumber: number
  pharmacyNabp: string
  prescriberNpi: string
  paidAmount: number
  priorAuthId?: string | null
  /** What was dispensed; of a compound or a clinic line, which have no package on file, what the bill says of it. */
  drug: DrugFacts
  /** The clinic line as it was billed. */
  hcpcs?: ClaimRequest['hcpcs'] | null
}

/** A permission or block. Load those in status 2, 3, 4 and 7 whose window touches the fill date. */
export type PriorAuth = {
  priorAuthId: string
  claimId: string
  kind: 'PERMIT' | 'BLOCK'
  /** 2 future, 3 active, 4 exhausted, 7 block active; the others never match. */
  statusId: number
  level: 2 | 4 | 6 | 8 | 10 | 11 | 12 | 14
  gpiPrefix: string
  /** Set at level 11. */
  ndc?: string | null
  /** B or M brand, G generic, * either. */
  brandFlag: BrandFlag | '*'
  startDate: string
  endDate: string
  maxFills?: number | null
  fillsUsed: number
  oneTime: boolean
  maxQtyPerFill?: number | null
  maxDaysPerFill?: number | null
  maxCostPerFill?: number | null
  pharmacyNabp?: string | null
  prescriberNpi?: string | null
  /** A block or permission for one prescription number only (one-time reject). */
  rxNumber?: string | null
  codesCleared: readonly string[]
  overrideAll: boolean
  safetyIncluded: boolean
  /** The strictest class of safety reject the decider could clear; R when absent. Keeps "88" from clearing more later. */
  safetyTier?: 'A' | 'R' | 'O' | null
  /** Approval reason (reference/approval-reasons.ts); 5 is a taper in progress, 12 a letter that supports. */
  reasonId?: number | null
  overrideRef?: string | null
  referenceNumber?: string | null
}

export type Bypass = {
  bypassId: string
  scope: 'ALL' | 'DRUG'
  gpiPrefix?: string | null
  startDate: string
  endDate: string
  maxFills?: number | null
  fillsUsed: number
  maxCostPerFill?: number | null
  /** Codes cleared; '*' = every code a bypass may clear at all. */
  codes: readonly string[]
  reason: 'DISASTER' | 'TRANSITION_OF_CARE' | 'CATASTROPHIC_CLAIM' | 'SETTLEMENT_PENDING' | 'CARRIER_INSTRUCTION'
}

/** A line of a carrier's or a state's formulary. */
export type FormularyItem = FormularyEntry & {
  /** The carrier's own item, not one of the defaults. */
  own?: boolean
}

export type Formulary = {
  id: string
  name: string
  /** OPEN pays what is not listed; CLOSED and STATE do not (MR); ODG_LIKE asks for prior authorization (75). */
  kind: 'OPEN' | 'CLOSED' | 'ODG_LIKE' | 'STATE'
  items: readonly FormularyItem[]
}

export type PharmacyState = {
  nabp: string
  npi?: string | null
  name: string
  status: 'ACTIVE' | 'SANCTIONED' | 'SUSPENDED' | 'CLOSED' | 'TERMINATED'
  closedDate?: string | null
  /** Networks of the plan the pharmacy belongs to on the fill date; empty = no contract. */
  networks: readonly ('RETAIL' | 'MAIL' | 'SPECIALTY' | 'NINETY_DAY')[]
  deliveryType?: number | null
  physicianDispenser?: boolean
}

export type PrescriberState = {
  npi: string
  /** 1 individual, 2 organisation. */
  type: 1 | 2
  lastName: string
  status: 'ACTIVE' | 'INACTIVE' | 'DECEASED' | 'EXCLUDED'
  specialty?: string | null
  /** Schedules of the DEA registration; null = registration not known, then R13 is skipped with a trace line. */
  deaSchedules?: readonly DeaSchedule[] | null
  deaActive?: boolean
  /** On the carrier's block list. */
  blocked?: { reason: string; fraud: boolean } | null
}

export type Letter = {
  kind: 'LMN' | 'TREATMENT_PLAN'
  receivedOn: string
  /** The day its prescriber signed it, from which it counts; records of before it was kept have the day it came alone. */
  signedOn?: string
  gpiPrefix?: string | null
  validDays?: number
}

export type OpenRequest = {
  authorizationId: string
  referenceNumber: string
  gpi: string
  rxNumber: string
  pharmacyNabp: string
  dateOfService?: string
}

export type PastDecision = {
  authorizationId: string
  decision: 'APPROVE' | 'REJECT' | 'REJECT_NO_PA' | 'AUTO' | 'BYPASS' | 'DEEMED'
  decidedOn: string
  gpi: string
  reason?: string | null
}

/** The carrier settings the engine reads; what is absent takes the value of `defaultSettings` (settings.ts). */
export type CarrierSettings = {
  safetyOverrides: boolean
  formularyOverrides: boolean
  /** R27, dollars. */
  costLimitPerFill: number
  compoundMaxIngredients: number
  compoundCostLimit: number
  /** Above this a compound needs a supervisor (R20), dollars. */
  compoundSupervisorAbove: number
  /** 772 instead of 7Y: the plan lets nobody clear a compound with an ingredient it does not cover. */
  compoundHardStop: boolean
  mmeLimit: number
  mmeLimitWithBenzodiazepine: number
  /** R34; a state or federal limit that is shorter wins. */
  opioidFirstFillDays: number
  /** R35 outside FECA. */
  opioidLetterAfterDays: number
  /** R37 on or off. */
  longActingEarlyRule: boolean
  /** R23, percent of the last supply that must be used. */
  refillPercent: { standard: number; controlled: number; mail: number }
  /** R24, days. */
  daysSupplyMax: { retail: number; mail: number; maintenance: number }
  /** R28, days. */
  timelyFilingDays: { pos: number; other: number }
  /** R08 where no state says otherwise. */
  firstFill: { enabled: boolean; windowDays: number; capDays: number; capUsd: number }
  /** Automatic approval rules that are on, any of 1 to 5. */
  autoApprovalRules: readonly number[]
  /** Cost limit of automatic approval rule 3, dollars. */
  autoApprovalCostLimit: number
  /** R41: SGPI prefixes the carrier wants to be called for every time; '*' = all. */
  callEveryTime: readonly string[]
  excludedChannels: readonly number[]
  /** Bill review and paper bills raise a request too. */
  pendBillChannels: boolean
  /** Reject classes this carrier answers with "denied, call us" instead of a request. */
  denyAndCall: readonly RejectClass[]
  /** Pay DAW 0 brands at the generic price instead of UU (R18). */
  payBrandAtGenericPrice: boolean
  /** R19 by plan. */
  repackagedDenied: boolean
  /** Contract factors in ten-thousandths of AWP and fees in dollars. */
  contract: { genericFactor: number; genericFee: number; brandFactor: number; brandFee: number }
}

export type Snapshot = {
  /** The instant of adjudication, ISO UTC. The engine's only clock besides the date of service. */
  now: string
  /** The routing group; null = not on file. */
  group: { groupCode: string; status: 'ACTIVE' | 'ENDED'; termDate?: string | null } | null
  settings: Partial<CarrierSettings>
  claimant: ClaimantState | null
  claim: ClaimState | null
  spans: readonly EligibilitySpan[]
  history: readonly PastFill[]
  priorAuths: readonly PriorAuth[]
  bypasses: readonly Bypass[]
  formulary: Formulary
  pharmacy: PharmacyState | null
  prescriber: PrescriberState | null
  /** The billed product; null for a compound, an unknown NDC, or a clinic line without NDC. */
  drug: DrugFacts | null
  /** Products of a compound's ingredients by NDC; one that is missing is not on file. */
  ingredients?: Readonly<Record<string, DrugFacts>>
  /** Cheapest active generic of the same SGPI-14, when the billed product is not it. */
  genericAlternative?: Pick<DrugFacts, 'ndc' | 'name' | 'awpUnit' | 'brandFlag'> | null
  letters?: readonly Letter[]
  openRequests?: readonly OpenRequest[]
  decisions?: readonly PastDecision[]
  /** Where the caller holds newer state facts than reference/state-dispensing.ts. */
  stateControl?: Partial<StateControl>
}

/** State rules on who may dispense and prescribe, and what needs approval by law. */
export type StateControl = {
  /** The state lets the payer direct the worker to a pharmacy network. */
  networkDirection: boolean
  /** Only the authorized treating provider may prescribe. */
  treatingProviderOnly: boolean
  repackagedDenied: boolean
  /** Days from the injury in which a physician may dispense; null = no limit. */
  physicianDispenseDays: number | null
  /** Each compound needs prior authorization, whatever is in it. */
  compoundsNeedApproval: boolean
}

export type Mode = 'LIVE' | 'TRIAL' | 'BUILD' | 'REVIEW'
export type Options = {
  /** LIVE bills a pharmacy; TRIAL is a dry run; BUILD computes rejects for a request made in the portal; REVIEW re-reads
   * an open request. Identity is checked in LIVE only; auto-approval runs in LIVE and TRIAL. */
  mode: Mode
  /** Try the claim as if this permission existed (`assumePriorAuth` of a trial adjudication). */
  assumePa?: PriorAuth
}

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
  /** 'TX generic 1.25 x AWP + 4.00' */
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
}

export type MmeItem = {
  drug: string
  gpi: string
  source: 'CLAIM' | 'ACTIVE'
  fillDate: string | null
  strength: number
  unit: string
  /** What the dose a day is counted from; a patch counts by the hour, whatever its number. */
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
  /** The newest supply of the same product: part of `now`, and replaced by the claim in `after`. */
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

export type ActiveDrug = {
  drug: string
  gpi: string
  fillDate: string
  lastDay: string
  daysLeft: number
  prescriberNpi: string
  pharmacyNabp: string
}

export type Facts = {
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
  /** Other drugs at hand on the fill date. */
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
  /** Data-fix rejects the pharmacy must mend besides the request. */
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
  /** The permission that fits; a paid claim counts as a fill of it, needed or not. Null when none fits. */
  priorAuthUsed: { priorAuthId: string; overrideRef: string | null; needed: boolean; codes: string[] } | null
  /** The block that answers 3Y. */
  blockedBy: { priorAuthId: string; referenceNumber: string | null } | null
  bypassUsed: { bypassId: string | null; reason: string; codes: string[] } | null
  /** The automatic approval rule that pays this fill. */
  autoRule: { id: number; name: string; codes: string[] } | null
  pending: PendingVerdict
  facts: Facts
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

import type { ClearedFinding } from '#features/prior-auths/findings.ts'
import type { FormularyEntry } from '#reference/formulary-defaults.ts'
import type { Interaction } from '#reference/interactions.ts'
import type { ClaimRequest } from './claim-request.ts'
import type { CarrierSettings } from './settings.ts'

// What the engine must know to adjudicate a claim, and the options of a run. Dates are 'YYYY-MM-DD', instants ISO 8601 UTC,
// money US dollars with two decimals, quantities up to three.

type DeaSchedule = 'CI' | 'CII' | 'CIII' | 'CIV' | 'CV'
/** A schedule of a registration, or a half of II or III as the registry writes it: narcotics alone, or all but narcotics (N). */
export type Registered = DeaSchedule | '2' | '2N' | '3' | '3N'
/** B single-source brand, M multi-source brand (a generic exists), G generic. */
type BrandFlag = 'B' | 'M' | 'G'

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
  /** The day a closed or settled claim was closed; null or absent where it is not known. */
  closedDate?: string | null
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
  /** A part of a fill (P), or the rest that completes it (C), and how much the whole fill was to be. */
  part?: 'P' | 'C' | null
  quantityIntended?: number | null
  dateWritten?: string | null
}

/** A prior authorization or block in status 2, 3, 4 or 7 whose window includes the fill date. */
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
  /** A block or prior authorization for one prescription number only (one-time reject). */
  rxNumber?: string | null
  codesCleared: readonly string[]
  /** What was cleared of each code; null or absent where it was granted before that was kept. */
  findings?: readonly ClearedFinding[] | null
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
  deaSchedules?: readonly Registered[] | null
  /** Last day of the registration; null or absent = no end is known. */
  deaExpires?: string | null
  /** False where it was not in force, in a snapshot that has no last day: those stored by versions before 2026.15. */
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

export type Snapshot = {
  /** The instant of adjudication, ISO UTC. The engine's only clock besides the date of service. */
  now: string
  /** The carrier's time zone, in which the days since a fill are counted (R28); UTC when absent. */
  timeZone?: string
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
  /** Lines of the licensed set between the billed drug and a drug of the history; empty where no set is loaded. */
  interactions?: readonly Interaction[]
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
  /** Try the claim as if this prior authorization existed (`assumePriorAuth` of a trial adjudication). */
  assumePa?: PriorAuth
}

import type { HolidaySetId } from '#reference/holiday-sets.ts'

/**
 * What kind of request a clock is for: a drug not dispensed yet, the same in haste, treatment that is under way
 * (concurrent; California calls only review during an inpatient stay so), treatment during an inpatient stay, a bill for
 * a drug that was dispensed, and a denial looked at again, once (reconsideration), twice (level2: in New York the
 * carrier's physician) or by the state's own office or a court (level3).
 */
export type RequestKind =
  | 'prospective'
  | 'expedited'
  | 'concurrent'
  | 'inpatient'
  | 'retrospective'
  | 'level2'
  | 'level3'
  | 'reconsideration'

type ClockUnit = 'calendarDays' | 'businessDays' | 'hours' | 'businessHours'

/**
 * What silence does when the time has run out: nothing; the request counts as approved; it counts as approved and may be
 * denied later for what was not dispensed yet; the state grants it when the worker or provider applies; the payer consents
 * to medical necessity only; the payer may lose the right to deny; a violation; the regulator reviews; or an internal
 * target is missed.
 */
export type Lapse =
  | 'none'
  | 'deemed_approved'
  | 'deemed_approved_revocable'
  | 'granted_on_application'
  | 'consents'
  | 'denial_lost'
  | 'violation'
  | 'agency_review'
  | 'deemed_denied'
  | 'internal_target'

/**
 * Who is entitled to refuse a drug for lack of medical necessity in this jurisdiction. `opinion`: the payer, with a medical
 * opinion that supports it; `fundOrEmployer`: the state fund, and a self-insured employer for its own claims; `board`: nobody
 * of the payer any more.
 */
export type Denier = 'adjuster' | 'opinion' | 'ur' | 'physician' | 'examiner' | 'fund' | 'fundOrEmployer' | 'board'

/** Claims of one state that have a rule of their own; no claim on file says which it is, so no clock runs by these packs. */
type Track = 'network' | 'selfInsured' | 'publicEmployer'

export type NoticeParty = 'worker' | 'representative' | 'prescriber' | 'pharmacy' | 'pbm' | 'regulator' | 'requestor'

/** A notice the payer owes: to whom, after what, within what time of the decision. */
export type NoticeDuty = {
  /** `anyDecision` stands in records of Texas from before its two notices were distinguished. */
  when: 'approved' | 'denied' | 'deferred' | 'lapsed' | 'anyDecision'
  to: readonly NoticeParty[]
  within: { amount: number; unit: ClockUnit } | null
  written: boolean
  /** What it has to say, in words; left out where no rule we read names it. */
  content?: readonly string[]
  source: string
}

/** Days of supply or of authorization a jurisdiction allows for a drug kind; null where we know of no limit. */
export type SupplyLimits = {
  /** First fill of an opioid for a person without a recent one, in days of supply. */
  maxOpioidDays: number | null
  /** Days an opioid-naive person may fill without a letter of medical necessity. */
  maxOpioidDaysWithoutLetter: number | null
  /** Longest approval of an opioid with a letter, in days. */
  maxOpioidApprovalDays: number | null
  /** Longest approval of a compound, in days. */
  maxCompoundApprovalDays: number | null
  /** Longest approval of any drug, in days. */
  maxApprovalDays: number | null
  /** Days of supply in one fill. */
  maxDaysPerFill: number | null
  maxConcurrentOpioids: number | null
  /** An approval is good for one prescription order only. */
  oneOrder: boolean
}

/**
 * The turnaround rule of one jurisdiction for one kind of request in one period of time. Data, not advice: `source`
 * and `confidence` (H statute, rule or official page read; M secondary; L not verified) say what it rests on. A lapse that
 * gives or takes a right acts by machine only at H or M (docs/decisions/0070-law-by-confidence.md).
 */
export type RulePack = {
  /** Stable, e.g. 'CA/prospective/2020'. Stored with every due date it produced. */
  id: string
  /** Raised whenever a field that changes a due date or an entitlement is edited. */
  version: number
  /** Two letters, or US-FECA and the like. */
  jurisdiction: string
  name: string
  regulator: string
  /** IANA zone the days are counted in. */
  timeZone: string
  kind: RequestKind
  /** First and last date ('YYYY-MM-DD', both included, in `timeZone`) on which a received request falls under it. */
  effectiveFrom: string
  effectiveTo: string | null
  /** `effectiveFrom` is the date of the oldest copy read; the rule may be older. */
  fromCopy: boolean
  /** Only claims of this kind; null for all. */
  track: Track | null
  /** The duty to answer begins only with a request on this form; null where any request will do. */
  form: string | null
  startEvent: 'receipt' | 'completeRequest' | 'denial'
  unit: ClockUnit
  amount: number
  /**
   * After this wall time a request counts as received on the next business day. `daysOff` says what a day off is: one
   * that came on it is `moved` to the next business day too, or `kept` as received that day when it came in time.
   */
  cutOff: { hour: string; zone: string; daysOff: 'moved' | 'kept' } | null
  /** Which day is day 1 of a day count. */
  firstDay: 'receiptDay' | 'nextDay'
  /** Wall time on the last counted day by which the answer must be out; 'endOfDay' is the last millisecond. */
  dueTime: 'endOfDay' | `${number}:${number}`
  /** A last day on a weekend or holiday moves to the next business day. */
  rollForward: boolean
  holidays: HolidaySetId
  /** Calendar days added for a request that came by post. */
  mailDays: number
  /** The clock never ends later than this many calendar days after the prescriber's recommendation. */
  ceiling: { calendarDays: number; from: 'recommendation' } | null
  /** A documented request for information moves the end to this many calendar days after receipt. */
  extension: { calendarDays: number; cause: string } | null
  lapse: Lapse
  /** A second, later stop: so many calendar days after receipt this happens as well. */
  hardStop: { calendarDays: number; lapse: Lapse } | null
  /** The lapse holds for every drug (null), or only for one the list in force puts under approval (ODG N). */
  lapseOnly: 'needsApproval' | null
  /** What is open of it puts in doubt that the lapse reaches drugs at all: no machine acts on it meanwhile. */
  lapseInDoubt: boolean
  whoMayDeny: Denier
  noticeDuties: readonly NoticeDuty[]
  /** An approval once given may be withdrawn. */
  withdrawalAllowed: boolean
  /** Calendar days after a denial in which the next review may be asked for; null where we know of none. */
  appealDays: number | null
  limits: SupplyLimits
  /** True for the stated default of a jurisdiction whose rule we do not know. */
  isDefault: boolean
  /** The time is an internal target; what else the pack says (formulary, who may deny) is the state's. */
  ownTarget: boolean
  source: string
  /** Page or site where the source is published, not always the copy that was read; null where nothing was read. */
  sourceUrl: string | null
  confidence: 'H' | 'M' | 'L'
  /** Day the source was read and shows the rule; null where nothing was read. */
  verifiedOn: string | null
  /** Day it was last looked for. */
  lookedOn: string
  /** What is not settled about it. */
  open: readonly string[]
  /** The rule in plain words, shown next to every due date. */
  text: string
}

/** Day the law of all jurisdictions was last looked up. */
export const LOOKED_UP = '2026-11-22'

/** No limits known. */
const noLimits: SupplyLimits = {
  maxOpioidDays: null,
  maxOpioidDaysWithoutLetter: null,
  maxOpioidApprovalDays: null,
  maxCompoundApprovalDays: null,
  maxApprovalDays: null,
  maxDaysPerFill: null,
  maxConcurrentOpioids: null,
  oneOrder: false,
}

type Stated =
  | 'id'
  | 'jurisdiction'
  | 'name'
  | 'regulator'
  | 'timeZone'
  | 'kind'
  | 'effectiveFrom'
  | 'unit'
  | 'amount'
  | 'whoMayDeny'
  | 'source'
  | 'confidence'
  | 'text'

/** A pack from what is particular to it; what is left out has the plainest meaning (day after receipt, end of day). */
export function rulePack(
  stated: Pick<RulePack, Stated> &
    Partial<Omit<RulePack, 'limits'>> & {
      limits?: Partial<SupplyLimits>
    },
): RulePack {
  const { limits, ...rest } = stated
  return {
    version: 1,
    effectiveTo: null,
    fromCopy: false,
    track: null,
    form: null,
    startEvent: 'receipt',
    cutOff: null,
    firstDay: 'nextDay',
    dueTime: 'endOfDay',
    rollForward: false,
    holidays: rest.unit === 'businessDays' || rest.unit === 'businessHours' ? 'federal' : 'none',
    mailDays: 0,
    ceiling: null,
    extension: null,
    lapse: 'none',
    hardStop: null,
    lapseOnly: null,
    lapseInDoubt: false,
    noticeDuties: [],
    withdrawalAllowed: true,
    appealDays: null,
    isDefault: false,
    ownTarget: false,
    sourceUrl: null,
    verifiedOn: rest.confidence === 'L' ? null : LOOKED_UP,
    lookedOn: LOOKED_UP,
    open: [],
    ...rest,
    limits: { ...noLimits, ...limits },
  }
}

// Why a request is rejected.

export type RejectionReason = {
  id: number
  reason: string
  /** A written note is mandatory. */
  noteRequired: boolean
  /** What the note has to say: a hint of its field, which never leaves the portal. */
  noteHint?: string
  /**
   * What a denial for it may stop: the drug for a time, or this fill alone, where what was wrong is not the drug: when or how much was
   * billed, who prescribed or dispensed it, papers that are missing, a request that is doubled or withdrawn.
   */
  stops: 'DRUG' | 'FILL'
  /** Only a utilization reviewer may give it: everywhere, in the named states, or nowhere. */
  urOnly: 'ALL' | readonly string[]
  /** States with letter text: ALL, NETWORK (network-direction states), LISTED (a state list applies), or names. */
  letterStates: 'ALL' | 'NETWORK' | 'LISTED' | readonly string[]
}

/**
 * The reason that defers utilization review: liability is disputed on other grounds than medical need (8 CCR 9792.9.1(b)). Of the
 * states whose rules were read only California has it.
 */
export const deferralReason = 23
export const deferralStates: readonly string[] = ['CA']

/** The reason that recommends another drug. */
export const alternativeReason = 6
/** Reasons that ask for another drug: a block for them is never wider than the drug that was denied. */
export const otherDrugReasons: readonly number[] = [5, alternativeReason]
/** The reason that is said by its note. */
export const otherReason = 22

/** The reasons a person may choose from, in the order of the list. */
export const rejectionReasons: readonly RejectionReason[] = [
  {
    id: 1,
    reason: 'Not related to the compensable injury',
    noteRequired: true,
    stops: 'DRUG',
    urOnly: [],
    letterStates: 'ALL',
  },
  {
    id: 2,
    reason: 'Body part or condition not accepted',
    noteRequired: true,
    stops: 'DRUG',
    urOnly: [],
    letterStates: 'ALL',
  },
  {
    id: 3,
    reason: 'Claim denied or controverted',
    noteRequired: false,
    stops: 'DRUG',
    urOnly: [],
    letterStates: 'ALL',
  },
  { id: 4, reason: 'Claim closed or settled', noteRequired: false, stops: 'DRUG', urOnly: [], letterStates: 'ALL' },
  {
    id: 5,
    reason: 'Not on the state formulary and no documentation',
    noteRequired: true,
    stops: 'DRUG',
    urOnly: ['CA', 'TX'],
    letterStates: ['CA', 'TX', 'NY'],
  },
  {
    id: alternativeReason,
    reason: 'Generic or preferred alternative available',
    noteRequired: true,
    noteHint: 'Name the alternative that is covered.',
    stops: 'DRUG',
    urOnly: [],
    letterStates: 'ALL',
  },
  {
    id: 7,
    reason: 'Exceeds quantity, dose or duration guideline',
    noteRequired: true,
    stops: 'FILL',
    urOnly: ['CA', 'TX'],
    letterStates: 'ALL',
  },
  { id: 8, reason: 'Duplicate therapy', noteRequired: true, stops: 'DRUG', urOnly: [], letterStates: 'ALL' },
  {
    id: 9,
    reason: 'Drug interaction or safety concern',
    noteRequired: true,
    stops: 'DRUG',
    urOnly: 'ALL',
    letterStates: 'ALL',
  },
  { id: 10, reason: 'Too soon to refill', noteRequired: false, stops: 'FILL', urOnly: [], letterStates: 'ALL' },
  {
    id: 11,
    reason: 'Prescriber not authorized treating provider',
    noteRequired: true,
    stops: 'FILL',
    urOnly: [],
    letterStates: ['FL', 'GA', 'NC', 'NJ'],
  },
  {
    id: 12,
    reason: 'Pharmacy outside required network',
    noteRequired: false,
    stops: 'FILL',
    urOnly: [],
    letterStates: 'NETWORK',
  },
  {
    id: 13,
    reason: 'Medical records not received',
    noteRequired: true,
    stops: 'FILL',
    urOnly: [],
    letterStates: 'ALL',
  },
  {
    id: 14,
    reason: 'Letter of medical necessity not supportive / not received',
    noteRequired: true,
    stops: 'FILL',
    urOnly: [],
    letterStates: 'ALL',
  },
  {
    id: 15,
    reason: 'Experimental, investigational or off-label',
    noteRequired: true,
    stops: 'DRUG',
    urOnly: 'ALL',
    letterStates: 'ALL',
  },
  {
    id: 16,
    reason: 'Compound ingredients not supported',
    noteRequired: true,
    stops: 'DRUG',
    urOnly: 'ALL',
    letterStates: ['TX', 'CA', 'NY', 'US-FECA', 'US-EEOIC', 'US-BL', 'US-LHWCA'],
  },
  {
    id: 17,
    reason: 'Repackaged or physician dispensed not payable',
    noteRequired: true,
    stops: 'FILL',
    urOnly: [],
    letterStates: 'LISTED',
  },
  {
    id: 18,
    reason: 'Over-the-counter item not payable',
    noteRequired: false,
    stops: 'DRUG',
    urOnly: [],
    letterStates: 'ALL',
  },
  {
    id: 19,
    reason: 'Claimant requested cancellation',
    noteRequired: false,
    stops: 'FILL',
    urOnly: [],
    letterStates: [],
  },
  { id: 20, reason: 'Duplicate of another request', noteRequired: false, stops: 'FILL', urOnly: [], letterStates: [] },
  {
    id: 21,
    reason: 'Peer review recommends denial',
    noteRequired: true,
    noteHint: 'Name the reviewer and the day of the review, and attach it to the request.',
    stops: 'DRUG',
    urOnly: 'ALL',
    letterStates: 'ALL',
  },
  {
    id: otherReason,
    reason: 'Other',
    noteRequired: true,
    noteHint: 'Enter the reason.',
    stops: 'DRUG',
    urOnly: [],
    letterStates: 'ALL',
  },
  {
    id: deferralReason,
    reason: 'Liability disputed: utilization review deferred',
    noteRequired: true,
    noteHint:
      'Explain the dispute: of the injury, a body part or this treatment, and why. Wording the notice must have (8 CCR 9792.9.1(b)(1)(E)): source not confirmed.',
    stops: 'FILL',
    urOnly: [],
    letterStates: deferralStates,
  },
]

const byId = new Map(rejectionReasons.map((row) => [row.id, row]))

/** A rejection reason by its id. */
export const rejectionReason = (id: number): RejectionReason | undefined => byId.get(id)

/** Whether a denial for this reason is of one fill and blocks nothing. */
export const isOfOneFill = (id: number | null | undefined): boolean => id != null && byId.get(id)?.stops === 'FILL'

/** Whether only a utilization reviewer may give this reason under this jurisdiction. */
export const urOnlyReason = (reason: RejectionReason, jurisState: string): boolean =>
  reason.urOnly === 'ALL' || reason.urOnly.includes(jurisState)

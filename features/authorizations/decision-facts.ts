import type { EngineFacts, Reject } from '#features/adjudication/answer.ts'
import type { Determined } from './determination-shape.ts'
import type { Facts } from './facts.ts'
import type { FirstApproval } from './rows.ts'

/** One reject as the rules of a decision need it; a row of the engine's answer fits as it is. */
export type RejectFacts = Pick<Reject, 'rejectCode' | 'safety' | 'hardStop' | 'letterNeeded'> & {
  class: string
  /** 1 contraindicated, 2 major, 3 moderate; absent where a code has no grade. */
  severity?: number | null
  /** Least role: A adjuster, S supervisor, R pharmacist, O override-all clinical, K fix the data, - nobody. */
  overridableBy: string
  /** Rule of adjudication that raised it, e.g. 'R15' (docs/rules.md). */
  sourceRule?: string
  /** How grave it is and what it is about. */
  measure?: Reject['measure']
  /** Already cleared, by the first of two approvals. */
  cleared?: boolean
}

/**
 * The columns of `Facts` that the rules of a decision ask for: `Facts` is one as it is, so is a draft that is judged before
 * it is sent. What is left out means that there is none.
 */
export type DecisionFacts = Pick<
  Facts,
  | 'status_id'
  | 'juris_state'
  | 'request_received_at'
  | 'gpi'
  | 'dea_schedule'
  | 'days_supply'
  | 'date_of_service'
  | 'doi'
  | 'term_date'
  | 'estimated_cost'
  | 'sub_carrier'
  | 'claim_channel_type'
  | 'completed_at'
  | 'reconsideration_level'
  | 'compensability'
  | 'compound_code'
> & {
  rejects: readonly RejectFacts[]
  owner_ids: readonly string[]
  /** Ids of the users the caller supervises. */
  supervised: readonly string[]
  shown: { facts: Pick<EngineFacts, 'firstFill' | 'opioid' | 'letterAgeDays' | 'injuryMatch'> }
  first_approval: Pick<
    FirstApproval,
    | 'byId'
    | 'byName'
    | 'clinical'
    | 'codes'
    | 'waitsFor'
    | 'cleared'
    | 'startDate'
    | 'endDate'
    | 'oneTime'
    | 'level'
    | 'maxFills'
  > | null
  determination?: Pick<
    Determined,
    'kind' | 'result' | 'startDate' | 'endDate' | 'oneTimeFill' | 'drugLevel' | 'maxFills' | 'maxQty' | 'maxDays'
  > | null
  /** Nobody asked for fills or a time that could be reduced: who makes the request, or grants in advance, says them now. */
  in_advance?: boolean
} & Partial<
    Pick<
      Facts,
      | 'statutory_due_at'
      | 'due_pack'
      | 'refills_authorised'
      | 'fill_number'
      | 'silence_approves'
      | 'quantity'
      | 'letter_came'
      | 'explained'
      | 'decided_before_by'
      | 'my_license'
      | 'handed_over'
      | 'takers'
      | 'maker_id'
      | 'filled'
      | 'maintenance'
      | 'drug'
      | 'delivery_type_id'
      | 'generic_or_brand'
      | 'on_file'
    >
  >

/**
 * Whether a letter of medical necessity is on file: one the engine counted, or one that came for this very request and that
 * the engine does not count until somebody has read it.
 */
export const hasLetter = ({ shown, letter_came }: Partial<Pick<DecisionFacts, 'shown' | 'letter_came'>>): boolean =>
  letter_came === true || (shown !== undefined && shown.facts.letterAgeDays !== null)

/** How a drug is made up (NCPDP compound code, 406-D6). */
export const compoundCode = { NOT_COMPOUND: 1, COMPOUND: 2 } as const

export const isCompound = ({ compound_code }: Pick<DecisionFacts, 'compound_code'>): boolean =>
  compound_code === compoundCode.COMPOUND

import { isCompound } from '#features/authorizations/decision-facts.ts'
import type { Why } from '#platform/calls/refusal.ts'
import { ncpdp } from '#reference/ncpdp.ts'
import { deferralReason, deferralStates, rejectionReasons } from '#reference/rejection-reasons.ts'

/** What is known of a request that a reason may contradict; undefined where it is not known. */
export type ClaimFacts = {
  dea_schedule: string | null
  compound_code: number
  rejects: readonly { rejectCode: string }[]
  /** Of the drug's file; null where the drug is not on file. */
  drug?: { otc?: boolean; repackaged?: boolean } | null | undefined
  /** Who dispenses: 4 is a physician. */
  delivery_type_id?: number | undefined
  juris_state?: string
}

const PHYSICIAN = 4
/** Codes the engine stops a pharmacy outside of the network with (R09), where the state lets one be required. */
const outsideNetwork: readonly string[] = ['40', '560', '561', 'G6', 'G9']

/**
 * Why a reason of `reference/rejection-reasons.ts` cannot be true of this request. What the state of the claim is may be known
 * to a person before the portal's data say so; what was dispensed and by whom is on the bill.
 */
const untrue: Readonly<Record<number, (of: ClaimFacts) => string | undefined>> = {
  12: ({ rejects }) =>
    rejects.some(({ rejectCode }) => outsideNetwork.includes(rejectCode))
      ? undefined
      : 'The pharmacy is in the network, or none may be required here.',
  16: (of) => (isCompound(of) ? undefined : 'This is not a compound.'),
  17: (of) => {
    const { drug, delivery_type_id: dispenser, rejects } = of
    if (dispenser === undefined || dispenser === PHYSICIAN) return undefined
    if (rejects.some(({ rejectCode }) => rejectCode === ncpdp.REPACKAGED)) return undefined
    if (isCompound(of)) return 'This is a compound, and a pharmacy dispenses it.'
    return drug && drug.repackaged !== true ? 'This product is not repackaged, and a pharmacy dispenses it.' : undefined
  },
  18: (of) => {
    if (of.dea_schedule) return 'This is a controlled prescription drug, not an over-the-counter item.'
    if (isCompound(of)) return 'This is a compound, not an over-the-counter item.'
    return of.drug?.otc === false ? 'This is a prescription drug, not an over-the-counter item.' : undefined
  },
  [deferralReason]: ({ juris_state: state }) =>
    state === undefined || deferralStates.includes(state)
      ? undefined
      : 'Deferring review for a dispute about liability is a rule of California.',
}

/** The refusal of a reason that cannot be true of this request. */
export function whyNotTrue(reasonId: number | undefined, of: ClaimFacts): Why<'RULE'> | undefined {
  const message = reasonId === undefined ? undefined : untrue[reasonId]?.(of)
  return message === undefined ? undefined : { code: 'RULE', field: 'reasonId', message }
}

/** The reasons that cannot be true of this request, by their ids: a form does not offer them. */
export const untrueReasons = (of: ClaimFacts): number[] =>
  rejectionReasons.flatMap(({ id }) => (whyNotTrue(id, of) ? [id] : []))

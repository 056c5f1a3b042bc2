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
  gpi?: string
  /** What the portal has of the patient and this drug. */
  on_file?: { filled: boolean; requested: boolean; treats: boolean } | undefined
}

const PHYSICIAN = 4
/** Codes the engine stops a pharmacy outside of the network with (R09), where the state lets one be required. */
const outsideNetwork: readonly string[] = ['40', '560', '561', 'G6', 'G9']

/** What the portal has of the patient and this drug, where the request names one drug. */
const onFile = (of: ClaimFacts): ClaimFacts['on_file'] =>
  isCompound(of) || (of.gpi ?? '').length < 8 ? undefined : of.on_file

/** A person may know it before the portal's data say so, or it is a judgment: nothing on file contradicts it. */
const aPersonKnows = (): undefined => undefined

/**
 * Why a reason of `reference/rejection-reasons.ts` cannot be true of this request; every reason has its line. What the state of the
 * claim is may be known to a person first. What was dispensed and by whom is on the bill; what was filled and requested here, and
 * who treats, is on file.
 */
export const untrue: Readonly<Record<number, (of: ClaimFacts) => string | undefined>> = {
  // The injury, the body part, the claim denied or closed: known to claims staff first.
  1: aPersonKnows,
  2: aPersonKnows,
  3: aPersonKnows,
  4: aPersonKnows,
  // Formulary, alternative, guideline, therapy beside it, safety: judgments, each with a note that names the fact.
  5: aPersonKnows,
  6: aPersonKnows,
  7: aPersonKnows,
  8: aPersonKnows,
  9: aPersonKnows,
  10: (of) =>
    onFile(of)?.filled === false && !of.rejects.some(({ rejectCode }) => rejectCode === ncpdp.REFILL_TOO_SOON)
      ? 'Nothing of this drug was filled in the 180 days before.'
      : undefined,
  11: (of) =>
    of.on_file?.treats === true && !of.rejects.some(({ rejectCode }) => rejectCode === ncpdp.PRESCRIBER_NOT_COVERED)
      ? 'The prescriber is an authorized treating provider of this claim.'
      : undefined,
  12: ({ rejects }) =>
    rejects.some(({ rejectCode }) => outsideNetwork.includes(rejectCode))
      ? undefined
      : 'The pharmacy is in the network, or none may be required here.',
  // Records and letters also come and are asked for outside of the portal.
  13: aPersonKnows,
  14: aPersonKnows,
  15: aPersonKnows,
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
  19: aPersonKnows,
  20: (of) => (onFile(of)?.requested === false ? 'No other request for this drug is on file.' : undefined),
  21: aPersonKnows,
  22: aPersonKnows,
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

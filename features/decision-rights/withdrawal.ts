import type { Person } from '#platform/calls/person.ts'
import { packFor } from '#features/deadlines/which-pack.ts'
import type { Why } from '#platform/calls/refusal.ts'
import { mayDecide } from '#features/permissions/rules.ts'
import { blocked } from './who-decides.ts'

/** An approval, as far as the state says whether it may be withdrawn. */
export type Given = {
  jurisState: string
  receivedAt: string
  /** Nobody decided in time, and the state approved it. */
  bySilence?: boolean | undefined
}

/**
 * Why a state lets an approval not be taken back by anybody: Texas (28 TAC 134.600(l)) none, other states none that silence
 * gave, unless they let it be denied later (Nevada).
 */
export function whyNotWithdraw({ jurisState, receivedAt, bySilence = false }: Given): Why<'RULE'> | undefined {
  const pack = packFor(jurisState, 'prospective', receivedAt)
  if (!pack.withdrawalAllowed) {
    const message = `${pack.jurisdiction} does not let an approval be withdrawn. A correction is a new decision.`
    return { code: 'RULE', message }
  }
  if (bySilence && pack.lapse !== 'deemed_approved_revocable') {
    const message = `Nobody decided in time, so ${pack.jurisdiction} approved it. That approval cannot be withdrawn.`
    return { code: 'RULE', message }
  }
  return undefined
}

/** What may not be withdrawn in this state, in words. */
export const noWithdrawal = ({ jurisState, bySilence = false }: Pick<Given, 'jurisState' | 'bySilence'>): string =>
  `${jurisState} does not let an approval${bySilence ? ' by silence' : ''} be withdrawn`

/** Why a given approval may not be ended or shortened: where the state lets it not be withdrawn; P4 elsewhere. */
export function whyNotEndApproval(person: Person, approval: Given): Why<'RULE' | 'UPDATE_BLOCKED'> | undefined {
  return mayDecide(person) ? whyNotWithdraw(approval) : blocked
}

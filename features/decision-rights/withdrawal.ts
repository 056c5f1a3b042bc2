import type { Person } from '#platform/calls/person.ts'
import { packFor } from '#features/deadlines/which-pack.ts'
import type { Why } from '#platform/calls/refusal.ts'
import { mayDecide } from '#features/permissions/rules.ts'
import { blocked } from './who-decides.ts'

/** Why a state lets an approval not be taken back by anybody: Texas (28 TAC 134.600(l)); nothing elsewhere. */
export function whyNotWithdraw(approval: { jurisState: string; receivedAt: string }): Why<'RULE'> | undefined {
  const pack = packFor(approval.jurisState, 'prospective', approval.receivedAt)
  if (!pack.withdrawalAllowed) {
    const message = `${pack.jurisdiction} does not let an approval be withdrawn. A correction is a new decision.`
    return { code: 'RULE', message }
  }
  return undefined
}

/** Why a given approval may not be ended or shortened: where the state lets none be withdrawn; P4 elsewhere. */
export function whyNotEndApproval(
  person: Person,
  approval: { jurisState: string; receivedAt: string },
): Why<'RULE' | 'UPDATE_BLOCKED'> | undefined {
  return mayDecide(person) ? whyNotWithdraw(approval) : blocked
}

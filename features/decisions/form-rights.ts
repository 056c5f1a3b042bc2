import type { Person } from '#platform/calls/person.ts'
import { rejectionReasons } from '#reference/rejection-reasons.ts'
import { needsSecondPerson } from './approval.ts'
import { leastGrant } from './least-grant.ts'
import { whyNotReject, whyNotRejectThisFill } from './denial.ts'
import { presetReason } from './preset-reason.ts'
import { untrueReasons } from './reason-fits.ts'
import type { Situation } from './edit-rules.ts'
import type { FormRules } from './edit-rules-shape.ts'
import { clearings, type Described } from './clearing.ts'

type FormRights = Pick<
  FormRules,
  'presetReason' | 'clearings' | 'secondApproval' | 'leastGrant' | 'reasonsNotAllowed' | 'untrueReasons'
>

/** What this person may do in a decision form beside its fields: the rules the decision itself asks, with the carrier's settings. */
export function formRights(
  person: Person,
  { authorization, action, now, settings }: Required<Situation> & { authorization: Described },
): FormRights {
  if (action === 'approve')
    return {
      clearings: clearings(person, authorization, settings),
      secondApproval: needsSecondPerson(person, authorization, settings),
      leastGrant: leastGrant(person, authorization, now, settings) ?? null,
      presetReason: presetReason(authorization)?.id ?? null,
      reasonsNotAllowed: [],
    }
  const asks = { reject: whyNotReject, rejectThisFill: whyNotRejectThisFill }
  return {
    clearings: [],
    secondApproval: false,
    leastGrant: null,
    presetReason: null,
    untrueReasons: untrueReasons(authorization),
    reasonsNotAllowed: rejectionReasons.flatMap(({ id, reason }) => {
      const given = { reasonId: id, priorauthReasonDesc: reason, note: 'Not related to the injury.' }
      const why = (name: keyof typeof asks) => {
        const refused = asks[name](person, authorization, given, now, settings)
        const barred = refused?.code === 'NEEDS_UR_DECISION' || refused?.code === 'DENIAL_TOO_LATE'
        return barred ? (refused.message ?? null) : null
      }
      const one = { reasonId: id, reject: why('reject'), rejectThisFill: why('rejectThisFill') }
      return one.reject === null && one.rejectThisFill === null ? [] : [one]
    }),
  }
}

import { whyNotWithdraw } from '#features/decision-rights/withdrawal.ts'
import { oneOrderOnly } from '#features/deadlines/which-pack.ts'
import { claimOfRow } from '#features/claims/seen-sql.ts'
import { oneTrip, seen, type Handlers } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { approvalReasons } from '#reference/approval-reasons.ts'
import { rejectionReasons, urOnlyReason } from '#reference/rejection-reasons.ts'
import type { Facts } from '#features/authorizations/facts.ts'
import { look } from '#features/authorizations/facts-sql.ts'
import { isInForce } from '#features/prior-auths/statuses.ts'
import { datesAllowed, editRules } from '../edit-rules.ts'
import { decisionSettings } from '#features/permissions/decision-settings.ts'
import { formRights } from '../form-rights.ts'
import { toPriorAuth } from '#features/authorizations/prior-auth-answer.ts'
import { blockOptions } from '../block-options.ts'
import * as decisions from '../sql.ts'
import type { formOptions } from '../form-options-contract.ts'
import * as sql from './sql.ts'
import { suppose, whyNotThis } from './supposed.ts'

/** The id no request has. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** What the rules of a form are asked about. */
const situation = (request: Facts, action: 'approve' | 'reject', now: Date) => ({
  authorization: request,
  action,
  now: now.toISOString(),
  settings: decisionSettings(request),
})

export const formOptionsHandlers: Handlers<typeof formOptions> = {
  effectiveDates: oneTrip(
    ({ id }) => ({ requests: seen(look(id), claimOfRow), priorAuths: decisions.priorAuthsOf(id) }),
    ({ requests: [request], priorAuths }, { input, person, now }) => {
      if (!request) return notFound()
      const { oneTimeFill } = input
      const subject = { ...situation(request, 'approve', now), ...(oneTimeFill !== undefined && { oneTimeFill }) }
      return {
        ...datesAllowed(person, subject),
        existingPriorAuths: priorAuths.filter((priorAuth) => isInForce(priorAuth.status_id)).map(toPriorAuth),
      }
    },
  ),

  reasons: oneTrip(
    () => ({}),
    // The claim is not known here, so that no reason is sure; a form asks what its request begins with.
    (_nothing, { input }) =>
      input.action === 'APPROVE'
        ? approvalReasons.map((one) => ({ ...reasonOf(one), default: false, urOnly: false }))
        : rejectionReasons.map((one) => ({
            ...reasonOf(one),
            default: false,
            urOnly: input.jurisState !== undefined && urOnlyReason(one, input.jurisState),
          })),
  ),

  // Of a request, or of one that is only supposed: a drug, a state and rejects.
  editRules: oneTrip(
    ({ authorizationId = nobody, gpi, subCarrier }) => ({
      requests: seen(look(authorizationId), claimOfRow),
      products: sql.productsOf(authorizationId),
      drugs: sql.scheduleOf(gpi ?? ''),
      settings: sql.settingsOf(subCarrier),
    }),
    ({ requests: [request], products: [found], drugs: [drug], settings: [own] }, { input, person, now, refuse }) => {
      const action = input.action === 'APPROVE' ? 'approve' : 'reject'
      if (input.authorizationId !== undefined) {
        if (!request) return notFound()
        const subject = situation(request, action, now)
        refuse(whyNotThis(input, subject.authorization))
        const oneOrder = action === 'approve' && oneOrderOnly(request) && request.rx_number !== ''
        const limit = oneOrder ? { oneOrder: request.rx_number } : {}
        const approvalsStay =
          whyNotWithdraw({ jurisState: request.juris_state, receivedAt: request.request_received_at }) !== undefined
        const rules = editRules(person, subject)
        const block = action === 'reject' && { block: blockOptions(request, rules.levels, found?.products ?? []) }
        return { ...rules, ...formRights(person, subject), ...limit, ...block, approvalsStay }
      }
      if (!own) return notFound()
      const { dea: deaSchedule = null, opioid, otc = null } = drug ?? {}
      const about = { deaSchedule, opioid: opioid === true, otc, now, timeZone: person.timeZone }
      const { authorization, why } = suppose(input, about)
      if (why) return refuse(why)
      const subject = { authorization, action, now: now.toISOString(), settings: decisionSettings(own) } as const
      return { ...editRules(person, subject), ...formRights(person, subject) }
    },
  ),

  autoPaUser: oneTrip(
    ({ subCarrierCode, groupNumber }) => ({ group: sql.autoPa(subCarrierCode, groupNumber) }),
    ({ group }) => ({ isAutoPaUser: group[0]?.auto_pa ?? false }),
  ),

  rejectionReasons: oneTrip(
    () => ({}),
    (_nothing, { input }) =>
      rejectionReasons.map((one) => ({
        reasonId: one.id,
        code: String(one.id).padStart(2, '0'),
        description: one.reason,
        requiresNote: one.noteRequired,
        urOnly: input.jurisState === undefined ? one.urOnly === 'ALL' : urOnlyReason(one, input.jurisState),
      })),
  ),
}

const reasonOf = (one: { id: number; reason: string; noteRequired: boolean; noteHint?: string }) => ({
  reasonId: one.id,
  description: one.reason,
  requiresNote: one.noteRequired,
  ...(one.noteHint !== undefined && { noteHint: one.noteHint }),
  letterText: null,
})

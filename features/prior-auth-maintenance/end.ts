import { whyNotExplained } from '#features/authorizations/explains.ts'
import { usDate } from '#platform/dates/day.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { doubledBy } from '#features/prior-auths/reach.ts'
import { priorAuthStatus, statusFromStart } from '#features/prior-auths/statuses.ts'
import type { PriorAuthChanges, PriorAuthRow } from '#features/prior-auths/rows.ts'
import { changePriorAuth, insertPriorAuth } from '#features/prior-auths/sql.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { digits } from '#features/authorizations/raise.ts'
import { datesAllowed } from '#features/decisions/edit-rules.ts'
import { whyNotReject } from '#features/decisions/denial.ts'
import { toNotify } from '#features/notifications/outbox.ts'
import { takeBackWord } from '#features/merging/taken-back.ts'
import { actorOf, event } from '#features/authorizations/rows.ts'
import * as rows from '#features/authorizations/sql.ts'
import type { OutputOf } from '#platform/calls/contract.ts'
import type { CallContext } from '#platform/calls/handler.ts'
import type { Why, RefusalCode } from '#platform/calls/refusal.ts'
import { asRequest, evaluateWidening, whyNotWiden } from './widening.ts'
import { toLine } from './answers.ts'
import type { priorAuths } from './contract.ts'
import { columnsOf, load } from './load.ts'
import { whyNotInform } from './informing.ts'
import { letsMoreThrough, moveOf, startOf, whyNotEnd, whyNotMoveEnd } from './rules.ts'
import { reasonsGiven } from './named-in-advance.ts'
import { whyNotStop, whyNotUnder } from './stopping.ts'
import * as sql from './sql.ts'
import { writeChange } from './write-change.ts'

type Call = (typeof priorAuths)['end']
type Answer = OutputOf<Call>

/** Notifies who was chosen of the new last day. */
function inform(context: CallContext<Call>, row: sql.PriorAuthFound, by: string, lastDay: string): void {
  const chosen = context.input.inform ?? []
  if (chosen.length === 0 || row.authorization_id === null) return
  const { mc, authorization_id: authorizationId } = row
  const moved = { lastDay: usDate(lastDay), reason: context.input.reason ?? '', chosen }
  const now = context.now.toISOString()
  context.write(
    insertOutbox([toNotify({ mc, id: context.newId(), authorizationId, happening: 'endMoved', by, moved, now })]),
  )
}

/** Attaches a refusal to a field of the call: the last day, the reason, or the findings. */
const inReason = <Code extends RefusalCode>(why: Why<Code> | undefined): Why<Code> | undefined =>
  why && {
    ...why,
    field:
      why.field === 'findings'
        ? 'findings'
        : ['safetyAck', 'note', 'priorauthReasonDesc'].includes(why.field ?? '')
          ? 'reason'
          : 'authorizationExpirationDate',
  }

/** Ends a prior authorization or block, moves its last day, or renews it after its window. */
export async function end(context: CallContext<Call>): Promise<Answer> {
  const { input, now } = context
  const at = now.toISOString()
  if (input.terminate !== true && input.authorizationExpirationDate === undefined)
    context.refuse({
      code: 'VALIDATION',
      field: 'authorizationExpirationDate',
      message: 'Enter a new last day, or say that it ends.',
    })
  const ref = input.priorAuthOverrideRef
  const look = input.terminate ? undefined : sql.snapshotOfPriorAuth(ref, {})
  const { person, row, priorAuth, settings, found } = await load(context, ref, { look, making: false })
  const reason = input.reason ?? ''
  const columns = columnsOf(row)
  context.refuse(whyNotInform(row.reachable, row.kind, input.inform ?? []))

  if (input.terminate) {
    context.refuse(whyNotEnd(person, priorAuth))
    const message = whyNotExplained(reason, 'Enter why it ends.')
    if (message !== undefined) context.refuse({ code: 'REASON_REQUIRED', field: 'reason', message })
    const lines = takeBackWord(context, {
      mc: row.mc,
      authorizationId: row.authorization_id,
      stays: row.auth_status,
      pharmacyNabp: row.pharmacy_nabp_of_request,
      waiting: row.kind === 'PERMIT' && row.waiting,
      merged: row.merged,
    })
    const last = row.start_date > row.today ? row.start_date : row.end_date < row.today ? row.end_date : row.today
    inform(context, row, person.id, last)
    const line = writeChange(
      context,
      person,
      row,
      {
        ...columns,
        status_id: row.kind === 'BLOCK' ? priorAuthStatus.BLOCK_ENDED : priorAuthStatus.ENDED,
        end_date: last,
        terminated_by: person.name,
        terminated_reason: reason,
      },
      reason,
      lines,
    )
    return {
      success: true,
      priorAuth: line,
      warnings: lines.length > 0 ? ['The pharmacy is notified that the drug is no longer covered.'] : [],
    }
  }

  const endDate = input.authorizationExpirationDate!
  const action = row.kind === 'BLOCK' ? ('reject' as const) : ('approve' as const)
  const move = moveOf(priorAuth, endDate)
  const startDate = startOf(priorAuth, endDate, row.today)
  const to: PriorAuthChanges = { ...columns, start_date: startDate, end_date: endDate }
  const more = letsMoreThrough(priorAuth, { ...priorAuth, startDate, endDate })
  const widening = more && row.kind === 'PERMIT' ? evaluateWidening(row, to, found!, at) : undefined
  const authorization = widening?.authorization ?? asRequest(row)
  const limit = datesAllowed(person, { authorization, action, now: at, settings, startDate })
  context.refuse(whyNotMoveEnd(person, priorAuth, endDate, limit, { today: row.today, now: at }))
  // A later end is evaluated as a whole; the reason is this user's confirmation of one finding, more have one each.
  const { findings } = input
  const said = { safetyRejectEnabled: true, safetyAck: input.reason, findings, note: input.reason }
  if (widening) context.refuse(inReason(whyNotWiden(person, widening, row, to, said, at, settings)))
  else if (more)
    context.refuse(
      inReason(
        whyNotReject(
          person,
          authorization,
          {
            drugLevel: row.level === 11 ? undefined : row.level,
            keepsReason: row.reason_desc !== '',
            priorauthReasonDesc: reason,
            note: input.reason,
          },
          at,
          settings,
        ),
      ) ??
        whyNotStop(
          row.juris_state,
          row.others,
          { level: row.level, prefix: row.gpi_prefix, rxNumber: row.rx_number, startDate, endDate },
          at,
        ),
    )
  if (row.kind === 'PERMIT' && move !== 'shorter')
    context.refuse(
      whyNotUnder(row.others, {
        level: row.level,
        gpiPrefix: row.gpi_prefix,
        rxNumber: row.rx_number,
        brandFlag: row.brand_flag,
        startDate,
        endDate,
      }),
    )
  const why = widening ? reasonsGiven(widening.authorization.rejects, said) : ''
  const recorded = [reason, why === reason ? '' : why].filter(Boolean).join('. ')
  const doubled = doubledBy(row.others, {
    kind: row.kind,
    gpiPrefix: row.gpi_prefix,
    brandFlag: row.brand_flag,
    rxNumber: row.rx_number,
    startDate,
    endDate,
  })
  if (move !== 'shorter' && doubled.length > 0)
    context.refuse({
      code: 'DUPLICATE',
      field: 'authorizationExpirationDate',
      message: 'Another prior authorization covers part of this time.',
      current: { existingPriorAuths: doubled },
    })
  if (move !== 'renewed') {
    const message = move === 'shorter' ? whyNotExplained(reason, 'Enter why it ends earlier.') : undefined
    if (message !== undefined) context.refuse({ code: 'REASON_REQUIRED', field: 'reason', message })
    inform(context, row, person.id, endDate)
    return {
      success: true,
      priorAuth: writeChange(context, person, row, { ...columns, end_date: endDate }, recorded),
      warnings: [],
    }
  }

  inform(context, row, person.id, endDate)
  // An expired one stays unchanged; a new one with the same limits and no used fills replaces it.
  const id = context.newId()
  const renewed: PriorAuthRow = {
    ...columns,
    mc: row.mc,
    sub_carrier: row.sub_carrier,
    stratus_claim_id: row.stratus_claim_id,
    authorization_id: row.authorization_id,
    kind: row.kind,
    drug_name: row.drug_name,
    rx_number: row.rx_number,
    override_all: row.override_all,
    id,
    override_ref: `PA${digits(id, 10)}`,
    status_id: row.kind === 'BLOCK' ? priorAuthStatus.BLOCK_ACTIVE : statusFromStart(startDate, row.today),
    start_date: startDate,
    end_date: endDate,
    fills_used: 0,
    supersedes_id: row.id,
    terminated_by: null,
    terminated_reason: null,
    created_source: 'PORTAL',
    created_at: at,
    created_by_name: person.name,
    version: 1,
  }
  context.write(changePriorAuth(row.mc, row.id, columns))
  context.write(insertPriorAuth(renewed))
  context.write(
    sql.noteChange({
      mc: row.mc,
      id: context.newId(),
      prior_auth_id: id,
      at,
      by_id: person.id,
      by_name: person.name,
      reason: recorded,
      before: { override_ref: row.override_ref, end_date: row.end_date },
      after: { override_ref: renewed.override_ref, start_date: startDate, end_date: endDate },
    }),
  )
  if (row.authorization_id !== null)
    context.write(
      rows.insertEvents([
        event(
          {
            mc: row.mc,
            authorizationId: row.authorization_id,
            now: at,
            actor: actorOf(person),
            from: row.auth_status,
            to: row.auth_status,
          },
          eventCode.PRIOR_AUTH_CHANGED,
          { field: 'end', old: row.end_date, new: `${usDate(endDate)} (${renewed.override_ref})` },
        ),
      ]),
    )
  context.note({
    claims: [row.stratus_claim_id],
    type: 'prior_auth',
    id,
    detail: { renews: row.id, startDate, endDate, ...(recorded && { reason: recorded }) },
  })
  context.publishChange('authorizations')
  return {
    success: true,
    priorAuth: toLine({ ...row, ...renewed, status_today: renewed.status_id, fills: [] }),
    warnings: [`${row.override_ref} had expired: ${renewed.override_ref} continues it.`],
  }
}

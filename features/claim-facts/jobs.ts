import { relook } from '#features/authorizations/clock-sql.ts'
import { eventCode } from '#features/authorizations/events.ts'
import type { Facts } from '#features/authorizations/facts.ts'
import { factsLocked } from '#features/authorizations/facts-sql.ts'
import { keepFirstApproval } from '#features/authorizations/first-approval-sql.ts'
import { hasLapsed } from '#features/authorizations/lapse.ts'
import { move, touch } from '#features/authorizations/lifecycle.ts'
import { engine, event } from '#features/authorizations/rows.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import { status } from '#features/authorizations/statuses.ts'
import { lockClaimById } from '#features/claims/lock-sql.ts'
import { dueAt } from '#features/deadlines/due.ts'
import { packFor, silenceApproves } from '#features/deadlines/which-pack.ts'
import { factInWords } from '#features/eligibility/claim-fact-rules.ts'
import { FACTS_CHANGED, factsInForce } from '#features/eligibility/claim-fact-sql.ts'
import { takeBackWord } from '#features/merging/taken-back.ts'
import { examine, examinedColumns } from '#features/new-authorization/prepare.ts'
import { toNotify } from '#features/notifications/outbox.ts'
import { endPriorAuths } from '#features/prior-auths/sql.ts'
import { asBilled, snapshotOfBilled } from '#features/snapshots/as-billed.ts'
import { tried } from '#features/snapshots/billed-sql.ts'
import { brand } from '#platform/brand.ts'
import { usDate } from '#platform/dates/day.ts'
import { dateIn, instantOf } from '#platform/dates/zone.ts'
import type { Job, JobContext } from '#platform/jobs/jobs.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { againOf, isVoid } from './again.ts'
import { changeOf, effectOn, type Approval, type Effect } from './rests-on.ts'
import * as sql from './sql.ts'

/** One open request of a claim of which a fact changed: what stops it now, in the log and to its owner. */
async function lookAgain(context: JobContext, row: Facts, change: string): Promise<void> {
  const { mc, db, now, newId, write } = context
  const at = now.toISOString()
  const [of, found] = await Promise.all([db.one(tried(row.id)), db.one(snapshotOfBilled(row.id))])
  if (!of || !found?.keys) return
  const columns = examinedColumns(examine(asBilled(of), found, at, 'REVIEW'))
  const again = againOf(row, columns)
  if (!again) return
  // What stopped it stays on a request that would pay: it is approved as it was asked, or pays when it is sent again.
  if (again.stops) write(relook(mc, row.id, { ...columns, silence_approves: silenceApproves({ ...row, ...columns }) }))
  touch(context, row, at)
  const line = { mc, authorizationId: row.id, now: at, actor: engine, from: row.status_id, to: row.status_id }
  write(insertEvents([event(line, eventCode.CLAIM_CHANGED, { change, effect: again.words })]))
  write(insertOutbox([toNotify({ mc, id: newId(), authorizationId: row.id, happening: 'claimChanged', now: at })]))
  if (again.stops && isVoid(row.first_approval, row, columns)) voidFirstApproval(context, row, again.words)
}

/** The first of two approvals was given before the claim changed: it is void, and the approval is asked for again. */
function voidFirstApproval(context: JobContext, row: Facts, why: string): void {
  const { mc, now, newId, write } = context
  const at = now.toISOString()
  write(keepFirstApproval(mc, row.id, null))
  const notice = toNotify({
    mc,
    id: newId(),
    authorizationId: row.id,
    happening: 'secondReturned',
    to: [row.first_approval!.byId],
    now: at,
  })
  if (row.status_id !== status.PENDING_SECOND_APPROVAL) return write(insertOutbox([notice]))
  const to = status.PENDING
  const line = event(
    { mc, authorizationId: row.id, now: at, actor: engine, from: row.status_id, to },
    eventCode.SECOND_APPROVAL_RETURNED,
    {},
  )
  const note = `the claim changed: ${why}`
  move(context, row, {
    via: 'return',
    to,
    now: at,
    by: engine,
    events: [{ ...line, event_text: `${line.event_text}: ${note}`, detail: { note } }],
    outbox: [notice],
  })
}

/** An approval that rests on a fact that ended: it ends with it, or its owner looks at it. */
function endWith(context: JobContext, approval: Approval, effect: Effect): void {
  const { mc, now, newId, write } = context
  const { authorization_id: authorizationId, auth_status: stays, override_ref: ref } = approval
  const at = now.toISOString()
  if (effect.ends) write(endPriorAuths(mc, [approval.id], brand.name, `Claim changed: ${effect.why}`, effect.lastDay))
  if (authorizationId === null || stays === null) return
  const line = { mc, authorizationId, now: at, actor: engine, from: stays, to: stays }
  const { pharmacy_nabp: pharmacyNabp, waiting, merged } = approval
  const lines = effect.ends
    ? [
        event(line, eventCode.PRIOR_AUTH_ENDED, { result: `${ref} ended with the claim: ${effect.why}` }),
        ...takeBackWord(context, { mc, authorizationId, stays, pharmacyNabp, waiting, merged }),
      ]
    : [
        event(line, eventCode.CLAIM_CHANGED, {
          change: effect.why,
          effect: `Prior authorization ${ref} stays in force until somebody ends it`,
        }),
      ]
  write(insertEvents(lines))
  const happening = effect.ends ? 'approvalEnded' : 'approvalInDoubt'
  write(insertOutbox([toNotify({ mc, id: newId(), authorizationId, happening, now: at })]))
}

/** A dispute about liability ended, and the carrier is liable, for the claim or for an injury. */
const settlesLiability = ({ kind, value }: sql.Changed['facts'][number]): boolean =>
  (kind === 'COMPENSABILITY' && (value === 'ACCEPTED' || value === 'PARTIAL')) ||
  ((kind === 'DIAGNOSIS' || kind === 'PART') && value === 'ACCEPTED')

/**
 * Review of a request was deferred while liability was disputed: once it is settled, what was dispensed is reviewed by the time of a
 * bill, counted from that day, and a new request has its own (8 CCR 9792.9.1(b)(2)).
 */
function reviewBegins(context: JobContext, row: sql.Deferred, from: string): void {
  const { mc, now, newId, write } = context
  const at = now.toISOString()
  const pack = packFor(row.juris_state, 'retrospective', at)
  const received = new Date(instantOf(from, '12:00', pack.timeZone)).toISOString()
  const due = usDate(dateIn(Date.parse(dueAt(pack, { receivedAt: received }).dueAt), pack.timeZone))
  const line = { mc, authorizationId: row.id, now: at, actor: engine, from: row.status_id, to: row.status_id }
  write(insertEvents([event(line, eventCode.LIABILITY_SETTLED, { date: usDate(from), due })]))
  write(insertOutbox([toNotify({ mc, id: newId(), authorizationId: row.id, happening: 'liabilitySettled', now: at })]))
}

/**
 * A fact of a claim changed, or begins to hold today: its columns say so, its open requests are looked at again, and approvals that
 * rested on it end.
 */
const factsChanged: Job = async (context) => {
  const { payload, db, now, publishChange } = context
  const claimId = String(payload['claimId'])
  const at = now.toISOString()
  await db.all(lockClaimById(claimId))
  const changed = await db.one(sql.changed(claimId, payload['factIds'] as string[], at))
  if (!changed) return
  await db.all(factsInForce([claimId], changed.today))
  const facts = changed.facts.filter(({ from }) => from <= changed.today)
  if (facts.length === 0) return
  const change = facts.map(factInWords).join('; ')
  const claim = await db.one(sql.forChange(claimId, at))
  const rows = await db.all(factsLocked(sql.openOf(claimId)))
  for (const row of rows) if (!hasLapsed(row, at)) await lookAgain(context, row, change)
  if (claim) {
    const of = changeOf(claim, claim.juris_state, facts, changed.today)
    for (const approval of claim.approvals) {
      const effect = effectOn(approval, of)
      if (effect) endWith(context, approval, effect)
    }
  }
  const settled = facts.find(settlesLiability)
  if (settled) for (const row of await db.all(sql.deferredOf(claimId))) reviewBegins(context, row, settled.from)
  publishChange('authorizations')
  publishChange('eligibility')
}

export const jobs: Record<string, Job> = { [FACTS_CHANGED]: factsChanged }

import { eventCode } from '#features/authorizations/events.ts'
import { engine, event } from '#features/authorizations/rows.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import { lockClaimById } from '#features/claims/lock-sql.ts'
import { dueAt } from '#features/deadlines/due.ts'
import { packFor } from '#features/deadlines/which-pack.ts'
import { factInWords } from '#features/eligibility/claim-fact-rules.ts'
import { FACTS_CHANGED, factsInForce } from '#features/eligibility/claim-fact-sql.ts'
import { takeBackWord } from '#features/merging/taken-back.ts'
import { toNotify } from '#features/notifications/outbox.ts'
import { endPriorAuths } from '#features/prior-auths/sql.ts'
import { brand } from '#platform/brand.ts'
import { usDate } from '#platform/dates/day.ts'
import { dateIn, instantOf } from '#platform/dates/zone.ts'
import type { Job, JobContext } from '#platform/jobs/jobs.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { lookAtOpen } from './look-again.ts'
import { changeOf, effectOn, type Approval, type Effect } from './rests-on.ts'
import * as sql from './sql.ts'

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
  await lookAtOpen(context, claimId, change)
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

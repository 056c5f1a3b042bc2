import { look } from '#features/authorizations/facts-sql.ts'
import { isOpen } from '#features/authorizations/statuses.ts'
import { claimOfRow } from '#features/claims/seen-sql.ts'
import { approvalAs } from '#features/decisions/approval-verdict.ts'
import { denialOf, fillDenialOf } from '#features/decisions/denial-verdict.ts'
import { drawUp } from '#features/decisions/draw-up.ts'
import { namedInstead, readInstead } from '#features/decisions/named-instead.ts'
import type { Case } from '#features/decisions/load.ts'
import { decidedRequest } from '#features/letters/decision-sql.ts'
import { toBeNotified } from '#features/delivery/sql.ts'
import { decisionSettings } from '#features/permissions/decision-settings.ts'
import { asBilled, snapshotOfBilled } from '#features/snapshots/as-billed.ts'
import { toSnapshot } from '#features/snapshots/sql.ts'
import { adjudicate } from '#features/adjudication/rules.ts'
import { ncpdp } from '#reference/ncpdp.ts'
import { paysToday, statementsOfAnother, type AnotherProduct } from '#features/snapshots/another-product.ts'
import { tried } from '#features/snapshots/billed-sql.ts'
import { type CallContext, implement, oneTrip, seen } from '#platform/calls/handler.ts'
import { invalid, notFound, type Why } from '#platform/calls/refusal.ts'
import type { Written } from '#features/decisions/rows.ts'
import type { Billed } from '#features/decisions/would-pay.ts'
import { reviewEnded } from '#features/decisions/review-ended.ts'
import { outgoing } from './contract.ts'
import { outgoingOf } from './shown.ts'
import { asIfDecided, namedBy, ndcNamedBy, pharmacyOf } from './sql.ts'

type Shown = CallContext<(typeof outgoing)['shown']>
type At = Pick<Case, 'person' | 'request' | 'now' | 'settings'>

/**
 * Why a decision is refused; its rows, with the day to bill and the codes that would stop the claim then; or neither: it is saved for
 * somebody else.
 */
type Planned = { why?: Pick<Why, 'message'>; written?: Written; stops?: readonly string[]; billedOn?: string }

/** What the decision comes to, by the functions that write it. */
async function plannedOf(
  context: Shown,
  at: At,
  billed: Billed,
  another: AnotherProduct | undefined,
): Promise<Planned> {
  const { approve, reject, rejectThisFill } = context.input
  if (approve) return approvalAs(context, at, approve, billed)
  if (reject) {
    const denial = denialOf(at, reject)
    if (denial.why) return denial
    const { verdict, stops: block, ended } = denial
    const { why, ...instead } = namedInstead(at.now, another, { block, ends: ended.map(({ id }) => id) })
    return why ? { why } : { written: drawUp(context, at, { ...verdict, ...instead }) }
  }
  const { why: refused, verdict } = fillDenialOf(at, rejectThisFill!)
  if (refused) return { why: refused }
  const { why, ...instead } = namedInstead(at.now, another, { ends: [] })
  if (why) return { why }
  const written = drawUp(context, at, { ...verdict, ...instead })
  return { written, ...stoppedByOthers(at.now, billed) }
}

/** Of a fill that is denied: that another approval lets it pass, or that the block of another decision stops it. */
function stoppedByOthers(now: string, { of, found }: Billed): { stops?: readonly string[] } {
  const { rejects } = adjudicate(asBilled(of, {}), toSnapshot(found, now), { mode: 'TRIAL' })
  if (rejects.length === 0) return { stops: [] }
  return rejects.some(({ rejectCode }) => rejectCode === ncpdp.BLOCKED) ? { stops: [ncpdp.BLOCKED] } : {}
}

/** What a decision would send. It writes nothing: who decides afterwards sends exactly this, unless something changes meanwhile. */
async function shown(context: Shown) {
  const { db, who, input, now, note, portal } = context
  const { authorizationId: id, approve, reject, rejectThisFill } = input
  if ([approve, reject, rejectThisFill].filter((one) => one !== undefined).length !== 1)
    invalid('approve', 'Enter one decision: approve, reject or rejectThisFill.')
  const insteadNdc = (reject ?? rejectThisFill)?.insteadNdc
  const [person, request, of, found, pharmacy, another] = await Promise.all([
    who(),
    db.one(look(id)),
    db.one(tried(id)),
    db.one(snapshotOfBilled(id)),
    db.one(pharmacyOf(id)),
    readInstead(db, { id, insteadNdc }),
  ])
  if (!request || !of || !found || !pharmacy) return notFound()
  note({ claims: [request.stratus_claim_id], type: 'rx_authorization', id })
  const nothing = { isSaved: false, messages: [] }
  if (!isOpen(request.status_id)) return { ...nothing, why: 'This request is decided already.' }
  const at = { person, request, now: now.toISOString(), settings: decisionSettings(request) }
  const planned = await plannedOf(context, at, { id, of, found }, another)
  if (planned.why) return { ...nothing, why: planned.why.message }
  if (!planned.written) return { ...nothing, why: null, isSaved: true }
  const { written, stops, billedOn = request.date_of_service } = planned
  const review = reviewEnded(at, written)
  if (review?.why) return { ...nothing, why: review.why.message }
  if (review) written.decision.note = review.note
  const [decided, notified] = await Promise.all([
    db.one(asIfDecided(decidedRequest(id), written)),
    db.one(asIfDecided(toBeNotified(id, person.id, []), written)),
  ])
  const all = { pharmacy, decided: decided!, notified: notified! }
  const messages = outgoingOf({ request, written, stops, billedOn }, all, { now, origin: portal.settings.origin })
  return { why: null, isSaved: false, messages }
}

export const handlers = implement(outgoing)({
  shown,

  instead: oneTrip(
    ({ authorizationId: id }) => ({
      request: seen(namedBy(id), claimOfRow),
      ...statementsOfAnother(id, ndcNamedBy(id)),
    }),
    ({ request: [request], billed: [billed], found: [found] }, { now }) => {
      if (!request) return notFound()
      const { instead } = request
      return { instead: instead && { ...instead, paysNow: paysToday({ ndc: instead.ndc, billed, found }, now) } }
    },
  ),
})

import { claimSeen } from '#features/claims/seen-sql.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { lineOf } from '#features/authorizations/rows.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import { mergeInto, moveClaims, moveClaimsBack, partFrom } from '#features/eligibility/merge-sql.ts'
import { insertChange } from '#features/eligibility/sql.ts'
import { entriesOf } from '#features/evidence/sql.ts'
import { endConsentOf } from '#features/text-messages/sql.ts'
import { type CallContext, implement } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { leaving } from '#platform/jobs/outbox-row.ts'
import { doubles } from './contract.ts'
import { differencesOf, looksAlike, whyNotMergeBy, whyNotSame, whyNotUndo } from './rules.ts'
import { claimsIn, toCompared, toMerge, toPair } from './shown.ts'
import * as sql from './sql.ts'
import { WORKER_CHANGED } from './topic.ts'

type Calls = typeof doubles
type Writing = Pick<CallContext<Calls['merge'] | Calls['undo']>, 'now' | 'newId' | 'write' | 'publishChange'>
type Person = { id: string; name: string }

/** What an act on two workers finds, once all their claims and both records are locked. */
const load = async ({ db }: Pick<CallContext<Calls['merge']>, 'db'>, of: sql.About) => {
  const [, workers, claims, requests] = await Promise.all([
    db.all(sql.lockClaimsOf(of)),
    db.all(sql.workersLocked(of)),
    db.all(sql.claimsOf(of)),
    db.all(sql.requestsOf(of)),
  ])
  return { workers, claims, requests }
}

/** Claims of which another worker is the patient now, in their history; and what has to be looked at again. */
function writeMoved(
  { now, newId, write, publishChange }: Writing,
  person: Person,
  of: {
    moved: readonly sql.ClaimFound[]
    claims: readonly sql.ClaimFound[]
    from: string
    to: string
    reason: string
    change: string
  },
): void {
  const at = now.toISOString()
  for (const claim of of.moved)
    write(
      insertChange({
        id: newId(),
        sub_carrier: claim.sub_carrier,
        stratus_claim_id: claim.id,
        eligibility_id: null,
        kind: 'PERSON',
        at,
        changed_by: person.id,
        changed_by_name: person.name,
        before: { patientId: of.from },
        after: { patientId: of.to },
        note: of.reason,
      }),
    )
  const again = of.claims.map(({ id, mc }) =>
    leaving({ mc, id: newId(), topic: WORKER_CHANGED, payload: { claimId: id, change: of.change }, now: at }),
  )
  if (again.length > 0) write(insertOutbox(again))
  publishChange('authorizations')
  publishChange('eligibility')
}

async function merge(context: CallContext<Calls['merge']>) {
  const { input, who, now, newId, write, note, refuse } = context
  const about = { claims: [input.claimId, input.otherClaimId] }
  const [person, { workers, claims, requests }] = await Promise.all([who(), load(context, about)])
  const stays = workers.find(({ through }) => through.includes(input.claimId))
  const goes = workers.find(({ through }) => through.includes(input.otherClaimId))
  if (!stays || !goes) return notFound()
  refuse(whyNotMergeBy(person))
  const [one, other] = [toCompared(stays.worker), toCompared(goes.worker)]
  if (stays === goes && stays.by !== null && input.claimId !== input.otherClaimId)
    refuse({ code: 'CONFLICT', message: `${stays.by} merged these patients already. Look at them again.` })
  refuse(whyNotSame(one, other))
  if (stays.worker.version !== input.version || goes.worker.version !== input.otherVersion)
    refuse({ code: 'CONFLICT', message: 'Somebody else changed one of these patients meanwhile. Look at them again.' })
  const open = differencesOf(one, other).filter(({ code }) => !input.confirmed.includes(code))
  if (open.length > 0)
    refuse({
      code: 'RULE',
      message: `${open[0]!.message} Confirm that this is one person.`,
      fields: open.map(({ code, message }) => ({ path: 'confirmed', code, message })),
    })
  const [mergeId, at] = [newId(), now.toISOString()]
  const { claimantId: to, patientId } = stays.worker
  const { claimantId: from, patientId: gone } = goes.worker
  write(sql.insertMerge({ id: mergeId, stays: to, goes: from, reason: input.reason, at, by: person }))
  write(mergeInto(from, to))
  write(moveClaims(from, to))
  write(entriesOf(to))
  write(endConsentOf(from, to, at))
  const moved = claims.filter(({ claimant_id }) => claimant_id === from)
  writeMoved(context, person, {
    moved,
    claims,
    from: gone,
    to: patientId,
    reason: input.reason,
    change: `patient ${gone} was merged into ${patientId}`,
  })
  const line = (request: sql.RequestFound) =>
    lineOf({ person, request, now: at }, eventCode.PATIENT_MERGED, { gone, stays: patientId, user: person.name })
  if (requests.length > 0) write(insertEvents(requests.map(line)))
  note({
    claims: claims.map(({ id }) => id),
    type: 'worker_merge',
    id: mergeId,
    detail: { stays: to, goes: from, claims: moved.length, confirmed: input.confirmed },
  })
  return {
    success: true as const,
    mergeId,
    patientId,
    mergedPatientId: gone,
    claims: moved.length,
    openRequests: requests.length,
  }
}

async function undo(context: CallContext<Calls['undo']>) {
  const { input, db, who, now, write, note, refuse } = context
  const [person, { claims, requests }, found] = await Promise.all([
    who(),
    load(context, { merge: input.mergeId }),
    db.one(sql.mergeOf(input.mergeId)),
  ])
  if (!found) return notFound()
  refuse(whyNotUndo(person, { undoneBy: found.undone_by_name, mergedOn: found.merged_on }))
  const at = now.toISOString()
  const { stays_id: stays, goes_id: goes } = found
  const went = found.claims.map(({ claimId }) => claimId)
  const moved = claims.filter(({ id, claimant_id }) => claimant_id === stays && went.includes(id))
  write(sql.undoMerge(found.id, { reason: input.reason, at, by: person }))
  write(partFrom(goes, found.before))
  write(moveClaimsBack(stays, goes, went))
  write(entriesOf(goes))
  const [from, to] = [found.stays.patientId, found.goes.patientId]
  writeMoved(context, person, {
    moved,
    claims,
    from,
    to,
    reason: input.reason,
    change: `the merge of patient ${to} into ${from} was undone`,
  })
  const line = (request: sql.RequestFound) =>
    lineOf({ person, request, now: at }, eventCode.PATIENT_MERGE_UNDONE, { gone: to, stays: from, user: person.name })
  if (requests.length > 0) write(insertEvents(requests.map(line)))
  note({
    claims: claims.map(({ id }) => id),
    type: 'worker_merge',
    id: found.id,
    detail: { undone: true, stays, goes, claims: moved.length },
  })
  const back = new Set(moved.map(({ id }) => id))
  return {
    success: true as const,
    mergeId: found.id,
    claims: claims.map(({ id }) => ({ claimId: id, patientId: back.has(id) ? to : from })),
    openRequests: requests.length,
  }
}

export const handlers = implement(doubles)({
  list: async ({ input: { page, size }, db, who, note }) => {
    const [person, rows] = await Promise.all([who(), db.all(sql.pairs(page, size))])
    const pairs = rows
      .slice(0, size)
      .map((row) => toPair(row, person))
      .filter(({ score }) => looksAlike(score))
    note({ claims: claimsIn(pairs) })
    return { pairs, page, more: rows.length > size }
  },

  compare: async ({ input, db, who, note }) => {
    const [person, found] = await Promise.all([who(), db.one(sql.pairOf(input.claimNumber, input.otherClaimNumber))])
    if (!found) return notFound()
    const pair = toPair(found, person)
    note({ claims: claimsIn([pair]) })
    return pair
  },

  merge,
  undo,

  differ: async (context) => {
    const { input, who, now, write, note, refuse } = context
    const about = { claims: [input.claimId, input.otherClaimId] }
    const [person, { workers, claims }] = await Promise.all([who(), load(context, about)])
    const one = workers.find(({ through }) => through.includes(input.claimId))
    const other = workers.find(({ through }) => through.includes(input.otherClaimId))
    if (!one || !other) return notFound()
    refuse(whyNotMergeBy(person))
    if (one === other) refuse({ code: 'RULE', message: 'These claims are of one patient.' })
    const [a, b] = [one.worker.claimantId, other.worker.claimantId]
    write(sql.keepDifferent({ one: a, other: b, reason: input.reason, at: now.toISOString(), by: person }))
    note({ claims: claims.map(({ id }) => id), type: 'worker_pair', id: a, detail: { differentFrom: b } })
    return { success: true }
  },

  merges: async ({ input: { claimId = null, page, size }, db, who, note }) => {
    const [person, claim, rows] = await Promise.all([
      who(),
      claimId === null ? undefined : db.one(claimSeen(claimId)),
      db.all(sql.merges(claimId, page, size)),
    ])
    if (claimId !== null && !claim) return notFound()
    const merges = rows.slice(0, size).map((row) => toMerge(row, person))
    const moved = merges.flatMap(({ claims }) => claims.map((one) => one.claimId))
    note({ claims: [...new Set(claim ? [claim.id, ...moved] : moved)] })
    return { merges, page, more: rows.length > size }
  },
})

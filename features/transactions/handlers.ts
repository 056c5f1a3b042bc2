import { insertOutbox } from '#platform/outbox.ts'
import { adjudicate, considerations, recommend } from '#features/adjudication/rules.ts'
import type { Adjudication } from '#features/adjudication/contract.ts'
import { toSnapshot, type SnapshotRow } from '#features/adjudication/sql.ts'
import { snoozeEnded } from '#features/authorizations/clock/rules.ts'
import { codesOf, keep, outcomeOf, settingsThen } from '#features/authorizations/decision/keep-record.ts'
import {
  digits,
  pharmacyReference,
  raise,
  raiseCleared,
  resubmitted,
  type Raise,
} from '#features/authorizations/raise.ts'
import { mayBeSame } from '#features/authorizations/merging/outbox.ts'
import { engine, event } from '#features/authorizations/rows.ts'
import * as rows from '#features/authorizations/sql.ts'
import { ownersFor } from '#features/authorizations/routing/desk.ts'
import { due as careScoreDue } from '#features/care-score/sql.ts'
import { toNotify } from '#features/notifications/outbox.ts'
import { nextMorning } from '#features/notifications/rules.ts'
import type { Asked, Handlers } from '#platform/handler.ts'
import { notFound } from '#platform/refusal.ts'
import type { ClaimAnswer, transactions } from './contract.ts'
import { claimDay, record } from './record.ts'
import { inProcess, stormOf, waitsStill } from './resubmission.ts'
import * as sql from './sql.ts'
import { paidBecause, paidOtherwise, withdraw } from './withdrawal.ts'

type Intake = Asked<(typeof transactions)['intake']>

const REVERSAL_DAYS = 90
const MAX_REJECTS = 20

/** Up to three lines a pharmacy reads: why, who acts, which reference (domain 7.8). */
function words(adjudication: Adjudication, reference: string | null): string[] {
  if (adjudication.outcome === 'P') return adjudication.warnings.map((warning) => warning.message).slice(0, 3)
  const lines = [adjudication.rejects[0]?.message ?? 'Rejected.']
  if (reference) lines.push(`PA REQUIRED - ADJUSTER NOTIFIED REF ${reference}`)
  for (const fix of adjudication.pending.pharmacyMustFix.slice(0, 2))
    lines.push(`PHARMACY MUST ALSO FIX: ${fix.fixHint}`)
  return lines.slice(0, 4)
}

function answer(
  adjudication: Adjudication,
  tcn: string,
  reference: string | null,
  authorizationId: string | null,
): ClaimAnswer {
  const { pricing } = adjudication
  return {
    status: adjudication.outcome,
    tcn,
    referenceNumber: reference,
    authorizationNumber: adjudication.priorAuthUsed?.overrideRef ?? null,
    // Worst first; a response has room for so many (3.1 row 12b).
    rejects: adjudication.rejects.slice(0, MAX_REJECTS).map((reject) => ({
      code: reject.rejectCode,
      description: reject.description,
      message: reject.message,
    })),
    message: words(adjudication, reference),
    pricing:
      adjudication.outcome === 'P' && pricing
        ? {
            paid: pricing.paid,
            ingredientCost: pricing.ingredientCost,
            dispensingFee: pricing.dispensingFee,
            basis: pricing.basis,
          }
        : null,
    authorizationId,
    priorAuthRef: adjudication.priorAuthUsed?.overrideRef ?? null,
  }
}

/** Nothing of ours to attach it to: answered, not stored with a claim, never raised (gates G1 and G2). */
function unidentified(asked: Intake, adjudication: Adjudication): ClaimAnswer {
  asked.note({ type: 'pharmacy_claim', id: asked.requestId, detail: { outcome: 'R', codes: adjudication.codes } })
  return answer(adjudication, digits(asked.newId(), 18), null, null)
}

export const handlers: Handlers<typeof transactions> = {
  intake: async (asked) => {
    const { db, input: request, now } = asked
    const at = now.toISOString()
    const subscriber = sql.keyOf(request)
    const [who, , found, desk] = await Promise.all([
      asked.who(),
      db.all(sql.lockClaimOf(subscriber)),
      db.one(sql.snapshotOf(request)),
      db.one(
        sql.deskOf(
          subscriber,
          request.pharmacyNabp ?? '',
          sql.ndcOf(request.prescription?.productId),
          request.prescription?.rxNumber ?? '',
        ),
      ),
    ])
    const row = found as SnapshotRow
    const snap = toSnapshot(row, at)
    const adjudication = adjudicate(request, snap, { mode: 'LIVE' })
    const keys = row.keys
    if (who.mc === '' || !keys || !row.claim) return unidentified(asked, adjudication)

    const tcn = digits(asked.newId(), 18)
    const transactionId = asked.newId()
    const pharmacyName = desk?.pharmacy_name ?? request.pharmacyNabp ?? 'the pharmacy'
    const claims = [keys.claimId]
    const store = (
      authorizationId: string | null,
      reference: string | null,
      { told = adjudication, withdrawn = [] }: { told?: Adjudication; withdrawn?: readonly string[] } = {},
    ) => {
      const line = record({
        keys,
        request,
        adjudication: told,
        drug: snap.drug,
        id: transactionId,
        tcn,
        referenceNumber: reference ?? pharmacyReference(transactionId),
        now: at,
        authorizationId,
        message: words(told, reference).join(' / '),
        keepTrace: true,
      })
      asked.write(rows.insertTransaction(line))
      asked.write(careScoreDue(keys.claimId))
      asked.note({
        claims,
        type: 'rx_transaction',
        id: transactionId,
        detail: {
          outcome: line.status,
          codes: line.reject_codes,
          authorizationId,
          ...(withdrawn.length > 0 && { withdrawn }),
        },
      })
    }
    const facts = (id: string): Raise => ({
      id,
      transactionId,
      referenceNumber: pharmacyReference(id),
      now: at,
      keys,
      jurisState: row.claim!.jurisState,
      request,
      adjudication,
      drug: snap.drug,
      pharmacyName,
      ...ownersFor(desk, keys, at),
      considerations: considerations(adjudication, request, snap),
      recommendation: recommend(adjudication, request, snap),
      lastPaidCost: desk?.last_paid ?? null,
    })

    if (adjudication.outcome === 'P') {
      const used = adjudication.priorAuthUsed
      const cleared = adjudication.autoRule ?? adjudication.bypassUsed
      const authorizationId = cleared ? asked.newId() : null
      const settled = paidOtherwise(desk?.of_rx ?? [], request, snap.drug?.gpi ?? adjudication.facts.gpi ?? '')
      store(null, null, { withdrawn: settled.map(({ id }) => id) })
      withdraw(asked, settled, { mc: keys.mc, now: at, actor: engine, reason: paidBecause(adjudication, tcn) })
      if (authorizationId) {
        const made = raiseCleared({
          ...facts(authorizationId),
          decisionId: asked.newId(),
          priorAuthId: asked.newId(),
          todayPaid: true,
        })
        asked.write(rows.insertAuthorization(made.authorization))
        if (made.owners.length > 0) asked.write(rows.insertOwners(made.owners))
        if (made.decision) {
          asked.write(rows.insertDecision(made.decision))
          asked.write(
            keep({
              kind: made.decision.decision,
              at,
              decisionId: made.decision.id,
              request: made.authorization,
              from: null,
              to: made.authorization.status_id,
              person: null,
              by: made.decision.decided_by_name,
              owners: null,
              first: null,
              outcome: outcomeOf(made.decision, codesOf(made.decision)),
              settings: settingsThen(row.settings),
              advice: null,
              screen: null,
              versions: { portal: asked.portal.version, screen: null },
            }),
          )
        }
        if (made.priorAuth) asked.write(rows.insertPriorAuth(made.priorAuth))
        asked.write(rows.insertEvents(made.events))
        // T29: the owner hears of it with the others of the day, in the morning.
        if (adjudication.autoRule && desk)
          asked.write(
            insertOutbox([
              toNotify({
                mc: keys.mc,
                id: asked.newId(),
                authorizationId,
                happening: 'autoApproved',
                now: at,
                availableAt: nextMorning(at, desk.zone),
              }),
            ]),
          )
        asked.write(sql.settledBy(transactionId, authorizationId, made.priorAuth?.id ?? used?.priorAuthId ?? null))
        if (adjudication.bypassUsed?.bypassId) asked.write(sql.countBypass(adjudication.bypassUsed.bypassId))
      }
      if (used) {
        asked.write(sql.consume(used.priorAuthId))
        const permission = snap.priorAuths.find((one) => one.priorAuthId === used.priorAuthId)
        const owner = row.prior_auths.find((one) => one.priorAuthId === used.priorAuthId) as
          | { authorizationId?: string | null }
          | undefined
        if (permission && owner?.authorizationId) {
          const n = permission.fillsUsed + 1
          const max = permission.oneTime ? 1 : (permission.maxFills ?? 'any')
          // Approved by a person, a rule or by silence: a fill changes no status.
          const line = {
            mc: keys.mc,
            authorizationId: owner.authorizationId,
            now: at,
            actor: engine,
            from: null,
            to: null,
          }
          asked.write(sql.filled(owner.authorizationId, at))
          asked.write(
            rows.insertEvents([
              event(line, 191, {
                n,
                max,
                date: claimDay(request.dateOfService) ?? at.slice(0, 10),
                pharmacy: pharmacyName,
              }),
              ...(n === max ? [event(line, 192, { result: 'used up' })] : []),
            ]),
          )
          asked.write(
            insertOutbox([
              toNotify({
                mc: keys.mc,
                id: asked.newId(),
                authorizationId: owner.authorizationId,
                happening: 'filled',
                now: at,
              }),
            ]),
          )
        }
        asked.bell('authorizations')
      }
      return answer(adjudication, tcn, null, authorizationId)
    }

    const { pending } = adjudication
    if (pending.verdict === 'JOIN' && pending.authorizationId) {
      const open = await db.one(sql.openRequest(pending.authorizationId))
      if (open) {
        const attempt = open.resubmission_count + 1
        const woken = snoozeEnded(open.snoozed_until, at, 'the pharmacy asked again')
        const isNew = !waitsStill(open, at, (row.settings as Record<string, unknown>)['ladder'])
        const { isStorm, isQuiet } = stormOf(desk!.lately)
        const told = isStorm ? inProcess(adjudication, open.reference_number) : adjudication
        store(open.id, open.reference_number, { told })
        const own =
          open.rx_number === (request.prescription?.rxNumber ?? '') && open.pharmacy_nabp === request.pharmacyNabp
        const visit = { now: at, atCounter: request.channel === 1, isNew }
        asked.write(
          own
            ? sql.join(open.id, transactionId, visit, adjudication.rejects, adjudication.codes)
            : sql.joinMerged(open.id, visit),
        )
        asked.write(
          rows.insertEvents([
            resubmitted({
              mc: keys.mc,
              authorizationId: open.id,
              now: at,
              attempt: attempt + 1,
              pharmacyName,
              statusId: open.status_id,
            }),
            ...(woken
              ? [
                  event(
                    {
                      mc: keys.mc,
                      authorizationId: open.id,
                      now: at,
                      actor: { type: 'pharmacy', id: null, name: pharmacyName },
                      from: open.status_id,
                      to: open.status_id,
                    },
                    171,
                    woken,
                  ),
                ]
              : []),
          ]),
        )
        if (isNew && !isQuiet)
          asked.write(
            insertOutbox([
              toNotify({ mc: keys.mc, id: asked.newId(), authorizationId: open.id, happening: 'resubmitted', now: at }),
            ]),
          )
        if (!isQuiet) asked.bell('authorizations')
        return answer(told, tcn, open.reference_number, open.id)
      }
    }
    if (pending.verdict === 'RAISE') {
      const id = asked.newId()
      const made = raise(facts(id))
      const drug = made.authorization.gpi.slice(0, 10)
      const twins = (snap.openRequests ?? []).filter((one) => drug.length === 10 && one.gpi.startsWith(drug))
      store(null, made.authorization.reference_number)
      asked.write(rows.insertAuthorization(made.authorization))
      asked.write(sql.raisedBy(transactionId, id))
      if (made.owners.length > 0) asked.write(rows.insertOwners(made.owners))
      asked.write(rows.insertEvents(made.events))
      asked.write(
        insertOutbox([
          toNotify({ mc: keys.mc, id: asked.newId(), authorizationId: id, happening: 'raised', now: at }),
          ...(twins.length > 0 ? [mayBeSame(keys.mc, asked.newId(), id, at)] : []),
        ]),
      )
      asked.bell('authorizations')
      return answer(adjudication, tcn, made.authorization.reference_number, id)
    }
    store(null, pending.referenceNumber)
    return answer(adjudication, tcn, pending.referenceNumber, null)
  },

  // E08 reversal (B2): the fill never happened; its permission has it back, and a one-time permission is usable again.
  reverse: async (asked) => {
    const { db, input, now } = asked
    const at = now.toISOString()
    const tcn = input.tcn.replaceAll(' ', '')
    const [, , fill, open] = await Promise.all([
      asked.who(),
      db.all(sql.lockClaimOfTransaction(tcn)),
      db.one(sql.byTcn(tcn)),
      db.one(sql.openOfTransaction(tcn)),
    ])
    if (!fill) return notFound()
    const refused = (code: string, description: string, message: string) => {
      asked.note({
        claims: [fill.stratus_claim_id],
        type: 'rx_transaction',
        id: fill.id,
        detail: { reversal: 'refused', code },
      })
      return {
        status: 'R' as const,
        tcn,
        reversalReference: null,
        restoredFills: 0,
        rejects: [{ code, description, message }],
      }
    }
    // T27: nobody waits for an answer any more. Only what was sent last can be taken back: what came after it still asks.
    if (fill.status === 'R' && open) {
      const pharmacy = { type: 'pharmacy', id: null, name: fill.pharmacy_name } as const
      asked.write(sql.reverse(fill.id, at))
      withdraw(asked, [open.request], {
        mc: fill.mc,
        now: at,
        actor: pharmacy,
        reason: 'the pharmacy took its claim back',
      })
      asked.note({
        claims: [fill.stratus_claim_id],
        type: 'rx_transaction',
        id: fill.id,
        detail: { reversal: 'done', withdrawn: [open.request.id] },
      })
      return {
        status: 'A' as const,
        tcn,
        reversalReference: pharmacyReference(asked.newId()),
        restoredFills: 0,
        rejects: [],
      }
    }
    if (fill.status !== 'P') return refused('31', 'There is no paid claim to reverse', 'This transaction is not paid.')
    if (now.getTime() - Date.parse(fill.fill_date) > REVERSAL_DAYS * 86_400_000)
      return refused('30', 'The reversal came too late', `A fill can be reversed within ${REVERSAL_DAYS} days.`)
    asked.write(sql.reverse(fill.id, at))
    asked.write(careScoreDue(fill.stratus_claim_id))
    if (fill.prior_auth_id) asked.write(sql.restore(fill.prior_auth_id))
    asked.write(sql.restoreBypass(fill.id))
    if (fill.pa_authorization_id) {
      const ended = { mc: fill.mc, authorizationId: fill.pa_authorization_id, now: at, from: null, to: null }
      asked.write(
        rows.insertEvents([
          event({ ...ended, actor: { type: 'pharmacy', id: null, name: fill.pharmacy_name } }, 190, {
            field: 'fill',
            old: fill.fill_date,
            new: 'reversed',
          }),
          ...(fill.pa_replaced ? [event({ ...ended, actor: engine }, 192, { result: 'replaced by a newer one' })] : []),
        ]),
      )
    }
    asked.note({
      claims: [fill.stratus_claim_id],
      type: 'rx_transaction',
      id: fill.id,
      detail: { reversal: 'done', priorAuthId: fill.prior_auth_id },
    })
    asked.bell('authorizations')
    return {
      status: 'A' as const,
      tcn,
      reversalReference: pharmacyReference(asked.newId()),
      restoredFills: fill.prior_auth_id && !fill.pa_replaced ? 1 : 0,
      rejects: [],
    }
  },
}

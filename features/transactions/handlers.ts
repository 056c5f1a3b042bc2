import { lockClaimOfCard } from '#features/claims/lock-sql.ts'
import { adjudicate } from '#features/adjudication/rules.ts'
import { toSnapshot, type SnapshotRow } from '#features/snapshots/sql.ts'
import { digits } from '#features/authorizations/raise.ts'
import { lapseFirst } from '#features/authorizations/lapse.ts'
import { implement } from '#platform/calls/handler.ts'
import { answer, repeated } from './answer.ts'
import { transactions } from './contract.ts'
import { paid } from './paid.ts'
import { reverse } from './reversal.ts'
import * as sql from './sql.ts'
import { joined, raised } from './stopped.ts'
import { store, type Submission } from './submission.ts'

export const handlers = implement(transactions)({
  intake: async (context) => {
    const { db, input: request, now } = context
    const at = now.toISOString()
    const subscriber = sql.keyOf(request)
    const [who, , found, intakeFacts] = await Promise.all([
      context.who(),
      db.all(lockClaimOfCard(subscriber)),
      db.one(sql.snapshotOf(request)),
      db.one(
        sql.intakeFacts(
          subscriber,
          request.pharmacyNabp ?? '',
          sql.ndcOf(request.prescription?.productId),
          request.prescription?.rxNumber ?? '',
          request,
        ),
      ),
    ])
    // A claim is answered by what silence has granted, also before a job has written it down.
    lapseFirst(intakeFacts?.silent ?? [], at)
    const row = found as SnapshotRow
    const snap = toSnapshot(row, at)
    const adjudication = adjudicate(request, snap, { mode: 'LIVE' })
    const tcn = digits(context.newId(), 18)
    // Not identified (gates G1 and G2): answered, not stored with a claim, never raised.
    if (who.mc === '' || !row.keys || !row.claim) {
      context.note({
        type: 'pharmacy_claim',
        id: context.requestId,
        detail: { outcome: 'R', codes: adjudication.codes },
      })
      return answer(adjudication, tcn, null, null)
    }
    // Its line broke before the answer came: nothing is paid or stored again.
    if (intakeFacts?.repeat_of) {
      const { repeat_of: first } = intakeFacts
      const claims = [row.keys.claimId]
      context.note({ claims, type: 'pharmacy_claim', id: context.requestId, detail: { outcome: 'D', of: first.tcn } })
      return repeated(first)
    }
    const submission: Submission = {
      context,
      at,
      keys: row.keys,
      row,
      snap,
      adjudication,
      intakeFacts,
      tcn,
      transactionId: context.newId(),
      pharmacyName: intakeFacts?.pharmacy_name ?? request.pharmacyNabp ?? 'the pharmacy',
    }
    if (adjudication.outcome === 'P') return paid(submission)
    const { verdict, authorizationId, referenceNumber } = adjudication.pending
    if (verdict === 'RAISE') return raised(submission)
    const open = verdict === 'JOIN' && authorizationId ? await db.one(sql.openRequest(authorizationId)) : undefined
    if (open) return joined(submission, open)
    store(submission, { reference: referenceNumber })
    return answer(adjudication, tcn, referenceNumber, null)
  },

  reverse,
})

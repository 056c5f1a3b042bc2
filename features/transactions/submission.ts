import type { Adjudication } from '#features/adjudication/answer.ts'
import type { Snapshot } from '#features/adjudication/snapshot.ts'
import { considerations, recommend } from '#features/adjudication/rules.ts'
import type { ClaimKeys } from '#features/claims/claim-keys.ts'
import type { SnapshotRow } from '#features/snapshots/sql.ts'
import { pharmacyReference, type Raise } from '#features/authorizations/raise.ts'
import { ownersFor } from '#features/owners/first-owners.ts'
import { due as careScoreDue } from '#features/care-score/sql.ts'
import type { CallContext } from '#platform/calls/handler.ts'
import { paidAnswer, words } from './answer.ts'
import type { transactions } from './contract.ts'
import { record } from './record.ts'
import { insertTransaction, type IntakeFacts } from './sql.ts'

type Intake = CallContext<(typeof transactions)['intake']>

/** A pharmacy's adjudicated claim for a known claimant, before it is stored. */
export type Submission = {
  context: Intake
  /** When it was received (ISO 8601). */
  at: string
  keys: ClaimKeys
  row: SnapshotRow
  snap: Snapshot
  adjudication: Adjudication
  intakeFacts: IntakeFacts | undefined
  tcn: string
  transactionId: string
  pharmacyName: string
}

type Stored = {
  /** The open request it joins, and the reference number of the answer. */
  authorizationId?: string | null
  reference?: string | null
  /** The answer to the pharmacy, where it differs from the adjudication. */
  answered?: Adjudication
  /** Requests this claim withdraws. */
  withdrawn?: readonly string[]
}

/** Stores the claim as it was sent and answered. */
export function store(submission: Submission, of: Stored = {}): void {
  const { context, at, keys, snap, tcn, transactionId } = submission
  const { authorizationId = null, reference = null, answered = submission.adjudication, withdrawn = [] } = of
  const line = record({
    keys,
    request: context.input,
    adjudication: answered,
    drug: snap.drug,
    id: transactionId,
    tcn,
    referenceNumber: reference ?? pharmacyReference(transactionId),
    now: at,
    authorizationId,
    message: words(answered, reference).join(' / '),
    keepTrace: true,
    paid: paidAnswer(answered),
  })
  context.write(insertTransaction(line))
  context.write(careScoreDue(keys.claimId))
  context.note({
    claims: [keys.claimId],
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

/** The initial facts of the request that the claim raises (T01) or that a rule decided (T29). */
export function facts(
  { context, at, keys, row, snap, adjudication, intakeFacts, ...more }: Submission,
  id: string,
): Raise {
  return {
    id,
    transactionId: more.transactionId,
    referenceNumber: pharmacyReference(id),
    now: at,
    keys,
    jurisState: row.claim!.jurisState,
    request: context.input,
    adjudication,
    drug: snap.drug,
    pharmacyName: more.pharmacyName,
    ...ownersFor(intakeFacts, keys, at),
    considerations: considerations(adjudication, context.input, snap),
    recommendation: recommend(adjudication, context.input, snap),
    lastPaidCost: intakeFacts?.last_paid ?? null,
  }
}

import type { Pool } from 'pg'
import type { ClaimRequest } from '#features/adjudication/claim-request.ts'
import type { Snapshot } from '#features/adjudication/snapshot.ts'
import { snapshotOf } from '#features/transactions/sql.ts'
import { toSnapshot, type SnapshotRow } from '#features/snapshots/sql.ts'

/** A submission as it was sent, with what the engine reads for it; both versions of the rules decide the same. */
export type Stored = { tcn: string; request: ClaimRequest; snapshot: Snapshot; at: string }

type Row = { mc: string; id: string; tcn: string; request: ClaimRequest; at: Date }

/** So many submissions of a database, spread over all carriers, each without its own fill among what was handed out. */
export async function* storedSubmissions(db: Pool, count: number): AsyncGenerator<Stored> {
  const client = await db.connect()
  try {
    const { rows } = await client.query<Row>(
      `select mc, id, tcn, request, adjudicated_at as at from rx_transaction where request is not null order by md5(tcn), id limit $1`,
      [count],
    )
    for (const { mc, id, tcn, request, at } of rows) {
      await client.query(`select set_config('app.mc', $1, false), set_config('app.subs', '*', false)`, [mc])
      const { text, values } = snapshotOf(request)
      const found = await client.query<SnapshotRow>(text, [...values])
      const snapshot = toSnapshot(found.rows[0]!, at.toISOString())
      const history = snapshot.history.filter(({ transactionId }) => transactionId !== id)
      yield { tcn, request, snapshot: { ...snapshot, history }, at: at.toISOString() }
    }
  } finally {
    client.release()
  }
}

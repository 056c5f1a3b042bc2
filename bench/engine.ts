/** How many claims the engine decides in a second, each with everything it reads already in memory. */
import pg from 'pg'
import type { ClaimRequest } from '#features/adjudication/claim-request.ts'
import type { Snapshot } from '#features/adjudication/snapshot.ts'
import { adjudicate } from '#features/adjudication/rules.ts'
import { snapshot, toSnapshot } from '#features/snapshots/sql.ts'
import { columnTypes } from '#platform/database/pools.ts'
import { sql } from '#platform/database/sql.ts'
import { claimOfWorker } from '#testing/many-workers.ts'
import { median } from './quantile.ts'
import type { EngineRate } from './results.ts'

const SAMPLE_MS = 700
const SAMPLES = 3

const cases: readonly { says: string; of: ClaimRequest }[] = [
  { says: 'paid: ibuprofen, a year of fills', of: claimOfWorker(7, { drug: 'ibuprofen', rx: '900001' }) },
  { says: 'needs approval: pregabalin, a year of fills', of: claimOfWorker(7, { rx: '900002' }) },
  {
    says: 'opioid with its dose limits, a year of fills',
    of: claimOfWorker(7, { drug: 'oxycodone 30 mg tablet', quantity: 120, rx: '900003' }),
  },
  { says: 'needs approval: pregabalin, no history', of: claimOfWorker(3, { sub: 'BBB1', rx: '900004' }) },
]

/** Reads each case from the database of the bench, then decides it over and over. */
export async function measureEngine(databaseUrl: string): Promise<EngineRate[]> {
  const db = new pg.Client({ connectionString: databaseUrl, types: columnTypes, options: '-c timezone=UTC' })
  await db.connect()
  const rates: EngineRate[] = []
  for (const { says, of } of cases) {
    const snap = await snapshotFor(db, of)
    const samples = Array.from({ length: SAMPLES }, () => rateOf(of, snap))
    rates.push({ says, perSecond: median(samples) })
  }
  await db.end()
  return rates
}

async function snapshotFor(db: pg.Client, of: ClaimRequest): Promise<Snapshot> {
  const card = of.insurance!.cardholderId!
  await db.query(`select set_config('app.mc', $1, false), set_config('app.subs', '*', false)`, [card.slice(1, 4)])
  const { text, values } = snapshot({
    claim: sql`select * from wc_claim where mc = app_mc() and subscriber_number = ${card}`,
    groupCode: sql`${of.insurance!.groupCode}::text`,
    nabp: sql`${of.pharmacyNabp}::text`,
    npi: sql`${of.prescriber!.npi}::text`,
    ndc: sql`${of.prescription!.productId}::text`,
    ingredientNdcs: [],
    dateOfService: sql`${of.dateOfService}::date`,
  })
  const { rows } = await db.query(text, values as unknown[])
  return toSnapshot(rows[0], new Date().toISOString())
}

function rateOf(of: ClaimRequest, snap: Snapshot): number {
  let count = 0
  const began = performance.now()
  while (performance.now() - began < SAMPLE_MS) {
    for (let at = 0; at < 20; at += 1) adjudicate(of, snap, { mode: 'LIVE' })
    count += 20
  }
  return (count / (performance.now() - began)) * 1000
}

import type { ClaimRequest } from '#features/adjudication/claim-request.ts'
import type { Reject } from '#features/adjudication/answer.ts'
import { adjudicate } from '#features/adjudication/rules.ts'
import type { Db } from '#platform/database/pools.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { snapshotOfBilled } from './as-billed.ts'
import { tried, type EngineInput } from './billed-sql.ts'
import { toSnapshot, type SnapshotRow } from './sql.ts'

// What a pharmacy is answered that bills another product today, in the amount that was billed.

/** The request as it was billed, and what the engine reads of the other product. */
export type AnotherProduct = { ndc: string; billed: EngineInput | undefined; found: SnapshotRow | undefined }

const today = sql`(select (app_now() at time zone m.time_zone)::date from master_carrier m where m.mc = app_mc())`

/** What is read of another product: the claim as it was billed, and the engine's input of today. */
export const statementsOfAnother = (id: string, ndc: string | Sql) => ({
  billed: tried(id),
  found: snapshotOfBilled(id, today, ndc),
})

export async function readAnother(db: Db, id: string, ndc: string): Promise<AnotherProduct> {
  const statements = statementsOfAnother(id, ndc)
  const [billed, found] = await Promise.all([db.one(statements.billed), db.one(statements.found)])
  return { ndc, billed, found }
}

/** The claim of another product, without what was said of the product that was billed. */
const claimOf = (of: EngineInput, ndc: string, dateOfService: string): ClaimRequest => ({
  channel: of.claim_channel_type,
  deliveryType: of.delivery_type_id,
  pharmacyNabp: of.pharmacy_nabp,
  dateOfService,
  prescriber: { npi: of.prescriber_npi },
  prescription: {
    rxNumber: of.rx_number,
    fillNumber: of.fill_number,
    productId: ndc,
    quantity: of.quantity,
    daysSupply: of.days_supply,
    daw: '0',
    refillsAuthorised: of.refills_authorised,
  },
})

/** What would stop it, once these prior authorizations and blocks are ended. */
export function rejectsOfAnother(
  { ndc, billed, found }: { ndc: string; billed: EngineInput; found: SnapshotRow },
  now: string,
  ends: readonly string[] = [],
): readonly Reject[] {
  const row = { ...found, prior_auths: found.prior_auths.filter((one) => !ends.includes(one.priorAuthId)) }
  const day = dateIn(Date.parse(now), found.time_zone ?? 'UTC')
  return adjudicate(claimOf(billed, ndc, day), toSnapshot(row, now), { mode: 'TRIAL' }).rejects
}

/** Whether it pays today without an approval. */
export const paysToday = ({ ndc, billed, found }: AnotherProduct, now: Date): boolean =>
  billed !== undefined && !!found?.drug && rejectsOfAnother({ ndc, billed, found }, now.toISOString()).length === 0

/** The product a denial named, while it still pays: what came since may stop it, and then no message names it. */
export async function insteadNow<Named extends { ndc: string }>(
  db: Db,
  id: string,
  named: Named | null | undefined,
  now: Date,
): Promise<Named | null> {
  return named && paysToday(await readAnother(db, id, named.ndc), now) ? named : null
}

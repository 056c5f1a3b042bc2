import pg from 'pg'
import { claimNotes } from '#features/claim-notes/contract.ts'
import { documents } from '#features/documents/contract.ts'
import { eligibility } from '#features/eligibility/contract.ts'
import { medications } from '#features/medications/contract.ts'
import { patients } from '#features/patients/contract.ts'
import { priorAuths } from '#features/prior-auth-maintenance/contract.ts'
import { transactionHistory } from '#features/transaction-history/contract.ts'
import type { AnyCall } from '#platform/calls/contract.ts'
import { claimIdOfWorker } from '#testing/many-workers.ts'

/** A worker with one of their fills, both the same in a small database and in a large one. */
export type Worker = { n: number; claimId: string; tcn: string; reference: string; dob: string }

const FIRST = 210
const WORKERS = 90

/**
 * The workers the calls ask about: with last names that begin no other's, and alone of the reader's own, so that an answer is as
 * long in a large database as in a small one.
 */
export async function workersOf(databaseUrl: string, readerId: string): Promise<Worker[]> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  await db.query(`set session_replication_role = replica`)
  const crowd = `generate_series(${FIRST}, ${FIRST + WORKERS - 1}) n join wc_claim c on c.mc = 'AAA' and c.id = ${claimIdOfWorker('AAA1')}`
  await db.query(`update wc_claim set owner_id = null where mc = 'AAA' and owner_id = $1`, [readerId])
  await db.query(
    `update wc_claim w set owner_id = $1 from (select c.id from ${crowd}) own where w.mc = 'AAA' and w.id = own.id`,
    [readerId],
  )
  await db.query(
    `update claimant p set last_name = 'Heron' || own.n, last_folded = 'heron' || own.n
       from (select c.claimant_id, n from ${crowd}) own where p.mc = 'AAA' and p.id = own.claimant_id`,
  )
  await db.query(
    `update claim_name w set last_folded = 'heron' || own.n from (select c.id, n from ${crowd}) own where w.mc = 'AAA' and w.stratus_claim_id = own.id`,
  )
  await db.query('vacuum analyze wc_claim, claimant, claim_name')
  const { rows } = await db.query<Worker>(
    `select n, c.id as "claimId", p.dob::text, x.tcn, x.reference_number as reference
       from ${crowd} join claimant p on p.mc = c.mc and p.id = c.claimant_id
         cross join lateral (select tcn, reference_number from rx_transaction t where t.mc = c.mc and t.stratus_claim_id = c.id
           order by t.fill_date desc, t.tcn limit 1) x order by n`,
  )
  await db.end()
  return rows
}

const carrier = { masterCarrier: 'AAA', subCarrier: 'AAA1' }
const paged = { page: 0, size: 25 }

/** Searches for a patient, and what their pages ask for. */
export const patientCalls: Record<string, [AnyCall, (of: Worker) => Record<string, unknown>]> = {
  'patient by claim number': [
    patients.byNumber,
    ({ n }) => ({ mc: 'AAA', searchType: 'C', value: `WCAAA1CROWD${n}`, ...paged }),
  ],
  'patient by patient id': [
    patients.byNumber,
    ({ n }) => ({ mc: 'AAA', searchType: 'M', value: `PAAA1CROWD${n}`, ...paged }),
  ],
  'patient by TCN': [patients.search, ({ tcn }) => ({ searchType: 'T', value: tcn, ...paged })],
  'patient by last name': [patients.byName, ({ n }) => ({ mc: 'AAA', lastName: `Heron${n}`, ...paged })],
  'patient by last name and birth date': [
    patients.byName,
    ({ n, dob }) => ({ mc: 'AAA', lastName: `Heron${n}`, dob, ...paged }),
  ],
  'patients by the start of a last name': [
    patients.byName,
    ({ n }) => ({ mc: 'AAA', lastName: `Heron${String(n).slice(0, 2)}`, ...paged }),
  ],
  'patients of a case owner': [patients.byAdjuster, () => ({ mc: 'AAA', adjusterId: 'me', ...paged })],
  'patients of the claim number of a link': [
    transactionHistory.byClaimNumber,
    ({ n }) => ({ a: 'AAA', b: 'ALL', c: `WCAAA1CROWD${n}` }),
  ],
  'patient profile': [patients.profile, ({ claimId }) => ({ mc: 'AAA', sc: 'AAA1', claimId })],
  'recent patients': [patients.recent, () => ({ id: 'me' })],
  'transactions of a claim, by cursor': [
    transactionHistory.search,
    ({ claimId }) => ({ claimId, searchNumberOfDays: 'all' }),
  ],
  'transactions of a claim, by page': [
    transactionHistory.page,
    ({ claimId }) => ({ claimId, searchNumberOfDays: 'all', ...paged }),
  ],
  'transactions of a claim with some words': [
    transactionHistory.search,
    ({ claimId }) => ({ claimId, searchNumberOfDays: 'all', searchFilter: 'oxy' }),
  ],
  'all transactions of 13 months': [transactionHistory.all, ({ claimId }) => ({ ...carrier, claimId })],
  'medications of a claim': [transactionHistory.medications, ({ claimId }) => ({ claimId, days: 'all' })],
  'summary of a claim': [transactionHistory.summary, ({ claimId }) => ({ id: claimId })],
  'a transaction in full': [
    transactionHistory.detail,
    ({ claimId, reference, tcn }) => ({ id: claimId, referenceNumber: reference, tcn }),
  ],
  'a transaction by its TCN': [transactionHistory.byTcn, ({ tcn }) => ({ tcn })],
  'ingredients of a compound': [
    transactionHistory.ingredients,
    ({ reference, tcn }) => ({ referenceNumber: reference, tcn }),
  ],
  'bill review of a claim': [transactionHistory.billReview, ({ claimId }) => ({ id: claimId })],
  'medications by time': [medications.timeline, ({ claimId }) => ({ claimId })],
  'prior authorizations of a claim': [
    priorAuths.page,
    ({ claimId }) => ({ masterCarrierCode: 'AAA', subCarrierCode: 'AAA1', claimId, ...paged }),
  ],
  'documents of a claim': [documents.ofPatient, ({ claimId }) => ({ ...carrier, claimId, ...paged })],
  'eligibility of a claim': [eligibility.of, ({ claimId }) => ({ id: claimId })],
  'coverage headline of a claim': [eligibility.summary, ({ claimId }) => ({ ...carrier, claimId })],
  'notes of a claim': [claimNotes.list, ({ claimId }) => ({ mc: 'AAA', sc: 'AAA1', claimId })],
}

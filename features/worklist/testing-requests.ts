import type pg from 'pg'
import { startApi, type TestApi } from '#testing/api.ts'
import { idOf, loadFixtures } from '#testing/fixtures.ts'

const HOUR = 3_600_000
export const hoursFrom = (at: Date, hours: number): string => new Date(at.getTime() + hours * HOUR).toISOString()

const reject = (rejectCode: string, more: Record<string, unknown> = {}) => ({
  rejectCode,
  description: `Meaning of ${rejectCode}`,
  class: 'PA',
  safety: false,
  hardStop: false,
  overridableBy: 'A',
  sourceRule: 'R15',
  message: `Why ${rejectCode}`,
  fixHint: '',
  pendingWorthy: true,
  ...more,
})

export type RequestOf = {
  /** The test's name for it; the id is derived from it. */
  name: string
  mc?: string
  sub?: string
  /** Claim 1 to 6 of the sub-carrier in testing/fixtures.ts. */
  claim?: number
  /** Another claim by its id. */
  claimId?: string
  owners?: readonly string[]
  status?: number
  received?: string
  due?: string
  state?: string
  rejects?: readonly (string | Record<string, unknown>)[]
  more?: Record<string, unknown>
}

/** The row of a request as intake would have written it, with defaults. */
function requestRow(of: RequestOf, now: Date): Record<string, unknown> {
  const { name, mc = 'AAA', sub = mc === 'BBB' ? 'BBB1' : 'AAA1', claim = 1, status = 20, state = 'FL' } = of
  const received = of.received ?? hoursFrom(now, -24)
  const complete = status >= 30
  const rejects = (of.rejects ?? ['75']).map((one) =>
    typeof one === 'string' ? reject(one) : reject(String(one['rejectCode']), one),
  )
  const digits = BigInt(`0x${idOf(name).replaceAll('-', '').slice(0, 12)}`) % 1_000_000_000_000n
  return {
    mc,
    id: idOf(name),
    sub_carrier: sub,
    group_code: `${sub}GRP`,
    stratus_claim_id: of.claimId ?? idOf(`${mc} ${sub} claim ${claim}`),
    reference_number: String(digits).padStart(12, '0'),
    status_id: status,
    origin_code: 1,
    claim_channel_type: 1,
    delivery_type_id: 1,
    juris_state: state,
    request_received_at: received,
    completed_at: complete ? hoursFrom(now, -1) : null,
    completed_by: complete ? idOf(of.owners?.[0] ?? 'adj.aaa') : null,
    completed_by_name: complete ? 'Adj aaa' : null,
    statutory_due_at: of.due ?? hoursFrom(now, 48),
    due_pack: 'FL',
    due_arithmetic: [],
    next_clock_at: null,
    escalated: false,
    escalation_level: 0,
    escalated_at: null,
    snoozed_until: null,
    snooze_hours_total: 0,
    snoozed_by: null,
    reconsideration_level: 0,
    original_auth_id: null,
    superseded_by: null,
    trigger_transaction_id: null,
    last_transaction_id: null,
    resubmission_count: 0,
    last_submitted_at: received,
    pharmacy_nabp: '1043391',
    pharmacy_waiting: false,
    prescriber_npi: '1932102084',
    owner_id: null,
    rx_number: '700100',
    fill_number: 0,
    refills_authorised: 0,
    date_written: null,
    date_of_service: received.slice(0, 10),
    ndc: '98001001001',
    gpi: '65990002200310',
    drug_name: 'Oxycodone-acetaminophen',
    strength: '10-325 mg',
    generic_or_brand: 'G',
    daw: '0',
    dea_schedule: 'CII',
    quantity: 180,
    days_supply: 30,
    compound_code: 0,
    estimated_cost: 142.6,
    last_paid_cost: null,
    mme_current: null,
    mme_after: null,
    rejects,
    reject_codes: rejects.map(({ rejectCode }) => rejectCode),
    must_also_fix: [],
    shown: {
      facts: {
        firstFill: false,
        opioid: true,
        letterAgeDays: null,
        injuryMatch: 'RELATED',
        mme: null,
        active: [],
        formularyStatus: null,
      },
      pricing: null,
      considerations: [],
      recommendation: null,
      trace: [],
      warnings: [],
    },
    auto_pa: true,
    passthru: {},
    version: 1,
    first_approval: null,
    created_at: received,
    updated_at: received,
    ...of.more,
  }
}

/** Rows by their columns; omitted ones take the column's default. */
export async function insert(db: pg.Client, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.keys(rows[0]!).join(', ')
  await db.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  )
}

/** Inserts requests with their owners directly into the database. */
export async function addRequests(db: pg.Client, requests: readonly RequestOf[], now: Date): Promise<void> {
  const rows = requests.map((of) => requestRow(of, now))
  await insert(db, 'rx_authorization', rows)
  const owners = requests.flatMap((of, at) =>
    (of.owners ?? ['adj.aaa']).map((user, place) => ({
      mc: rows[at]!['mc'],
      authorization_id: rows[at]!['id'],
      user_id: idOf(user),
      position: place + 1,
      open: (of.status ?? 20) < 30,
      assigned_by: null,
      assigned_at: rows[at]!['created_at'],
    })),
  )
  await insert(db, 'authorization_owner', owners)
}

/** A claim for a claimant of this name. */
export async function addClaimant(
  db: pg.Client,
  of: {
    first: string
    last: string
    normalizeForSearch: [last: string, first: string]
    claimNumber: string
    mc?: string
    sub?: string
  },
): Promise<string> {
  const { mc = 'AAA', sub = 'AAA1', first, last, claimNumber } = of
  const key = `${mc} ${claimNumber}`
  await db.query(
    `insert into claimant (mc, id, patient_id, first_name, last_name, last_folded, first_folded, dob) values ($1, $2, $3, $4, $5, $6, $7, '1980-02-03')`,
    [mc, idOf(`${key} person`), `P-${claimNumber}`, first, last, of.normalizeForSearch[0], of.normalizeForSearch[1]],
  )
  await db.query(
    `insert into wc_claim (mc, id, sub_carrier, group_code, claimant_id, esi_claim_id, client_claim_id, claim_number, subscriber_number, doi,
      juris_state, compensability, status) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, '2025-01-02', 'FL', 'ACCEPTED', 'OPEN')`,
    [
      mc,
      idOf(key),
      sub,
      `${sub}GRP`,
      idOf(`${key} person`),
      `E-${claimNumber}`,
      `CC-${claimNumber}`,
      claimNumber,
      `S-${claimNumber}`,
    ],
  )
  return idOf(key)
}

/** The portal with the fixture data, for a whole test file. */
export async function openWorklist(): Promise<{ api: TestApi; now: Date; close: () => Promise<void> }> {
  const api = await startApi({ keep: true })
  const now = api.clock.now()
  await loadFixtures(api.db, { drugs: [], formulary: [] }, now)
  // Names as `platform/text/search-form.ts` writes them.
  await api.db.query(
    `update claimant set last_folded = lower(regexp_replace(last_folded, '[^A-Za-z0-9]', '', 'g')), first_folded = lower(first_folded)`,
  )
  return {
    api,
    now,
    close: () => api.close(),
  }
}

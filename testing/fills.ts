import { drugs } from '#reference/drugs.ts'
import { insert } from '#features/worklist/testing-requests.ts'
import type { TestApi } from '#testing/api.ts'
import { idOf } from '#testing/fixtures.ts'
import { day } from '#testing/new-york-day.ts'

/** A generic drug of the reference by the beginning of its name. */
export const drugNamed = (name: string) =>
  drugs.find((one) => one.name.startsWith(name) && one.brandFlag === 'G') ??
  drugs.find((one) => one.name.startsWith(name))!

export const claimId = (at = 1, sub = 'AAA1', mc = 'AAA'): string => idOf(`${mc} ${sub} claim ${at}`)

export type FillOf = {
  /** Days ago. */
  ago: number
  drug?: string
  status?: 'P' | 'R' | 'X' | 'B'
  claim?: number
  sub?: string
  mc?: string
  quantity?: number
  days?: number
  more?: object
}
const digits = (at: number, width: number): string => String(at).padStart(width, '0')

/** A row of rx_transaction, its numbers after `at`. */
function fillRow(at: number, of: FillOf): Record<string, unknown> {
  const { mc = 'AAA', sub = 'AAA1', status = 'P' } = of
  const drug = drugNamed(of.drug ?? 'Naproxen')
  const paid = status === 'R' ? null : 20 + (at % 7)
  return {
    mc,
    id: idOf(`${mc} fill ${at}`),
    tcn: `55${digits(at, 16)}`,
    reference_number: digits(at, 12),
    sub_carrier: sub,
    stratus_claim_id: claimId(of.claim, sub, mc),
    subscriber_number: `SUB${sub}${of.claim ?? 1}`,
    status,
    claim_channel_type: 1,
    rx_number: `8${digits(at, 6)}`,
    fill_number: 0,
    fill_date: day(-of.ago),
    submitted_at: new Date().toISOString(),
    adjudicated_at: new Date().toISOString(),
    ndc: drug.ndc,
    gpi: drug.gpi,
    drug_name: drug.name,
    generic_or_brand: 'G',
    quantity: of.quantity ?? 60,
    days_supply: of.days ?? 30,
    pharmacy_nabp: at % 2 ? '1043391' : '1043409',
    prescriber_npi: at % 3 ? '1932102084' : '1999999984',
    paid_amount: paid,
    reject_codes: status === 'R' ? ['75', '76'] : [],
    invoice_number: null,
    billed_date: null,
    ...of.more,
  }
}

/** Puts transactions into the history as they would be after years. */
export const addFills = (api: TestApi, fills: readonly FillOf[], first = 0): Promise<void> =>
  insert(
    api.db,
    'rx_transaction',
    fills.map((fill, at) => fillRow(first + at, fill)),
  )

/** Many transactions of every kind on any claim, two days apart. */
export async function addFillsTo(
  db: Pick<TestApi['db'], 'query'>,
  claim: { id: string; mc: string; sub_carrier: string },
  count: number,
): Promise<void> {
  const kinds = ['P', 'P', 'P', 'R', 'P', 'X', 'B', 'P', 'P', 'R'] as const
  const rows = Array.from({ length: count }, (_, at) =>
    fillRow(70_000 + at, {
      ago: 40 + at * 2,
      status: kinds[at % kinds.length]!,
      more: { mc: claim.mc, sub_carrier: claim.sub_carrier, stratus_claim_id: claim.id, id: idOf(`${claim.id} ${at}`) },
    }),
  )
  const columns = Object.keys(rows[0]!).join(', ')
  await db.query(
    `insert into rx_transaction (${columns}) select ${columns} from jsonb_populate_recordset(null::rx_transaction, $1::jsonb)`,
    [JSON.stringify(rows)],
  )
}

/**
 * Copies the transactions of a claim so many times, each copy with numbers of its own after `first`; `own` has SQL for columns
 * that differ (`n` counts the copies, `x` is what is copied).
 */
export async function copyFills(
  db: Pick<TestApi['db'], 'query'>,
  claim: string,
  { count, first = 0, own = {} }: { count: number; first?: number; own?: Record<string, string> },
): Promise<void> {
  const differs: Record<string, string> = {
    id: 'gen_random_uuid()',
    tcn: `(770000000000000000 + ${first} + n)::text`,
    reference_number: `(100000000000 + ${first} + n)::text`,
    ...own,
  }
  const { rows } = await db.query<{ name: string }>(
    `select attname as name from pg_attribute
      where attrelid = 'rx_transaction'::regclass and attnum > 0 and attgenerated = '' and not attisdropped`,
  )
  const names = rows.map(({ name }) => name)
  await db.query(`set session_replication_role = 'replica'`) // each is a copy of one that was checked
  await db.query(
    `insert into rx_transaction (${names.join(', ')}) select ${names.map((name) => differs[name] ?? `x.${name}`).join(', ')}
       from rx_transaction x, generate_series(1, ${count}) n where x.stratus_claim_id = '${claim}'`,
  )
  await db.query(`set session_replication_role = 'origin'`)
  await db.query('vacuum analyze rx_transaction')
}

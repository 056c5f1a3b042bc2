import { integer, every, sql, type Sql } from '#platform/database/sql.ts'
import { claimMatches, today, type ClaimKeys } from './claim-sql.ts'
import type { TransactionStatus } from './shapes.ts'

const EOB = integer(4)
const EOBR = integer(5)
const PAPER_BILL = integer(6)

/** Documents of transaction `x`. */
const documentsOf = (types: Sql): Sql => sql`
  exists (select from document k where k.mc = x.mc and k.transaction_id = x.id and k.type_id in (${types}) and k.active)`

/** The columns of a transaction in a list, over `x` with its claim `c`. */
const columns = sql`
  x.id, x.mc, x.tcn, x.reference_number, x.status, x.fill_date, x.drug_name, coalesce(d.facts->>'strength', '') as strength, x.ndc, x.gpi,
  x.quantity, x.days_supply, x.fill_number, x.rx_number, coalesce(q.first_name || ' ' || q.last_name, x.prescriber_npi) as prescriber_name,
  coalesce(y.name, x.pharmacy_nabp) as pharmacy_name, x.pharmacy_nabp, x.paid_amount, x.reject_codes, x.claim_channel_type,
  x.request->>'fileProcessingCode' as file_processing_code, c.claim_number, c.esi_claim_id, c.subscriber_number, x.stratus_claim_id, x.reversed_at,
  x.authorization_id, x.compound_code, ${documentsOf(sql`${EOB}, ${EOBR}`)} as has_eob, ${documentsOf(PAPER_BILL)} as has_pb_image,
  x.status = 'R' and x.fill_date < (${today} - interval '24 months')::date as archived`
const named = sql`
  left join drug d on d.ndc = x.ndc left join practitioner q on q.npi = x.prescriber_npi left join pharmacy y on y.nabp = x.pharmacy_nabp`

export type TxnRow = {
  id: string
  mc: string
  tcn: string
  reference_number: string
  status: TransactionStatus
  fill_date: string
  drug_name: string
  strength: string
  ndc: string
  gpi: string
  quantity: number
  days_supply: number
  fill_number: number
  rx_number: string
  prescriber_name: string
  pharmacy_name: string
  pharmacy_nabp: string
  paid_amount: number | null
  reject_codes: string[]
  claim_channel_type: number
  file_processing_code: string | null
  claim_number: string
  esi_claim_id: string
  subscriber_number: string
  stratus_claim_id: string
  reversed_at: string | null
  authorization_id: string | null
  compound_code: number
  has_eob: boolean
  has_pb_image: boolean
  archived: boolean
}

/** What a history shows: the meaning of a filter (`readFilter`). */
export type Search = {
  keys: ClaimKeys
  statuses: readonly TransactionStatus[] | null
  words: string | null
  drug: { code: string } | { words: string } | null
  gpi: string | null
  days: number | null
  fillDate: string | null
}

/** Everything of the search but the kinds of transaction, over `x`. */
const within = ({ words, drug, gpi, days, fillDate }: Search): Sql[] => [
  ...(days === null ? [] : [sql`x.fill_date > ${today} - ${days}::int`]),
  ...(fillDate === null ? [] : [sql`x.fill_date = ${fillDate}`]),
  ...(gpi === null ? [] : [sql`starts_with(x.gpi, ${gpi})`]),
  ...(drug === null
    ? []
    : 'code' in drug
      ? [sql`starts_with(x.gpi, ${drug.code})`]
      : [sql`strpos(lower(x.drug_name), lower(${drug.words})) > 0`]),
  ...(words === null
    ? []
    : [
        sql`(strpos(lower(x.drug_name), lower(${words})) > 0 or x.rx_number = ${words} or x.tcn = ${words} or x.reference_number = ${words}
          or exists (select from pharmacy y where y.nabp = x.pharmacy_nabp and strpos(lower(y.name), lower(${words})) > 0)
          or exists (select from practitioner q where q.npi = x.prescriber_npi
            and strpos(lower(q.first_name || ' ' || q.last_name), lower(${words})) > 0))`,
      ]),
]
const ofKind = ({ statuses }: Search): Sql[] => (statuses === null ? [] : [sql`x.status = any(${statuses})`])
const fromClaim = sql`
  from wc_claim c join rx_transaction x on x.mc = c.mc and x.stratus_claim_id = c.id`

export type Slice = TxnRow & { place: string }
/** The next rows of a history after an encrypted cursor, newest first, and one more; an invalid cursor finds nothing. */
export const slice = (search: Search, cursor: string | null, of: string, size: number): Sql<Slice> => sql<Slice>`
  with place as materialized (select split_part(at, '~', 1)::date as day, split_part(at, '~', 2)::uuid as id
    from (select open_cursor(${cursor}, ${of}) as at) o)
  select ${columns}, seal_cursor(x.fill_date || '~' || x.id, ${of}) as place
  from (select x.* ${fromClaim} where ${claimMatches(search.keys)} and ${every([
    ...ofKind(search),
    ...within(search),
    ...(cursor === null
      ? []
      : [sql`x.fill_date <= (select day from place) and (x.fill_date, x.id) < (select day, id from place)`]),
  ])} order by x.fill_date desc, x.id desc limit ${size + 1}) x
  join wc_claim c on c.mc = x.mc and c.id = x.stratus_claim_id ${named}
  order by x.fill_date desc, x.id desc`

/** Whether an encrypted cursor is of this user and this search. */
export const opens = (cursor: string | null, of: string): Sql<{ ours: boolean }> =>
  sql<{ ours: boolean }>`select ${cursor}::text is null or open_cursor(${cursor}, ${of}) is not null as ours`

export const pageOf = (search: Search, page: number, size: number): Sql<TxnRow> => sql<TxnRow>`
  select ${columns}
  from (select x.* ${fromClaim} where ${claimMatches(search.keys)} and ${every([...ofKind(search), ...within(search)])}
    order by x.fill_date desc, x.id desc limit ${size} offset ${page * size}) x
  join wc_claim c on c.mc = x.mc and c.id = x.stratus_claim_id ${named}
  order by x.fill_date desc, x.id desc`

/** The latest transactions of a claim, in scope. */
export const latestOf = (claim: Sql, most: number): Sql<TxnRow> => sql<TxnRow>`
  select ${columns}
  from (select x.* from rx_transaction x where x.mc = app_mc() and app_sees(x.sub_carrier) and x.stratus_claim_id = ${claim}
    order by x.fill_date desc, x.id desc limit ${most}) x
  join wc_claim c on c.mc = x.mc and c.id = x.stratus_claim_id ${named}
  order by x.fill_date desc, x.id desc`

export type TotalsRow = { paid: number; rejected: number; reversed: number; billed: number; amount: number }
const counts = sql`
  count(*) filter (where x.status = 'P')::int as paid, count(*) filter (where x.status = 'R')::int as rejected,
  count(*) filter (where x.status = 'X')::int as reversed, count(*) filter (where x.status = 'B')::int as billed,
  coalesce(sum(x.paid_amount) filter (where x.status in ('P', 'B')), 0) as amount`
/** How many of each kind the search finds, whatever kinds it asks for. */
export const totals = (search: Search): Sql<TotalsRow> => sql<TotalsRow>`
  select ${counts} ${fromClaim} where ${claimMatches(search.keys)} and ${every(within(search))}`

export type MedicationRow = {
  gpi: string
  drug_name: string
  last_fill: string
  fills: number
  total_qty: number
  total_paid: number
  last_prescriber: string
  active: boolean
  mme: number | null
}
export const medications = (keys: ClaimKeys, days: number | null): Sql<MedicationRow> => sql<MedicationRow>`
  with x as materialized (select x.* ${fromClaim} where ${claimMatches(keys)} and x.status in ('P', 'B')
    and (${days}::int is null or x.fill_date > ${today} - ${days}::int)),
  newest as (select distinct on (left(x.gpi, 10)) x.*, left(x.gpi, 10) as of_drug from x order by left(x.gpi, 10), x.fill_date desc, x.id desc),
  sums as (select left(x.gpi, 10) as of_drug, count(*)::int as fills, sum(x.quantity) as qty, coalesce(sum(x.paid_amount), 0) as paid,
    bool_or(x.fill_date + x.days_supply + 15 >= ${today}) as active from x group by 1)
  select s.of_drug as gpi, n.drug_name, n.fill_date as last_fill, s.fills, s.qty as total_qty, s.paid as total_paid, s.active, n.mme_per_day as mme,
    coalesce(q.first_name || ' ' || q.last_name, n.prescriber_npi) as last_prescriber
  from sums s join newest n using (of_drug) left join practitioner q on q.npi = n.prescriber_npi
  order by n.fill_date desc, n.drug_name`

/** Today in the caller's zone. */
export const now = (): Sql<{ today: string }> => sql<{ today: string }>`select ${today} as today`

export type SummaryRow = {
  claim_id: string
  counts: TotalsRow
  by_year: { year: number; fills: number; amount: number }[]
  by_month: { month: string; fills: number; amount: number }[]
  by_class: { name: string; fills: number; amount: number }[]
  drugs: { name: string; fills: number; amount: number }[]
  prescribers: { name: string; fills: number; amount: number }[]
  pharmacies: { name: string; fills: number; amount: number }[]
  open_auths: number
}
const list = (rows: Sql): Sql => sql`coalesce((select jsonb_agg(r) from (${rows}) r), '[]')`
const figures = sql`count(*)::int as fills, coalesce(sum(f.paid_amount), 0) as amount`
const MOST = 10
/** What a claim cost and by what, in one statement: its transactions are read once. */
export const summary = (
  id: string,
  from: string | null,
  to: string | null,
  open: Sql,
): Sql<SummaryRow> => sql<SummaryRow>`
  with c as (select c.* from wc_claim c where ${claimMatches({ claimId: id })}),
  x as materialized (select x.* from c join rx_transaction x on x.mc = c.mc and x.stratus_claim_id = c.id
    where (${from}::date is null or x.fill_date >= ${from}) and (${to}::date is null or x.fill_date <= ${to})),
  f as (select * from x where status in ('P', 'B'))
  select c.id as claim_id, (select to_jsonb(n) from (select ${counts} from x) n) as counts,
    ${list(sql`select extract(year from f.fill_date)::int as year, ${figures} from f group by 1 order by 1 desc`)} as by_year,
    ${list(sql`select to_char(f.fill_date, 'YYYY-MM') as month, ${figures} from f
      where f.fill_date > ${today} - 400 group by 1 order by 1`)} as by_month,
    ${list(sql`select left(f.gpi, 4) as name, ${figures} from f group by 1 order by 3 desc, 1 limit ${MOST}`)} as by_class,
    ${list(sql`select max(f.drug_name) as name, ${figures} from f group by left(f.gpi, 10) order by 3 desc, 1 limit ${MOST}`)} as drugs,
    ${list(sql`select coalesce(max(q.first_name || ' ' || q.last_name), f.prescriber_npi) as name, ${figures} from f
      left join practitioner q on q.npi = f.prescriber_npi group by f.prescriber_npi order by 2 desc, 1 limit ${MOST}`)} as prescribers,
    ${list(sql`select coalesce(max(y.name), f.pharmacy_nabp) as name, ${figures} from f
      left join pharmacy y on y.nabp = f.pharmacy_nabp group by f.pharmacy_nabp order by 2 desc, 1 limit ${MOST}`)} as pharmacies,
    (select count(*)::int from rx_authorization a where a.mc = c.mc and a.stratus_claim_id = c.id and a.status_id in (${open})) as open_auths
  from c`

type DocumentRow = { id: string; type_id: number; file_name: string }
export type DetailRow = TxnRow & {
  submitted_at: string
  adjudicated_at: string
  date_written: string | null
  refills_authorised: number
  generic_or_brand: string
  daw: string
  dea_schedule: string | null
  mme_per_day: number | null
  pharmacy: { city: string; state: string; phone: string } | null
  prescriber: { specialty: string; phone: string | null } | null
  prescriber_npi: string
  awp: number | null
  fee_schedule: number | null
  network: number | null
  usual_and_customary: number | null
  rejects: { rejectCode: string; message: string; dur?: string }[]
  cleared: { reject: { rejectCode: string; description: string }; by: string; id: string }[]
  prior_auth: { overrideRef: string; drugDescription: string; endDate: string } | null
  request_of: { id: string; reference: string; statusId: number } | null
  invoice_number: string | null
  billed_date: string | null
  reversal_reference: string | null
  reversal_reason: string | null
  reversed_by_name: string | null
  documents: DocumentRow[]
  message: string
  supervisors_may: boolean
  today: string
}
/** One transaction in full. A number of several transactions (a request was sent again) finds the newest unless its TCN is given. */
export const detail = (
  of: { claimId: string; reference: string; tcn: string | null },
  supervisorsMay: Sql,
): Sql<DetailRow> => sql<DetailRow>`
  select ${columns}, x.submitted_at, x.adjudicated_at, x.date_written, x.refills_authorised, x.generic_or_brand, x.daw, x.dea_schedule, x.mme_per_day,
    case when y.nabp is not null then jsonb_build_object('city', y.city, 'state', y.state, 'phone', y.phone) end as pharmacy,
    case when q.npi is not null then jsonb_build_object('specialty', q.specialty, 'phone', q.phone) end as prescriber, x.prescriber_npi,
    x.awp, x.fee_schedule, x.network, x.usual_and_customary, coalesce(x.result->'rejects', '[]') as rejects, coalesce(x.result->'cleared', '[]') as cleared,
    (select jsonb_build_object('overrideRef', p.override_ref, 'drugDescription', p.drug_name, 'endDate', p.end_date)
      from prior_auth p where p.mc = x.mc and p.id = x.prior_auth_id) as prior_auth,
    (select jsonb_build_object('id', a.id, 'reference', a.reference_number, 'statusId', a.status_id)
      from rx_authorization a where a.mc = x.mc and a.id = x.authorization_id) as request_of,
    x.invoice_number, x.billed_date, x.reversal_reference, x.reversal_reason, x.reversed_by_name,
    coalesce((select jsonb_agg(jsonb_build_object('id', k.id, 'type_id', k.type_id, 'file_name', k.file_name) order by k.received_at desc)
      from document k where k.mc = x.mc and k.transaction_id = x.id and k.type_id in (${EOB}, ${EOBR}, ${PAPER_BILL}) and k.active), '[]') as documents,
    x.message, ${supervisorsMay} as supervisors_may, ${today} as today
  from (select x.* from wc_claim c join rx_transaction x on x.mc = c.mc and x.stratus_claim_id = c.id
    where ${claimMatches({ claimId: of.claimId })} and x.reference_number = ${of.reference} and (${of.tcn}::text is null or x.tcn = ${of.tcn})
    order by x.fill_date desc, x.id desc limit 1) x
  join wc_claim c on c.mc = x.mc and c.id = x.stratus_claim_id ${named}`

export type CompoundRow = {
  stratus_claim_id: string
  compound_code: number
  kept: boolean
  ndc: string
  fill_date: string
  ingredients: { productId?: string; quantity?: number; cost?: number }[]
  drugs: Record<string, { gpi: string; name: string; unit: string; status: string | null }>
}
export const compound = (reference: string, tcn: string | null): Sql<CompoundRow> => sql<CompoundRow>`
  with x as (select x.*, coalesce(x.request #> '{compound,ingredients}', '[]') as ingredients from rx_transaction x
    where x.mc = app_mc() and app_sees(x.sub_carrier) and x.reference_number = ${reference} and x.stratus_claim_id is not null
      and (${tcn}::text is null or x.tcn = ${tcn})
    order by x.fill_date desc, x.id desc limit 1)
  select x.stratus_claim_id, x.compound_code, x.request is not null as kept, x.ndc, x.fill_date, x.ingredients,
    coalesce((select jsonb_object_agg(d.ndc, jsonb_build_object('gpi', d.gpi, 'name', d.facts->>'name', 'unit', d.facts->>'unit', 'status',
      (select f.status from formulary_item f where f.mc in ('', x.mc) and f.sub_carrier in ('*', x.sub_carrier) and starts_with(d.gpi, f.gpi_prefix)
        order by length(f.gpi_prefix) desc, f.mc <> '' desc, f.sub_carrier <> '*' desc limit 1)))
      from jsonb_array_elements(x.ingredients) i join drug d on d.ndc = replace(i->>'productId', '-', '')), '{}') as drugs
  from x`

export type BillRow = {
  stratus_claim_id: string
  reference_number: string
  tcn: string
  fill_date: string
  hcpcs: { code?: string; units?: number; modifiers?: string[] } | null
  icd: string[]
  invoice_number: string | null
  billed_date: string | null
  note: { codes: string[]; action: string; note: string } | null
}
/** Lines of bill review, reimbursement, clinics and paper bills: the channels a person reviews. */
export const bills = (
  claim: string,
  of: { references: readonly string[] | null; from: string | null; to: string | null },
  channels: Sql,
): Sql<BillRow> => sql<BillRow>`
  select x.stratus_claim_id, x.reference_number, x.tcn, x.fill_date, x.request->'hcpcs' as hcpcs,
    coalesce(x.request->'diagnosisCodes', '[]') as icd, x.invoice_number, x.billed_date,
    (select jsonb_build_object('codes', n.codes, 'action', n.action, 'note', n.note) from eobr_note n
      where n.mc = x.mc and n.reference_number = x.reference_number order by n.created_at desc limit 1) as note
  from wc_claim c join rx_transaction x on x.mc = c.mc and x.stratus_claim_id = c.id
  where ${claimMatches({ claimId: claim })} and x.claim_channel_type in (${channels})
    and (${of.references}::text[] is null or x.reference_number = any(${of.references}))
    and (${of.from}::date is null or x.fill_date >= ${of.from}) and (${of.to}::date is null or x.fill_date <= ${of.to})
  order by x.fill_date desc, x.id desc limit 500`

export type OfTcn = TxnRow & {
  first_name: string
  last_name: string
  dob: string
  doi: string
  sub_carrier: string
  patient_id: string
}
export const ofTcn = (tcn: string): Sql<OfTcn> => sql<OfTcn>`
  select ${columns}, t.first_name, t.last_name, t.dob, c.doi, c.sub_carrier, t.patient_id
  from rx_transaction x join wc_claim c on c.mc = x.mc and c.id = x.stratus_claim_id join claimant t on t.mc = c.mc and t.id = c.claimant_id ${named}
  where x.mc = app_mc() and app_sees(x.sub_carrier) and app_sees(c.sub_carrier) and x.tcn = ${tcn}`

import { textConsent } from '#features/text-messages/columns.ts'
import { allSettings, flag, placeOf, settingIsOn } from '#features/settings/columns.ts'
import { priorAuthStatus } from '#features/prior-auths/statuses.ts'
import { canBeFilled } from '#features/callbacks/sql.ts'
import type { Compensability } from '#features/adjudication/snapshot.ts'
import type { Reject } from '#features/adjudication/answer.ts'
import { snapshot, type SnapshotRow } from '#features/snapshots/sql.ts'
import { productGroups } from '#features/drugs/catalog-sql.ts'
import type { ProductGroup } from '#features/prior-auths/block-reach.ts'
import type { PriorAuthRow } from '#features/prior-auths/rows.ts'
import { inForce, statusAsOf, wasGiven } from '#features/prior-auths/sql.ts'
import type { OfRequest } from '#features/snapshots/clinic-line.ts'
import { lineGpi } from '#features/new-authorization/snapshots.ts'
import { billSent } from '#features/snapshots/billed-sql.ts'
import { ndcOfGpi } from '#features/new-authorization/sql.ts'
import { openStatuses, status } from '#features/authorizations/statuses.ts'
import { every, sql, type Sql, integer, integers } from '#platform/database/sql.ts'
import type { PriorAuthFilter } from './contract.ts'
import type { Reachable } from './informing.ts'

/** Today in the caller's zone. */
const today = sql`(app_now() at time zone app_zone())::date`

/** The status as of today: the column changes only with the nightly job. */
const statusToday = statusAsOf(today)

export type LineFound = PriorAuthRow & {
  status_today: number
  claim_number: string
  esi_claim_id: string
  subscriber_number: string
  reference_number: string | null
  fills: {
    tcn: string
    fillDate: string
    quantity: number
    daysSupply: number
    pharmacyName: string
    paidAmount: number | null
  }[]
}
const mostFills = 60
const line = sql`
  p.*, ${statusToday} as status_today, c.claim_number, c.esi_claim_id, c.subscriber_number,
    (select a.reference_number from rx_authorization a where a.mc = p.mc and a.id = p.authorization_id) as reference_number,
  coalesce((select jsonb_agg(jsonb_build_object('tcn', f.tcn, 'fillDate', f.fill_date, 'quantity', f.quantity, 'daysSupply', f.days_supply,
    'pharmacyName', coalesce(y.name, f.pharmacy_nabp), 'paidAmount', f.paid_amount) order by f.fill_date desc, f.tcn)
    from (select * from rx_transaction x where x.mc = p.mc and x.prior_auth_id = p.id and x.status in ('P', 'B') order by x.fill_date desc,
      x.id limit ${mostFills}) f left join pharmacy y on y.nabp = f.pharmacy_nabp), '[]') as fills`
const from = sql`from prior_auth p join wc_claim c on c.mc = p.mc and c.id = p.stratus_claim_id where p.mc = app_mc() and app_sees(p.sub_carrier)`

const ofClaim = placeOf(sql`c`)

export type ClaimOf = {
  id: string
  mc: string
  sub_carrier: string
  owner_id: string | null
  supervised: string[]
  create_allowed: boolean
  settings: Record<string, unknown>
  first_name: string
  last_name: string
  claim_number: string
  pdf_allowed: boolean
  name_in_files: boolean
}
/** The claim a list is about, when it is in scope. */
export const claimOf = (id: string, sub: string | null): Sql<ClaimOf> => sql<ClaimOf>`
  select c.id, c.mc, c.sub_carrier, c.owner_id, t.first_name, t.last_name, c.claim_number, ${allSettings(ofClaim)} as settings,
    array(select v.member_id from user_supervision v where v.mc = c.mc and v.supervisor_id = app_user()) as supervised,
    ${flag('create_prior_auth', true, ofClaim)} as create_allowed,
    ${flag('pdfExportEnabled', true, ofClaim)} as pdf_allowed,
    ${settingIsOn('patientNameInFiles', true, ofClaim)} as name_in_files
  from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id
  where c.mc = app_mc() and app_sees(c.sub_carrier) and c.id = ${id} and (${sub}::text is null or c.sub_carrier = ${sub})`

export type ChangeFound = {
  at: string
  by: string
  reason: string
  before: Record<string, unknown>
  after: Record<string, unknown>
}
export type ListedFound = LineFound & {
  juris_state: string
  received_at: string
  by_silence: boolean
  owner_ids: string[]
  pharmacy_name: string | null
  prescriber_name: string | null
  reachable: Reachable | null
  changes: ChangeFound[]
  open_requests: { authorizationId: string; referenceNumber: string; dueAt: string }[]
  /** Of a block in a list; left out of files. */
  products?: ProductGroup[] | null
}
const mostChanges = 20
/** How the prescriber and the worker of the request of `p` can be notified. */
const reachable = sql`
  (select jsonb_build_object('prescriber', coalesce(q.first_name || ' ' || q.last_name, a.prescriber_npi), 'byFax', q.fax is not null,
    'byMail', q.email is not null, 'texts', ${textConsent}) from rx_authorization a join claimant t on t.mc = c.mc and t.id = c.claimant_id
    left join practitioner q on q.npi = a.prescriber_npi where a.mc = p.mc and a.id = p.authorization_id)`
const receivedAt = sql`
  coalesce((select a.request_received_at from rx_authorization a where a.mc = p.mc and a.id = p.authorization_id), p.created_at)`
/** What a person renewed is theirs, not silence's. */
const bySilence = sql`
  p.supersedes_id is null
    and coalesce((select a.status_id = ${status.DEEMED_APPROVED} from rx_authorization a where a.mc = p.mc and a.id = p.authorization_id), false)`
const ownerIds = sql`
  array(select o.user_id from authorization_owner o where o.mc = p.mc and o.authorization_id = p.authorization_id order by o.position)`
const listed = sql`
  ${line}, c.juris_state, ${receivedAt} as received_at, ${bySilence} as by_silence, ${ownerIds} as owner_ids,
  (select y.name from pharmacy y where y.nabp = p.pharmacy_nabp) as pharmacy_name,
  (select q.first_name || ' ' || q.last_name from practitioner q where q.npi = p.prescriber_npi) as prescriber_name, ${reachable} as reachable,
  coalesce((select jsonb_agg(jsonb_build_object('at', h.at, 'by', h.by_name, 'reason', h.reason, 'before', h.before, 'after', h.after)
    order by h.at desc, h.id) from (select * from prior_auth_change v where v.mc = p.mc and v.prior_auth_id = p.id order by v.at desc, v.id
      limit ${mostChanges}) h), '[]') as changes,
  coalesce((select jsonb_agg(jsonb_build_object('authorizationId', r.id, 'referenceNumber', r.reference_number, 'dueAt', r.statutory_due_at)
    order by r.statutory_due_at, r.id) from rx_authorization r where r.mc = p.mc and r.stratus_claim_id = p.stratus_claim_id
      and r.status_id in (${integers(openStatuses)}) and p.gpi_prefix <> '' and starts_with(r.gpi, p.gpi_prefix)), '[]') as open_requests`

/** The products of the drug of a block: what it stops is counted among them. */
const productsOfBlock = sql`case when p.kind = 'BLOCK' then ${productGroups(sql`p.gpi_prefix`, sql`p.ndc`)} end as products`

export type Slice = ListedFound & { place: string }
/** One row more than a call shows, after an encrypted cursor; an invalid cursor finds nothing. */
export const slice = (claim: string, cursor: string | null, of: string, size: number): Sql<Slice> => sql<Slice>`
  with place as materialized (select open_cursor(${cursor}, ${of}) as at)
  select ${listed}, ${productsOfBlock}, seal_cursor(p.start_date || '~' || p.id, ${of}) as place ${from} and p.stratus_claim_id = ${claim}
    and (${cursor}::text is null or (p.start_date, p.id) < (select split_part(at, '~', 1)::date, split_part(at, '~', 2)::uuid from place))
   order by p.start_date desc, p.id desc limit ${size + 1}`
/** Whether an encrypted cursor is valid for this user and query. */
export const opens = (cursor: string | null, of: string): Sql<{ ours: boolean }> =>
  sql<{ ours: boolean }>`select ${cursor}::text is null or open_cursor(${cursor}, ${of}) is not null as ours`

const matching = (claim: string, filter: PriorAuthFilter): Sql =>
  every([
    sql`p.stratus_claim_id = ${claim}`,
    ...(filter.status ? [sql`${statusToday} = any(${filter.status}::int[])`] : []),
    ...(filter.kind ? [sql`p.kind = ${filter.kind}`] : []),
    ...(filter.drug
      ? [
          sql`(strpos(lower(p.drug_name), lower(${filter.drug})) > 0 or (${/^\d+$/.test(filter.drug)} and starts_with(p.gpi_prefix, ${filter.drug})))`,
        ]
      : []),
    ...(filter.from ? [sql`p.end_date >= ${filter.from}`] : []),
    ...(filter.to ? [sql`p.start_date <= ${filter.to}`] : []),
  ])
export const pageOf = (
  claim: string,
  filter: PriorAuthFilter,
  page: number,
  size: number,
): Sql<ListedFound> => sql<ListedFound>`
  select ${listed}, ${productsOfBlock} ${from} and ${matching(claim, filter)} order by p.start_date desc, p.id desc limit ${size} offset ${page * size}`
/** The next rows of a file after a row of it, newest first, and one more. */
export const partOf = (
  claim: string,
  filter: PriorAuthFilter,
  after: Pick<ListedFound, 'start_date' | 'id'> | null,
  size: number,
): Sql<ListedFound> => sql<ListedFound>`
  select ${listed} ${from} and ${matching(claim, filter)}
    and (${after?.id ?? null}::uuid is null or (p.start_date, p.id) < (${after?.start_date ?? null}::date, ${after?.id ?? null}::uuid))
   order by p.start_date desc, p.id desc limit ${size + 1}`
export const total = (claim: string, filter: PriorAuthFilter, most: number): Sql<{ total: number }> => sql<{
  total: number
}>`
  select count(*)::int as total from (select 1 ${from} and ${matching(claim, filter)} limit ${most + 1}) counted`

export type PriorAuthFound = LineFound & {
  today: string
  group_code: string
  doi: string
  juris_state: string
  compensability: Compensability
  claim_owner_id: string | null
  term_date: string | null
  settings: Record<string, unknown>
  supervised: string[]
  owner_ids: string[]
  /** By a user. */
  last_change: { by: string; at: string } | null
  auth_status: number | null
  received_at: string
  by_silence: boolean
  pharmacy_nabp_of_request: string | null
  reachable: Reachable | null
  /** Requests merged into its request: their pharmacies were notified with it (T28). */
  merged: { id: string; nabp: string }[]
  /** Its pharmacy may be about to fill what it does not pay any more. */
  waiting: boolean
  dea: string | null
  opioid: boolean
  /** The setting that allows creating and changing prior authorizations. */
  create_allowed: boolean
  /** The request it was granted for, with the rejects found then. */
  request: {
    rejects: Reject[]
    quantity: number
    daysSupply: number
    estimatedCost: number | null
    compound: boolean
    /** Its product, with the bill of a compound or clinic line. */
    of: OfRequest
  } | null
  /** Code of the product the caller named, if any. */
  named_gpi: string | null
  others: {
    id: string
    kind: 'PERMIT' | 'BLOCK'
    level: number
    gpiPrefix: string
    brandFlag: string
    rxNumber: string | null
    startDate: string
    endDate: string
    overrideRef: string
    /** The prescription of the request it was granted for. */
    rxOfRequest: string | null
    bySilence: boolean
    /** Whatever the package, the pharmacy and the prescriber. */
    whole: boolean
  }[]
}
/** The prior authorization with what its rules need, locked until the transaction ends. */
export const loadForChange = (ref: string, ndc: string | undefined): Sql<PriorAuthFound> => sql<PriorAuthFound>`
  select ${line}, ${today} as today, c.group_code, c.doi, c.juris_state, c.compensability, c.owner_id as claim_owner_id,
    (select s.term_date from eligibility_span s where s.mc = c.mc and s.stratus_claim_id = c.id order by s.effective_date desc limit 1) as term_date,
    ${allSettings(placeOf(sql`p`))} as settings,
    array(select v.member_id from user_supervision v where v.mc = p.mc and v.supervisor_id = app_user()) as supervised,
    ${ownerIds} as owner_ids, (select jsonb_build_object('by', v.by_name, 'at', v.at) from prior_auth_change v
      where v.mc = p.mc and v.prior_auth_id = p.id order by v.at desc, v.id limit 1) as last_change,
    (select a.status_id from rx_authorization a where a.mc = p.mc and a.id = p.authorization_id) as auth_status,
    ${receivedAt} as received_at, ${bySilence} as by_silence, ${reachable} as reachable,
    (select a.pharmacy_nabp from rx_authorization a where a.mc = p.mc and a.id = p.authorization_id) as pharmacy_nabp_of_request,
    coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'nabp', m.pharmacy_nabp) order by m.id) from rx_authorization m
      where m.mc = p.mc and m.superseded_by = p.authorization_id), '[]') as merged,
    coalesce((select k.status_id in ${canBeFilled} from pharmacy_callback k
      where k.mc = p.mc and k.authorization_id = p.authorization_id order by k.created_at desc limit 1), false)
      and not exists (select from rx_authorization a where a.mc = p.mc and a.id = p.authorization_id and ${wasGiven}
        and a.date_of_service >= p.start_date and a.date_of_service < ${today}) as waiting,
    (select min(d.facts->>'dea') from drug d where d.gpi between rpad(p.gpi_prefix, 14, '0') and rpad(p.gpi_prefix, 14, '9')) as dea,
    exists (select from drug d where d.gpi between rpad(p.gpi_prefix, 14, '0') and rpad(p.gpi_prefix, 14, '9')
      and d.facts->>'opioidFactorKey' is not null) as opioid,
    ${flag('create_prior_auth', true, ofClaim)} as create_allowed,
    (select jsonb_build_object('rejects', a.rejects, 'quantity', a.quantity, 'daysSupply', a.days_supply, 'estimatedCost', a.estimated_cost,
      'compound', a.compound_code = 2,
      'of', jsonb_build_object('compound_code', a.compound_code, 'claim_channel_type', a.claim_channel_type, 'ndc', a.ndc, 'gpi', a.gpi, 'bill',
        ${billSent})) from rx_authorization a where a.mc = p.mc and a.id = p.authorization_id) as request,
    (select d.gpi from drug d where d.ndc = ${ndc ?? null}) as named_gpi,
    coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'kind', o.kind, 'level', o.level, 'gpiPrefix', o.gpi_prefix, 'brandFlag', o.brand_flag,
      'rxNumber', o.rx_number, 'startDate', o.start_date, 'endDate', o.end_date, 'overrideRef', o.override_ref,
      'rxOfRequest', a.rx_number, 'bySilence', coalesce(a.status_id = ${status.DEEMED_APPROVED} and o.supersedes_id is null, false),
      'whole', o.ndc is null and o.pharmacy_nabp is null and o.prescriber_npi is null) order by o.start_date, o.id)
      from prior_auth o left join rx_authorization a on a.mc = o.mc and a.id = o.authorization_id
      where o.mc = p.mc and o.stratus_claim_id = p.stratus_claim_id and o.id <> p.id and o.status_id in ${inForce} and o.end_date >= ${today}), '[]') as others
  ${from} and p.override_ref = ${ref} for update of p`

export type ChangeRow = {
  mc: string
  id: string
  prior_auth_id: string
  at: string
  by_id: string
  by_name: string
  reason: string
  before: Record<string, unknown>
  after: Record<string, unknown>
}
export const noteChange = (row: ChangeRow): Sql =>
  sql`insert into prior_auth_change select * from jsonb_populate_record(null::prior_auth_change, ${JSON.stringify(row)}::jsonb)`

/** Whether a reference number belongs to a request of the claim, and whether that is still open. */
export const requestOf = (reference: string): Sql<{ stratus_claim_id: string; status_id: number }> =>
  sql<{
    stratus_claim_id: string
    status_id: number
  }>`select a.stratus_claim_id, a.status_id from rx_authorization a where a.mc = app_mc() and app_sees(a.sub_carrier) and a.reference_number = ${reference}`

export type ByDate = {
  id: string
  mc: string
  status_id: number
  start_date: string
  end_date: string
  today: string
  authorization_id: string | null
  auth_status: number | null
}
/** A prior authorization or block with today's date in the carrier's zone, locked. */
export const holdByDate = (id: string): Sql<ByDate> => sql<ByDate>`
  select p.id, p.mc, p.status_id, p.start_date, p.end_date, (app_now() at time zone (select m.time_zone from master_carrier m
    where m.mc = p.mc))::date as today, p.authorization_id,
    (select a.status_id from rx_authorization a where a.mc = p.mc and a.id = p.authorization_id) as auth_status
  from prior_auth p where p.mc = app_mc() and p.id = ${id} for update of p skip locked`
export const duePriorAuths = (now: string, limit: number): Sql<{ mc: string; id: string }> =>
  sql<{ mc: string; id: string }>`select mc, id from due_prior_auths(${limit}, ${now})`
export const dueEndings = (now: string, limit: number): Sql<{ mc: string; id: string }> =>
  sql<{ mc: string; id: string }>`select mc, id from due_endings(${limit}, ${now})`

export type Ending = {
  id: string
  override_ref: string
  authorization_id: string | null
  claim_number: string
  end_date: string
  owner_id: string | null
  owner_name: string | null
  owner_email: string | null
}
/** A prior authorization about to end with all others of the same claim owner, locked; none when already notified. */
export const endingWith = (id: string): Sql<Ending> => sql<Ending>`
  with one as (select c.owner_id, (app_now() at time zone (select m.time_zone from master_carrier m where m.mc = p.mc))::date as day from prior_auth p
    join wc_claim c on c.mc = p.mc and c.id = p.stratus_claim_id
    where p.mc = app_mc() and p.id = ${id} and p.ending_told_at is null)
  select p.id, p.override_ref, p.authorization_id, c.claim_number, p.end_date, u.id as owner_id, u.name as owner_name, u.email as owner_email
    from one join wc_claim c on c.mc = app_mc() and c.owner_id is not distinct from one.owner_id
      join prior_auth p on p.mc = c.mc and p.stratus_claim_id = c.id left join app_user u on u.id = c.owner_id and u.status = 'ACTIVE'
   where (p.id = ${id} or one.owner_id is not null) and p.status_id = ${integer(priorAuthStatus.ACTIVE)} and p.kind = 'PERMIT'
     and p.end_date between one.day and one.day + 7
     and not p.one_time and coalesce(p.max_fills, 2) > 1 and p.fills_used > 0 and p.ending_told_at is null
   order by p.end_date, p.id limit 200 for update of p`
/** The snapshot for a new prior authorization; a code without an NDC uses the usual product. */
export function snapshotOfGrant(
  claim: Sql,
  of: {
    ndc?: string | undefined
    gpi?: string | undefined
    hcpcs?: { code: string } | undefined
    brandFlag?: string | undefined
    pharmacyNabp?: string | null | undefined
    prescriberNpi?: string | null | undefined
    startDate?: string | undefined
  },
): Sql<SnapshotRow> {
  const brand = of.brandFlag === 'B' || of.brandFlag === 'G' ? of.brandFlag : undefined
  const first = sql`(select g.gpi from drug g where g.gpi between rpad(${of.gpi}, 14, '0') and rpad(${of.gpi}, 14, '9') order by g.gpi limit 1)`
  return snapshot({
    claim: sql`select c.* from wc_claim c where ${claim}`,
    groupCode: sql`(select c.group_code from c)`,
    nabp: sql`${of.pharmacyNabp ?? ''}::text`,
    npi: sql`${of.prescriberNpi ?? ''}::text`,
    ndc: of.ndc !== undefined ? sql`${of.ndc}::text` : of.hcpcs ? sql`''` : ndcOfGpi(first, brand),
    ingredientNdcs: [],
    ...(of.hcpcs && { lineGpi: lineGpi(of.hcpcs) }),
    dateOfService: sql`least(${of.startDate ?? null}::date, (app_now() at time zone app_zone())::date)`,
  })
}

/** The claim's identifiers shown in the list. */
export const namesOf = (claim: Sql): Sql<{ esi_claim_id: string; subscriber_number: string }> =>
  sql<{
    esi_claim_id: string
    subscriber_number: string
  }>`select c.esi_claim_id, c.subscriber_number from wc_claim c where ${claim}`

/**
 * The snapshot for a changed prior authorization: the requested product where it is on the
 * market and of the brand, else the usual one under its code. The day is today, or an earlier requested start.
 */
export function snapshotOfPriorAuth(
  ref: string,
  to: {
    brandFlag?: string | undefined
    pharmacyNabp?: string | null | undefined
    prescriberNpi?: string | null | undefined
    startDate?: string | undefined
  },
): Sql<SnapshotRow> {
  const of = (what: Sql): Sql =>
    sql`(select ${what} from prior_auth h where h.mc = app_mc() and h.override_ref = ${ref})`
  const brand = sql`coalesce(${to.brandFlag ?? null}::text, h.brand_flag)`
  const billedNdc = sql`(select a.ndc from rx_authorization a where a.mc = h.mc and a.id = h.authorization_id)`
  const product = sql`coalesce(h.ndc, (select d.ndc from drug d
    where h.gpi_prefix <> '' and d.gpi between rpad(h.gpi_prefix, 14, '0') and rpad(h.gpi_prefix, 14, '9')
      and coalesce(d.facts->>'obsoleteDate', '9999') > app_now()::date::text and coalesce(d.facts->>'marketStart', '0') <= app_now()::date::text
      and (${brand} = '*' or (d.facts->>'brandFlag' = 'G') = (${brand} = 'G'))
      and (d.ndc = ${billedNdc} or not coalesce((d.facts->>'repackaged')::boolean, false))
    order by d.ndc is not distinct from ${billedNdc} desc, d.facts->>'brandFlag' <> 'G', (d.facts->>'awpUnit')::numeric, d.ndc limit 1))`
  return snapshot({
    claim: sql`select c.* from wc_claim c where c.mc = app_mc() and app_sees(c.sub_carrier) and c.id = ${of(sql`h.stratus_claim_id`)}`,
    groupCode: sql`(select c.group_code from c)`,
    nabp: to.pharmacyNabp === undefined ? of(sql`coalesce(h.pharmacy_nabp, '')`) : sql`${to.pharmacyNabp ?? ''}::text`,
    npi:
      to.prescriberNpi === undefined ? of(sql`coalesce(h.prescriber_npi, '')`) : sql`${to.prescriberNpi ?? ''}::text`,
    ndc: of(product),
    ingredientNdcs: [],
    dateOfService: sql`least(${of(sql`case when ${to.startDate ?? null}::date < h.start_date then ${to.startDate ?? null}::date end`)}, ${today})`,
  })
}

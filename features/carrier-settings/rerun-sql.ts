import { ingredientsOf } from '#features/snapshots/billed-sql.ts'
import { snapshot, type SnapshotRow } from '#features/snapshots/sql.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import type { Submission } from './rerun.ts'

/** Of last month, in the carrier's zone, and of the sub-carriers a setting of this place counts for. */
const lastMonths = (sub: string, key: string): Sql => sql`
  master_carrier m cross join lateral (select date_trunc('month', app_now() at time zone m.time_zone) as begins) this
    join rx_transaction x on x.mc = m.mc and x.submitted_at >= (this.begins - interval '1 month') at time zone m.time_zone
      and x.submitted_at < this.begins at time zone m.time_zone
  where m.mc = app_mc() and x.stratus_claim_id is not null and (x.sub_carrier = ${sub} or ${sub} = '*' and not exists (select from carrier_setting z
    where z.mc = x.mc and z.sub_carrier = x.sub_carrier and z.key = ${key}))`

export const submissionCount = (sub: string, key: string): Sql<{ total: number }> =>
  sql<{ total: number }>`select count(*)::int as total from ${lastMonths(sub, key)}`

/** What the engine reads for the submission x. */
const snapshotOfSubmission = snapshot({
  claim: sql`select k.* from wc_claim k where k.mc = x.mc and k.id = x.claim_id`,
  groupCode: sql`(select c.group_code from c)`,
  nabp: sql`x.pharmacy_nabp`,
  npi: sql`x.prescriber_npi`,
  ndc: sql`x.ndc`,
  ingredientNdcs: ingredientsOf(sql`x.request`),
  lineGpi: sql`case when x.request ? 'hcpcs' then x.gpi else '' end`,
  dateOfService: sql`x.fill_date`,
})

export type Found = Submission & SnapshotRow & { place: string }
/** The submissions from an encrypted cursor on, in their order, and one more, each with what the engine reads for it. */
export const submissions = (
  sub: string,
  key: string,
  { after, question, size }: { after: string | null; question: string; size: number },
): Sql<Found> => sql<Found>`
  with place as materialized (select open_cursor(${after}, ${question})::jsonb as at),
  page as materialized (
    select x.mc, x.id, x.reference_number, x.authorization_id, x.stratus_claim_id as claim_id, x.sub_carrier, x.submitted_at, x.claim_channel_type,
      x.pharmacy_nabp, x.prescriber_npi, x.fill_date, x.rx_number, x.fill_number, x.refills_authorised, x.date_written, x.ndc, x.gpi, x.drug_name,
      x.quantity::float8 as quantity, x.days_supply, x.daw, x.compound_code, x.usual_and_customary::float8 as usual_and_customary, x.request
      from ${lastMonths(sub, key)} and (${after}::text is null
        or (x.submitted_at, x.id) > (select (at ->> 0)::timestamptz, (at ->> 1)::uuid from place))
     order by x.submitted_at, x.id limit ${size + 1})
  select x.*, s.*, seal_cursor(jsonb_build_array(x.submitted_at, x.id)::text, ${question}) as place,
    (select u.name from wc_claim k left join client_group g on g.mc = k.mc and g.group_code = k.group_code
        join app_user u on u.id = coalesce(k.owner_id, g.default_owner_id) where k.mc = x.mc and k.id = x.claim_id) as owner,
    array(select y.id from wc_claim own join wc_claim sibling on sibling.mc = own.mc and sibling.claimant_id = own.claimant_id
        join rx_transaction y on y.mc = sibling.mc and y.stratus_claim_id = sibling.id and y.submitted_at >= x.submitted_at
       where own.mc = x.mc and own.id = x.claim_id) as later_fills,
    array(select a.id from prior_auth a where a.mc = x.mc and a.stratus_claim_id = x.claim_id and a.created_at >= x.submitted_at) as later_grants
  from page x cross join lateral (${snapshotOfSubmission}) s order by x.submitted_at, x.id`

import { flag } from '#features/settings/columns.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import { afterPrefix, normalizeForSearch } from '#platform/text/search-form.ts'
import type { PractitionerSearch } from './rules.ts'

export type PractitionerRow = {
  id: string
  npi: string
  first_name: string
  last_name: string
  credential: string
  specialty: string
  license_state: string
  license_number: string | null
  status: string
  phone: string | null
  fax: string | null
  city: string | null
  state: string | null
}
const columns = sql`p.id, p.npi, p.first_name, p.last_name, p.credential, p.specialty, p.license_state, p.license_number, p.status, p.phone,
  p.fax, p.city, p.state`

/** Prescribers counted of a search. */
export const MOST = 2000

const begins = (column: Sql, text: string): Sql => {
  const after = afterPrefix(text)
  return sql`${column} >= ${text} and ${after === null ? sql`true` : sql`${column} < ${after}`}`
}
const inOrder = sql`order by p.search_last, p.search_first, p.npi limit ${MOST + 1}`
/**
 * Whom a search finds, each reading of a name through its index: whose last name begins so, or has it as one of its words.
 * `also` narrows it.
 */
function matching(of: PractitionerSearch, also: Sql): Sql {
  const those = (where: Sql): Sql =>
    sql`(select p.npi, p.search_last, p.search_first from practitioner p where ${where} and ${also} ${inOrder})`
  if (of.by === 'npi') return those(sql`p.npi = ${of.npi}`)
  if (of.by === 'license') return those(sql`p.license_number = ${of.number}`)
  return of.names
    .flatMap(({ last, first }) => {
      const named = first === '' ? sql`true` : begins(sql`p.search_first`, first)
      return [begins(sql`p.search_last`, last), sql`p.search_words @> array[${last}]::text[]`].map((where) =>
        those(sql`${where} and ${named}`),
      )
    })
    .reduce((all, next) => sql`${all} union ${next}`, those(sql`false`))
}

export const search = (
  of: PractitionerSearch,
  { state, page, size }: { state: string | undefined; page: number; size: number },
): Sql<PractitionerRow & { total: number; found: boolean }> => sql<PractitionerRow & { total: number; found: boolean }>`
  with matching as (select m.* from (
      ${matching(of, sql`p.entity_type = 1 and ${state === undefined ? sql`true` : sql`(p.state = ${state} or p.license_state = ${state})`}`)}) m
    order by search_last, search_first, npi limit ${MOST + 1}),
  listed as (select ${columns}, p.search_last, p.search_first from (
      select npi from matching order by search_last, search_first, npi limit ${size} offset ${page * size}) m join practitioner p using (npi))
  select l.*, (select count(*)::int from matching) as total, l.npi is not null as found
  from (select) as one left join listed l on true order by search_last, search_first, npi`

type PhoneRow = { kind: 'PHONE' | 'FAX' | 'MOBILE'; number: string; verified_at: string | null; first: boolean }
/** The numbers of the row itself are the primary ones; no row at all where nobody has this id. */
export const phones = (id: string): Sql<PhoneRow> => sql<PhoneRow>`
  select n.kind, n.number, min(f.verified_at)::text as verified_at, bool_or(n.first) as first
  from practitioner p cross join lateral (
      select 'PHONE' as kind, p.phone as number, true as first where p.phone is not null
      union all select 'FAX', p.fax, true where p.fax is not null
      union all select kind, number, false from practitioner_phone where npi = p.npi) n
    left join practitioner_phone f on f.npi = p.npi and f.kind = n.kind and f.number = n.number
  where p.id = ${id} group by n.kind, n.number order by array_position(array['PHONE', 'FAX', 'MOBILE'], n.kind), bool_or(n.first) desc, n.number`

export const exists = (id: string): Sql<{ id: string }> =>
  sql<{ id: string }>`select id from practitioner where id = ${id}`

type AddressRow = { line1: string; line2: string | null; city: string; state: string; zip: string; position: number }
export const addresses = (id: string): Sql<AddressRow> => sql<AddressRow>`
  select a.line1, a.line2, a.city, a.state, a.zip, a.position from practitioner p join practitioner_address a using (npi)
  where p.id = ${id} order by a.position`

type InformationRow = PractitionerRow & { claims: number; fills: number; opioids: number; blocked: string | null }
/** With the paid fills of the caller's carrier in the twelve months before the user's current date. */
export const information = (
  ids: readonly string[],
  npis: readonly string[],
): Sql<InformationRow> => sql<InformationRow>`
  select ${columns}, w.claims, w.fills, w.opioids,
    (select b.reason from practitioner_block b where b.mc = app_mc() and b.npi = p.npi) as blocked
  from practitioner p cross join lateral (
    select count(distinct t.stratus_claim_id)::int as claims, count(*)::int as fills, (count(*) filter (where t.mme_per_day > 0))::int as opioids
    from rx_transaction t where t.mc = app_mc() and t.prescriber_npi = p.npi and t.status in ('P', 'B')
      and t.fill_date > ((app_now() at time zone app_zone())::date - interval '12 months')) w
  where p.id = any(${ids}::uuid[]) or p.npi = any(${npis}::text[])
  order by p.search_last, p.search_first, p.npi`

type Where = {
  city?: string | undefined
  state?: string | undefined
  zip?: string | undefined
  radius?: number | undefined
}
const METERS_A_MILE = 1609.344
function inArea({ city, state, zip, radius }: Where): Sql {
  const five = zip?.slice(0, 5)
  const parts: Sql[] = []
  if (five && radius === undefined) parts.push(sql`a.zip = ${five}`)
  if (five && radius !== undefined)
    parts.push(sql`a.zip in (select z.zip from zip_place z, zip_place c where c.zip = ${five}
      and earth_distance(ll_to_earth(z.lat, z.lng), ll_to_earth(c.lat, c.lng)) <= ${radius * METERS_A_MILE})`)
  if (state) parts.push(sql`a.state = ${state}`)
  if (city) parts.push(begins(sql`a.search_city`, normalizeForSearch(city)))
  return parts.reduce((whole, part) => sql`${whole} and ${part}`, sql`true`)
}

/** Prescribers answered at most. */
const MOST_ASSOCIATED = 200
type AssociatedRow = PractitionerRow & Omit<AddressRow, 'city' | 'state'> & { at_city: string; at_state: string }
/** Those who match and practice in the area, then those with the same street and ZIP code; each once. */
export const associated = (of: PractitionerSearch, area: Where): Sql<AssociatedRow> => sql<AssociatedRow>`
  with named as (select m.npi from (${matching(of, sql`true`)}) m limit ${MOST + 1}),
  places as (select distinct a.zip, a.search_line from named join practitioner_address a using (npi) where ${inArea(area)} limit ${MOST_ASSOCIATED}),
  shared as (
    select distinct on (a.npi) a.npi, a.line1, a.line2, a.city as at_city, a.state as at_state, a.zip, a.position,
      exists (select from named n where n.npi = a.npi) as matched
    from places join practitioner_address a using (zip, search_line) order by a.npi, a.position)
  select ${columns}, s.line1, s.line2, s.at_city, s.at_state, s.zip, s.position from shared s join practitioner p using (npi)
  order by s.matched desc, p.search_last, p.search_first, p.npi limit ${MOST_ASSOCIATED}`

/** Whether the flag is on for the caller, and who has the NPI already. */
export const beforeAdding = (key: string, npi: string): Sql<{ is_on: boolean; has: string | null }> => sql<{
  is_on: boolean
  has: string | null
}>`
  select ${flag(key, false, { mc: sql`app_mc()`, sub: sql`'*'` })} as is_on,
    (select p.first_name || ' ' || p.last_name from practitioner p where p.npi = ${npi}) as has`

export type NewPractitioner = {
  id: string
  npi: string
  firstName: string
  lastName: string
  credential: string
  specialty: string
  licenseState: string
  licenseNumber?: string | undefined
  phone: string
  fax?: string | undefined
  line1: string
  city: string
  state: string
  zip: string
}
/** Adds somebody with their address. No row: somebody else added the same NPI first. */
export const add = (of: NewPractitioner, at: string): Sql<{ npi: string }> => sql<{ npi: string }>`
  with added as (
    insert into practitioner (npi, id, first_name, last_name, specialty, credential, license_state, license_number, phone, fax, city, state,
      added_mc, added_by, added_at)
    values (${of.npi}, ${of.id}, ${of.firstName}, ${of.lastName}, ${of.specialty}, ${of.credential}, ${of.licenseState},
      ${of.licenseNumber?.toUpperCase() || null}, ${of.phone}, ${of.fax ?? null}, ${of.city}, ${of.state}, app_mc(), app_user(), ${at})
    on conflict (npi) do nothing returning npi),
  placed as (
    insert into practitioner_address (npi, position, line1, city, state, zip)
    select npi, 1, ${of.line1}, ${of.city}, ${of.state}, ${of.zip} from added)
  select npi from added`

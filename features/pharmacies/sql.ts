import { sql, type Sql } from '#platform/database/sql.ts'
import { afterPrefix, normalizeForSearch } from '#platform/text/search-form.ts'

type PharmacyRow = {
  nabp: string
  npi: string
  name: string
  chain: string | null
  address1: string
  city: string
  state: string
  zip: string
  phone: string
  fax: string | null
  network: 'IN' | 'OUT'
  delivery_type_id: number
  physician_dispenser: boolean
  sanctioned: boolean
  suspended: boolean
  closed_date: string | null
  hours: [string, string][] | null
  time_zone: string | null
  lat: number | null
  lng: number | null
}
type FoundRow = PharmacyRow & {
  /** Miles. */
  distance: number | null
  from_lat: number | null
  from_lng: number | null
  /** Where the ZIP code that was looked for lies is known, or none was. */
  has_place: boolean
  total: number
  found: boolean
  today: string
}

const columns = sql`p.nabp, p.npi, p.name, p.chain, p.address1, p.city, p.state, p.zip, p.phone, p.fax, p.network, p.delivery_type_id,
  p.physician_dispenser, p.sanctioned, p.suspended, p.closed_date::text as closed_date, p.hours, p.time_zone, p.lat, p.lng`
/** The user's current date. */
const today = sql`(app_now() at time zone app_zone())::date::text`

export type Wanted = {
  isExternal: boolean
  radius?: number | undefined
  name?: string | undefined
  phone?: string | undefined
  npi?: string | undefined
  nabp?: string | undefined
  city?: string | undefined
  zipCode?: string | undefined
  state?: string | undefined
  physicianDispenserFilterCheckboxChecked: boolean
  openNow: boolean
}

/** Pharmacies counted of a search, and rows of an export. */
export const MOST = 2000
const METERS_A_MILE = 1609.344

/** Open at this moment by its own clock; `openNow` of rules.ts says the same of one pharmacy. */
const isOpenNow = sql`p.hours is not null and p.time_zone is not null and exists (
    select from (select app_now() at time zone p.time_zone as at) as local,
      lateral (select p.hours -> (extract(isodow from local.at)::int - 1) as day) as today
    where jsonb_typeof(day) = 'array' and to_char(local.at, 'HH24:MI') >= day ->> 0 and to_char(local.at, 'HH24:MI') < day ->> 1)`

/** One and the same condition for each field that was given; all of them must hold. `around`: near the ZIP code, and not of it. */
function conditions(wanted: Wanted, around: boolean): Sql {
  const { phone, npi, nabp, city, zipCode, state, radius } = wanted
  const zip = zipCode?.slice(0, 5)
  const parts: Sql[] = []
  if (!wanted.isExternal) parts.push(sql`p.network = 'IN'`)
  if (!wanted.physicianDispenserFilterCheckboxChecked) parts.push(sql`not p.physician_dispenser`)
  if (wanted.openNow) parts.push(isOpenNow)
  if (phone) parts.push(sql`p.phone_digits = ${phone.slice(-10)}`)
  if (npi) parts.push(sql`p.npi = ${npi}`)
  if (nabp) parts.push(sql`p.nabp = ${nabp}`)
  if (state) parts.push(sql`p.state = ${state}`)
  if (city) {
    const begins = normalizeForSearch(city)
    const after = afterPrefix(begins)
    parts.push(sql`p.search_city >= ${begins} and ${after === null ? sql`true` : sql`p.search_city < ${after}`}`)
  }
  if (zip && (radius === undefined || !around)) parts.push(sql`p.zip = ${zip}`)
  // Of a ZIP code without a place nothing is near: its pharmacies are those that have it in their address.
  if (zip && radius !== undefined && !around) parts.push(sql`not exists (select from here)`)
  // The box is what the index answers; the distance cuts its corners.
  if (zip && radius !== undefined && around)
    parts.push(sql`p.lat is not null
      and place_on_earth(p.lat, p.lng) <@ earth_box((select ll_to_earth(lat, lng) from zip_place where zip = ${zip}), ${radius * METERS_A_MILE})
      and earth_distance(ll_to_earth(p.lat, p.lng), (select ll_to_earth(lat, lng) from zip_place where zip = ${zip})) <= ${radius * METERS_A_MILE}`)
  return parts.reduce((whole, part) => sql`${whole} and ${part}`, sql`true`)
}

/** A page of what a search finds, counted up to `MOST`: names that begin with the text first, then the nearest, then by name. */
export function search(wanted: Wanted, { page, size }: { page: number; size: number }): Sql<FoundRow> {
  const zip = wanted.zipCode?.slice(0, 5) ?? ''
  // The nearest come before the bound.
  const nearest = zip === '' ? sql`` : sql`order by distance nulls last, p.search_name, p.nabp`
  const oneOf = (
    rank: number,
    named: Sql,
    around: boolean,
  ): Sql => sql`(select ${rank}::int as rank, ${columns}, p.search_name,
      earth_distance(ll_to_earth(p.lat, p.lng), here.place) / ${METERS_A_MILE}::float8 as distance, here.lat as from_lat, here.lng as from_lng
    from pharmacy p left join here on p.lat is not null where ${named} and ${conditions(wanted, around)} ${nearest} limit ${MOST + 1})`
  const part = (rank: number, named: Sql): Sql =>
    zip === '' || wanted.radius === undefined
      ? oneOf(rank, named, true)
      : sql`${oneOf(rank, named, true)} union all ${oneOf(rank, named, false)}`
  const order = sql`rank, distance nulls last, search_name, nabp`
  return sql<FoundRow>`
    with here as (select ll_to_earth(lat, lng) as place, lat, lng from zip_place where zip = ${zip}),
    matching as (select * from (${partsOf(wanted.name, part)}) as parts order by ${order} limit ${MOST + 1}),
    listed as (select * from matching order by ${order} limit ${size} offset ${page * size})
    select l.*, (select count(*)::int from matching) as total, l.nabp is not null as found, ${today} as today,
      ${zip} = '' or exists (select from here) as has_place
    from (select) as one left join listed l on true order by ${order}`
}

/** Without a name there is one part; with one, names that begin with it and names that contain it are two. */
function partsOf(name: string | undefined, part: (rank: number, named: Sql) => Sql): Sql {
  if (!name) return part(1, sql`true`)
  const text = normalizeForSearch(name)
  const after = afterPrefix(text)
  const begins = sql`p.search_name >= ${text} and ${after === null ? sql`true` : sql`p.search_name < ${after}`}`
  return sql`${part(1, begins)} union all ${part(2, sql`p.search_name like ${`%${text}%`} and not (${begins})`)}`
}

/** Pharmacies of a list of numbers, in the order of the list. */
export const byNabp = (nabps: readonly string[]): Sql<FoundRow> => sql<FoundRow>`
  select ${columns}, null::float8 as distance, null::float8 as from_lat, null::float8 as from_lng, 0 as total, true as found,
    ${today} as today, true as has_place
  from unnest(${nabps}::text[]) with ordinality as wanted(nabp, at) join pharmacy p using (nabp) order by wanted.at`

import { sql } from '#platform/database/sql.ts'
import { MOST_CONTACTS, RECENT_FILLS } from './rules.ts'

/** A prescriber or a pharmacy of a claim, and how to reach it; one the directory does not have is named by its number. */
export type ContactRow = {
  number: string
  name: string
  specialty: string | null
  city: string | null
  state: string | null
  phone: string | null
  fax: string | null
}

/** The newest transactions of a claim; `c` is wc_claim. */
const recent = sql`(select x.prescriber_npi, x.pharmacy_nabp, x.fill_date from rx_transaction x
  where x.mc = c.mc and x.stratus_claim_id = c.id order by x.fill_date desc, x.id limit ${RECENT_FILLS})`

/** Who prescribed them, the one asked last first. */
export const prescribers = sql`coalesce((select jsonb_agg(jsonb_build_object('number', r.npi, 'name', coalesce(q.first_name || ' ' || q.last_name, r.npi),
    'specialty', q.specialty, 'city', q.city, 'state', q.state, 'phone', q.phone, 'fax', q.fax) order by r.last desc, r.npi)
  from (select f.prescriber_npi as npi, max(f.fill_date) as last from ${recent} f group by 1 order by 2 desc, 1 limit ${MOST_CONTACTS}) r
  left join practitioner q on q.npi = r.npi), '[]')`

/** Who filled them, the usual one first. */
export const pharmacies = sql`coalesce((select jsonb_agg(jsonb_build_object('number', r.nabp, 'name', coalesce(y.name, r.nabp),
    'specialty', null, 'city', y.city, 'state', y.state, 'phone', y.phone, 'fax', y.fax) order by r.fills desc, r.last desc, r.nabp)
  from (select f.pharmacy_nabp as nabp, count(*) as fills, max(f.fill_date) as last from ${recent} f group by 1 order by 2 desc, 3 desc, 1
    limit ${MOST_CONTACTS}) r
  left join pharmacy y on y.nabp = r.nabp), '[]')`

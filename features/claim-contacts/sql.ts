import { flag, placeOf } from '#features/settings/columns.ts'
import { lock } from '#features/claims/lock-sql.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import type { Reach, Relation } from './rules.ts'

/** One version of a contact. */
export type ContactRow = {
  id: string
  version: number
  sub_carrier: string
  stratus_claim_id: string
  name: string
  relation: Relation
  phone: string
  email: string
  reach: Reach
  reach_note: string
  speaks_for_patient: boolean
  since: string
  ended_on: string | null
  end_reason: string | null
  changed_at: string
  changed_by: string | null
  changed_by_name: string
}
const MOST_LISTED = 100
/** A list says the last changes of a contact, and with them its version before. */
export const MOST_SAID = 20

const columns = sql`k.id, k.version, k.sub_carrier, k.stratus_claim_id, k.name, k.relation, k.phone, k.email, k.reach, k.reach_note,
  k.speaks_for_patient, k.since, k.ended_on, k.end_reason, k.changed_at, k.changed_by, k.changed_by_name`
const inScope = sql`k.mc = app_mc() and app_sees(k.sub_carrier)`
const today = sql`(app_now() at time zone app_zone())::date`

export type ClaimFound = { id: string; sub_carrier: string; on: boolean; today: string; current: number }
/** A claim, whether its carrier has notes and contacts, and how many current contacts it has. */
export const claimOf = (id: string, sub: string | null): Sql<ClaimFound> => sql<ClaimFound>`
  select c.id, c.sub_carrier, ${flag('patient_add_note_enabled', true, placeOf(sql`c`))} as on, ${today} as today,
    (select count(*)::int from (select distinct on (k.id) k.ended_on from claim_contact k where k.mc = c.mc and k.stratus_claim_id = c.id
      order by k.id, k.version desc) newest where newest.ended_on is null) as current
    from wc_claim c where c.mc = app_mc() and app_sees(c.sub_carrier) and c.id = ${id} and (${sub}::text is null or c.sub_carrier = ${sub})`

/** The versions of the contacts of a claim, newest first in each contact; current contacts first, by when they were added. */
export const versions = (claim: string): Sql<ContactRow> => sql<ContactRow>`
  with newest as (
    select distinct on (k.id) k.id, k.ended_on, k.since from claim_contact k where ${inScope} and k.stratus_claim_id = ${claim}
     order by k.id, k.version desc),
  shown as (select * from newest n order by n.ended_on desc nulls first, n.since, n.id limit ${MOST_LISTED})
  select ${columns} from shown s cross join lateral (
    select * from claim_contact k where ${inScope} and k.id = s.id order by k.version desc limit ${MOST_SAID + 1}) k
   order by s.ended_on desc nulls first, s.since, s.id, k.version desc`

/** One contact after another of a claim is changed. */
export const lockClaimOfContact = (id: string): Sql =>
  lock(
    sql`select k.mc, k.stratus_claim_id as id from claim_contact k where ${inScope} and k.id = ${id} and k.version = 1`,
  )
export type Found = ContactRow & { on: boolean; today: string }
/** The versions of a contact, newest first. */
export const contact = (id: string): Sql<Found> => sql<Found>`
  select ${columns}, ${flag('patient_add_note_enabled', true, placeOf(sql`k`))} as on, ${today} as today
    from claim_contact k where ${inScope} and k.id = ${id} order by k.version desc limit ${MOST_SAID + 1}`

export const insertVersion = (row: ContactRow): Sql => sql`
  insert into claim_contact
    select r.* from jsonb_populate_record(null::claim_contact, ${JSON.stringify(row)}::jsonb || jsonb_build_object('mc', app_mc())) r`

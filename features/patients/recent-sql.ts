import { sql, type Sql } from '#platform/database/sql.ts'
import { MOST_RECENT } from './rules.ts'

export type RecentRow = {
  stratus_claim_id: string
  mc: string
  sub_carrier: string
  claim_number: string
  client_claim_id: string
  first_name: string
  last_name: string
  dob: string
  last_viewed_at: string
}

/** The patients the caller viewed last; none when asked about somebody else, and none that the caller no longer sees. */
export const recent = (user: string | null): Sql<RecentRow> => sql<RecentRow>`
  select c.id as stratus_claim_id, c.mc, c.sub_carrier, c.claim_number, c.client_claim_id, t.first_name, t.last_name, t.dob, r.last_viewed_at
    from recent_patient r join wc_claim c on c.mc = r.mc and app_sees(c.sub_carrier) and c.id = r.stratus_claim_id
    join claimant t on t.mc = c.mc and t.id = c.claimant_id
   where r.mc = app_mc() and r.user_id = app_user() and r.user_id = coalesce(${user}::uuid, app_user())
   order by r.last_viewed_at desc, c.id limit ${MOST_RECENT}`
export const isCaller = (user: string | null): Sql<{ self: boolean }> =>
  sql<{ self: boolean }>`select app_user() = coalesce(${user}::uuid, app_user()) as self`

/** Puts a patient first among the viewed ones, and forgets those beyond the limit. */
export const remember = (claim: string, now: string): Sql => sql`
  with latest as (
    insert into recent_patient (mc, user_id, stratus_claim_id, last_viewed_at) values (app_mc(), app_user(), ${claim}, ${now})
    on conflict (mc, user_id, stratus_claim_id) do update set last_viewed_at = excluded.last_viewed_at)
  delete from recent_patient r where r.mc = app_mc() and r.user_id = app_user() and r.stratus_claim_id in (
    select o.stratus_claim_id from recent_patient o where o.mc = app_mc() and o.user_id = app_user() and o.stratus_claim_id <> ${claim}
     order by o.last_viewed_at desc, o.stratus_claim_id offset ${MOST_RECENT - 1})`

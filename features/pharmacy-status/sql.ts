import { priorAuthStatus } from '#features/prior-auths/statuses.ts'
import type { Block } from '#features/callbacks/said.ts'
import { integer, sql, type Sql } from '#platform/database/sql.ts'
import type { ToTry } from '#features/callbacks/stopped-now.ts'
import type { Known } from './rules.ts'
import type { Amounts } from './words.ts'

export type Found = Known & Amounts & { received: string } & Pick<ToTry, 'id' | 'timeZone'> & { mc: string }

/** The rest of this transaction reads this carrier, as what answers pharmacies; who asks has no session. */
export const openCarrier = (mc: string, requestId: string, ip: string, now: string): Sql =>
  sql`select from enter_service(${mc}, 'Pharmacy status', 'pharmacyStatus.check', ${requestId}, ${ip}, ${now})`

/** The block a denial of this request left, in force now; the carrier is open. */
export const blockOf = (id: string): Sql<Block> => sql<Block>`
  select p.end_date as until, p.rx_number is not null as "thisRxOnly", p.brand_flag = 'B' as "brandOnly"
    from rx_authorization a join prior_auth p on p.mc = a.mc and p.authorization_id = coalesce(a.superseded_by, a.id)
   where a.mc = app_mc() and a.id = ${id} and p.kind = 'BLOCK' and p.status_id = ${integer(priorAuthStatus.BLOCK_ACTIVE)}
   order by p.created_at desc limit 1`

/** Whether this request was merged into another one, with its prescription where the same pharmacy billed that; the carrier is open. */
export const mergedInto = (id: string): Sql<{ rx: string | null }> => sql<{ rx: string | null }>`
  select case when s.pharmacy_nabp = a.pharmacy_nabp then s.rx_number end as rx
    from rx_authorization a join rx_authorization s on s.mc = a.mc and s.id = a.superseded_by where a.mc = app_mc() and a.id = ${id}`

/** The requests of this number received since an instant; two where carriers share it. */
export const requestsOf = (reference: string, since: string, now: string): Sql<Found> =>
  sql<Found>`
  select mc, id, time_zone as "timeZone", status_id, decided_at, received::text as received, waits_for_keying, was_in_force, in_force, is_paid,
    jsonb_build_object('quantity', quantity, 'daysSupply', days_supply, 'unit', unit, 'form', form, 'fillDate', fill_date,
      'paidOn', paid_on) as asked,
    jsonb_build_object('maxQty', max_qty, 'maxDays', max_days, 'startDate', start_date, 'endDate', end_date) as granted, reason_id, stops
    from request_status(${reference}, ${since}, ${now})`

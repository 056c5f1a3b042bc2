import { sql, type Sql } from '#platform/database/sql.ts'
import type { ToTry } from '#features/callbacks/stopped-now.ts'
import type { Known } from './rules.ts'
import type { Amounts } from './words.ts'

export type Found = Known & Amounts & { received: string } & Pick<ToTry, 'id' | 'timeZone'> & { mc: string }

/** The rest of this transaction reads this carrier, as what answers pharmacies; who asks has no session. */
export const openCarrier = (mc: string, requestId: string, ip: string, now: string): Sql =>
  sql`select from enter_service(${mc}, 'Pharmacy status', 'pharmacyStatus.check', ${requestId}, ${ip}, ${now})`

/** The requests of this number received since an instant; two where carriers share it. */
export const requestsOf = (reference: string, since: string, now: string): Sql<Found> =>
  sql<Found>`
  select mc, id, time_zone as "timeZone", status_id, decided_at, received::text as received, waits_for_keying, was_in_force, in_force, is_paid,
    jsonb_build_object('quantity', quantity, 'daysSupply', days_supply, 'unit', unit, 'form', form, 'fillDate', fill_date,
      'paidOn', paid_on) as asked,
    jsonb_build_object('maxQty', max_qty, 'maxDays', max_days, 'startDate', start_date, 'endDate', end_date) as granted, reason_id, stops
    from request_status(${reference}, ${since}, ${now})`

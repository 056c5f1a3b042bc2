import { integer, sql, type Sql } from '#platform/database/sql.ts'
import { eventCode } from './events.ts'
import type { EventRow } from './rows.ts'

/** An event of the caller on the request `a`, today in their time zone, that they opened it. */
export const openedToday: Sql = sql`select from authorization_event e where e.mc = a.mc and e.authorization_id = a.id
  and e.event_code = ${integer(eventCode.OPENED)} and e.actor_id = app_user()
  and (e.at at time zone app_zone())::date = (app_now() at time zone app_zone())::date`

/** The line of the log, once a user and day, also from two tabs at once; in the status the request has by then. */
export const insertOpened = (line: EventRow): Sql => sql`
  insert into authorization_event (mc, authorization_id, event_code, event_text, actor_type, actor_id, actor_name, at, old_status_id, new_status_id,
    internal, detail)
  select a.mc, a.id, ${line.event_code}, ${line.event_text}, ${line.actor_type}, app_user(), ${line.actor_name}, ${line.at}, a.status_id, a.status_id,
      ${line.internal}, ${JSON.stringify(line.detail)}::jsonb
    from (select * from rx_authorization r where r.mc = app_mc() and r.id = ${line.authorization_id} for share) a where not exists (${openedToday})`

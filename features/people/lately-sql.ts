import type { Profession } from '#features/permissions/professions.ts'
import { integer, sql, type Sql } from '#platform/database/sql.ts'
import type { LatelyEntry } from './fields.ts'
import { ENDING_DAYS } from './licenses.ts'
import { managed } from './sql.ts'

/** How many ending licenses and how many entries are read, and to how many licenses are counted. */
const MOST_LICENSES = 8
const MOST_ENTRIES = 10
const MOST_COUNTED = 1000

export type EndingLicense = {
  user_id: string
  username: string
  name: string
  roles: string[]
  profession: Profession
  state: string
  number: string
  expires_on: string
  total: number
}
/** The licenses of active users that ended or end soon, the first end first; not where another one for the state lasts longer. */
export const endingLicenses = (): Sql<EndingLicense> => sql<EndingLicense>`
  with ending as materialized (
    select l.user_id, u.username, u.name, w.roles, l.profession, l.state, l.number, l.expires_on from user_license l
      join master_carrier m on m.mc = l.mc join user_carrier w on w.mc = l.mc and w.user_id = l.user_id join app_user u on u.id = l.user_id
     where l.mc = app_mc() and w.active and u.status <> 'DISABLED' and ${managed}
       and l.expires_on <= (app_now() at time zone m.time_zone)::date + ${integer(ENDING_DAYS)}
       and not exists (select from user_license o where o.mc = l.mc and o.user_id = l.user_id and o.state = l.state
         and o.profession <> l.profession and (o.expires_on is null or o.expires_on > l.expires_on
           and o.expires_on > (app_now() at time zone m.time_zone)::date + ${integer(ENDING_DAYS)}))
     limit ${integer(MOST_COUNTED)})
  select e.*, (select count(*)::int from ending) as total from ending e
   order by e.expires_on, lower(e.name), e.user_id, e.state, e.profession limit ${integer(MOST_LICENSES)}`

type EntryRow = Omit<LatelyEntry, 'by' | 'askedBy'> & { by_name: string; asked_by_name: string | null }
const newest = (at: Sql): Sql => sql`order by ${at} desc limit ${integer(MOST_ENTRIES)}`
/** The latest changes of rights, answers that kept somebody in the last review, and invitations; of users the caller manages. */
export const lately = (): Sql<EntryRow> => sql<EntryRow>`
  select f.* from (
    (select 'RIGHTS' as kind, c.at, u.name, c.by_name, c.asked_by_name, c.reason, c.before, c.after from rights_change c
        join user_carrier w on w.mc = c.mc and w.user_id = c.user_id join app_user u on u.id = c.user_id
       where c.mc = app_mc() and ${managed} ${newest(sql`c.id`)})
    union all
    (select 'KEPT', l.answered_at, u.name, l.answered_by_name, null, nullif(l.note, ''), null, null from access_review_line l
        join user_carrier w on w.mc = l.mc and w.user_id = l.user_id join app_user u on u.id = l.user_id
       where l.mc = app_mc() and l.answer = 'KEEP' and ${managed}
         and l.review_id = (select r.id from access_review r where r.mc = app_mc() order by r.opened_at desc, r.id desc limit 1)
       ${newest(sql`l.answered_at`)})
    union all
    (select 'INVITED', i.created_at, i.first_name || ' ' || i.last_name, i.invited_by_name, null, null, null, null from invitation i
       where i.mc = app_mc() and app_covers(i.sub_carriers, i.data_extract_sub_carriers) ${newest(sql`i.created_at`)})
    union all
    (select 'WITHDRAWN', i.closed_at, i.first_name || ' ' || i.last_name, i.closed_by_name, null, null, null, null from invitation i
       where i.mc = app_mc() and i.outcome = 'WITHDRAWN' and i.closed_by_name is not null
         and app_covers(i.sub_carriers, i.data_extract_sub_carriers) ${newest(sql`i.closed_at`)})) f
  ${newest(sql`f.at`)}`

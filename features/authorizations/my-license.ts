import { sql, type Sql } from '#platform/database/sql.ts'

/** The reader's license in the state of a request `a`: one that counts before one that ended, a physician's before others. */
export const myLicense: Sql = sql`
  (select jsonb_build_object('profession', l.profession, 'state', l.state, 'number', l.number, 'expiresOn', l.expires_on) from user_license l
    where l.mc = a.mc and l.user_id = app_user() and l.state = a.juris_state
    order by coalesce(l.expires_on >= (app_now() at time zone app_zone())::date, true) desc, l.profession = 'PHYSICIAN' desc, l.profession limit 1)`

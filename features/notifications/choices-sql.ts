import { flag } from '#features/settings/columns.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import type { NoticeChoices } from './choices.ts'

/** Whether users of the carrier choose how they are notified. */
const isOn = flag('notificationSettings', false, { mc: sql`app_mc()`, sub: sql`'*'` })
export const chosen = (): Sql<{ shown: boolean }> => sql<{ shown: boolean }>`select ${isOn} as shown`

/** What the user of this column has chosen, as `NoticeChoices`; null where nothing is chosen or the carrier has it off. */
export const choicesOf = (userId: Sql): Sql => sql`(
  select jsonb_build_object('byGroup', n.by_group, 'quietFrom', n.quiet_from, 'quietUntil', n.quiet_until, 'dailyAt', n.daily_at)
    from notice_choice n where n.mc = app_mc() and n.user_id = ${userId} and ${isOn})`

export const ownChoices = (): Sql<{ choices: NoticeChoices | null }> => sql<{ choices: NoticeChoices | null }>`
  select ${choicesOf(sql`app_user()`)} as choices`

export const setChoices = (of: NoticeChoices): Sql => sql`
  insert into notice_choice (mc, user_id, by_group, quiet_from, quiet_until, daily_at)
  values (app_mc(), app_user(), ${JSON.stringify(of.byGroup)}::jsonb, ${of.quietFrom}, ${of.quietUntil}, ${of.dailyAt})
  on conflict (mc, user_id) do update set by_group = excluded.by_group, quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until,
    daily_at = excluded.daily_at`

/** A notice that waits for the e-mail of the day. */
export type Waiting = { id: string; user_id: string; authorization_id: string; happening: string; at: string }
export const insertWaiting = (rows: readonly Waiting[]): Sql => sql`
  insert into notice_waiting (mc, id, user_id, authorization_id, happening, at)
  select app_mc(), x.id, x.user_id, x.authorization_id, x.happening, x.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x(id uuid, user_id uuid, authorization_id uuid, happening text, at timestamptz)`

export type WaitingFound = {
  id: string
  happening: string
  authorization_id: string
  reference_number: string
  claim_number: string
  name: string
  email: string
}
/** What waits for the e-mail of the day of a user who still works here, oldest first. */
export const waitingOf = (userId: string): Sql<WaitingFound> => sql<WaitingFound>`
  select n.id, n.happening, n.authorization_id, a.reference_number, c.claim_number, u.name, u.email
    from notice_waiting n
      join rx_authorization a on a.mc = n.mc and a.id = n.authorization_id
      join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
      join user_carrier k on k.mc = n.mc and k.user_id = n.user_id and k.active
      join app_user u on u.id = n.user_id and u.status = 'ACTIVE'
   where n.mc = app_mc() and n.user_id = ${userId} order by n.at, n.id limit 200`
export const removeWaiting = (ids: readonly string[]): Sql =>
  sql`delete from notice_waiting where mc = app_mc() and id = any(${ids}::uuid[])`

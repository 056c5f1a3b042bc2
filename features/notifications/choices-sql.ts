import { flag } from '#features/settings/columns.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import { chosenGroups, mailedKinds, type NoticeChoices } from './choices.ts'

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

/** Whether a user wants a notice of this kind in the portal. */
export const wantsInPortal = (userId: Sql, kind: Sql): Sql => sql`coalesce((
  select (n.by_group -> (${JSON.stringify(chosenGroups)}::jsonb ->> ${kind}) ->> 'portal')::boolean
    from notice_choice n where n.mc = app_mc() and n.user_id = ${userId} and ${isOn}), true)`
/** Whether an e-mail of a notice of this kind may follow. */
export const mayBeMailed = (kind: Sql): Sql => sql`(${kind} = any(${mailedKinds}::text[]) and ${isOn})`

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
  at: string
  authorization_id: string | null
  reference_number: string | null
  claim_number: string | null
  name: string
  email: string
  zone: string
  choices: NoticeChoices | null
}
/** What waits for an e-mail to a user who still works here, oldest first: the one of the day, or what was just written (`fresh`). */
export const waitingOf = (userId: string, { fresh = false } = {}): Sql<WaitingFound> => sql<WaitingFound>`
  select n.id, n.happening, n.at, n.authorization_id, a.reference_number, c.claim_number, u.name, u.email, u.time_zone as zone,
    ${choicesOf(sql`u.id`)} as choices
    from notice_waiting n
      left join rx_authorization a on a.mc = n.mc and a.id = n.authorization_id
      left join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
      join user_carrier k on k.mc = n.mc and k.user_id = n.user_id and k.active
      join app_user u on u.id = n.user_id and u.status = 'ACTIVE'
   where n.mc = app_mc() and n.user_id = ${userId} and n.fresh = ${fresh} order by n.at, n.id limit 200`
/** Users with notices whose e-mail was not thought of yet; `id` is the carrier and the user. */
export const freshlyNotified = (now: string, limit: number): Sql<{ mc: string; id: string }> =>
  sql<{ mc: string; id: string }>`select mc, id from freshly_notified(${limit}, ${now})`
/** They wait for the e-mail of the day. */
export const setWaiting = (ids: readonly string[]): Sql =>
  sql`update notice_waiting set fresh = false where mc = app_mc() and id = any(${ids}::uuid[])`
/** Of users who do not work here any more. */
export const removeFresh = (userId: string): Sql =>
  sql`delete from notice_waiting where mc = app_mc() and user_id = ${userId} and fresh`
export const removeWaiting = (ids: readonly string[]): Sql =>
  sql`delete from notice_waiting where mc = app_mc() and id = any(${ids}::uuid[])`

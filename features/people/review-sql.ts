import { ENDING_DAYS } from './licenses.ts'
import { looks, REVIEW_DAYS, REVIEW_SETTING, type ReviewAnswer, type ReviewLook } from './review-rules.ts'
import { UNUSED_DAYS } from './rules.ts'
import { askedOf, licensesOf, managed, managers, openOf, someoneReviews, state, type Found } from './sql.ts'
import type { ReviewedRights } from './contract.ts'
import { settingValue } from '#features/settings/columns.ts'
import { every, integer, sql, type Sql } from '#platform/database/sql.ts'

export type HeadRow = {
  id: string
  opened_by_name: string
  opened_at: string
  reminded_at: string | null
  closed_by_name: string | null
  closed_at: string | null
  users: number
  to_review: number
  kept: number
  changed: number
  removed: number
}
const head = sql`r.id, r.opened_by_name, r.opened_at, r.reminded_at, r.closed_by_name, r.closed_at, n.users, n.to_review, n.kept, n.changed, n.removed`
const counts = sql`cross join lateral (
  select count(*)::int as users, count(*) filter (where l.answer is null and w.active)::int as to_review,
    count(*) filter (where l.answer = 'KEEP')::int as kept, count(*) filter (where l.answer = 'CHANGE')::int as changed,
    count(*) filter (where l.answer = 'REMOVE')::int as removed
  from access_review_line l join user_carrier w on w.mc = l.mc and w.user_id = l.user_id where l.mc = r.mc and l.review_id = r.id and ${managed}) n`
/** The open review and the last fifty closed ones, newest first. */
export const reviews = (): Sql<HeadRow> => sql<HeadRow>`
  select ${head} from (select * from access_review where mc = app_mc() order by opened_at desc, id desc limit 51) r ${counts}
  order by r.opened_at desc, r.id desc`
export const review = (id: string): Sql<HeadRow> => sql<HeadRow>`
  select ${head} from access_review r ${counts} where r.mc = app_mc() and r.id = ${id}`
/** How often a review is due, and since when: the last one that was closed, otherwise the carrier's first user. */
export const dueFacts = (): Sql<{ every_days: number; since: string }> => sql<{ every_days: number; since: string }>`
  select coalesce((${settingValue(REVIEW_SETTING, { mc: sql`app_mc()`, sub: sql`'*'` })})::int, ${REVIEW_DAYS}::int) as every_days,
    coalesce((select max(r.closed_at) from access_review r where r.mc = app_mc()),
      (select min(w.created_at) from user_carrier w where w.mc = app_mc()), app_now()) as since`

const rights = sql`jsonb_build_object('active', w.active, 'state', ${state}, 'roles', w.roles, 'subCarriers', w.sub_carriers,
  'dataExtractSubCarriers', w.data_extract_sub_carriers, 'licenseStates', w.license_states, 'licenses', ${licensesOf}, 'approvalLimit', w.approval_limit,
  'lastLoginAt', to_char(u.last_login_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'openRequests', (select count(*)::int from (${openOf(sql`w.user_id`)}) o))`

export type LineRow = {
  user_id: string
  name: string
  username: string
  email: string
  sso_user: boolean
  active: boolean
  rights: ReviewedRights
  since: string
  look: ReviewLook | null
  after: object | null
  version: number
  answer: ReviewAnswer | null
  note: string
  answered_by_name: string | null
  answered_at: string | null
  asked: Found['asked']
  place: string
}
const placeOf = (look: ReviewLook): Sql => integer(looks.indexOf(look))
/** Where the user stands in the list: the place in `looks`, after these everybody else. */
const look = sql`case when u.last_login_at is null or u.last_login_at < w.created_at then ${placeOf('NEVER')}
  when u.last_login_at < app_now() - make_interval(days => ${UNUSED_DAYS}) then ${placeOf('UNUSED')}
  when exists (select from user_license y join master_carrier m on m.mc = y.mc where y.mc = w.mc and y.user_id = w.user_id
    and y.expires_on <= (app_now() at time zone m.time_zone)::date + ${integer(ENDING_DAYS)}) then ${placeOf('LICENSE')}
  else ${integer(looks.length)} end`
/** The same as it was when the user was answered: the evidence of a review does not change with what happens later. */
const lookThen = sql`coalesce((l.seen ->> 'look')::int, ${look})`
/** What an answer keeps. */
const seenNow = sql`${rights} || jsonb_build_object('look', ${look}, 'since', w.created_at)`
const line = sql`l.user_id, u.name, u.username, u.email, u.sso_user, w.active, coalesce(l.seen - '{look,since}'::text[], ${rights}) as rights,
  coalesce((l.seen ->> 'since')::timestamptz, w.created_at) as since, (${[...looks]}::text[])[${lookThen} + 1] as look, l.after, w.version,
  l.answer, l.note, l.answered_by_name, l.answered_at, ${askedOf} as asked`
const joined = sql`access_review_line l join user_carrier w on w.mc = l.mc and w.user_id = l.user_id join app_user u on u.id = l.user_id`
const byName = sql`lower(u.last_name), lower(u.first_name), u.id`
const inOrder = sql`${lookThen}, ${byName}`
export type LineFilter = 'TO_REVIEW' | 'ANSWERED' | null
/** The users of a review, those to look at first and then by name, from an encrypted cursor on, and one more. */
export const lines = (
  id: string,
  of: LineFilter,
  { after, question, size }: { after: string | null; question: string; size: number },
): Sql<LineRow> => sql<LineRow>`
  with place as materialized (select open_cursor(${after}, ${question})::jsonb as at)
  select ${line}, seal_cursor(jsonb_build_array(${inOrder})::text, ${question}) as place
    from ${joined} where ${every([
      sql`l.mc = app_mc() and l.review_id = ${id} and ${managed}`,
      ...(of === 'TO_REVIEW' ? [sql`l.answer is null and w.active`] : []),
      ...(of === 'ANSWERED' ? [sql`l.answer is not null`] : []),
      sql`(${after}::text is null or (${inOrder}) > (select (at ->> 0)::int, at ->> 1, at ->> 2, (at ->> 3)::uuid from place))`,
    ])} order by ${inOrder} limit ${size + 1}`
/** All users of a review in the same order, for its file. */
export const allLines = (id: string): Sql<LineRow> => sql<LineRow>`
  select ${line}, '' as place from ${joined} where l.mc = app_mc() and l.review_id = ${id} and ${managed}
  order by ${inOrder} limit 20000`

/** Serializes the opening of reviews of a carrier. */
export const oneReviewAtATime = (): Sql =>
  sql`select pg_advisory_xact_lock(hashtextextended(app_mc() || ' access review', 0))`
export const openReview = (): Sql<{ opened_by_name: string; opened_at: string }> =>
  sql<{ opened_by_name: string; opened_at: string }>`
  select r.opened_by_name, r.opened_at from access_review r where r.mc = app_mc() and r.closed_at is null`
export const open = (id: string, by: { id: string; name: string }, now: string): Sql => sql`
  insert into access_review (mc, id, opened_by, opened_by_name, opened_at) values (app_mc(), ${id}, ${by.id}, ${by.name}, ${now})`
export const openLines = (id: string): Sql => sql`
  insert into access_review_line (mc, review_id, user_id) select w.mc, ${id}, w.user_id from user_carrier w where w.mc = app_mc() and w.active`

export type ForAnswer = { user_id: string; active: boolean; closed: boolean; to_review: number; answered: boolean }
/** The line of a user in a review, locked; the review stays as it is meanwhile. */
export const lineForAnswer = (id: string, userId: string): Sql<ForAnswer> => sql<ForAnswer>`
  select l.user_id, w.active, r.closed_at is not null as closed, l.answer is not null as answered,
    (select count(*)::int from access_review_line o join user_carrier x on x.mc = o.mc and x.user_id = o.user_id
      where o.mc = l.mc and o.review_id = l.review_id and o.answer is null and x.active and app_manages(x)) as to_review
  from access_review_line l join access_review r on r.mc = l.mc and r.id = l.review_id
    join user_carrier w on w.mc = l.mc and w.user_id = l.user_id
  where l.mc = app_mc() and l.review_id = ${id} and l.user_id = ${userId} and ${managed} for update of l for share of r`
/** Keeps an answer with the rights as they are: sent before a change of them. */
export const answer = (of: {
  reviewId: string
  userId: string
  answer: ReviewAnswer
  note: string
  by: { id: string; name: string }
  after: object | null
  now: string
}): Sql => sql`
  update access_review_line l set answer = ${of.answer}, note = ${of.note}, answered_by = ${of.by.id}, answered_by_name = ${of.by.name},
    answered_at = ${of.now}, seen = ${seenNow}, after = ${of.after && JSON.stringify(of.after)}::jsonb
  from user_carrier w join app_user u on u.id = w.user_id
  where l.mc = app_mc() and l.review_id = ${of.reviewId} and l.user_id = ${of.userId} and w.mc = l.mc and w.user_id = l.user_id`

export type ForClose = { closed: boolean; others: number; elsewhere: number; own: boolean }
/**
 * What closing a review depends on, the review locked. A user whom no account manager could review is not waited for.
 */
export const forClose = (id: string): Sql<ForClose> => sql<ForClose>`
  with waiting as materialized (select w.user_id, ${managed} as managed from access_review_line l join user_carrier w on w.mc = l.mc and w.user_id = l.user_id
    where l.mc = app_mc() and l.review_id = ${id} and l.answer is null and w.active and ${someoneReviews})
  select r.closed_at is not null as closed,
    (select count(*)::int from waiting o where o.user_id <> app_user() and o.managed) as others,
    (select count(*)::int from waiting o where o.user_id <> app_user() and not o.managed) as elsewhere,
    exists (select from waiting o where o.user_id = app_user()) as own
  from access_review r where r.mc = app_mc() and r.id = ${id} for update of r`
/** Lines nobody answered: their user lost access, or no account manager could review them. */
export const answerRest = (id: string, now: string): Sql => sql`
  update access_review_line l set answer = case when w.active then 'UNREVIEWED' else 'GONE' end, answered_at = ${now}, seen = ${seenNow}
  from user_carrier w join app_user u on u.id = w.user_id
  where l.mc = app_mc() and l.review_id = ${id} and l.answer is null and w.mc = l.mc and w.user_id = l.user_id`
export const close = (id: string, by: { id: string; name: string }, now: string): Sql => sql`
  update access_review set closed_by = ${by.id}, closed_by_name = ${by.name}, closed_at = ${now} where mc = app_mc() and id = ${id}`

/** The open reviews of every carrier whose reminder is due. */
export const dueReminders = (now: string, limit: number): Sql<{ mc: string; id: string }> =>
  sql<{
    mc: string
    id: string
  }>`select d.mc, d.id from due_review_reminders(${REVIEW_SETTING}, ${REVIEW_DAYS}, ${now}) d limit ${limit}`
export type ForReminder = {
  opened_at: string
  reminded_at: string | null
  closed_at: string | null
  users: number
  left: number
  carrier: string
  zone: string
}
/** A review and who is left in it, locked. */
export const reviewForReminder = (id: string): Sql<ForReminder> => sql<ForReminder>`
  select r.opened_at, r.reminded_at, r.closed_at, m.name as carrier, m.time_zone as zone,
    (select count(*)::int from access_review_line l where l.mc = r.mc and l.review_id = r.id) as users,
    (select count(*)::int from access_review_line l join user_carrier w on w.mc = l.mc and w.user_id = l.user_id
      where l.mc = r.mc and l.review_id = r.id and l.answer is null and w.active) as left
  from access_review r join master_carrier m on m.mc = r.mc where r.mc = app_mc() and r.id = ${id} for update of r`
export const reminded = (id: string, at: string): Sql =>
  sql`update access_review set reminded_at = ${at} where mc = app_mc() and id = ${id}`
/** The account managers who can act now. */
export const managersToRemind = (): Sql<{ id: string; name: string; email: string }> =>
  sql<{
    id: string
    name: string
    email: string
  }>`select u.id, u.name, u.email from (${managers}) m join app_user u on u.id = m.user_id where m.acts order by u.id`

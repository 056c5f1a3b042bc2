import { integer, sql, type Sql } from '#platform/database/sql.ts'
import { aboutOnePatient, LARGE_ROWS, marks, NOTABLE_ROWS, officeHours, type Mark } from './rules.ts'

type QuestionShown = {
  questionId: string
  question: string
  askedBy: string
  askedAt: string
  answer: string | null
  answeredAt: string | null
}
export type ExportRow = {
  id: string
  at: string
  name: string
  username: string | null
  call: string
  about: string | null
  sub_carrier: string | null
  filters: string[]
  state: 'RUNNING' | 'FINISHED' | 'CANCELED' | 'FAILED'
  rows: number | null
  bytes: number | null
  again: string | null
  user_id: string | null
  works: boolean
  questions: QuestionShown[]
  marks: Mark[]
  ended_at: string | null
  place: string
}
type Which = {
  username: string | null
  /** Words of the list, and the calls whose own words have them. */
  subject: string | null
  calls: readonly string[]
  claimId: string | null
  from: string | null
  to: string | null
  state: string | null
  mark: Mark | null
  size: number
  after: string | null
}

/** A file whose end nobody recorded in time was cut off. */
const state = sql`case when e.state = 'RUNNING' and e.at < app_now() - interval '1 hour' then 'FAILED' else e.state end`

const stamp = (at: Sql): Sql => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
/** What was asked about an export \`e\`, and whether who took it still works for the carrier. */
const asked = sql`
  coalesce((select jsonb_agg(jsonb_build_object('questionId', q.id, 'question', q.question, 'askedBy', b.name, 'askedAt', ${stamp(sql`q.asked_at`)},
      'answer', q.answer, 'answeredAt', ${stamp(sql`q.answered_at`)}) order by q.asked_at, q.id)
    from export_question q join app_user b on b.id = q.asked_by where q.mc = e.mc and q.export_id = e.id), '[]') as questions`
const worksHere = sql`exists (select from user_carrier w where w.mc = e.mc and w.user_id = e.user_id and w.active)`
/** Exports of the programs the caller sees; those of no program by users the caller manages. */
const isSeen = sql`(app_sees(e.sub_carrier) or e.sub_carrier is null and (app_sees_all()
       or exists (select from user_carrier w where w.mc = e.mc and w.user_id = e.user_id and app_manages(w))))`

const wall = sql`(e.at at time zone (select m.time_zone from master_carrier m where m.mc = e.mc))`
/** The most rows of a file that the same user took in the year before. */
const largestBefore = sql`(select max(o.rows) from export_record o
  where o.mc = e.mc and o.user_id = e.user_id and o.at < e.at and o.at > e.at - interval '1 year')`
const isMarked: Readonly<Record<Mark, Sql>> = {
  ONE_PATIENT: sql`e.call = any(${aboutOnePatient})`,
  LARGE: sql`coalesce(e.rows, 0) > ${integer(LARGE_ROWS)}`,
  // What the portal makes on a schedule is taken by nobody.
  AFTER_HOURS: sql`(e.call not like 'job %' and (extract(isodow from ${wall}) > 5 or ${wall}::time < ${officeHours.from}::time
    or ${wall}::time >= ${officeHours.until}::time))`,
  LARGEST: sql`(coalesce(e.rows, 0) >= ${integer(NOTABLE_ROWS)} and coalesce(e.rows > ${largestBefore}, false))`,
}
const markedAs = sql`array_remove(array[${marks
  .map((mark) => sql`case when ${isMarked[mark]} then ${mark} end`)
  .reduce((all, next) => sql`${all}, ${next}`)}]::text[], null) as marks`

/** One export more than is shown, newest first, from an encrypted cursor on; without a program, those of users the caller manages. */
export const exportsOf = (
  { username, subject, calls, claimId, from, to, state: only, mark, size, after }: Which,
  question: string,
): Sql<ExportRow> => sql<ExportRow>`
  with place as materialized (select open_cursor(${after}, ${question}) as at)
  select e.id, e.at, coalesce(u.name, e.actor) as name, u.username, e.call, e.about, e.sub_carrier, e.filters, ${state} as state, e.rows, e.bytes, e.ended_at,
    e.user_id, ${worksHere} as works, ${asked}, ${markedAs}, e.again, seal_cursor((e.at at time zone 'UTC')::text || '~' || e.id, ${question}) as place
    from export_record e left join app_user u on u.id = e.user_id
   where e.mc = app_mc() and ${isSeen}
     and (${claimId}::uuid is null or e.id in (select x.id from claim_exports(${claimId}::uuid) x))
     and (${only}::text is null or ${state} = ${only}::text) and ${mark === null ? sql`true` : isMarked[mark]}
     and (${subject}::text is null or e.call = any(${calls}::text[]) or strpos(lower(e.about), lower(${subject}::text)) > 0)
     and (${from}::date is null or e.at >= ${from}::date::timestamp at time zone app_zone())
     and (${to}::date is null or e.at < (${to}::date + 1)::timestamp at time zone app_zone())
     and (${username}::text is null or e.user_id = (select p.id from app_user p where lower(p.username) = lower(${username}::text)))
     and (${after}::text is null or (e.at, e.id) < (
       select split_part(at, '~', 1)::timestamp at time zone 'UTC', split_part(at, '~', 2)::uuid from place))
   order by e.at desc, e.id desc limit ${size + 1}`
/** True where an encrypted cursor is ours, for this user and list. */
export const opens = (cursor: string | null, question: string): Sql<{ ours: boolean }> =>
  sql<{ ours: boolean }>`select ${cursor}::text is null or open_cursor(${cursor}, ${question}) is not null as ours`

export type OwnRow = Omit<
  ExportRow,
  'place' | 'name' | 'username' | 'again' | 'user_id' | 'works' | 'questions' | 'marks'
> & {
  encrypted: string | null
}
export type OneRow = Pick<ExportRow, 'name' | 'rows' | 'again' | 'marks'> & {
  sha256: string | null
  claims: number
  largest_before: number | null
}
/** More of an export of the list. */
export const oneExport = (id: string): Sql<OneRow> => sql<OneRow>`
  select coalesce(u.name, e.actor) as name, e.rows, e.again, e.sha256, ${markedAs}, claims_of_export(e.id) as claims, ${largestBefore} as largest_before
    from export_record e left join app_user u on u.id = e.user_id where e.mc = app_mc() and ${isSeen} and e.id = ${id}`

type Week = { from: string; files: number; rows: number; marked: number }
/** Files of the last twelve weeks that the caller sees, by week. */
export const weeks = (): Sql<Week> => sql<Week>`
  with week as (
    select w::date as first, w::timestamp at time zone m.time_zone as begins, (w + interval '7 days')::timestamp at time zone m.time_zone as ends
      from master_carrier m, generate_series(date_trunc('week', app_now() at time zone m.time_zone) - interval '77 days',
        date_trunc('week', app_now() at time zone m.time_zone), interval '7 days') w where m.mc = app_mc())
  select w.first::text as from, count(e.id)::int as files, coalesce(sum(e.rows), 0)::float8 as rows,
      (count(e.id) filter (where ${isMarked.LARGE} or ${isMarked.AFTER_HOURS} or ${isMarked.LARGEST}))::int as marked
    from week w left join export_record e on e.mc = app_mc() and e.at >= w.begins and e.at < w.ends and ${isSeen}
   group by w.first order by w.first`

/** The caller's own latest exports by these calls, with what makes them again. */
export const ownExports = (made: readonly string[], most: number): Sql<OwnRow> => sql<OwnRow>`
  select e.id, e.at, e.call, e.about, e.sub_carrier, e.filters, ${state} as state, e.rows, e.bytes, e.ended_at, e.encrypted from export_record e
   where e.mc = app_mc() and e.user_id = app_user() and e.call = any(${made}) and (e.sub_carrier is null or app_sees(e.sub_carrier))
   order by e.at desc, e.id desc limit ${most}`

/** An own export by its id. */
export const ownExport = (id: string): Sql<OwnRow> => sql<OwnRow>`
  select e.id, e.at, e.call, e.about, e.sub_carrier, e.filters, ${state} as state, e.rows, e.bytes, e.ended_at, e.encrypted from export_record e
   where e.mc = app_mc() and e.user_id = app_user() and e.id = ${id} and (e.sub_carrier is null or app_sees(e.sub_carrier))`

export const idOfClaim = sql`id`

type Taken = Pick<ExportRow, 'id' | 'at' | 'name' | 'call' | 'about' | 'sub_carrier' | 'user_id' | 'works'> & {
  waits: boolean
}
/** An export the caller may ask about, and whether a question about it waits. */
export const taken = (id: string): Sql<Taken> => sql<Taken>`
  select e.id, e.at, coalesce(u.name, e.actor) as name, e.call, e.about, e.sub_carrier, e.user_id, ${worksHere} as works,
    exists (select from export_question q where q.mc = e.mc and q.export_id = e.id and q.answer is null) as waits
    from export_record e left join app_user u on u.id = e.user_id where e.mc = app_mc() and ${isSeen} and e.id = ${id}`
/** Keeps a question; nothing where another about this file waits. */
export const insertQuestion = (
  id: string,
  of: Taken,
  question: string,
  by: string,
  now: string,
): Sql<{ id: string }> => sql<{
  id: string
}>`
  insert into export_question (mc, id, export_id, sub_carrier, call, about, taken_at, user_id, asked_by, asked_at, question)
  values (app_mc(), ${id}, ${of.id}, ${of.sub_carrier}, ${of.call}, ${of.about}, ${of.at}, ${of.user_id}, ${by}, ${now}, ${question})
  on conflict do nothing returning id`

type AskedRow = {
  id: string
  question: string
  asked_by: string
  name: string
  asked_at: string
  answer: string | null
} & {
  answered_at: string | null
  call: string
  about: string | null
  taken_at: string
}
const askedColumns = sql`q.id, q.question, q.asked_by, b.name, q.asked_at, q.answer, q.answered_at, q.call, q.about, q.taken_at
    from export_question q join app_user b on b.id = q.asked_by where q.mc = app_mc() and q.user_id = app_user()`
/** What the caller was asked, open questions first. */
export const askedOfMe = (most: number): Sql<AskedRow> => sql<AskedRow>`
  select ${askedColumns} order by q.answer is not null, q.asked_at desc, q.id desc limit ${most}`
/** A question to the caller, locked. */
export const holdQuestion = (id: string): Sql<AskedRow> => sql<AskedRow>`
  select ${askedColumns} and q.id = ${id} for update of q`
export const setAnswer = (id: string, answer: string, now: string): Sql => sql`
  update export_question set answer = ${answer}, answered_at = ${now} where mc = app_mc() and id = ${id} and answer is null`

/** What makes a file of the list again. */
export const againOf = (id: string): Sql<{ again: string | null }> => sql<{ again: string | null }>`
  select e.again from export_record e where e.mc = app_mc() and e.id = ${id} and (e.sub_carrier is null or app_sees(e.sub_carrier))`

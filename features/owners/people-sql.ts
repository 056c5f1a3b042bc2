import { afterPrefix } from '#platform/text/search-form.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import type { NameStart } from '#platform/text/typed-name.ts'

// The owners a list is about. Everything here selects ids of users who work for the session's carrier.

/**
 * A text column normalized as `platform/text/search-form.ts` does it; for the few hundred users of a carrier, not for
 * an index.
 */
const searchFormColumn = (column: Sql): Sql =>
  sql`lower(translate(regexp_replace(normalize(${column}, NFKD), '[\u0300-\u036f''’‘ʼ[:space:][:punct:]]', '', 'g'), 'łŁøØđĐðÐı', 'llooddddi'))`

/** ` or ...` for each of these names: last and first name of `u` (app_user) start with it. */
const orNamed = (names: readonly NameStart[]): Sql =>
  names.reduce(
    (all, { last, first }) => sql`${all}
      or (starts_with(${searchFormColumn(sql`u.last_name`)}, ${last})
        and starts_with(${searchFormColumn(sql`u.first_name`)}, ${first}))`,
    sql``,
  )

/** True where the first name of `u` (app_user) starts with `oneName`, or its last and first name with one of `names`. */
export const nameBegins = (names: readonly NameStart[], oneName: string): Sql => sql`(
  (${oneName} <> '' and starts_with(${searchFormColumn(sql`u.first_name`)}, ${oneName}))${orNamed(names)})`

/** The caller, and every absent user who named the caller as a delegate. */
export const meAndMyAbsent: Sql = sql`
  select app_user() union all
  select v.user_id from out_of_office v where v.mc = app_mc() and app_user() = any(v.delegates) and v.start_at <= app_now() and v.end_at > app_now()`

/** Everybody below the caller, level by level (a cycle ends). */
const belowMe: Sql = sql`
  with recursive below as (select s.member_id as id from user_supervision s where s.mc = app_mc() and s.supervisor_id = app_user()
    union select s.member_id from below join user_supervision s on s.mc = app_mc() and s.supervisor_id = below.id)
  select id from below`
/** The caller and everybody below. */
export const meAndMyTeam: Sql = sql`select app_user() union all select id from (${belowMe}) team`

/** Prefixes of last (and first) names in columns with normalized names; an index on the last name serves it. */
export const searchNameMatches = (names: readonly NameStart[], last: Sql, first: Sql): Sql =>
  names
    .map((name) => {
      const after = afterPrefix(name.last)
      const inRange =
        after === null ? sql`${last} >= ${name.last}` : sql`${last} >= ${name.last} and ${last} < ${after}`
      return name.first === '' ? sql`(${inRange})` : sql`(${inRange} and starts_with(${first}, ${name.first}))`
    })
    .reduce((all, next) => sql`${all} or ${next}`)

/** Last names of patients that read so from one of their words on (docs/decisions/0431-words-of-last-names.md), a bounded number. */
export const lastNamesWithWord = (start: string): Sql => {
  const after = afterPrefix(start)
  return sql`select distinct w.last_folded from (select w.last_folded from last_name_word w where w.mc = app_mc() and w.word >= ${start}
    and ${after === null ? sql`true` : sql`w.word < ${after}`} order by w.word, w.last_folded limit ${MOST_NAMES_OF_A_WORD}) w`
}
const MOST_NAMES_OF_A_WORD = 200
/** Claims of patients one of whose words of the last name begins so, with the beginning of the first name. */
export const claimsWithWord = (names: readonly NameStart[]): Sql =>
  names
    .map(
      ({ last, first }) => sql`select c.id from (${lastNamesWithWord(last)}) word
        join claimant t on t.mc = app_mc() and t.last_folded = word.last_folded and starts_with(t.first_folded, ${first})
        join wc_claim c on c.mc = t.mc and c.claimant_id = t.id`,
    )
    .reduce((all, next) => sql`${all} union all ${next}`)

/** Case owners searched by id, e-mail or name. */
export function ownersFound(of: {
  ids: readonly string[]
  emails: readonly string[]
  names: readonly NameStart[]
}): Sql {
  return sql`select w.user_id from user_carrier w join app_user u on u.id = w.user_id
    where w.mc = app_mc() and (u.id = any(${of.ids}::uuid[]) or lower(u.email) = any(${of.emails})${orNamed(of.names)})`
}

/**
 * The user asked about by e-mail and username: the caller when neither is given, else the caller or a user they
 * supervise. Empty for anybody else.
 */
export const subject = (email: string | undefined, username: string | undefined): Sql => sql`
  select w.user_id as id from user_carrier w join app_user u on u.id = w.user_id
   where w.mc = app_mc()
     and case when ${email ?? null}::text is null and ${username ?? null}::text is null then u.id = app_user()
         else (${email ?? null}::text is null or lower(u.email) = lower(btrim(${email ?? null})))
           and (${username ?? null}::text is null or lower(u.username) = lower(btrim(${username ?? null}))) end
     and (u.id = app_user() or exists (select from user_supervision s where s.mc = w.mc and s.supervisor_id = app_user() and s.member_id = u.id))`

/** These users (`me` is the caller); nobody unless each of them is the caller or somebody they supervise. */
const chosen = (owners: readonly string[]): Sql => sql`
  select asked.id from (select case when o = 'me' then app_user() else o::uuid end as id from unnest(${owners}::text[]) o) asked
   where not exists (
     select from unnest(${owners}::text[]) o
      where o <> 'me' and o::uuid <> app_user() and not exists (
        select from user_supervision s where s.mc = app_mc() and s.supervisor_id = app_user() and s.member_id = o::uuid))`

/** Users with the absent users who named one of them as delegate. */
const withAbsent = (users: Sql): Sql => sql`
  with subject as (${users})
  select id from subject union
  select v.user_id from subject join out_of_office v on v.mc = app_mc() and subject.id = any(v.delegates) and v.start_at <= app_now() and v.end_at > app_now()`

/** The user asked about by e-mail and username, with those they cover. */
export const subjectAndAbsent = (email: string | undefined, username: string | undefined): Sql =>
  withAbsent(subject(email, username))

/** The users asked about by id, with those they cover. */
export const ownersAndAbsent = (owners: readonly string[]): Sql => withAbsent(chosen(owners))

import { sql, type Sql } from '#platform/database/sql.ts'
import { daysKept, mostDrafts, type About } from './rules.ts'

/** A row when the caller may see the subject of the form. */
export const subjectOf = (about: About, id: string): Sql<{ id: string }> => {
  switch (about) {
    case 'request':
      return sql`select a.id from rx_authorization a where a.mc = app_mc() and app_sees(a.sub_carrier) and a.id = ${id}`
    case 'claim':
      return sql`select c.id from wc_claim c where c.mc = app_mc() and app_sees(c.sub_carrier) and c.id = ${id}`
    case 'self':
      return sql`select u.user_id as id from user_carrier u where u.mc = app_mc() and u.user_id = app_user() and u.user_id = ${id}`
  }
}

export type DraftRow = { form: string; encrypted: string; version: number; saved_at: string }
/** The caller's drafts about one subject, without expired ones. */
export const draftsOf = (id: string): Sql<DraftRow> => sql<DraftRow>`
  select d.form, d.sealed as encrypted, d.version, d.saved_at from form_draft d
   where d.mc = app_mc() and d.user_id = app_user() and d.subject_id = ${id} and d.expires_at > app_now() order by d.form`

/** True when the caller has a draft about the request `a`: found by the primary key. */
export const hasOwnDraft = sql`
  exists (select from form_draft d
    where d.mc = app_mc() and d.user_id = app_user() and d.subject_id = a.id and d.expires_at > app_now())`

/** Serializes the saves of one draft, so that each sees the one before. */
export const inTurn = (id: string, form: string): Sql =>
  sql`select pg_advisory_xact_lock(hashtextextended('draft ' || app_mc() || ' ' || app_user() || ' ' || ${id}::uuid || ' ' || ${form}, 7))`

/** The row of a draft, expired or not. */
export const currentDraft = (id: string, form: string): Sql<DraftRow & { over: boolean }> => sql<
  DraftRow & { over: boolean }
>`select d.form, d.sealed as encrypted, d.version, d.saved_at, d.expires_at <= app_now() as over from form_draft d
   where d.mc = app_mc() and d.user_id = app_user() and d.subject_id = ${id} and d.form = ${form}`

/** Inserts or replaces a draft. `savedAt`: ISO 8601. */
export const keep = (id: string, row: DraftRow): Sql => sql`
  insert into form_draft (mc, user_id, subject_id, form, sealed, version, saved_at, expires_at)
  select app_mc(), app_user(), ${id}::uuid, ${row.form}, ${row.encrypted}, ${row.version}::bigint, n.at,
    n.at + make_interval(days => ${daysKept})
    from (select ${row.saved_at}::timestamptz as at) n
  on conflict (mc, user_id, subject_id, form) do update set sealed = excluded.sealed, version = excluded.version,
    saved_at = excluded.saved_at, expires_at = excluded.expires_at`

/** The caller's oldest drafts beyond the allowed number. */
export const dropOldest = (): Sql => sql`
  delete from form_draft d using (select o.subject_id, o.form from form_draft o
    where o.mc = app_mc() and o.user_id = app_user() order by o.saved_at desc offset ${mostDrafts}) old
   where d.mc = app_mc() and d.user_id = app_user() and d.subject_id = old.subject_id and d.form = old.form`

export const discard = (id: string, form: string): Sql =>
  sql`delete from form_draft d where d.mc = app_mc() and d.user_id = app_user() and d.subject_id = ${id} and d.form = ${form}`

/** Deletes the caller's drafts about a subject in the transaction that sent the form. Other users keep theirs. */
export const dropOwnDrafts = (id: string): Sql =>
  sql`delete from form_draft d where d.mc = app_mc() and d.user_id = app_user() and d.subject_id = ${id}`

/** Carriers with expired drafts. */
export const stale = (now: string, limit: number): Sql<{ mc: string; id: string }> =>
  sql<{ mc: string; id: string }>`select mc, id from stale_form_drafts(${limit}, ${now})`
export const sweep = (now: string): Sql => sql`select sweep_form_drafts(${now})`

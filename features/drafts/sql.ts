import { sql, type Sql } from '#platform/sql.ts'
import { daysKept, mostDrafts, type About } from './rules.ts'

/** A row when the person asking may see what the form is about. */
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

export type DraftRow = { form: string; body: Record<string, unknown>; version: number; saved_at: string }
/** The asker's drafts about one thing; what is over is gone, swept or not. */
export const draftsOf = (id: string): Sql<DraftRow> => sql<DraftRow>`
  select d.form, d.body, d.version, d.saved_at from form_draft d
   where d.mc = app_mc() and d.user_id = app_user() and d.subject_id = ${id} and d.expires_at > app_now() order by d.form`

/**
 * Keeps a draft where none is, or the one it was written after, or the very same; no row otherwise. Versions begin with the
 * time, so that a draft which was discarded and begun anew is never taken for the old one.
 */
export const keep = (id: string, form: string, body: unknown, after: number): Sql<DraftRow> => sql<DraftRow>`
  insert into form_draft as d (mc, user_id, subject_id, form, body, version, saved_at, expires_at)
  select app_mc(), app_user(), ${id}::uuid, ${form}, ${JSON.stringify(body)}::jsonb, floor(extract(epoch from app_now()) * 1000)::bigint, app_now(), app_now() + make_interval(days => ${daysKept})
  on conflict (mc, user_id, subject_id, form) do update set body = excluded.body, version = greatest(d.version + 1, excluded.version), saved_at = excluded.saved_at, expires_at = excluded.expires_at
   where d.version = ${after}::bigint or d.body = excluded.body or d.expires_at <= app_now()
  returning d.form, d.body, d.version, d.saved_at`

/** The oldest drafts of the asker, past as many as a person may have. */
export const dropOldest = (): Sql => sql`
  delete from form_draft d using (select o.subject_id, o.form from form_draft o where o.mc = app_mc() and o.user_id = app_user() order by o.saved_at desc offset ${mostDrafts}) old
   where d.mc = app_mc() and d.user_id = app_user() and d.subject_id = old.subject_id and d.form = old.form`

export const discard = (id: string, form: string): Sql =>
  sql`delete from form_draft d where d.mc = app_mc() and d.user_id = app_user() and d.subject_id = ${id} and d.form = ${form}`

/** What the asker has typed about a thing ends with what they sent, in the same transaction. Other people keep theirs (domain 3.15). */
export const dropOwnDrafts = (id: string): Sql =>
  sql`delete from form_draft d where d.mc = app_mc() and d.user_id = app_user() and d.subject_id = ${id}`

/** Carriers with drafts whose time is over. */
export const stale = (now: string, limit: number): Sql<{ mc: string; id: string }> =>
  sql<{ mc: string; id: string }>`select mc, id from stale_form_drafts(${limit}, ${now})`
export const sweep = (now: string): Sql => sql`select sweep_form_drafts(${now})`

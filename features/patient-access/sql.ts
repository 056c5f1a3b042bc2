import { sql, type Sql } from '#platform/database/sql.ts'

/** Views of a claim that are counted and listed at most. */
export const MOST_VIEWS = 10_000

export const claimOf = (claim: string, sub: string): Sql<{ id: string }> => sql<{ id: string }>`
  select c.id from wc_claim c where c.mc = app_mc() and app_sees(c.sub_carrier) and c.id = ${claim} and c.sub_carrier = ${sub}`

export type ViewRow = {
  id: string
  at: string
  call: string
  ip: string | null
  claims: number
  stated: string | null
  user_id: string
  name: string
  roles: string[]
  owns_claim: boolean
  kind: string | null
  owns_request: boolean
  /** Within the time the user had emergency access to the claim. */
  emergency: boolean
  same_name: boolean
  total: number
  people: number
  without: number
}
/** A page of the views of a claim within these days, with their number, the users, and those without a tie to the claim. */
export const views = (of: {
  claim: string
  sub: string
  days: number
  page: number
  size: number
}): Sql<ViewRow> => sql<ViewRow>`
  with claim as materialized (
    select c.mc, c.id, c.owner_id, t.last_folded from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id
     where c.mc = app_mc() and app_sees(c.sub_carrier) and c.id = ${of.claim} and c.sub_carrier = ${of.sub}),
  seen as materialized (
    select v.* from claim, patient_views(claim.id, app_now() - make_interval(days => ${of.days}), ${MOST_VIEWS}) v
     where v.call <> 'patients.addRecent'),
  viewer as materialized (
    select u.id, u.first_name || ' ' || u.last_name as name, coalesce(w.roles, '{}') as roles, claim.owner_id is not distinct from u.id as owns_claim,
      (select o.kind from claim_case_owner o where o.mc = claim.mc and o.stratus_claim_id = claim.id and o.user_id = u.id) as kind,
      exists (select from authorization_owner o join rx_authorization a on a.mc = o.mc and a.id = o.authorization_id
        where o.mc = claim.mc and a.stratus_claim_id = claim.id and o.user_id = u.id) as owns_request,
      regexp_replace(lower(u.last_name), '[^a-z0-9]', '', 'g') = claim.last_folded as same_name
    from claim, (select distinct user_id from seen) s join app_user u on u.id = s.user_id
      left join user_carrier w on w.mc = app_mc() and w.user_id = u.id),
  tied as materialized (
    select seen.*, viewer.name, viewer.roles, viewer.owns_claim, viewer.kind, viewer.owns_request, viewer.same_name, opened.emergency,
      not (viewer.owns_claim or viewer.kind is not null or viewer.owns_request or opened.emergency) as untied
    from seen join viewer on viewer.id = seen.user_id cross join claim cross join lateral (
      select exists (select from emergency_access g where g.mc = claim.mc and g.stratus_claim_id = claim.id and g.user_id = seen.user_id
        and seen.at between g.granted_at - interval '1 minute' and g.until) as emergency) opened)
  select tied.id, tied.at, tied.call, tied.ip, tied.claims, tied.stated, tied.user_id, tied.name, tied.roles, tied.owns_claim, tied.kind,
    tied.owns_request, tied.emergency, tied.same_name, (select count(*)::int from tied) as total, (select count(*)::int from viewer) as people,
    (select count(*)::int from tied where untied) as without
  from tied order by tied.at desc, tied.id desc limit ${of.size} offset ${of.page * of.size}`

import { sql, type Sql } from '#platform/database/sql.ts'
import { inScope } from '#features/authorizations/sql.ts'
import { flag } from '#features/settings/columns.ts'
import { nameBegins } from './people-sql.ts'
import type { NameStart } from '#platform/text/typed-name.ts'

export type CandidateFound = {
  id: string
  email: string
  first_name: string
  last_name: string
  name: string
  active: boolean
  roles: string[]
  sub_carriers: string[] | null
  open_count: number
  leaves: { startAt: string; endAt: string; delegates: string[] }[]
}

/**
 * A user work may be assigned to, over `w` (user_carrier) and `u` (app_user); open requests are those the caller may
 * see.
 */
export const candidate = sql`
  u.id, u.email, u.first_name, u.last_name, u.name, w.active and u.status = 'ACTIVE' as active, w.roles, w.sub_carriers,
  (select count(*)::int from authorization_owner o
    join rx_authorization r on r.mc = o.mc and r.id = o.authorization_id and app_sees(r.sub_carrier)
    where o.mc = w.mc and o.user_id = w.user_id and o.open) as open_count,
  coalesce((select jsonb_agg(jsonb_build_object('startAt', v.start_at, 'endAt', v.end_at, 'delegates', v.delegates) order by v.start_at) from out_of_office v
    where v.mc = w.mc and v.user_id = w.user_id and v.end_at > app_now()), '[]') as leaves`

/** The users these e-mails name, and everyone their leaves lead to. */
export const named = (emails: readonly string[]): Sql<CandidateFound> => sql<CandidateFound>`
  with recursive reached as (
    select w.user_id as id from user_carrier w join app_user u on u.id = w.user_id where w.mc = app_mc() and lower(u.email) = any(${emails})
    union select delegate from reached
      join out_of_office v on v.mc = app_mc() and v.user_id = reached.id and v.end_at > app_now(),
      unnest(v.delegates) delegate)
  select ${candidate} from reached join user_carrier w on w.mc = app_mc() and w.user_id = reached.id join app_user u on u.id = w.user_id`

/** The current owners of a request, in order. */
export const current = (id: string): Sql<CandidateFound> => sql<CandidateFound>`
  select ${candidate} from authorization_owner h join user_carrier w on w.mc = h.mc and w.user_id = h.user_id join app_user u on u.id = w.user_id
   where h.mc = app_mc() and h.authorization_id = ${id} order by h.position, u.id`

export type Candidates = CandidateFound & {
  kinds: ('PRIMARY' | 'SECONDARY' | 'GROUP' | 'SUB_CARRIER' | 'SUPERVISOR' | 'CLINICAL')[]
}
/** Candidates for a new request of a claim, with the delegates of absent ones. `claim` selects one row of wc_claim. */
export const candidates = (claim: Sql): Sql<Candidates> => sql<Candidates>`
  with recursive c as (${claim}),
  candidates as (
    select c.owner_id as id, 'PRIMARY' as kind, 0 as position from c where c.owner_id is not null
    union all select o.user_id, 'SECONDARY', o.position from c join claim_case_owner o on o.mc = c.mc and o.stratus_claim_id = c.id and o.kind = 'SECONDARY'
    union all select g.default_owner_id, 'GROUP', 100 from c
      join client_group g on g.mc = c.mc and g.group_code = c.group_code where g.default_owner_id is not null
    union all select d.id, 'SUB_CARRIER', 150 from c, sub_carrier_desk(c.mc, c.sub_carrier) d(id)
    union all select v.supervisor_id, 'SUPERVISOR', 200 from c join user_supervision v on v.mc = c.mc and v.member_id = c.owner_id
    union all select k.user_id, 'CLINICAL', 300 from c join user_carrier k on k.mc = c.mc and k.active
      and exists (select from unnest(k.roles) role where lower(btrim(role)) in ('clinical_pharmacist', 'override_all_edit_clinical'))),
  reached as (
    select id from candidates
    union select delegate from reached
      join out_of_office v on v.mc = app_mc() and v.user_id = reached.id and v.end_at > app_now(),
      unnest(v.delegates) delegate)
  select ${candidate}, coalesce((select array_agg(n.kind order by n.position) from candidates n where n.id = reached.id), '{}') as kinds
    from reached join user_carrier w on w.mc = app_mc() and w.user_id = reached.id join app_user u on u.id = w.user_id`

export type LastEvent = { by: string; at: string; what: string }
/** The newest log line, for a conflict. */
export const lastEvent = (id: string): Sql<LastEvent> => sql<LastEvent>`
  select actor_name as by, at, event_text as what from authorization_event
    where mc = app_mc() and authorization_id = ${id} and not internal order by id desc limit 1`

/** A member of the carrier, `w` (user_carrier), with a role that decides requests or reviews; `canWorkOn` in SQL. */
const mayOwn: Sql = sql`not exists (select from unnest(w.roles) role where lower(btrim(role)) in ('read_only', 'prog_special'))
  and exists (select from unnest(w.roles) role
    where lower(btrim(role)) in ('all_access', 'adjuster', 'supervisor', 'clinical_pharmacist',
      'override_all_edit_clinical', 'ur_reviewer'))`
/** An active one; `u` is app_user. */
export const activeAndMayOwn: Sql = sql`w.active and u.status = 'ACTIVE' and ${mayOwn}`
/** The same rule as `canWorkOn`, so that every suggested user is accepted. */
const ableTo = (subCarrier: Sql): Sql =>
  sql`${activeAndMayOwn} and (w.sub_carriers is null or ${subCarrier} = any(w.sub_carriers))`

export const request = (id: string): Sql<{ id: string }> =>
  sql<{ id: string }>`select a.id from rx_authorization a where ${inScope.fragment} and a.id = ${id}`

/** The start of a name, in every reading, or of an e-mail address. */
export type Begins = { names: readonly NameStart[]; oneName: string; email: string }
const startsSo = ({ names, oneName, email }: Begins): Sql =>
  sql`(starts_with(lower(u.email), ${email}) or ${nameBegins(names, oneName)})`

/** Up to 25 users whose name or e-mail starts so and who may own this request but do not yet; the caller first. */
export const beginning = (id: string, begins: Begins): Sql<CandidateFound> => sql<CandidateFound>`
    select ${candidate} from rx_authorization a join user_carrier w on w.mc = a.mc join app_user u on u.id = w.user_id
     where ${inScope.fragment} and a.id = ${id} and ${ableTo(sql`a.sub_carrier`)}
       and not exists (select from authorization_owner o where o.mc = a.mc and o.authorization_id = a.id and o.user_id = u.id)
       and ${startsSo(begins)}
     order by u.id = app_user() desc, u.last_name, u.first_name, u.id limit 25`

export const group = (subCarrier: string, groupCode: string): Sql<{ group_code: string }> => sql<{
  group_code: string
}>`
  select g.group_code from client_group g where g.mc = app_mc() and app_sees(g.sub_carrier) and g.sub_carrier = ${subCarrier} and g.group_code = ${groupCode}`

/** Up to 5,000 of the carrier who may own requests, by name; those who are not active too, unless asked otherwise. */
export const ofCarrier = (activeOnly: boolean): Sql<CandidateFound> => sql<CandidateFound>`
  select ${candidate} from user_carrier w join app_user u on u.id = w.user_id
   where w.mc = app_mc() and ${activeOnly ? activeAndMayOwn : mayOwn} order by u.last_name, u.first_name, u.id limit 5000`
/** Up to 25 of them who are active and whose name or e-mail starts so. */
export const ofCarrierBeginning = (begins: Begins): Sql<CandidateFound> => sql<CandidateFound>`
  select ${candidate} from user_carrier w join app_user u on u.id = w.user_id
   where w.mc = app_mc() and ${activeAndMayOwn} and ${startsSo(begins)} order by u.last_name, u.first_name, u.id limit 25`
/** Whether the list of active users is offered. */
export const activeListIsOn = (): Sql<{ on: boolean }> =>
  sql<{ on: boolean }>`select ${flag('activeAdjusters', true, { mc: sql`app_mc()`, sub: sql`'*'` })} as on`

/** Everyone who may own requests of a group, by name, or up to 25 of them whose name or e-mail starts so. */
export const ofGroup = (
  subCarrier: string,
  groupCode: string,
  begins?: Begins,
): Sql<CandidateFound> => sql<CandidateFound>`
  select ${candidate} from client_group g join user_carrier w on w.mc = g.mc join app_user u on u.id = w.user_id
   where g.mc = app_mc() and app_sees(g.sub_carrier) and g.sub_carrier = ${subCarrier} and g.group_code = ${groupCode} and ${ableTo(sql`g.sub_carrier`)}
     ${begins ? sql`and ${startsSo(begins)}` : sql``}
   order by u.last_name, u.first_name, u.id ${begins ? sql`limit 25` : sql`limit 5000`}`

/**
 * Up to 25 users of that name who may own this request but do not yet: "last, first", "first last" or a prefix of one.
 */
export function byName(id: string, names: readonly NameStart[], oneName: string): Sql<CandidateFound> {
  return sql<CandidateFound>`
    select ${candidate} from rx_authorization a join user_carrier w on w.mc = a.mc join app_user u on u.id = w.user_id
     where ${inScope.fragment} and a.id = ${id} and ${ableTo(sql`a.sub_carrier`)}
       and not exists (select from authorization_owner o where o.mc = a.mc and o.authorization_id = a.id and o.user_id = u.id)
       and ${nameBegins(names, oneName)}
     order by u.last_name, u.first_name, u.id limit 25`
}

export type RightsFound = CandidateFound & { license_states: string[]; approval_limit: number | null }
/** The users these e-mails name, with the facts of their rights. */
export const rightsOf = (emails: readonly string[]): Sql<RightsFound> => sql<RightsFound>`
  select ${candidate}, w.license_states, w.approval_limit from user_carrier w join app_user u on u.id = w.user_id
    where w.mc = app_mc() and lower(u.email) = any(${emails})`

export type Examiner = {
  owner_email: string | null
  owner_name: string | null
  claim_number: string
  carrier: string
  known: boolean
}
/** The examiner of a request's claim, and whether an address belongs to a user of the carrier. */
export const examinerOf = (id: string, to: string): Sql<Examiner> => sql<Examiner>`
  select u.email as owner_email, u.name as owner_name, c.claim_number, m.name as carrier,
    exists (select from user_carrier k join app_user p on p.id = k.user_id
      where k.mc = a.mc and k.active and p.status = 'ACTIVE' and lower(p.email) = ${to}) as known
  from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id join master_carrier m on m.mc = a.mc
    left join user_carrier w on w.mc = c.mc and w.user_id = c.owner_id and w.active left join app_user u on u.id = w.user_id and u.status = 'ACTIVE'
  where ${inScope.fragment} and a.id = ${id}`

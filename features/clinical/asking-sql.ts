import type { Takers } from '#features/authorizations/facts.ts'
import { handedOverStatuses, status, type StatusId } from '#features/authorizations/statuses.ts'
import { answerDue } from '#features/authorizations/hand-over-sql.ts'
import { eventCode, type EventCode } from '#features/authorizations/events.ts'
import { inScope } from '#features/authorizations/sql.ts'
import { SILENT_SECONDS } from '#features/presence/rules.ts'
import { allSettings } from '#features/settings/columns.ts'
import { integer, integers, sql, type Sql } from '#platform/database/sql.ts'

type Act = { byId: string | null; byName: string; at: string; detail: Record<string, string | null> | null }
/** A note or a call about a request since it was handed over. */
export type ThreadRow = {
  byId: string | null
  byName: string
  at: string
  code: EventCode
  note: string
  result: string | null
}
/** A request while somebody else than its case owner is next, and what was done about it since. */
export type AskedRow = {
  id: string
  stratus_claim_id: string
  status_id: StatusId
  sub_carrier: string
  reference_number: string
  owner_ids: string[]
  supervised: string[]
  settings: Record<string, unknown>
  juris_state: string
  /** Who saved the approval that a second person confirms. */
  saved_by: string | null
  asked_at: string | null
  due: string
  taken_by: { id: string; name: string } | null
  sent_by: string | null
  sent_at: string | null
  taken: Act | null
  call: Act | null
  nudge: Act | null
  open_by: string | null
}

const lastAct = (code: EventCode): Sql => sql`(
  select jsonb_build_object('byId', e.actor_id, 'byName', e.actor_name, 'at', e.at, 'detail', e.detail) from authorization_event e
   where e.mc = a.mc and e.authorization_id = a.id and e.event_code = ${integer(code)}
     and e.at >= coalesce(a.pharmacist_asked_at, a.request_received_at) order by e.id desc limit 1)`

/** Who handed it over. */
const sent = (column: Sql): Sql => sql`(
  select ${column} from authorization_event e where e.mc = a.mc and e.authorization_id = a.id and e.new_status_id = a.status_id
     and e.old_status_id is distinct from a.status_id order by e.id desc limit 1)`

/** Roles of those who answer, by the status in which it waits for them. */
const answering = sql`case a.status_id
  when ${integer(status.PENDING_CLINICAL)} then '{clinical_pharmacist,override_all_edit_clinical}'::text[]
  when ${integer(status.PENDING_UR)} then '{ur_reviewer,ur_nurse}'::text[] else '{supervisor,account_admin}'::text[] end`

const columns = sql`
  a.mc, a.id, a.stratus_claim_id, a.status_id, a.sub_carrier, a.reference_number, a.juris_state, a.first_approval ->> 'byId' as saved_by,
  a.pharmacist_asked_at as asked_at, ${answerDue} as due,
  array(select o.user_id from authorization_owner o where o.mc = a.mc and o.authorization_id = a.id order by o.position) as owner_ids,
  array(select v.member_id from user_supervision v where v.mc = a.mc and v.supervisor_id = app_user()) as supervised,
  ${allSettings()} as settings,
  (select jsonb_build_object('id', u.id, 'name', u.name) from app_user u where u.id = a.taken_by) as taken_by,
  ${sent(sql`e.actor_id`)} as sent_by, ${sent(sql`e.at`)} as sent_at,
  ${lastAct(eventCode.TAKEN)} as taken, ${lastAct(eventCode.PRESCRIBER_CALLED)} as call, ${lastAct(eventCode.NUDGED)} as nudge,
  (select u.name from request_viewer v join app_user u on u.id = v.user_id
     join user_carrier k on k.mc = v.mc and k.user_id = v.user_id and k.roles && ${answering}
    where v.mc = a.mc and v.authorization_id = a.id and v.seen_at > app_now() - make_interval(secs => ${integer(SILENT_SECONDS)})
    order by v.since limit 1) as open_by`

const thread = sql`coalesce((
  select jsonb_agg(jsonb_build_object('byId', e.actor_id, 'byName', e.actor_name, 'at', e.at, 'code', e.event_code,
      'note', e.detail ->> 'note', 'result', e.detail ->> 'result') order by e.id)
    from (select e.* from authorization_event e
      where e.mc = a.mc and e.authorization_id = a.id and e.event_code in (${integers([eventCode.NOTE_ADDED, eventCode.PRESCRIBER_CALLED])})
        and e.at >= coalesce(a.pharmacist_asked_at, a.request_received_at) and not e.internal and e.detail ->> 'note' <> ''
      order by e.id desc limit 20) e), '[]')`

export const asked = (id: string): Sql<AskedRow & { thread: ThreadRow[] }> => sql<AskedRow & { thread: ThreadRow[] }>`
  select ${columns}, ${thread} as thread from rx_authorization a where ${inScope.fragment} and a.id = ${id}`

/** The same, locked until the act on it ends. */
export const askedForUpdate = (id: string): Sql<AskedRow & { mc: string }> => sql<AskedRow & { mc: string }>`
  with a as materialized (select a.* from rx_authorization a where ${inScope.fragment} and a.id = ${id} for update)
  select ${columns} from a`

export type LateRow = {
  id: string
  status_id: StatusId
  due: string
  noted: boolean
  taker: string | null
  /** Who has it took it when it was late already. */
  taken_late: boolean
  zone: string
  sent_by: string | null
}
/** A question whose answer may be late, locked. */
export const holdLate = (id: string): Sql<LateRow> => sql<LateRow>`
  with a as materialized (select r.* from rx_authorization r where r.mc = app_mc() and r.id = ${id} for update skip locked)
  select a.id, a.status_id, ${answerDue} as due, a.answer_late_at is not null as noted, u.name as taker, m.time_zone as zone,
    ${sent(sql`e.actor_id`)} as sent_by,
    exists (select from authorization_event e where e.mc = a.mc and e.authorization_id = a.id and e.event_code = ${integer(eventCode.TAKEN)}
      and e.actor_id = a.taken_by and e.at > ${answerDue}) as taken_late
    from a join master_carrier m on m.mc = a.mc left join app_user u on u.id = a.taken_by`
export type UntakenRow = {
  id: string
  status_id: StatusId
  juris_state: string
  wanted: keyof Takers
  sent_by: string | null
}
/** What nobody could take any more, locked; nothing where it was noted, or somebody is there again. */
export const holdUntaken = (id: string): Sql<UntakenRow> => sql<UntakenRow>`
  with a as materialized (select r.*, taker_wanted(r) as wanted from rx_authorization r where r.mc = app_mc() and r.id = ${id}
    and r.status_id in (${integers(handedOverStatuses)}) and r.no_taker_at is null and nobody_takes(r) for update skip locked)
  select a.id, a.status_id, a.juris_state, a.wanted, ${sent(sql`e.actor_id`)} as sent_by from a`
export const dueUntaken = (_now: string, limit: number): Sql<{ mc: string; id: string }> =>
  sql<{ mc: string; id: string }>`select mc, id from untaken_requests(${limit})`
export const dueLate = (now: string, limit: number): Sql<{ mc: string; id: string }> =>
  sql<{ mc: string; id: string }>`select mc, id from due_late_answers(${limit}, ${now})`

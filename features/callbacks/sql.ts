import { whoActs } from '#features/authorizations/who-acts-sql.ts'
import type { PriorAuthRow } from '#features/prior-auths/rows.ts'
import { callbackMoves, callbackStatus, type CallbackStatus } from './statuses.ts'
import { sql, type Sql, integers, integer } from '#platform/database/sql.ts'
import { insertOutboxOf } from '#platform/jobs/outbox.ts'
import type { PharmacyMessage } from './contract.ts'
import type { CallbackRow } from './rows.ts'
import type { PatientPlace } from './patient-places.ts'
import type { CallbackOutcome } from './rules.ts'
import type { Said } from './said.ts'
import { approvalThatPays, saidOf } from './said-sql.ts'

const SENT = integer(callbackStatus.SENT)
const ACKNOWLEDGED = integer(callbackStatus.ACKNOWLEDGED)
const FILLED = integer(callbackStatus.FILLED)
const CLOSED = integer(callbackStatus.CLOSED)
const toBeCalled = [callbackStatus.CALL_NEEDED, callbackStatus.NOT_REACHED]
const notSent = [callbackStatus.QUEUED, ...toBeCalled]
/** The list of statuses in which a fill of the pharmacy ends a callback: `k.status_id in ${canBeFilled}`. */
export const canBeFilled = sql`(${integers(callbackMoves.filled.from)})`

/** Queues a message to a pharmacy. */
export const insertCallback = (row: CallbackRow): Sql =>
  sql`insert into pharmacy_callback select * from jsonb_populate_record(null::pharmacy_callback, ${JSON.stringify(row)}::jsonb)`

/** The callbacks of an authorization and of those merged into it. */
const ofRequest = (id: string): Sql => sql`
  authorization_id = any(array(select m.id from rx_authorization m where m.mc = app_mc() and m.superseded_by = ${id}) || ${id}::uuid)`

/** Closes callbacks that are unsent or need a call, because they were replaced or withdrawn. */
export const closeCallbacks = (mc: string, id: string): Sql => sql`
  update pharmacy_callback set status_id = ${CLOSED}, next_try_at = null
  where mc = ${mc} and status_id in (${integers(notSent)}) and ${ofRequest(id)}`

/** Ends the callbacks of a pharmacy that was paid or withdrew its claim. */
export const markFilled = (id: string, now: string): Sql => sql`
  update pharmacy_callback set status_id = ${FILLED}, acknowledged_at = coalesce(acknowledged_at, ${now}), next_try_at = null
  where mc = app_mc() and status_id in ${canBeFilled} and ${ofRequest(id)}`

export type DueCallback = {
  id: string
  /** The carrier's. */
  time_zone: string
  authorization_id: string
  pharmacy_nabp: string
  status_id: number
  outcome: CallbackOutcome
  start_date: string | null
  end_date: string | null
  one_time: boolean
  reference_number: string
  rx_number: string
  drug_name: string
  auth_status: number
  override_ref: string | null
  prior_auth_id: string | null
  prior_auth_status: number | null
  max_days: number | null
  max_qty: number | null
  pharmacy_name: string
  said: Said
}
/** The callback with the facts of its message, locked until it is sent. */
export const callback = (id: string): Sql<DueCallback> => sql<DueCallback>`
  select k.id, k.authorization_id, k.pharmacy_nabp, k.status_id, k.outcome, coalesce(p.start_date, k.start_date) as start_date,
    coalesce(p.end_date, k.end_date) as end_date, k.one_time, a.reference_number, a.rx_number, a.drug_name, a.status_id as auth_status,
    p.override_ref, p.id as prior_auth_id, p.status_id as prior_auth_status, p.max_days, p.max_qty,
      coalesce(y.name, k.pharmacy_nabp) as pharmacy_name, z.time_zone, ${saidOf} as said
  from pharmacy_callback k join rx_authorization a on a.mc = k.mc and a.id = k.authorization_id
  join master_carrier z on z.mc = k.mc
  left join lateral ${approvalThatPays} p on true
  left join pharmacy y on y.nabp = k.pharmacy_nabp
  where k.mc = app_mc() and k.id = ${id} for update of k`

/** A prior authorization, whole. */
export const granted = (id: string): Sql<{ row: PriorAuthRow }> =>
  sql<{ row: PriorAuthRow }>`select to_jsonb(p) as row from prior_auth p where p.mc = app_mc() and p.id = ${id}`

export type Unheard = {
  id: string
  mc: string
  authorization_id: string
  stratus_claim_id: string
  status_id: number
  attempts: number
  auth_status: number
  pharmacy_name: string
  pharmacy_state: string
  called_by_name: string | null
  called_at: string | null
  taken_by: string | null
  taken_by_name: string | null
  taken_at: string | null
  reference_number: string
  /** Who is notified when nobody could be reached. */
  acting: string[]
  /** A later message to the same pharmacy about the same request replaced it. */
  replaced: boolean
}
/** A callback with its pharmacy, locked. */
export const hold = (id: string): Sql<Unheard> => sql<Unheard>`
  select k.id, k.mc, k.authorization_id, a.stratus_claim_id, k.status_id, k.attempts, a.status_id as auth_status,
    coalesce(y.name, k.pharmacy_nabp) as pharmacy_name, coalesce(y.state, a.juris_state) as pharmacy_state,
    k.called_by_name, k.called_at, k.taken_by, k.taken_by_name, k.taken_at, a.reference_number, ${whoActs} as acting,
    exists (select from pharmacy_callback n where n.mc = k.mc and n.authorization_id = k.authorization_id and n.pharmacy_nabp = k.pharmacy_nabp
      and n.id <> k.id and n.created_at > k.created_at) as replaced
  from pharmacy_callback k join rx_authorization a on a.mc = k.mc and a.id = k.authorization_id left join pharmacy y on y.nabp = k.pharmacy_nabp
  where k.mc = app_mc() and k.id = ${id} for update of k`
/** Saves who called, the outcome and the next attempt. */
export const tried = (of: {
  id: string
  statusId: number
  attempts: number
  nextTryAt: string | null
  by: string | null
  now: string
  error: string | null
}): Sql => sql`
  update pharmacy_callback set status_id = ${of.statusId}, attempts = ${of.attempts}, next_try_at = ${of.nextTryAt}, called_by_name = ${of.by},
    called_at = ${of.by === null ? null : of.now}, last_error = ${of.error}, taken_by = null, taken_by_name = null, taken_at = null
   where mc = app_mc() and id = ${of.id}`

/** Keeps a call that was made. */
export const insertCall = (of: {
  id: string
  callbackId: string
  userId: string
  now: string
  result: 'REACHED' | 'NOT_REACHED'
  callerChecked: boolean
  patient: PatientPlace | null
  talkSeconds: number
}): Sql => sql`
  insert into pharmacy_call (mc, id, callback_id, user_id, at, result, caller_checked, patient, talk_seconds)
    values (app_mc(), ${of.id}, ${of.callbackId}, ${of.userId}, ${of.now}, ${of.result}, ${of.callerChecked}, ${of.patient}, ${of.talkSeconds})`

export type CallsOfToday = { calls: number; reached: number; talk_seconds: number }
/** The calls this user made today, by the date of their time zone. */
export const callsOfToday = (): Sql<CallsOfToday> => sql<CallsOfToday>`
  select count(*)::int as calls, count(*) filter (where result = 'REACHED')::int as reached, coalesce(sum(talk_seconds), 0)::int as talk_seconds
    from pharmacy_call where mc = app_mc() and user_id = app_user()
     and at >= date_trunc('day', app_now() at time zone app_zone()) at time zone app_zone()`

const today = sql`date_trunc('day', app_now() at time zone app_zone())`
/** At most so many pharmacies of one day are looked at. */
const MOST_CALLED = 100
export type CalledLately = {
  id: string
  day: string
  at: string
  by_name: string
  result: 'REACHED' | 'NOT_REACHED'
  authorization_id: string
  stratus_claim_id: string
  status_id: CallbackStatus
  outcome: CallbackOutcome
  attempts: number
  next_try_at: string | null
  pharmacy_name: string
  rx_number: string
  said: Said
}
/** The callbacks that were called about on the last day of calls before today, each with its last call of that day, the latest first. */
export const calledLately = (): Sql<CalledLately> => sql<CalledLately>`
  with last as (select date_trunc('day', max(at) at time zone app_zone()) as day from pharmacy_call
    where mc = app_mc() and at >= (${today} - interval '7 days') at time zone app_zone() and at < ${today} at time zone app_zone()),
  made as (select distinct on (c.callback_id) c.callback_id, c.at, c.result, c.user_id, l.day from last l join pharmacy_call c on c.mc = app_mc()
      and c.at >= l.day at time zone app_zone() and c.at < (l.day + interval '1 day') at time zone app_zone()
    order by c.callback_id, c.at desc)
  select k.id, m.day::date as day, m.at, coalesce(u.name, '') as by_name, m.result, k.authorization_id,
    a.stratus_claim_id, k.status_id, k.outcome, k.attempts, k.next_try_at, coalesce(y.name, k.pharmacy_nabp) as pharmacy_name, a.rx_number,
    ${saidOf} as said
  from made m join pharmacy_callback k on k.mc = app_mc() and k.id = m.callback_id
  join rx_authorization a on a.mc = k.mc and a.id = k.authorization_id
  left join app_user u on u.id = m.user_id left join pharmacy y on y.nabp = k.pharmacy_nabp
  order by m.at desc, k.id limit ${MOST_CALLED}`

/** Gives a call to a user, or back to all. */
export const assign = (id: string, to: { by: string | null; name: string | null; at: string | null }): Sql => sql`
  update pharmacy_callback set taken_by = ${to.by}, taken_by_name = ${to.name}, taken_at = ${to.at} where mc = app_mc() and id = ${id}`

export type ToCall = {
  id: string
  authorization_id: string
  stratus_claim_id: string
  sub_carrier: string
  claim_number: string
  claimant_name: string
  date_of_birth: string
  taken_by: string | null
  taken_by_name: string | null
  taken_at: string | null
  reference_number: string
  status_id: number
  outcome: CallbackOutcome
  pharmacy_nabp: string
  pharmacy_name: string
  pharmacy_phone: string | null
  rx_number: string
  drug_name: string
  attempts: number
  next_try_at: string | null
  last_error: string | null
  sent_at: string
  said: Said
}
/** A callback k of a pharmacy that needs a call. */
export const callToMake = sql`k.mc = app_mc() and k.status_id in (${integers(toBeCalled)})`
/** The pharmacies to call, the next one first; one more than shown. */
export const toCall = (page: number, size: number): Sql<ToCall> => sql<ToCall>`
  select k.id, k.authorization_id, a.stratus_claim_id, a.sub_carrier, c.claim_number, a.reference_number, k.status_id, k.outcome, k.pharmacy_nabp,
    concat_ws(' ', t.first_name, t.last_name) as claimant_name, t.dob as date_of_birth,
    coalesce(y.name, k.pharmacy_nabp) as pharmacy_name, y.phone as pharmacy_phone, a.rx_number, a.drug_name,
    k.attempts, k.next_try_at, k.last_error, coalesce(k.sent_at, k.created_at) as sent_at, k.taken_by, k.taken_by_name, k.taken_at,
    ${saidOf} as said
  from pharmacy_callback k join rx_authorization a on a.mc = k.mc and a.id = k.authorization_id
  join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id join claimant t on t.mc = c.mc and t.id = c.claimant_id
  left join pharmacy y on y.nabp = k.pharmacy_nabp
  where ${callToMake} order by k.next_try_at nulls first, k.id limit ${size + 1} offset ${page * size}`
export const dueCallbacks = (now: string, limit: number): Sql<{ mc: string; id: string }> =>
  sql<{ mc: string; id: string }>`select mc, id from due_callbacks(${limit}, ${now})`

/** The callback of a request that has not left, locked: a text to the worker waits for it. */
export const unsent = (authorizationId: string): Sql<{ id: string }> => sql<{ id: string }>`
  select k.id from pharmacy_callback k
   where k.mc = app_mc() and k.authorization_id = ${authorizationId} and k.status_id = ${integer(callbackStatus.QUEUED)}
   for update of k`
/** Queues the texts to the worker that waited for this callback. */
export const releaseTexts = (id: string, now: string): Sql =>
  insertOutboxOf(
    'outside.message',
    sql`select o.mc, jsonb_build_object('messageId', o.id) as payload
      from pharmacy_callback k join outside_message o on o.mc = k.mc and o.authorization_id = k.authorization_id
     where k.mc = app_mc() and k.id = ${id} and o.channel = 'SMS' and o.status = 'QUEUED' and o.created_at >= k.created_at
       and o.template in ('approved', 'rejected', 'deemed')`,
    now,
  )

/** Marks a callback as sent and sets when to check that it was read. */
export const markSent = (id: string, now: string, lookAt: string): Sql =>
  sql`update pharmacy_callback set status_id = ${SENT}, sent_at = ${now}, attempts = attempts + 1, next_try_at = ${lookAt} where mc = app_mc() and id = ${id}`
export const leave = (message: {
  id: string
  nabp: string
  at: string
  reference: string
  rx: string
  body: PharmacyMessage
}): Sql => sql`
  insert into pharmacy_message (mc, id, nabp, at, reference_number, rx_number, body)
    values (app_mc(), ${message.id}, ${message.nabp}, ${message.at}, ${message.reference}, ${message.rx}, ${JSON.stringify(message.body)}::jsonb)
    on conflict do nothing`
export type Taken = {
  body: PharmacyMessage
  stratus_claim_id: string
  /** The request a callback is about that was not acknowledged before; null for any other message. */
  acknowledged: { mc: string; id: string; statusId: number; pharmacy: string } | null
}
/** Marks the waiting messages of a pharmacy as read and returns them; the id is that of a callback, or of a fill that was reversed. */
export const take = (nabp: string, now: string): Sql<Taken> => sql<Taken>`
  with taken as (update pharmacy_message set taken_at = ${now} where mc = app_mc() and nabp = ${nabp} and taken_at is null returning id, at, body),
  heard as (update pharmacy_callback set status_id = ${ACKNOWLEDGED}, acknowledged_at = ${now}, next_try_at = null
    where mc = app_mc() and status_id in (${integers([callbackStatus.SENT, ...toBeCalled])}) and id in (select id from taken) returning id)
  select taken.body, coalesce(a.stratus_claim_id, x.stratus_claim_id) as stratus_claim_id,
    case when h.id is not null then jsonb_build_object('mc', a.mc, 'id', a.id, 'statusId', a.status_id,
      'pharmacy', coalesce(y.name, ${nabp}::text)) end as acknowledged from taken
    left join heard h on h.id = taken.id left join pharmacy y on y.nabp = ${nabp}
    left join pharmacy_callback k on k.mc = app_mc() and k.id = taken.id left join rx_authorization a on a.mc = k.mc and a.id = k.authorization_id
    left join rx_transaction x on x.mc = app_mc() and x.id = taken.id order by taken.at`

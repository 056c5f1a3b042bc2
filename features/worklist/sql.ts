import { afterPrefix } from '#platform/text/search-form.ts'
import { every, integer, integers, sql, type Sql } from '#platform/database/sql.ts'
import { flag } from '#features/settings/columns.ts'
import { hasOwnDraft } from '#features/drafts/sql.ts'
import { completeStatuses, openStatuses, status } from '#features/authorizations/statuses.ts'
import { inScope } from '#features/authorizations/sql.ts'
import { letterUnread } from '#features/authorizations/letter-columns.ts'
import {
  claimsWithWord,
  searchNameMatches,
  meAndMyAbsent,
  meAndMyTeam,
  ownersFound,
  subject,
  subjectAndAbsent,
} from '#features/owners/people-sql.ts'
import {
  answerDue,
  answeredToday,
  queueDue,
  takenByMe,
  waitsOnPrescriber,
} from '#features/authorizations/hand-over-sql.ts'
import { sentOn, type SentOn } from './handed-over-sql.ts'
import type { Place } from './place.ts'
import { authRow, type AuthRowFound } from '#features/authorizations/row-columns.ts'
import { TOTAL_COUNTED, type ClinicalPart, type Search, type Sorting, type SortKey } from './rules.ts'

/** The statuses of each stage as the partial indexes spell them: 20 to 29 and from 30. */
export const openNow = sql`a.status_id between ${integer(status.PENDING)} and ${integer(status.APPROVED - 1)}`
export const completeNow = sql`a.status_id >= ${integer(status.APPROVED)}`
/** Escalated and not snoozed now: the meaning of "escalated" in the list, its count and the dashboard. */
export const escalatedNow = sql`a.escalated and (a.snoozed_until is null or a.snoozed_until <= app_now())`
export const snoozedNow = sql`a.snoozed_until > app_now()`
export const decidedByPeople = sql`a.status_id in (${integers([status.APPROVED, status.REJECTED, status.REJECTED_NO_PA])})`

/** Of what was handed over, what the caller may decide: a reviewer in the states of their license, a second approver what others approved. */
export const mineToDecide = sql`case a.status_id
  when ${integer(status.PENDING_UR)} then a.juris_state = any(array(
    select unnest(w.license_states) from user_carrier w where w.mc = app_mc() and w.user_id = app_user()))
  when ${integer(status.PENDING_SECOND_APPROVAL)} then a.first_approval ->> 'byId' is distinct from app_user()::text
  else true end`

/** What the caller may not approve alone: over the limit on file; never so without one. */
export const overMyLimit = sql`coalesce(a.estimated_cost, 0) > (select w.approval_limit from user_carrier w
  where w.mc = app_mc() and w.user_id = app_user())`

/** The statuses as the partial indexes need them. */
function inStatuses({ stage, statuses }: Search): Sql {
  const some = sql`a.status_id = any(${statuses}::smallint[])`
  // One status is part of the text, so that an index of only its requests can serve it.
  if (stage === 'open' && statuses.length === 1) return sql`${openNow} and a.status_id = ${integer(statuses[0]!)}`
  if (stage === 'open') return statuses.length === openStatuses.length ? sql`${openNow}` : sql`${openNow} and ${some}`
  if (stage === 'complete')
    return statuses.length === completeStatuses.length ? sql`${completeNow}` : sql`${completeNow} and ${some}`
  return some
}

/** Requests that one of these users owns; `open` follows the status (schema), so the index holds only open ones. */
function ownedBy(people: Sql, stage: Search['stage']): Sql {
  const still = stage === 'open' ? sql`and o.open` : stage === 'complete' ? sql`and o.completed_at is not null` : sql``
  return sql`a.id in (select o.authorization_id from authorization_owner o where o.mc = app_mc() ${still} and o.user_id = any(array(${people})))`
}

// A scalar subquery is one value to the planner: without it the instant is compared after the row was read.
const dayBegins = (day: Sql): Sql => sql`(select (${day})::timestamp at time zone app_zone())`

/** The spellings of a practitioner's last name in the directory. */
function prescriberNamed(last: string): Sql {
  const spellings = [
    ...new Set([
      last,
      last.toUpperCase(),
      last.toLowerCase().replace(/(^|[\s'-])\p{L}/gu, (letter) => letter.toUpperCase()),
    ]),
  ]
  return spellings
    .map(
      (spelling) =>
        sql`(q.last_name >= ${spelling} and q.last_name < ${afterPrefix(spelling) ?? '\u{10ffff}'} and starts_with(q.last_name, ${spelling}))`,
    )
    .reduce((all, next) => sql`${all} or ${next}`)
}

const prescribedBy = (prescriber: NonNullable<Search['prescriber']>): Sql =>
  'npi' in prescriber
    ? sql`a.prescriber_npi = ${prescriber.npi}`
    : 'id' in prescriber
      ? sql`a.prescriber_npi = (select q.npi from practitioner q where q.id = ${prescriber.id})`
      : sql`a.prescriber_npi in (select q.npi from practitioner q where ${prescriberNamed(prescriber.last)})`

/** The filters with values to choose from; separate, so that facets can leave one out. */
export const choices = (search: Search) => ({
  jurisStates: search.states && sql`a.juris_state = any(${search.states})`,
  deliveryTypes: search.deliveryTypes && sql`a.delivery_type_id = any(${search.deliveryTypes}::smallint[])`,
  rejectCodes: search.rejectCodes && sql`a.reject_codes && ${search.rejectCodes}::text[]`,
  statuses: search.onlyStatuses && sql`a.status_id = any(${search.onlyStatuses}::smallint[])`,
  drugs: search.drugs && sql`left(a.gpi, 10) = any(${search.drugs}::text[])`,
  prescribers: search.prescriber && prescribedBy(search.prescriber),
  reconsiderationLevels: search.levels && sql`a.reconsideration_level = any(${search.levels}::smallint[])`,
  subCarriers: search.subCarrier === null ? null : sql`a.sub_carrier = ${search.subCarrier}`,
})

const chosenOwners = ({ me, ids }: NonNullable<Search['ownedBy']>): Sql =>
  me ? sql`${meAndMyAbsent} union all select unnest(${ids}::uuid[])` : sql`select unnest(${ids}::uuid[])`

const ofClinicalPart: Record<ClinicalPart, Sql> = {
  TAKEN: takenByMe,
  PRESCRIBER: waitsOnPrescriber,
  ANSWERED: answeredToday,
}

/** By what clock a search means "due": a queue is counted and filtered by the one it is worked by. */
const dueOf = ({ myQueue }: Search): Sql => (myQueue ? queueDue : sql`a.statutory_due_at`)

/** The conditions of a search besides its filters. */
export function demands(search: Search): Sql[] {
  const found: (Sql | null | false)[] = [
    inScope.fragment,
    inStatuses(search),
    search.escalated && escalatedNow,
    search.snoozed && snoozedNow,
    search.myQueue && mineToDecide,
    search.clinicalPart && ofClinicalPart[search.clinicalPart],
    search.atCounter && sql`a.pharmacy_waiting`,
    search.letterCame && letterUnread,
    search.overLimit && overMyLimit,
    search.dueToday &&
      sql`${dueOf(search)} >= (select app_now()) and ${dueOf(search)} < ${dayBegins(sql`(app_now() at time zone app_zone())::date + 1`)}`,
    search.dueHours !== null &&
      sql`${dueOf(search)} < (select app_now() + make_interval(hours => ${search.dueHours}::int))`,
    search.decidedToday &&
      sql`${decidedByPeople} and a.completed_by = any(${search.decidedToday}::uuid[])
        and a.completed_at >= ${dayBegins(sql`(app_now() at time zone app_zone())::date`)}`,
    search.myTeam && ownedBy(meAndMyTeam, search.stage),
    search.from !== null && sql`a.request_received_at >= ${dayBegins(sql`${search.from}::date`)}`,
    // The whole last day: before the first instant of the next one, also where a day has 23 or 25 hours.
    search.to !== null && sql`a.request_received_at < ${dayBegins(sql`${search.to}::date + 1`)}`,
    search.claimNumbers &&
      sql`a.stratus_claim_id in (select c.id from wc_claim c where c.mc = app_mc() and c.claim_number = any(${search.claimNumbers}))`,
    search.names &&
      sql`a.stratus_claim_id in (select c.id from claimant t join wc_claim c on c.mc = t.mc and c.claimant_id = t.id
        where t.mc = app_mc() and (${searchNameMatches(search.names, sql`t.last_folded`, sql`t.first_folded`)})
        union all ${claimsWithWord(search.names)})`,
    search.ids && sql`a.id = any(${search.ids}::uuid[])`,
    search.request &&
      ('id' in search.request
        ? sql`a.id = ${search.request.id}`
        : sql`a.reference_number = ${search.request.reference}`),
    search.owners && ownedBy(ownersFound(search.owners), search.stage),
    search.ownedBy && ownedBy(chosenOwners(search.ownedBy), search.stage),
  ]
  return found.filter((one) => one !== null && one !== false)
}

/** The scope and the statuses: the conditions that are never left out. */
const OF_EVERY_SEARCH = 2

/** All conditions of a search on `a`. */
const matches = (search: Search): Sql =>
  every([...demands(search), ...Object.values(choices(search)).filter((one) => one !== null)])

/** `asCursor` is how a key is written in a cursor. */
type Order = { keys: readonly Sql[]; asCursor: (key: Sql) => Sql; joins: Sql }
const asIs = (key: Sql): Sql => key
const instant = (column: Sql): Order => ({
  keys: [column],
  asCursor: (key) => sql`(extract(epoch from ${key}) * 1000000)::bigint`,
  joins: sql``,
})
const plain = (key: Sql): Order => ({ keys: [key], asCursor: asIs, joins: sql`` })
/** The keys of each order in the indexes and in cursors. */
const orders: Record<SortKey, Order> = {
  statutoryDueAt: instant(sql`a.statutory_due_at`),
  answerDueAt: instant(answerDue),
  requestReceivedDate: instant(sql`a.request_received_at`),
  completedAt: instant(sql`a.completed_at`),
  answeredAt: instant(sql`a.pharmacist_answered_at`),
  estimatedCost: plain(sql`coalesce(a.estimated_cost, 0)`),
  escalationLevel: plain(sql`a.escalation_level`),
  claimantLastName: {
    keys: [sql`t.last_folded`, sql`t.first_folded`],
    asCursor: asIs,
    joins: sql`join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id join claimant t on t.mc = c.mc and t.id = c.claimant_id`,
  },
}

const listed = (parts: readonly Sql[]): Sql => parts.reduce((all, next) => sql`${all}, ${next}`)

/**
 * The rows after a cursor, in keys that are all compared the same way: one row comparison, which an index can start
 * from.
 */
function beyond({ by, descending }: Sorting, { keys, id }: Place, columns = [...orders[by].keys, sql`a.id`]): Sql {
  const here = listed(columns)
  const values = keys.map((key) =>
    by === 'estimatedCost'
      ? sql`${key}::numeric`
      : by === 'escalationLevel'
        ? sql`${key}::smallint`
        : by === 'claimantLastName'
          ? sql`${key}::text`
          : sql`timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond'`,
  )
  const there = listed([...values, sql`${id}::uuid`])
  return descending ? sql`(${here}) < (${there})` : sql`(${here}) > (${there})`
}

export type Listed = AuthRowFound & {
  key1: string | number
  key2?: string | number
  more: boolean
  has_draft: boolean
  /** What was handed over; null where its case owner is next. */
  sent: SentOn | null
}
export type Slice = { search: Search; sorting: Sorting; size: number; page: number; after: Place | null }

// Usual sizes are part of the text: a planner that knows how few rows are wanted walks the index and stops.
const oneMoreThan = (size: number): Sql =>
  size === 25 ? sql`limit 26` : size === 50 ? sql`limit 51` : size === 100 ? sql`limit 101` : sql`limit ${size + 1}`

/**
 * Open requests by time left: what is snoozed comes after everything that waits, in the same order. Not in the queue of those who
 * answer: its case owner snoozed it, not they.
 */
const snoozedLast = ({ stage, snoozed, escalated, myQueue }: Search, { by, descending }: Sorting): boolean =>
  stage === 'open' && by === 'statutoryDueAt' && !descending && !snoozed && !escalated && !myQueue

/** A snoozed request has its due time a century later as its key, so that one key orders the whole list and is its cursor. */
const CENTURY_MICROS = 36_525 * 86_400_000_000
const century = sql`interval '36525 days'`
const YEAR_2100_MICROS = 4_102_444_800_000_000

function waitingThenSnoozed(slice: Slice): Sql {
  const { search, sorting, size, page: number, after } = slice
  const enough = oneMoreThan(after === null ? (number + 1) * size : size)
  const key = Number(after?.keys[0])
  const amongSnoozed = key > YEAR_2100_MICROS
  const part = (which: Sql, shown: Sql, place: Place | null) => sql`
      (select a.id, ${shown} as o1 from rx_authorization a
        where ${matches(search)} and ${which} and ${place === null ? sql`true` : beyond(sorting, place)}
        order by a.statutory_due_at, a.id ${enough})`
  const waiting = part(sql`${snoozedNow} is not true`, sql`a.statutory_due_at`, after)
  const place = amongSnoozed ? { ...after!, keys: [key - CENTURY_MICROS] } : null
  const snoozed = part(snoozedNow, sql`a.statutory_due_at + ${century}`, place)
  return sql`select id, o1 from (${amongSnoozed ? snoozed : sql`${waiting} union all ${snoozed}`}) found order by o1, id`
}

/** Of a search for completed requests of some owners: the owners, and the search without them. */
function completedOf(search: Search): { people: Sql; others: Search } | null {
  if (search.stage !== 'complete' || (search.owners === null) === (search.ownedBy === null)) return null
  const people = search.owners ? ownersFound(search.owners) : chosenOwners(search.ownedBy!)
  return { people, others: { ...search, owners: null, ownedBy: null } }
}
const each = (people: Sql): Sql => sql`(select distinct owner as id from (${people}) one(owner)) p`

/** What these people completed last, from an index that has it in that order for each of them. */
function lastCompleted(people: Sql, others: Search, { sorting, size, page: number, after }: Slice): Sql {
  const direction = sorting.descending ? sql`desc` : sql`asc`
  const place = after && beyond(sorting, after, [sql`o.completed_at`, sql`o.authorization_id`])
  return sql`
      select distinct done.id, done.o1 from ${each(people)} cross join lateral (
        select a.id, o.completed_at as o1 from authorization_owner o join rx_authorization a on a.mc = o.mc and a.id = o.authorization_id
         where o.mc = app_mc() and o.user_id = p.id and o.completed_at is not null and ${matches(others)} and ${place ?? sql`true`}
         order by o.completed_at ${direction}, o.authorization_id ${direction} ${oneMoreThan(after === null ? (number + 1) * size : size)}) done
       order by o1 ${direction}, id ${direction}`
}

const shownInList = {
  columns: sql`${authRow.columns}, ${hasOwnDraft} as has_draft, ${sentOn} as sent`,
  joins: authRow.joins,
}
/** Completed requests of somebody, and open ones by time left, are found by ways of their own. */
function foundApart(slice: Slice): Sql | null {
  const owned = slice.sorting.by === 'completedAt' ? completedOf(slice.search) : null
  if (owned) return lastCompleted(owned.people, owned.others, slice)
  return snoozedLast(slice.search, slice.sorting) ? waitingThenSnoozed(slice) : null
}
const namedKeys = (keys: readonly Sql[]): Sql =>
  listed(keys.map((key, at) => sql`${key} as ${at === 0 ? sql`o1` : sql`o2`}`))
const inOrder = ({ descending }: Sorting, parts: readonly Sql[]): Sql =>
  listed(parts.map((part) => sql`${part} ${descending ? sql`desc` : sql`asc`}`))

/** Of rows named `cut`: their order, and their keys as a cursor has them. */
export function placesOf(sorting: Sorting): { order: Sql; keys: Sql } {
  const { keys, asCursor } = orders[sorting.by]
  const second = keys.length > 1
  return {
    order: inOrder(sorting, [sql`cut.o1`, ...(second ? [sql`cut.o2`] : []), sql`cut.id`]),
    keys: sql`${asCursor(sql`cut.o1`)} as key1, ${second ? asCursor(sql`cut.o2`) : sql`null`} as key2`,
  }
}

/** One page of a search, read from the bare table first: only shown rows are joined and written as cursors, however far on. */
export function page(slice: Slice): Sql<Listed> {
  const { search, sorting, size, page: number, after } = slice
  const { keys, joins } = orders[sorting.by]
  const { order, keys: cursors } = placesOf(sorting)
  const skip = after === null && number > 0 ? sql`offset ${number * size}` : sql``
  const found =
    foundApart(slice) ??
    sql`
      select a.id, ${namedKeys(keys)}
        from rx_authorization a ${joins}
       where ${matches(search)} and ${after === null ? sql`true` : beyond(sorting, after)}
       order by ${inOrder(sorting, [...keys, sql`a.id`])}`
  return sql<Listed>`
    with cut as materialized (${found} ${oneMoreThan(size)} ${skip})
    select ${shownInList.columns}, ${cursors}, (select count(*) from cut) > ${size} as more
      from (select * from cut order by ${order} limit ${size}) cut
      join rx_authorization a on a.mc = app_mc() and a.id = cut.id ${shownInList.joins}
     order by ${order}`
}

/**
 * Columns of so many requests `a` after a place, their claims `c` and claimants `t`, with the keys o1 and o2 of their order: in one pass
 * where it can be, since a file shows all it reads.
 */
export function rowsAfter(slice: Slice, { columns, joins }: { columns: Sql; joins: Sql }): Sql {
  const { search, sorting, size, after } = slice
  const { keys } = orders[sorting.by]
  const of = sql`${joins} join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id join claimant t on t.mc = c.mc and t.id = c.claimant_id`
  const apart = foundApart(slice)
  if (apart)
    return sql`select ${columns}, place.o1 from (${apart} limit ${size}) place
      join rx_authorization a on a.mc = app_mc() and a.id = place.id ${of}`
  return sql`select ${columns}, ${namedKeys(keys)} from rx_authorization a ${of}
   where ${matches(search)} and ${after === null ? sql`true` : beyond(sorting, after)}
   order by ${inOrder(sorting, [...keys, sql`a.id`])} limit ${size}`
}

/** What a search finds, least time left first, one more than `most`: ids with their versions. */
export const idsFound = (search: Search, most: number): Sql<{ id: string; version: number }> =>
  sql<{ id: string; version: number }>`select a.id, a.version from rx_authorization a where ${matches(search)}
   order by a.statutory_due_at, a.id limit ${most + 1}`

/** The owner's row alone says whether the user may see the request: an index answers, and no request is read. */
export const ownedInScope = sql`o.mc = app_mc() and case when (select app_sees_all()) then true else app_sees(o.sub_carrier) end`

/** The number of matches, never counting further than one past `most`. */
export function total(search: Search, most = TOTAL_COUNTED): Sql<{ total: number }> {
  const owned = completedOf(search)
  const asked =
    owned && demands(owned.others).length + Object.values(choices(search)).filter((one) => one !== null).length
  const found =
    owned && asked === OF_EVERY_SEARCH && search.statuses.length === completeStatuses.length
      ? sql`select from (select distinct done.authorization_id from ${each(owned.people)} cross join lateral (
          select o.authorization_id from authorization_owner o
           where ${ownedInScope} and o.user_id = p.id and o.completed_at is not null limit ${most + 1}) done) different`
      : sql`select from rx_authorization a where ${matches(search)}`
  return sql<{ total: number }>`select count(*)::int as total from (${found} limit ${most + 1}) found`
}

/** The same for several searches, in their order. */
export const totals = (searches: readonly Search[], most: number): Sql<{ total: number }> => {
  const all = searches
    .map((search, at) => sql`select ${at}::int as at, n.total from (${total(search, most)}) n`)
    .reduce((before, next) => sql`${before} union all ${next}`)
  return sql<{ total: number }>`select counted.total from (${all}) counted order by counted.at`
}

type EscalatedFound = AuthRowFound & { claimant_id: string; total: number }
const ESCALATED_SHOWN = 1000
/** The escalated requests by claimant, the one who waits longest first, and the number of all. */
export const escalated = (
  email: string | undefined,
  username: string | undefined,
): Sql<EscalatedFound> => sql<EscalatedFound>`
  with people as materialized (${subjectAndAbsent(email, username)}),
  hits as materialized (
    select a.id, a.request_received_at, c.claimant_id, min(a.request_received_at) over (partition by c.claimant_id) as since
      from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
     where ${inScope.fragment} and ${openNow} and ${escalatedNow}
       and a.id in (select o.authorization_id from authorization_owner o where o.mc = app_mc() and o.open and o.user_id = any(array(select id from people)))),
  first as (select * from hits order by since, claimant_id, request_received_at, id limit ${ESCALATED_SHOWN})
  select ${authRow.columns}, first.claimant_id, (select count(*)::int from hits) as total
    from first join rx_authorization a on a.mc = app_mc() and a.id = first.id ${authRow.joins}
   order by first.since, first.claimant_id, first.request_received_at, first.id`

/** True for the caller and the users they supervise. */
export const mayAskAbout = (email: string | undefined, username: string | undefined): Sql<{ allowed: boolean }> =>
  sql<{ allowed: boolean }>`select exists (${subject(email, username)}) as allowed`

/** Whether the carrier has PDF exports switched on. */
export const pdfAllowed = (): Sql<{ enabled: boolean }> => sql<{ enabled: boolean }>`
  select ${flag('pdfExportEnabled', false, { mc: sql`app_mc()`, sub: sql`'*'` })} as enabled`

export type NamesFound = { prescriber: string | null; owners: string[] | null; deciders: string[] | null }
/** Names of the prescriber and the people that a filter gives by id, for the export. */
export const namesOf = ({ prescriber, ownedBy, decidedToday }: Search): Sql<NamesFound> => sql<NamesFound>`
  select (select q.last_name || ', ' || q.first_name from practitioner q
    where q.id = ${prescriber && 'id' in prescriber ? prescriber.id : null} or q.npi = ${prescriber && 'npi' in prescriber ? prescriber.npi : null}
    limit 1) as prescriber,
    (select array_agg(u.name order by u.name) from user_carrier w join app_user u on u.id = w.user_id
      where w.mc = app_mc() and u.id = any(${ownedBy?.ids ?? []}::uuid[])) as owners,
    (select array_agg(u.name order by u.name) from user_carrier w join app_user u on u.id = w.user_id
      where w.mc = app_mc() and u.id = any(${decidedToday ?? []}::uuid[])) as deciders`

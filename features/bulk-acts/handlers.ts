import { claimOfRow } from '#features/claims/seen-sql.ts'
import { must } from '#features/worklist/asked.ts'
import { readSearch } from '#features/worklist/rules.ts'
import { idsFound } from '#features/worklist/sql.ts'
import type { Search } from '#features/worklist/rules.ts'
import { named, subject } from '#features/letters/sql.ts'
import { toCandidate } from '#features/owners/adjuster.ts'
import { named as namedPeople } from '#features/owners/sql.ts'
import type { AnyCall, InputOf } from '#platform/calls/contract.ts'
import { implement, oneTrip, seen, type CallContext, type Caller } from '#platform/calls/handler.ts'
import { notFound, whyText, type Why } from '#platform/calls/refusal.ts'
import { sql as s } from '#platform/database/sql.ts'
import { isoOf } from '#platform/dates/instant.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { leaving } from '#platform/jobs/outbox-row.ts'
import { type BulkAct, bulkActs } from './contract.ts'
import {
  bulkOff,
  foreseen,
  MOST_PREVIEWED,
  mostItems,
  whyNotThisInput,
  whyNotThisMany,
  whyNotUndo,
  type AnyBulkKind,
} from './rules.ts'
import { whyLeft } from './single-act.ts'
import * as sql from './sql.ts'
import { bulkTopic } from './topic.ts'

function toBulkAct(row: sql.HeadRow, now: Date): BulkAct {
  const { what, total, waiting, done, refused, canceled, undone } = row
  const startedAt = isoOf(row.started_at)
  const mayUndo = whyNotUndo({ what, startedAt, waiting, done, undone }, now.toISOString()) === undefined
  return { bulkId: row.id, what, startedAt, total, waiting, done, refused, canceled, mayUndo }
}

type Wanted = Pick<InputOf<typeof bulkActs.start>, 'search'>
/** The search everything of which is acted on. */
function wantedOf({ search }: Wanted): Search | undefined {
  if (search === undefined) return undefined
  const { search: wanted, why } = readSearch(search)
  return must(wanted, why)
}
const onlyPending = (search: Search | undefined): Why<'VALIDATION'> | undefined =>
  search && search.stage !== 'open'
    ? { code: 'VALIDATION', field: 'search', message: 'Only pending requests can be acted on together.' }
    : undefined

/** A bulk act with its items, and a job for each. */
function begin(
  { write, newId, now }: Pick<CallContext<AnyCall>, 'write' | 'newId' | 'now'>,
  person: Caller,
  act: { what: AnyBulkKind; input: unknown; undoes?: string },
  items: readonly { id: string; version: number }[],
): string {
  const [id, at] = [newId(), now.toISOString()]
  write(sql.insertBulk({ id, sessionId: person.sessionId, ...act, total: items.length, at }))
  write(sql.insertItems(id, items))
  write(
    insertOutbox(
      items.map((item) =>
        leaving({
          mc: person.mc,
          id: newId(),
          topic: bulkTopic,
          payload: { bulkId: id, authorizationId: item.id },
          now: at,
        }),
      ),
    ),
  )
  return id
}

export const handlers = implement(bulkActs)({
  start: async (context) => {
    const { input, db, who, note, refuse } = context
    refuse(whyNotThisInput(input))
    const { what, requests, search, count, userEmails, hours } = input
    const wanted = wantedOf(input)
    refuse(onlyPending(wanted))
    const [person, allowed, found, known] = await Promise.all([
      who(),
      db.one(sql.bulkIsOn()),
      wanted ? db.all(idsFound(wanted, mostItems[what])) : undefined,
      requests ? db.all(sql.chosen(requests.map(({ authorizationId }) => authorizationId))) : undefined,
    ])
    if (!allowed?.on) refuse(bulkOff)
    if (known && known.length < requests!.length) return notFound()
    const items =
      found ??
      requests!
        .filter(({ authorizationId }) => known!.some((one) => one.id === authorizationId && one.open))
        .map(({ authorizationId, version }) => ({ id: authorizationId, version }))
    refuse(whyNotThisMany(what, items.length, count))
    const bulkId = begin(context, person, { what, input: { userEmails, hours } }, items)
    note({ type: 'bulk_act', id: bulkId, detail: { what, total: items.length, search: search ?? null } })
    return { success: true, bulkId, total: items.length }
  },

  // The facts of the first requests alone: what is said of them is asked again when each has its turn.
  preview: oneTrip(
    (input) => {
      const wanted = wantedOf(input)
      const ids = (input.requests ?? []).slice(0, MOST_PREVIEWED).map(({ authorizationId }) => authorizationId)
      const found = wanted ? idsFound(wanted, MOST_PREVIEWED - 1) : sql.theseIds(ids)
      const emails = lowerCase(input.userEmails)
      return {
        allowed: sql.bulkIsOn(),
        requests: sql.factsIn(found),
        people: namedPeople(emails),
        subjects: subject(
          input.what === 'LETTER' ? s`a.id in (select f.id from (${found}) f)` : s`false`,
          named(undefined),
        ),
      }
    },
    ({ allowed, requests, people, subjects }, { input, now, person, refuse }) => {
      if (!allowed[0]?.on) refuse(bulkOff)
      refuse(whyNotThisInput(input))
      refuse(onlyPending(wantedOf(input)))
      const { what, hours = 0 } = input
      const versions = new Map(input.requests?.map((one) => [one.authorizationId, one.version]))
      const letterOf = new Map(subjects.map((one) => [one.authorization_id, one]))
      const about = {
        what,
        hours,
        emails: lowerCase(input.userEmails),
        people: people.map(toCandidate),
        now: now.toISOString(),
      }
      return foreseen(
        requests.map((request) =>
          (versions.get(request.id) ?? request.version) === request.version
            ? whyLeft(about, person, request, letterOf.get(request.id))
            : { code: 'CONFLICT', message: whyText({ code: 'CONFLICT' }) },
        ),
      )
    },
  ),

  mine: oneTrip(
    () => ({ rows: sql.mine() }),
    ({ rows }, { now }) => ({ content: rows.map((row) => toBulkAct(row, now)) }),
  ),

  of: oneTrip(
    ({ bulkId, state, after = 0 }) => ({
      heads: sql.one(bulkId),
      items: seen(sql.items(bulkId, state, after), claimOfRow),
    }),
    ({ heads: [head], items }, { now }) => {
      if (!head) return notFound()
      return {
        ...toBulkAct(head, now),
        items: items.map((row) => ({
          authorizationId: row.authorization_id,
          referenceNumber: row.reference_number,
          claimant: row.claimant,
          drug: row.drug,
          state: row.state,
          code: row.code,
          message: row.message,
        })),
        next: items.length === sql.ITEMS_SHOWN ? items.at(-1)!.place : null,
      }
    },
  ),

  cancel: async ({ input: { bulkId }, db, who, now, write, note }) => {
    const [, head] = await Promise.all([who(), db.one(sql.one(bulkId))])
    if (!head) return notFound()
    write(sql.cancel(bulkId, now.toISOString()))
    note({ type: 'bulk_act', id: bulkId, detail: { canceled: head.waiting } })
    return { success: true, bulkId }
  },

  undo: async (context) => {
    const { input, db, who, now, note, refuse } = context
    const [person, , head, items] = await Promise.all([
      who(),
      db.all(sql.lock(input.bulkId)),
      db.one(sql.one(input.bulkId)),
      db.all(sql.doneItems(input.bulkId)),
    ])
    if (!head) return notFound()
    refuse(whyNotUndo({ ...head, startedAt: isoOf(head.started_at) }, now.toISOString()))
    const bulkId = begin(context, person, { what: 'UNDO', input: {}, undoes: head.id }, items)
    note({ type: 'bulk_act', id: bulkId, detail: { undoes: head.id, total: items.length } })
    return { success: true, bulkId, total: items.length }
  },
})

const lowerCase = (emails: readonly string[] = []): string[] => emails.map((email) => email.trim().toLowerCase())

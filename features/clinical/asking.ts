import { eventCode } from '#features/authorizations/events.ts'
import { take as takeRow } from '#features/authorizations/hand-over-sql.ts'
import { lineOf, type EventRow } from '#features/authorizations/rows.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import { handedOverStatuses } from '#features/authorizations/statuses.ts'
import { ladderSettings } from '#features/deadlines/plan.ts'
import {
  answererOf,
  answerers,
  answers,
  minutesToNudge,
  whyNotCall,
  whyNotNudge,
  whyNotTake,
  whyNotWrite,
} from '#features/decision-rights/hand-overs.ts'
import { toNotify } from '#features/notifications/outbox.ts'
import { insertNotices, type Notice } from '#features/notifications/sql.ts'
import { decisionSettings } from '#features/permissions/decision-settings.ts'
import type { Person } from '#platform/calls/person.ts'
import { capitalized } from '#platform/text/capitalized.ts'
import type { CallContext } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { addMs, isoOf, MINUTE_MS } from '#platform/dates/instant.ts'
import { exactWords } from '#platform/dates/words.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { callOutcomeWords } from './call-outcomes.ts'
import type { clinical, ThreadLine } from './contract.ts'
import { whyNotBack } from './rules.ts'
import * as sql from './asking-sql.ts'

type WithThread = sql.AskedRow & { thread: readonly sql.ThreadRow[] }
type Acting = Pick<
  CallContext<(typeof clinical)['take']>,
  'db' | 'who' | 'now' | 'write' | 'note' | 'newId' | 'publishChange'
>

const minutesOf = (row: sql.AskedRow): number =>
  ladderSettings((row.settings['ladder'] ?? null) as Record<string, unknown> | null).nudgeMinutes
const handedOf = (row: sql.AskedRow) => ({
  statusId: row.status_id,
  jurisState: row.juris_state,
  savedBy: row.saved_by,
})
const questionOf = (row: sql.AskedRow) => ({ ...row, ...handedOf(row), sentBy: row.sent_by })
const takenOf = (row: sql.AskedRow) => ({ ...handedOf(row), takenBy: row.taken_by, due: row.due })
const lastNudge = (row: sql.AskedRow) => ({ nudgedAt: row.nudge?.at ?? null, minutes: minutesOf(row) })

/** What both sides wrote: a line is of the case owners' side where one of them, or who sent it, wrote it. */
function threadOf({ thread, owner_ids: owners, sent_by: sender }: WithThread): ThreadLine[] {
  return thread.map(({ byId, byName, at, code, note, result }) => ({
    byName,
    at: isoOf(at),
    text: code === eventCode.PRESCRIBER_CALLED ? `Prescriber called, ${result ?? ''}: ${note}` : note,
    byAnswerer: code === eventCode.PRESCRIBER_CALLED || byId === null || (byId !== sender && !owners.includes(byId)),
  }))
}

/** Since when what those who answer asked waits for the other side: the first note of theirs after its last. */
function questionSince(row: WithThread): string | null {
  const lines = threadOf({ ...row, thread: row.thread.filter(({ code }) => code === eventCode.NOTE_ADDED) })
  const answered = lines.findLastIndex(({ byAnswerer }) => !byAnswerer)
  return lines[answered + 1]?.at ?? null
}

/** Where the question stands, and what this person may do about it. */
export function questionNow(row: WithThread, person: Person, now: Date) {
  if (!handedOverStatuses.includes(row.status_id)) return null
  const at = now.toISOString()
  const settings = decisionSettings(row)
  const { nudgedAt, minutes } = lastNudge(row)
  const left = minutesToNudge(nudgedAt, minutes, at)
  const done = (act: sql.AskedRow['taken']) => act && { byName: act.byName, at: isoOf(act.at) }
  const words = (why: { message?: string } | undefined) => why?.message ?? null
  return {
    at: isoOf(row.asked_at ?? row.sent_at ?? row.due),
    who: answererOf(row.status_id).who,
    due: isoOf(row.due),
    takenBy: row.taken_by && { userId: row.taken_by.id, name: row.taken_by.name },
    taken: row.taken_by && done(row.taken),
    openBy: row.open_by,
    call: row.call && {
      byName: row.call.byName,
      at: isoOf(row.call.at),
      result: row.call.detail?.['result'] ?? '',
      backAt: row.call.detail?.['backAt'] ?? null,
    },
    nudge: done(row.nudge),
    thread: threadOf(row),
    questionSince: questionSince(row),
    nudgeMinutes: minutes,
    nextNudgeAt: left === 0 || nudgedAt === null ? null : addMs(isoOf(nudgedAt), minutes * MINUTE_MS),
    whyNotNudge: words(whyNotNudge(person, questionOf(row), settings, lastNudge(row), at)),
    whyNotTake: words(whyNotTake(person, takenOf(row), true, at)),
    whyNotWrite: words(whyNotWrite(person, questionOf(row), settings)),
    whyNotCall: words(whyNotCall(person, handedOf(row))),
  }
}

async function load({ db, who, now }: Acting, id: string) {
  const [person, row] = await Promise.all([who(), db.one(sql.askedForUpdate(id))])
  if (!row) return notFound()
  return { person, row, now: now.toISOString(), line: { person, request: row, now: now.toISOString() } }
}

/** Writes the line of an act, with what was written beside it, and who is notified of it in the portal. */
function record(
  context: Acting,
  row: sql.AskedRow,
  line: EventRow,
  notices?: { to: readonly string[] } & Pick<Notice, 'kind' | 'title'>,
): void {
  context.write(insertEvents([line]))
  if (notices && notices.to.length > 0) {
    const { kind, title } = notices
    context.write(
      insertNotices(
        notices.to.map((userId) => ({
          id: context.newId(),
          user_id: userId,
          kind,
          title,
          authorization_id: row.id,
          at: line.at,
        })),
      ),
    )
    context.publishChange('notifications')
  }
  context.note({
    claims: [row.stratus_claim_id],
    type: 'rx_authorization',
    id: row.id,
    detail: { event: line.event_code },
  })
  context.publishChange('authorizations')
}

const withText = (line: EventRow, text: string, more: Record<string, unknown> = {}): EventRow => ({
  ...line,
  event_text: text === '' ? line.event_text : `${line.event_text}: ${text}`,
  detail: { ...line.detail, ...more, ...(text !== '' && { note: text }) },
})

/** One of those who answer takes it, so that no other begins with it, or gives it back. */
export async function take(context: CallContext<(typeof clinical)['take']>) {
  const { authorizationId, take: takes } = context.input
  const { person, row, now, line } = await load(context, authorizationId)
  context.refuse(whyNotTake(person, takenOf(row), takes, now))
  if (!takes || row.taken_by?.id !== person.id) {
    context.write(takeRow(row.mc, row.id, takes ? person.id : null))
    const { place, people } = answererOf(row.status_id)
    record(
      context,
      row,
      takes
        ? lineOf(line, eventCode.TAKEN, { user: person.name, place })
        : lineOf(line, eventCode.GIVEN_BACK, { user: person.name, people }),
    )
  }
  return { success: true as const, takenBy: takes ? person.name : null }
}

/** Reminds who took it; all who answer where nobody did. */
export async function nudge(context: CallContext<(typeof clinical)['nudge']>) {
  const { person, row, now, line } = await load(context, context.input.authorizationId)
  context.refuse(whyNotNudge(person, questionOf(row), decisionSettings(row), lastNudge(row), now))
  const who = capitalized(answererOf(row.status_id).who)
  record(context, row, lineOf(line, eventCode.NUDGED, { who, user: person.name }), {
    to: row.taken_by ? [row.taken_by.id] : [],
    kind: 'nudged',
    title: `${person.name} waits for your answer on request ${row.reference_number}.`,
  })
  if (!row.taken_by)
    context.write(
      insertOutbox([
        toNotify({
          mc: row.mc,
          id: context.newId(),
          authorizationId: row.id,
          happening: answerers[row.status_id]!.needed,
          by: person.id,
          now,
        }),
      ]),
    )
  return {
    success: true as const,
    to: row.taken_by?.name ?? null,
    nextNudgeAt: addMs(now, minutesOf(row) * MINUTE_MS),
  }
}

/** A question of who answers goes to the case owners and to who sent it, what they write to who took it. */
export async function write(context: CallContext<(typeof clinical)['write']>) {
  const { person, row, line } = await load(context, context.input.authorizationId)
  context.refuse(whyNotWrite(person, questionOf(row), decisionSettings(row)))
  const toOwners = answers(person, handedOf(row))
  const readers = [...row.owner_ids, ...(row.sent_by === null ? [] : [row.sent_by])]
  const to = [...new Set(toOwners ? readers : row.taken_by ? [row.taken_by.id] : [])].filter((id) => id !== person.id)
  record(context, row, withText(lineOf(line, eventCode.NOTE_ADDED, { user: person.name }), context.input.text), {
    to,
    kind: 'asked',
    title: `${person.name} ${toOwners ? 'asks' : 'wrote'} about request ${row.reference_number}.`,
  })
  return { success: true as const, to }
}

/** A call to the prescriber, with when it goes on. */
export async function called(context: CallContext<(typeof clinical)['called']>) {
  const { authorizationId, outcome, backAt, text = '' } = context.input
  const { person, row, now, line } = await load(context, authorizationId)
  context.refuse(whyNotCall(person, handedOf(row)))
  context.refuse(whyNotBack(outcome, backAt, now))
  const result =
    backAt === undefined
      ? callOutcomeWords[outcome]
      : `${callOutcomeWords[outcome]} for ${exactWords(backAt, person.timeZone)}`
  record(
    context,
    row,
    withText(lineOf(line, eventCode.PRESCRIBER_CALLED, { user: person.name, result }), text, {
      outcome,
      ...(backAt !== undefined && { backAt: isoOf(backAt) }),
    }),
  )
  return { success: true as const, result }
}

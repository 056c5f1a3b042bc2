import { HOUR_MS, addMs } from '#platform/dates/instant.ts'
import { setClock, escalate, wake } from '#features/authorizations/clock-sql.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import type { Tick, JobContext } from '#platform/jobs/jobs.ts'
import { sql as s } from '#platform/database/sql.ts'
import { toNotify } from '#features/notifications/outbox.ts'
import { lockClaimOfRequest } from '#features/claims/lock-sql.ts'
import { expireLetters } from '#features/letters/sql.ts'
import type { Happening } from '#features/notifications/rules.ts'
import { engine, event, type EventRow } from '#features/authorizations/rows.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { clockTick } from '#features/authorizations/lapse.ts'
import { move } from '#features/authorizations/lifecycle.ts'
import { isOpen, status } from '#features/authorizations/statuses.ts'
import * as rows from '#features/authorizations/sql.ts'
import { deem } from './deem.ts'
import { ladder, nextClockAt, stepsDue, type LadderItem, type LadderStep } from './ladder.ts'
import { planOf } from '#features/deadlines/plan.ts'
import * as sql from './sql.ts'

const RETRY_OVERDUE_MS = HOUR_MS

const itemOf = (request: sql.Ticking): LadderItem => ({
  statusId: request.status_id,
  receivedAt: request.request_received_at,
  dueAt: request.statutory_due_at,
  deems: request.silence_approves,
  escalationLevel: request.escalation_level,
  remindFrom: request.clock_state.remindFrom ?? request.request_received_at,
  reminded: request.clock_state.reminded ?? false,
  snoozedUntil: request.snoozed_until,
  submittedAt: request.pharmacy_waiting ? request.last_submitted_at : null,
  pharmacyPushed: request.clock_state.pharmacyPushed ?? false,
  popUpShown: request.clock_state.popUpShown ?? false,
  sharesTold: request.clock_state.sharesTold ?? 0,
  letterSentAt: request.clock_state.letterSentAt ?? null,
  // The reminders of an owner it was assigned to since started then.
  alarmAt: request.clock_state.remindFrom ? null : (request.clock_state.alarmAt ?? null),
  reopenedAt: request.clock_state.reopenedAt ?? null,
})

const happeningOf = (step: LadderStep): Happening =>
  step.kind === 'escalation'
    ? `escalation${step.level}`
    : step.kind === 'share'
      ? `share${step.share}`
      : step.kind === 'due'
        ? step.event === eventCode.DEEMED_APPROVED
          ? 'deemed'
          : 'overdue'
        : step.kind === 'retention'
          ? 'closed'
          : step.kind

/**
 * One request whose clock is due: reminders, escalation, the waiting pharmacy, the pop-up, and the effect of silence in
 * its state. Runs over the locked row and recomputes what is due, so that running twice has the
 * effect of running once.
 */
async function turn(
  { now, write, publishChange, newId, portal }: JobContext,
  request: sql.Ticking | undefined,
): Promise<void> {
  if (!request || !isOpen(request.status_id)) return
  const at = now.toISOString()
  const { calendar, zone, settings } = planOf(request.plan)
  const due = stepsDue(ladder(itemOf(request), calendar, zone, settings), at, settings)
  const state: sql.ClockState = { ...request.clock_state }
  const events: EventRow[] = []
  const happenings: Happening[] = []
  let line = {
    mc: request.mc,
    authorizationId: request.id,
    now: at,
    actor: engine,
    from: request.status_id,
    to: request.status_id,
  }
  let level = request.escalation_level
  let gone = false
  let logged = false

  if (request.snoozed_until !== null && Date.parse(request.snoozed_until) <= now.getTime()) {
    write(wake(request.mc, request.id))
    events.push(event(line, eventCode.SNOOZE_ENDED, { reason: 'time passed' }))
  }
  const lastShare = due.findLast((step) => step.kind === 'share')
  for (const step of due) {
    if (gone) break
    if (step.kind === 'share' && step !== lastShare) continue // Several at once, after an outage: one reminder is enough.
    if (step.kind === 'reminder') {
      state.reminded = true
      events.push(
        event(line, eventCode.REMINDER_SENT, { user: request.owner_names[request.owner_ids[0] ?? ''] ?? 'the owner' }),
      )
    } else if (step.kind === 'escalation') {
      level = step.level
      events.push(event(line, eventCode.ESCALATED, { n: step.level }))
    } else if (step.kind === 'share') {
      state.sharesTold = step.share
      events.push(
        event(line, eventCode.REMINDER_SENT, { user: request.owner_names[request.owner_ids[0] ?? ''] ?? 'the owner' }),
      )
    } else if (step.kind === 'pharmacyWaiting') state.pharmacyPushed = true
    else if (step.kind === 'popUp') state.popUpShown = true
    else if (step.kind === 'unassigned') delete state.alarmAt
    else if (step.kind === 'letterExpired') {
      // T13: the request waits for its owner again; a letter now needs a new request.
      const to = status.PENDING
      write(expireLetters(request.mc, request.id, at))
      events.push(event({ ...line, to }, eventCode.LETTER_EXPIRED, {}))
      move({ write }, request, { via: 'letterExpired', to, now: at, by: engine, events: events.splice(0) })
      request.status_id = to
      line = { ...line, from: to, to }
      logged = true
      delete state.letterSentAt
    } else if (step.kind === 'due' && step.event === eventCode.DEEMED_APPROVED) {
      deem(request, at, zone, { write, newId, events, version: portal.version })
      gone = true
      logged = true
    } else if (step.kind === 'due' && !state.overdueTold) state.overdueTold = true
    else if (step.kind === 'retention') {
      const to = status.EXPIRED
      events.push(event({ ...line, to }, eventCode.CLOSED_WITHOUT_DECISION, {}))
      move({ write }, request, { via: 'expire', to, now: at, by: engine, events: events.splice(0) })
      logged = true
      gone = true
    } else continue
    happenings.push(happeningOf(step))
  }
  if (level > request.escalation_level && !gone) write(escalate(request.mc, request.id, level, at))
  const after: LadderItem = {
    ...itemOf(request),
    escalationLevel: level,
    reminded: state.reminded ?? false,
    pharmacyPushed: state.pharmacyPushed ?? false,
    popUpShown: state.popUpShown ?? false,
    sharesTold: state.sharesTold ?? 0,
    snoozedUntil:
      request.snoozed_until && Date.parse(request.snoozed_until) > now.getTime() ? request.snoozed_until : null,
  }
  const steps = ladder(after, calendar, zone, settings)
  // A snooze that ends before the next step wakes the request; an overdue one without steps is checked hourly.
  const next = gone
    ? null
    : ([nextClockAt(steps, at), after.snoozedUntil].filter((one): one is string => one !== null).sort()[0] ??
      addMs(now, RETRY_OVERDUE_MS))
  write(setClock(request.mc, request.id, state, next))
  if (events.length > 0) write(rows.insertEvents(events))
  // For a closed request people are notified of its outcome only, not of the steps before.
  const notices = gone ? happenings.slice(-1) : happenings
  if (notices.length > 0)
    write(
      insertOutbox(
        notices.map((happening) =>
          toNotify({ mc: request.mc, id: newId(), authorizationId: request.id, happening, now: at }),
        ),
      ),
    )
  if (logged || events.length > 0 || notices.length > 0) publishChange('authorizations')
}

const requestClock: Tick = {
  due: (now, limit) => s<{ mc: string; id: string }>`select mc, id from due_requests(${limit}, ${now})`,
  run: async (context) => turn(context, await context.db.one(sql.holdTicking(String(context.payload['id'])))),
  // The claim first, as in every act.
  first: async (context) => {
    const id = String(context.payload['id'])
    const [, request] = await Promise.all([context.db.all(lockClaimOfRequest(id)), context.db.one(sql.waitTicking(id))])
    await turn(context, request)
  },
}

/** The scheduled jobs, by name. */
export const ticks: Record<string, Tick> = { [clockTick]: requestClock }

import { setClock, escalate, wake } from '#features/authorizations/clock-sql.ts'
import { insertDecision } from '#features/decisions/sql.ts'
import { insertCallback } from '#features/callbacks/sql.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import type { Tick, JobContext } from '#platform/jobs/jobs.ts'
import { sql as s } from '#platform/database/sql.ts'
import { takesIn } from '#features/prior-auths/reach.ts'
import { toNotify } from '#features/notifications/outbox.ts'
import { expireLetters } from '#features/letters/sql.ts'
import type { Happening } from '#features/notifications/rules.ts'
import { takeOver } from '#features/decisions/take-over.ts'
import { blockLines, blocksAgainst, blocksLifted } from '#features/decisions/blocks.ts'
import { decide } from '#features/decisions/rows.ts'
import { keep, outcomeOf, settingsThen } from '#features/decisions/provenance.ts'
import { endPriorAuths, insertPriorAuth } from '#features/prior-auths/sql.ts'
import { followers } from '#features/merging/follow.ts'
import { engine, event, type EventRow, type Verdict } from '#features/authorizations/rows.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { move } from '#features/authorizations/lifecycle.ts'
import { isOpen, status } from '#features/authorizations/statuses.ts'
import * as rows from '#features/authorizations/sql.ts'
import { ladder, nextClockAt, stepsDue, type LadderItem, type LadderStep } from './ladder.ts'
import { packOf, silenceApproves } from '#features/deadlines/which-pack.ts'
import { planOf } from '#features/deadlines/plan.ts'
import * as sql from './sql.ts'
import { addDays } from '#platform/dates/day.ts'
import { exactWords } from '#platform/dates/words.ts'
import { dateIn } from '#platform/dates/zone.ts'

const RETRY_OVERDUE_MS = 3_600_000

const itemOf = (held: sql.Ticking): LadderItem => ({
  statusId: held.status_id,
  receivedAt: held.request_received_at,
  dueAt: held.statutory_due_at,
  deems: silenceApproves(held),
  escalationLevel: held.escalation_level,
  remindFrom: held.clock_state.remindFrom ?? held.request_received_at,
  reminded: held.clock_state.reminded ?? false,
  snoozedUntil: held.snoozed_until,
  submittedAt: held.pharmacy_waiting ? held.last_submitted_at : null,
  pharmacyPushed: held.clock_state.pharmacyPushed ?? false,
  popUpShown: held.clock_state.popUpShown ?? false,
  sharesTold: held.clock_state.sharesTold ?? 0,
  letterSentAt: held.clock_state.letterSentAt ?? null,
  // The reminders of an owner it was assigned to since started then.
  alarmAt: held.clock_state.remindFrom ? null : (held.clock_state.alarmAt ?? null),
  reopenedAt: held.clock_state.reopenedAt ?? null,
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
 * its state. Runs in its own transaction over the locked row and recomputes what is due, so that running twice has the
 * effect of running once.
 */
async function turn({ payload, db, now, write, publishChange, newId, portal }: JobContext): Promise<void> {
  const held = await db.one(sql.holdTicking(String(payload['id'])))
  if (!held || !isOpen(held.status_id)) return
  const at = now.toISOString()
  const { calendar, zone, settings } = planOf(held.plan)
  const due = stepsDue(ladder(itemOf(held), calendar, zone, settings), at, settings)
  const state: sql.ClockState = { ...held.clock_state }
  const events: EventRow[] = []
  const happenings: Happening[] = []
  let line = {
    mc: held.mc,
    authorizationId: held.id,
    now: at,
    actor: engine,
    from: held.status_id,
    to: held.status_id,
  }
  let level = held.escalation_level
  let gone = false
  let logged = false

  if (held.snoozed_until !== null && Date.parse(held.snoozed_until) <= now.getTime()) {
    write(wake(held.mc, held.id))
    events.push(event(line, eventCode.SNOOZE_ENDED, { reason: 'time passed' }))
  }
  const lastShare = due.findLast((step) => step.kind === 'share')
  for (const step of due) {
    if (gone) break
    if (step.kind === 'share' && step !== lastShare) continue // Several at once, after an outage: one reminder is enough.
    if (step.kind === 'reminder') {
      state.reminded = true
      events.push(
        event(line, eventCode.REMINDER_SENT, { user: held.owner_names[held.owner_ids[0] ?? ''] ?? 'the owner' }),
      )
    } else if (step.kind === 'escalation') {
      level = step.level
      events.push(event(line, eventCode.ESCALATED, { n: step.level }))
    } else if (step.kind === 'share') {
      state.sharesTold = step.share
      events.push(
        event(line, eventCode.REMINDER_SENT, { user: held.owner_names[held.owner_ids[0] ?? ''] ?? 'the owner' }),
      )
    } else if (step.kind === 'pharmacyWaiting') state.pharmacyPushed = true
    else if (step.kind === 'popUp') state.popUpShown = true
    else if (step.kind === 'unassigned') delete state.alarmAt
    else if (step.kind === 'letterExpired') {
      // T13: the request waits for its owner again; a letter now needs a new request.
      const to = status.PENDING
      write(expireLetters(held.mc, held.id, at))
      events.push(event({ ...line, to }, eventCode.LETTER_EXPIRED, {}))
      move({ write }, held, { via: 'letterExpired', to, now: at, by: engine, events: events.splice(0) })
      held.status_id = to
      line = { ...line, from: to, to }
      logged = true
      delete state.letterSentAt
    } else if (step.kind === 'due' && step.event === eventCode.DEEMED_APPROVED) {
      deem(held, at, zone, { write, newId, events, version: portal.version })
      gone = true
      logged = true
    } else if (step.kind === 'due' && !state.overdueTold) state.overdueTold = true
    else if (step.kind === 'retention') {
      const to = status.EXPIRED
      events.push(event({ ...line, to }, eventCode.CLOSED_WITHOUT_DECISION, {}))
      move({ write }, held, { via: 'expire', to, now: at, by: engine, events: events.splice(0) })
      logged = true
      gone = true
    } else continue
    happenings.push(happeningOf(step))
  }
  if (level > held.escalation_level && !gone) write(escalate(held.mc, held.id, level, at))
  const after: LadderItem = {
    ...itemOf(held),
    escalationLevel: level,
    reminded: state.reminded ?? false,
    pharmacyPushed: state.pharmacyPushed ?? false,
    popUpShown: state.popUpShown ?? false,
    sharesTold: state.sharesTold ?? 0,
    snoozedUntil: held.snoozed_until && Date.parse(held.snoozed_until) > now.getTime() ? held.snoozed_until : null,
  }
  const steps = ladder(after, calendar, zone, settings)
  // A snooze that ends before the next step wakes the request; an overdue one without steps is checked hourly.
  const next = gone
    ? null
    : ([nextClockAt(steps, at), after.snoozedUntil].filter((one): one is string => one !== null).sort()[0] ??
      new Date(now.getTime() + RETRY_OVERDUE_MS).toISOString())
  write(setClock(held.mc, held.id, state, next))
  if (events.length > 0) write(rows.insertEvents(events))
  // For a closed request people are notified of its outcome only, not of the steps before.
  const notices = gone ? happenings.slice(-1) : happenings
  if (notices.length > 0)
    write(
      insertOutbox(
        notices.map((happening) =>
          toNotify({ mc: held.mc, id: newId(), authorizationId: held.id, happening, now: at }),
        ),
      ),
    )
  if (logged || events.length > 0 || notices.length > 0) publishChange('authorizations')
}

/** T25: no decision in time in a state where silence approves. One fill, as requested; everybody is notified. */
function deem(
  held: sql.Ticking,
  at: string,
  timeZone: string,
  to: { write: JobContext['write']; newId: () => string; events: EventRow[]; version: string },
): void {
  const day = held.date_of_service
  const deemed = status.DEEMED_APPROVED
  const verdict: Verdict = {
    kind: 'APPROVE',
    startDate: day,
    endDate: addDays(dateIn(Date.parse(at), timeZone), 14),
    oneTime: true,
    level: 14,
    maxFills: 1,
    maxQty: held.quantity,
    maxDays: held.days_supply,
    codes: held.reject_codes,
    overrideAll: false,
    safetyIncluded: held.rejects.some((reject) => reject.safety),
    safetyAck: null,
    reasonId: null,
    reason: 'No decision in time',
    note: '',
  }
  const pack = packOf(held)
  // Silence adds a fill and removes nothing. Codes that an older prior authorization clears would stop that fill
  // again, so
  // this one clears them too (docs/decisions/0012).
  const overlapping = held.permits.filter(
    (priorAuth) =>
      priorAuth.kind === 'PERMIT' &&
      takesIn(priorAuth, held.gpi) &&
      priorAuth.startDate <= verdict.endDate! &&
      day <= priorAuth.endDate,
  )
  const written = decide(
    held as never,
    verdict,
    { id: null, name: 'RxDocket', actor: engine, timeZone },
    { decision: to.newId(), priorAuth: to.newId(), callback: to.newId(), outbox: to.newId() },
    at,
    0,
  )
  to.write(insertDecision({ ...written.decision, decision: 'DEEMED' }))
  to.write(
    keep({
      kind: 'DEEMED',
      at,
      decisionId: written.decision.id,
      request: held,
      from: held.status_id,
      to: status.DEEMED_APPROVED,
      person: null,
      by: 'RxDocket',
      owners: null,
      first: null,
      outcome: outcomeOf(written.decision, written.codes),
      settings: settingsThen(held.settings),
      advice: held.advice,
      screen: null,
      versions: { portal: to.version, screen: null },
    }),
  )
  if (written.priorAuth) {
    takeOver(written.priorAuth, overlapping, overlapping)
    // The fill is granted by law: any block that would stop it is lifted with it.
    const lifted = blocksLifted(held)
    const against = blocksAgainst(held, { level: 14, startDate: day, endDate: verdict.endDate! })
    for (const [blocks, reason] of [
      [lifted, 'Approved when looked at again'],
      [against.filter((block) => !lifted.includes(block)), 'Approved by law: no decision in time'],
    ] as const) {
      if (blocks.length === 0) continue
      const ids = blocks.map(({ id }) => id)
      to.write(endPriorAuths(held.mc, ids, 'RxDocket', reason))
      to.events.push(...blockLines(blocks, { mc: held.mc, now: at, actor: engine }, true))
    }
    to.write(insertPriorAuth({ ...written.priorAuth, created_source: 'AUTO' }))
  }
  to.write(insertCallback(written.callback))
  const also = followers(held.merged, written, to.newId)
  for (const callback of also.callbacks) to.write(insertCallback(callback))
  to.write(insertOutbox([...written.outbox, ...also.outbox]))
  to.events.push(...also.events)
  to.events.push(
    event(
      { mc: held.mc, authorizationId: held.id, now: at, actor: engine, from: held.status_id, to: deemed },
      eventCode.DEEMED_APPROVED,
      { due: exactWords(Date.parse(held.statutory_due_at), pack.timeZone), rule: pack.name },
    ),
  )
  to.events.push(
    ...written.events
      .filter((line) => line.event_code !== eventCode.APPROVED)
      .map((line) => ({ ...line, old_status_id: deemed, new_status_id: deemed })),
  )
  move(to, held, { via: 'deem', to: deemed, now: at, by: engine, events: to.events.splice(0) })
}

const clockTick: Tick = {
  due: (now, limit) => s<{ mc: string; id: string }>`select mc, id from due_requests(${limit}, ${now})`,
  run: turn,
}

/** The scheduled jobs, by name. */
export const ticks: Record<string, Tick> = { 'authorizations.clock': clockTick }

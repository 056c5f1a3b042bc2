import { addDays } from '#platform/dates/day.ts'
import { addBusinessHours, defaultCalendar } from '#features/deadlines/business-time.ts'
import { ladder } from '#features/clock/ladder.ts'
import { packOf, silenceApproves } from '#features/deadlines/which-pack.ts'
import { exactWords } from '#platform/dates/words.ts'
import { decide } from '#features/decisions/rows.ts'
import { engine, type Verdict } from '#features/authorizations/rows.ts'
import { dateIn, iso } from './calendar.ts'
import { tell } from './messages.ts'
import { newPriorAuthId } from './numbers.ts'
import { keepPriorAuth } from './prior-auths.ts'
import { recordDecision } from './records.ts'
import type { Open, Tale } from './tale.ts'
import { later, log } from './tale.ts'
import { move } from './verdicts.ts'

// What the clock does to a request by itself.

const minute = 60_000

/**
 * The rungs of the ladder that came by an instant while a request waited: reminder and escalations, with their lines in
 * the log (T20) and, for what is still open, the notices people find in the portal; as clock/jobs.ts does it.
 */
export function climb(tale: Tale, open: Open, until: number): void {
  const { setting, ledger, random } = tale
  const { row } = open
  const plan = setting.ladderPlan(row.mc, row.owner_id)
  const steps = ladder(
    {
      statusId: row.status_id,
      receivedAt: row.request_received_at,
      dueAt: row.statutory_due_at,
      deems: silenceApproves(row),
      escalationLevel: row.escalation_level,
      remindFrom: row.request_received_at,
      reminded: row.clock_state['reminded'] === true,
      snoozedUntil: row.snoozed_until,
      submittedAt: row.pharmacy_waiting ? row.last_submitted_at : null,
      pharmacyPushed: false,
      popUpShown: false,
      sharesTold: 0,
      letterSentAt: (row.clock_state['letterSentAt'] as string | undefined) ?? null,
    },
    plan.calendar,
    plan.zone,
    plan.settings,
  )
  const owner = open.owners[0]
  const same = { from: null, to: null } // a reminder changes no status, whatever it is by then
  for (const step of steps) {
    const ms = Date.parse(step.at)
    if (ms > until) break
    if (step.kind === 'reminder') {
      row.clock_state = { ...row.clock_state, reminded: true }
      log(tale, open, ms, engine, same, 173, { user: owner ? setting.person(owner.user_id, row.mc).name : 'the owner' })
    } else if (step.kind === 'escalation') {
      row.escalated = true
      row.escalation_level = step.level
      row.escalated_at ??= step.at
      row.version += 1
      log(tale, open, ms, engine, same, 172, { n: step.level })
    } else if (step.kind === 'share') {
      row.clock_state = { ...row.clock_state, sharesTold: step.share }
      log(tale, open, ms, engine, same, 173, { user: owner ? setting.person(owner.user_id, row.mc).name : 'the owner' })
    } else if (step.kind === 'pharmacyWaiting') row.clock_state = { ...row.clock_state, pharmacyPushed: true }
    else if (step.kind === 'popUp') row.clock_state = { ...row.clock_state, popUpShown: true }
    else continue
    if (!open.hold) continue
    const supervisor = owner ? setting.supervisorOf(row.mc, owner.user_id) : null
    const notified = step.notify.flatMap((party) =>
      party === 'owner' ? (owner?.user_id ?? []) : party === 'supervisor' ? (supervisor ?? []) : [],
    )
    for (const user of new Set(notified)) {
      ledger.notices.push({
        mc: row.mc,
        id: random.id(ms),
        user_id: user,
        kind: step.kind,
        title: `Request ${row.reference_number} ${noticeWords[step.kind]}.`,
        authorization_id: row.id,
        at: step.at,
        read_at: null,
      })
    }
  }
  if (row.status_id >= 30) return
  const next = steps.find((step) => Date.parse(step.at) > until)?.at
  row.next_clock_at =
    [next, row.snoozed_until].filter((one): one is string => one != null).sort()[0] ?? iso(until + 60 * minute)
}

const noticeWords = {
  reminder: 'is waiting for your decision',
  share: 'has used much of its legal time',
  escalation: 'was escalated',
  pharmacyWaiting: 'has somebody waiting at the counter',
  popUp: 'is due within two hours',
} as const

/** T25: nobody decided in time where silence approves; one fill, as asked for (clock/jobs.ts). */
export function deem(tale: Tale, open: Open, ms: number): void {
  const { row } = open
  const timeZone = tale.setting.zone(row.mc)
  const verdict: Verdict = {
    kind: 'APPROVE',
    startDate: row.date_of_service,
    endDate: addDays(dateIn(ms, timeZone), 14),
    oneTime: true,
    level: 14,
    maxFills: 1,
    maxQty: row.quantity,
    maxDays: row.days_supply,
    codes: row.reject_codes,
    overrideAll: false,
    safetyIncluded: row.rejects.some((reject) => reject.safety),
    safetyAck: null,
    reasonId: null,
    reason: 'No decision in time',
    note: '',
  }
  const { random, ledger } = tale
  const from = row.status_id
  const ids = {
    decision: random.id(ms),
    priorAuth: newPriorAuthId(tale, ms),
    callback: random.id(ms),
    outbox: random.id(ms),
  }
  const by = { id: null, name: 'RxDocket', actor: engine, timeZone }
  const written = decide(row, verdict, by, ids, iso(ms), 0)
  const pack = packOf(row)
  recordDecision(tale, {
    row,
    kind: 'DEEMED',
    decision: written.decision,
    first: null,
    at: iso(ms),
    from,
    to: 33,
    person: null,
    owners: [],
    codes: verdict.codes,
  })
  move(open, 33, ms, { id: null, name: 'RxDocket' })
  log(tale, open, ms, engine, { from, to: 33 }, 210, {
    due: exactWords(Date.parse(row.statutory_due_at), pack.timeZone),
    rule: pack.name,
  })
  ledger.events.push(...written.events.slice(1).map((line) => ({ ...line, old_status_id: 33, new_status_id: 33 })))
  ledger.decisions.push({ ...written.decision, decision: 'DEEMED' })
  const priorAuth = { ...written.priorAuth!, created_source: 'AUTO' as const }
  keepPriorAuth(tale, priorAuth)
  ledger.callbacks.push(written.callback)
  open.callback = written.callback
  ledger.outbox.push(...written.outbox)
  later(tale, ms + 900, (at) => tell(tale, open, written.outbox[0]!, at))
}

/** So many working hours after an instant, in the carrier's zone. */
export const workingHoursAfter = (tale: Tale, open: Open, ms: number, hours: number): number =>
  Date.parse(addBusinessHours(iso(ms), hours, defaultCalendar, tale.setting.zone(open.row.mc)))

import { eventCode } from '#features/authorizations/events.ts'
import { afterDue, deems as deemsIn } from '#features/authorizations/lapse.ts'
import { status, isOpen, isStatusId } from '#features/authorizations/statuses.ts'
import type { BusinessCalendar } from '#features/deadlines/business-time.ts'
import { addBusinessDays, addBusinessHours } from '#features/deadlines/business-time.ts'
import { defaultLadder, type LadderSettings } from '#features/deadlines/plan.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/dates/instant.ts'

/** The facts of an open request for the ladder. Instants are ISO 8601 UTC. */
export type LadderItem = {
  statusId: number
  receivedAt: string
  dueAt: string | null
  /** Silence approves here (`silenceApproves`): the request is deemed approved, never closed undecided. */
  deems: boolean
  escalationLevel: number
  /** When the reminder clock last started: receipt, or the last reassignment. */
  remindFrom: string
  reminded: boolean
  snoozedUntil: string | null
  /** Last submission of the pharmacy, null when none waits; and whether that reminder was sent. */
  submittedAt: string | null
  pharmacyPushed: boolean
  popUpShown: boolean
  /** How many of the shares of the legal clock were notified, 0 to 3. */
  sharesTold: number
  letterSentAt: string | null
  /** When it was last reopened after it had been completed (T32); undefined or null when it never was. */
  reopenedAt?: string | null
  /** When support is notified that routing found no owner; undefined or null when it found one. */
  alarmAt?: string | null
}

type Party = 'owner' | 'backup' | 'delegate' | 'supervisor' | 'accountManager' | 'support'

export type LadderStep = { at: string; event: number | null; notify: readonly Party[] } & (
  | { kind: 'reminder' | 'pharmacyWaiting' | 'popUp' | 'due' | 'letterExpired' | 'retention' | 'unassigned' }
  | { kind: 'escalation'; level: 1 | 2 | 3 }
  | { kind: 'share'; share: 1 | 2 | 3 }
)

const recipients = {
  reminder: ['owner'],
  escalation: [
    ['owner', 'backup'],
    ['owner', 'backup', 'supervisor'],
    ['owner', 'backup', 'supervisor', 'accountManager', 'support'],
  ],
  share: [['owner'], ['owner', 'backup'], ['owner', 'backup', 'supervisor']],
  pharmacyWaiting: ['owner', 'delegate'],
  popUp: ['owner', 'supervisor'],
  unassigned: ['support'],
} as const satisfies Record<string, readonly (Party | readonly Party[])[]>

/**
 * The clock instants still ahead of an open request, earliest first: reminder, escalations, shares of the legal clock,
 * the reminder while a pharmacy waits, the pop-up, the state's due time, the end of waiting for a letter and of keeping
 * an undecided request. Finished steps are left out; a snooze delays the reminder, escalations and all but the last
 * share, nothing else. Empty when not open.
 */
export function ladder(
  item: LadderItem,
  calendar: BusinessCalendar,
  zone: string,
  settings: LadderSettings = defaultLadder,
): LadderStep[] {
  if (!isStatusId(item.statusId) || !isOpen(item.statusId)) return []
  const deems = deemsIn({ status_id: item.statusId, silence_approves: item.deems })
  const received = Date.parse(item.receivedAt)
  const due = item.dueAt === null ? null : Date.parse(item.dueAt)
  const snoozed = item.snoozedUntil === null ? 0 : Date.parse(item.snoozedUntil)
  const notBefore = (ms: number, floor: number): string => new Date(Math.max(ms, floor)).toISOString()
  const steps: LadderStep[] = []

  if (!item.reminded) {
    const at = Date.parse(addBusinessHours(item.remindFrom, settings.reminderHours, calendar, zone))
    steps.push({
      kind: 'reminder',
      at: notBefore(at, snoozed),
      event: eventCode.REMINDER_SENT,
      notify: recipients.reminder,
    })
  }

  // Level 3 may be due by the state's clock before the business-hour steps below it, which are then due with it.
  const rungs = settings.escalationHours.map((hours) =>
    Date.parse(addBusinessHours(item.receivedAt, hours, calendar, zone)),
  )
  if (due !== null) rungs[2] = Math.min(rungs[2]!, Math.max(due - settings.lastEscalationBeforeDue * HOUR_MS, received))
  for (const level of [1, 2, 3] as const) {
    if (level <= item.escalationLevel) continue
    const at = Math.min(...rungs.slice(level - 1))
    steps.push({
      kind: 'escalation',
      level,
      at: notBefore(at, snoozed),
      event: eventCode.ESCALATED,
      notify: recipients.escalation[level - 1]!,
    })
  }

  if (item.alarmAt) steps.push({ kind: 'unassigned', at: item.alarmAt, event: null, notify: recipients.unassigned })
  if (item.submittedAt !== null && !item.pharmacyPushed) {
    const at = Date.parse(item.submittedAt) + settings.pharmacyMinutes * MINUTE_MS
    steps.push({ kind: 'pharmacyWaiting', at: notBefore(at, 0), event: null, notify: recipients.pharmacyWaiting })
  }
  if (due !== null) {
    for (const share of [1, 2, 3] as const) {
      if (share <= item.sharesTold) continue
      const at = received + (due - received) * settings.shares[share - 1]!
      // The last share is notified even during a snooze: little time is left.
      steps.push({
        kind: 'share',
        share,
        at: notBefore(at, share === 3 ? 0 : snoozed),
        event: eventCode.REMINDER_SENT,
        notify: recipients.share[share - 1]!,
      })
    }
    if (!item.popUpShown) {
      const at = due - settings.popUpBeforeDue * HOUR_MS
      steps.push({ kind: 'popUp', at: notBefore(at, received), event: null, notify: recipients.popUp })
    }
    steps.push({
      kind: 'due',
      // At the due time itself an answer is still in time; only after it is silence an approval.
      at: deems ? afterDue(item.dueAt!) : notBefore(due, 0),
      event: deems ? eventCode.DEEMED_APPROVED : null,
      notify: recipients.popUp,
    })
  }
  if (item.letterSentAt !== null && item.statusId === status.PENDING_LOMN) {
    const at = addBusinessDays(item.letterSentAt, settings.letterBusinessDays, calendar, zone)
    steps.push({ kind: 'letterExpired', at, event: eventCode.LETTER_EXPIRED, notify: recipients.reminder })
  }
  // T26 closes undecided requests, except where silence approves (T25): after the retention days, which start again
  // when
  // it is reopened, and never while its legal clock still runs (30 days of a bill, of a Texas reconsideration).
  if (!deems) {
    const from = item.reopenedAt ? Date.parse(item.reopenedAt) : received
    const at = from + settings.retentionDays * DAY_MS
    steps.push({
      kind: 'retention',
      at: notBefore(at, due ?? 0),
      event: eventCode.CLOSED_WITHOUT_DECISION,
      notify: ['owner', 'supervisor'],
    })
  }
  return steps.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

/** The steps due by now, in order; a pharmacy reminder is dropped when its customer has left. */
export function stepsDue(
  steps: readonly LadderStep[],
  now: string,
  settings: LadderSettings = defaultLadder,
): readonly LadderStep[] {
  const stale = (settings.pharmacyFreshMinutes - settings.pharmacyMinutes) * MINUTE_MS
  return steps.filter(
    (step) =>
      Date.parse(step.at) <= Date.parse(now) &&
      (step.kind !== 'pharmacyWaiting' || Date.parse(now) - Date.parse(step.at) < stale),
  )
}

/** The next instant (ISO) after now at which an item needs the worker, null when none; stored in `next_clock_at`. */
export function nextClockAt(steps: readonly LadderStep[], now: string): string | null {
  return steps.find((step) => Date.parse(step.at) > Date.parse(now))?.at ?? null
}

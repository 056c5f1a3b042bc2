import { eventCode } from '#features/authorizations/events.ts'
import { engine, event } from '#features/authorizations/rows.ts'
import { UNHEARD_MINUTES } from '#features/callbacks/rules.ts'
import type { CallbackOutcome } from '#features/callbacks/rules.ts'
import { pharmacyText, type Said } from '#features/callbacks/said.ts'
import { callbackStatus } from '#features/callbacks/statuses.ts'
import { iso } from './calendar.ts'
import { carriersOf } from './carriers.ts'
import { addMs } from '#platform/dates/instant.ts'
import type { Ledger, Open, Tale } from './tale.ts'
import { later, log } from './tale.ts'
import type { PriorAuthRow } from '#features/prior-auths/rows.ts'

const minute = 60_000
/** Calls that support has to make for a carrier. */
const CALLS = 4

/** What the message rests on, as the portal reads it from its tables (features/callbacks/said-sql.ts). */
function saidIn(
  { ledger, setting, priorAuths }: Tale,
  { row, callback }: Open,
  priorAuth: PriorAuthRow | undefined,
): Said {
  const drug = setting.drugs.get(row.ndc)
  const made = ledger.decisions.findLast((one) => one.authorization_id === row.id && one.undone_at === null)
  const block = priorAuths.findLast((one) => one.authorization_id === row.id && one.kind === 'BLOCK')
  return {
    quantity: row.quantity,
    daysSupply: row.days_supply,
    unit: drug?.unit ?? '',
    form: drug?.form ?? '',
    fillDate: row.date_of_service,
    maxQty: priorAuth?.max_qty_per_fill ?? null,
    maxDays: priorAuth?.max_days_per_fill ?? null,
    startDate: callback?.start_date ?? null,
    endDate: callback?.end_date ?? null,
    decision: made?.decision ?? null,
    isEnded: false,
    isPaid: false,
    pays: priorAuth !== undefined,
    reasonId: made?.reason_id ?? null,
    reason: made?.reason_desc ?? '',
    note: made?.note ?? '',
    block: block
      ? { until: block.end_date, thisRxOnly: block.rx_number !== null, brandOnly: block.brand_flag === 'B' }
      : null,
    phone: carriersOf(setting.size).find(({ mc }) => mc === row.mc)?.phone ?? '',
  }
}

/** The relay gives the word to the pharmacy's system (features/callbacks/jobs.ts), which takes it soon after. */
export function tell(tale: Tale, open: Open, outward: Tale['ledger']['outbox'][number], ms: number): void {
  const { ledger, setting } = tale
  const { row, callback } = open
  if (!callback) return
  outward.dispatched_at = iso(ms)
  callback.status_id = 2
  callback.sent_at = iso(ms)
  callback.attempts += 1
  log(tale, open, ms, engine, { from: row.status_id, to: row.status_id }, 304, {
    name: setting.pharmacyName(callback.pharmacy_nabp),
  })
  const priorAuth = tale.priorAuths.find((one) => one.authorization_id === row.id && one.kind === 'PERMIT')
  // Messages are swept after a month.
  if (ms < setting.nowMs - 30 * 1440 * minute) {
    callback.status_id = 3
    callback.acknowledged_at = iso(ms + 4000)
    return
  }
  const message = {
    mc: row.mc,
    id: callback.id,
    nabp: callback.pharmacy_nabp,
    at: iso(ms),
    reference_number: row.reference_number,
    rx_number: row.rx_number,
    body: {
      messageId: callback.id,
      at: iso(ms),
      nabp: callback.pharmacy_nabp,
      referenceNumber: row.reference_number,
      rxNumber: row.rx_number,
      outcome: callback.outcome,
      startDate: callback.start_date,
      endDate: callback.end_date,
      oneTime: callback.one_time,
      maxDays: priorAuth?.max_days_per_fill ?? null,
      maxQty: priorAuth?.max_qty_per_fill ?? null,
      priorAuthRef: priorAuth?.override_ref ?? null,
      text: pharmacyText(callback.outcome as CallbackOutcome, saidIn(tale, open, priorAuth)),
    },
    taken_at: null as string | null,
  }
  ledger.messages.push(message)
  later(tale, ms + 4000, (at) => {
    message.taken_at = iso(at)
    if (callback.status_id !== 2) return
    callback.status_id = 3
    callback.acknowledged_at = iso(at)
  })
}

/** The pharmacies of the latest messages did not read them in time and did not submit again: support calls them. */
export function leaveUnread({ callbacks, messages, authorizations, events }: Ledger, nowMs: number): void {
  const messageOf = new Map(messages.map((message) => [message.id, message]))
  const requestOf = new Map(authorizations.map((row) => [row.id, row]))
  const left = new Map<string, number>()
  const before = addMs(iso(nowMs), -UNHEARD_MINUTES * minute)
  const sent = callbacks.filter(({ sent_at: at }) => at !== null && at < before)
  for (const callback of sent.sort((a, b) => (a.sent_at! < b.sent_at! ? 1 : -1))) {
    const message = messageOf.get(callback.id)
    const calls = left.get(callback.mc) ?? 0
    if (callback.status_id !== callbackStatus.ACKNOWLEDGED || !message || calls >= CALLS) continue
    left.set(callback.mc, calls + 1)
    message.taken_at = null
    callback.status_id = callbackStatus.CALL_NEEDED
    callback.acknowledged_at = null
    callback.last_error = 'The pharmacy has not read the message.'
    const { status_id: now } = requestOf.get(callback.authorization_id)!
    const at = addMs(callback.sent_at!, UNHEARD_MINUTES * minute)
    const line = {
      mc: callback.mc,
      authorizationId: callback.authorization_id,
      now: at,
      actor: engine,
      from: now,
      to: now,
    }
    events.push(event(line, eventCode.CALLBACK_NOT_REACHED, { n: callback.attempts }))
  }
}

import { addDays, daysBetween } from '#platform/dates/day.ts'
import { at, dateIn } from './calendar.ts'
import type { Claim } from './claim-rows.ts'
import type { PlannedFill } from './prescriptions.ts'
import { placeOf } from './places.ts'
import { reverse, submit } from './submissions.ts'
import { fileExplanation, scanBill } from './papers.ts'
import type { Open, Tale } from './tale.ts'
import { later } from './tale.ts'

// Fills go over the counter, the first time and again.

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Hands a planned fill over; who has enough at home comes when it is used up. */
export function handPlanned(tale: Tale, claim: Claim, fill: PlannedFill, ms: number): void {
  const gpi = fill.product === '' ? '' : tale.setting.named(fill.product).gpi.slice(0, 10)
  const last = tale.history.findLast(
    (past) =>
      past.claimId === claim.row.id && past.status !== 'R' && past.status !== 'X' && past.drug.gpi.startsWith(gpi),
  )
  const ready = last && gpi !== '' ? addDays(last.fillDate, Math.ceil(last.daysSupply * 0.88)) : fill.date
  if (fill.tooSoon || ready <= fill.date) hand(tale, claim, fill, ms, true)
  else again(tale, claim, fill, daysBetween(fill.date, ready), true)
}

/** A fill goes over the counter; what follows from it is put on the calendar. */
function hand(tale: Tale, claim: Claim, fill: PlannedFill, ms: number, mayComeBack: boolean): void {
  const { random } = tale
  const { slip, ...right } = fill
  const { raised, adjudication, row } = submit(tale, claim, fill, ms, false)
  scanBill(tale, claim, row, ms)
  fileExplanation(tale, claim, row, ms)
  if (raised) return tale.seeTo(tale, raised, ms)
  if (adjudication.outcome === 'R') {
    // The pharmacy mends what it can and sends it again.
    if (slip !== undefined) {
      later(tale, ms + random.int(5, 22) * minute, (now) => hand(tale, claim, right, now, mayComeBack))
      return
    }
    const { refill } = adjudication.facts
    if (!mayComeBack || (tale.retries += 1) > 12) return
    if (adjudication.codes.includes('79') && refill) {
      // Sent home, the worker comes back, most often again too early.
      const wait = Math.max(1, daysBetween(fill.date, refill.payableFrom))
      again(tale, claim, right, wait > 7 && random.chance(0.8) ? random.int(1, wait - 6) : wait, true)
    } else if (adjudication.codes.includes('7X'))
      again(tale, claim, { ...right, quantity: fill.quantity / 2, days: fill.days / 2 }, 0, true)
    return
  }
  if (slip === 'sentTwice') later(tale, ms + 2 * minute, (now) => void submit(tale, claim, right, now, true))
  else if (mayComeBack && random.chance(0.017)) {
    later(tale, ms + random.int(1, 9) * day + random.int(-180, 180) * minute, (now) => reverse(tale, row, now))
  }
}

/** The same prescription some days later at the same hour, or an hour later. */
function again(tale: Tale, claim: Claim, fill: PlannedFill, days: number, mayComeBack: boolean): void {
  const zone = placeOf(claim.homeState).zone
  const ms = days === 0 ? fill.ms + hour : at(addDays(fill.date, days), 10 * 60 + tale.random.int(0, 400), zone)
  later(tale, ms, (now) => hand(tale, claim, { ...fill, ms: now, date: dateIn(now, zone) }, now, mayComeBack))
}

/** The pharmacy hears of it and sends the claim again, most often within the hour. */
export function resubmitLater(tale: Tale, open: Open, ms: number): void {
  const { random } = tale
  if (random.chance(0.06)) return // the worker never came back
  // Sent a second time and stopped again for something else: the prescriber writes another drug.
  const before = tale.requests.filter((one) => one.claim === open.claim && one.row.rx_number === open.row.rx_number)
  if (before.length > 2) {
    tale.stopped.add(`${open.claim.serial} ${open.fill.product}`)
    return
  }
  const zone = placeOf(open.claim.homeState).zone
  // Where support keys the prior authorization, it stands some minutes later.
  let when = ms + random.int(open.row.auto_pa ? 9 : 25, 70) * minute
  const local = dateIn(when, zone)
  const opens = at(local, 9 * 60, zone)
  const closes = at(local, 20 * 60, zone)
  if (when > closes) when = at(dateIn(when + day, zone), 9 * 60 + random.int(0, 150), zone)
  else if (when < opens) when = opens + random.int(0, 90) * minute
  const { fill } = open
  const capped = open.row.reject_codes.includes('925') && fill.days > 7
  const again: PlannedFill = {
    ...fill,
    ...(capped && { quantity: Math.max(1, Math.round((fill.quantity * 7) / fill.days)), days: 7 }),
  }
  later(tale, when, (now) => {
    const date = dateIn(now, zone)
    if (open.row.status_id !== 30 && open.row.status_id !== 33) return
    hand(tale, open.claim, { ...again, ms: now, date }, now, false)
  })
}

import { deems, packFor } from '#features/authorizations/clock/rules.ts'
import { editLimits } from '#features/authorizations/decision/edit-limits.ts'
import { engine } from '#features/authorizations/rows.ts'
import { isOpen } from '#features/authorizations/rules.ts'
import type { Person } from '#platform/person.ts'
import { addDays, at, dateIn, daysBetween, iso, quantile } from './calendar.ts'
import type { Claim } from './claim-rows.ts'
import type { PlannedFill } from './prescriptions.ts'
import { placeOf } from './places.ts'
import { reverse, submit } from './submissions.ts'
import { letterCame } from './letter-states.ts'
import type { LetterRow } from '#features/letters/sql.ts'
import { letterEnds, letterExpires, letterFails, receiveLetter, sendLetter, undelivered } from './letters.ts'
import { scanBill } from './papers.ts'
import { decidersOf, reconsider } from './reconsiderations.ts'
import { waitSilenced } from './snoozes.ts'
import type { Open, RecommendationRow, Tale } from './tale.ts'
import { later, log, userActor } from './tale.ts'
import type { ApprovalWords } from './verdicts.ts'
import { approve, decidableOf, deny, move } from './verdicts.ts'
import { climb, deem, workingHoursAfter } from './clockwork.ts'

// How people decided in the past (domain 8.4): who, when and what, always through the rules of the portal.

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * Working hours until somebody decides (domain 8.4: median 1.9, a tenth after 14, a hundredth after 60). Most are quick;
 * one in ten waits silenced for an answer from outside; one in eight is escalated first, and the slowest of those take days.
 */
const patience = [
  [0, 0.05],
  [0.25, 0.7],
  [0.5, 1.6],
  [0.66, 2.6],
  [0.76, 3.9],
  [0.76001, 14.2],
  [0.88, 20],
  [0.88001, 4],
  [0.97, 8],
  [0.978, 20],
  [0.988, 58],
  [1, 80],
] as const
/** Which of them wait silenced; who cannot is quick. */
const silenced = [0.76, 0.88] as const

type Ending = 'approve' | 'deny' | 'denyFill' | 'letter' | 'expire' | 'withdraw'
const endings = [
  [73, 'approve'],
  [14, 'deny'],
  [3.8, 'denyFill'],
  [4, 'letter'],
  [2.8, 'expire'],
  [3, 'withdraw'],
] as const satisfies readonly (readonly [number, Ending])[]

const withdrawals = [
  'the worker asked for another drug',
  'the pharmacy reversed the claim',
  'paid by another request',
] as const

/** Whether silence approves it. */
const deemsOf = ({ row }: Open): boolean => deems(packFor(row.juris_state, 'prospective', row.request_received_at))

/** Sees to it that a new request is decided some time later, unless it is held open for the worklists. */
export function seeTo(tale: Tale, open: Open, ms: number): void {
  if (open.hold) return
  const { random, setting } = tale
  // Without the letter these ask for, no role may clear them (R35): it is asked for first.
  const ending = open.row.rejects.some((reject) => reject.letterNeeded) ? 'letter' : random.weighted(endings)
  const due = Date.parse(open.row.statutory_due_at)
  if (ending === 'expire' && ms + 31 * day < setting.nowMs && !deemsOf(open)) {
    later(tale, ms + 30 * day, (when) => expire(tale, open, when))
    return
  }
  // Where silence approves, the time runs out on a few (T25).
  if (deemsOf(open) && due + day < setting.nowMs && random.chance(0.035)) {
    later(tale, due + 41_000, (now) => {
      climb(tale, open, due)
      deem(tale, open, now)
      resubmitLater(tale, open, now)
    })
    return
  }
  // Nothing ordinary is left over: what would be decided after the as-of instant is decided just before. And nobody waits
  // until silence approves.
  const latest = setting.nowMs - random.int(12, 50) * minute
  const last = deemsOf(open) ? Math.min(latest, due - random.int(12, 50) * minute) : latest
  const after = (share: number): number =>
    Math.max(ms + 4 * minute, Math.min(workingHoursAfter(tale, open, ms, quantile(patience, share)), last))
  const share = random.unit()
  const waits = share >= silenced[0] && share < silenced[1] && ending !== 'letter'
  const when = (waits ? waitSilenced(tale, open, ms, after(share)) : null) ?? after(waits ? share * silenced[0] : share)
  if (ending === 'letter' && when + 5 * day < setting.nowMs) return letterFirst(tale, open, when)
  later(tale, when, (now) => conclude(tale, open, now, ending === 'letter' || ending === 'expire' ? 'approve' : ending))
}

/** The ending, or the nearest one the rules allow. */
function conclude(tale: Tale, open: Open, ms: number, ending: Ending): void {
  if (!isOpen(open.row.status_id) || open.row.status_id === 22 || open.row.status_id === 25) return
  climb(tale, open, ms)
  if (ending === 'withdraw') return withdraw(tale, open, ms)
  if (ending === 'deny' || ending === 'denyFill') {
    if (denied(tale, open, ms, ending === 'denyFill')) return
  }
  if (approved(tale, open, ms)) return
  if (denied(tale, open, ms, true)) return
  withdraw(tale, open, ms)
}

function withdraw(tale: Tale, open: Open, ms: number): void {
  const from = open.row.status_id
  log(tale, open, ms, engine, { from, to: 51 }, 212, { reason: tale.random.pick(withdrawals) })
  move(open, 51, ms, { id: null, name: 'RxDocket' })
}

/** T26: nobody decided within the days an open request is kept, where silence approves nothing. */
export function expire(tale: Tale, open: Open, ms: number): void {
  if (!isOpen(open.row.status_id)) return
  climb(tale, open, ms)
  log(tale, open, ms, engine, { from: open.row.status_id, to: 50 }, 211, {})
  move(open, 50, ms, { id: null, name: 'RxDocket' })
}

const isScheduleTwo = (open: Open): boolean => open.row.dea_schedule === 'CII'

/** Why it is granted, in the numbers of domain 6.8. */
function reasonOf(tale: Tale, open: Open): number {
  const { random } = tale
  const { facts } = open.row.shown
  if (facts.firstFill) return 3
  if (open.row.reject_codes.includes('79')) return random.pick([7, 6, 8])
  if (open.row.reject_codes.includes('AJ')) return 16
  if (facts.surgeryWithin7Days) return 2
  if (facts.stableTherapy) return 4
  return random.weighted([
    [60, 1],
    [25, 4],
    [15, 8],
  ])
}

/** How an approval is worded: monthly drugs for months, others once or as the form proposes. */
function wording(tale: Tale, open: Open, person: Person, ms: number): ApprovalWords {
  const { setting } = tale
  const { row, claim } = open
  const settings = setting.decisionSettings(row.mc)
  const lasting = row.days_supply >= 25 && (claim.course === 'long' || claim.course === 'chronic')
  const safety = row.rejects.some((reject) => reject.safety)
  const pharmacist = person.roles.includes('clinical_pharmacist')
  const limits = lasting ? editLimits(person, decidableOf(tale, open, person), 'approve', iso(ms), settings) : null
  const length = limits ? Math.min(limits.endDays.max, tale.random.pick([180, 270, 365])) : 0
  const end = limits ? addDays(limits.start.default, length) : ''
  const wide =
    limits !== null &&
    !limits.oneTime.locked &&
    length > row.days_supply &&
    (limits.lastEnd === null || end <= limits.lastEnd)
  // A controlled drug gets a number of fills where the carrier sets one.
  const fills = Math.min(limits?.fills.max ?? 1, Math.ceil(length / row.days_supply))
  return {
    reasonId: reasonOf(tale, open),
    maxDays: row.reject_codes.includes('925') ? 7 : null,
    asked: {
      ...(wide && { oneTimeFill: false, endDate: end }),
      ...(wide && row.dea_schedule !== null && settings.allowPaFillLimit && { paMaxFill: fills }),
      ...(safety && (pharmacist || settings.safetyOverrides)
        ? { safetyRejectEnabled: true, safetyAck: 'Reviewed with the prescriber’s notes; benefit outweighs the risk.' }
        : {}),
      ...(safety && pharmacist
        ? { note: 'Spoke with the prescriber’s office; dose and combination are intended.' }
        : {}),
    },
  }
}

/** Somebody grants it, alone or with a second person; false when the rules let nobody. */
function approved(tale: Tale, open: Open, ms: number): boolean {
  const { random } = tale
  if (open.row.rejects.some((reject) => reject.letterNeeded) && !letterCame(open)) return false
  const people = decidersOf(tale, open)
  // Opioids that go on for months are approved by the supervisor, who may grant three of them at once.
  const chronic = isScheduleTwo(open) && open.row.days_supply >= 25 && random.chance(0.95)
  const order = chronic
    ? people.toSorted((a, b) => Number(b.roles.includes('supervisor')) - Number(a.roles.includes('supervisor')))
    : people
  for (const person of order) {
    let words = wording(tale, open, person, ms)
    let attempt = approve(tale, open, person, ms, words)
    if ('why' in attempt) {
      // The plain form, as it opens.
      words = { ...words, asked: { ...words.asked, oneTimeFill: undefined, paMaxFill: undefined, endDate: undefined } }
      attempt = approve(tale, open, person, ms, words)
    }
    if ('why' in attempt && words.asked.safetyRejectEnabled) {
      const { safetyRejectEnabled: _all, safetyAck: _words, ...rest } = words.asked
      attempt = approve(tale, open, person, ms, { ...words, asked: rest })
    }
    if ('why' in attempt) continue
    if ('done' in attempt) resubmitLater(tale, open, ms)
    else secondHalf(tale, open, attempt.waits, ms)
    return true
  }
  return false
}

/** A pharmacist adds what waited for one, a supervisor agrees to what was over the limit. */
function secondHalf(tale: Tale, open: Open, waits: 22 | 25, ms: number): void {
  const { random, setting } = tale
  const { mc } = open.row
  const gap = random.int(15, 150) * minute
  const when = Math.min(ms + gap, setting.nowMs - 3 * minute)
  later(tale, Math.max(when, ms + minute), (now) => {
    const role = waits === 22 ? 'clinical_pharmacist' : 'supervisor'
    const first = open.row.first_approval?.byId
    const people = setting.withRole(mc, role).filter((id) => id !== first)
    const senior = waits === 22 ? setting.withRole(mc, 'override_all_edit_clinical') : []
    const hardest = open.row.rejects.some((reject) => reject.overridableBy === 'O')
    for (const id of hardest ? senior : [...people.filter((one) => !senior.includes(one)), ...senior]) {
      const person = setting.person(id, mc)
      if (waits === 22 && !open.row.rejects.some((reject) => reject.severity === 1)) advise(tale, open, person, now)
      const attempt = approve(tale, open, person, now, wording(tale, open, person, now))
      if ('why' in attempt) continue
      if ('done' in attempt) resubmitLater(tale, open, now)
      else if (attempt.waits === 25) secondHalf(tale, open, 25, now)
      return
    }
    // No second person may: back to pending, and the fill is refused.
    const actor = userActor(setting.person(people[0] ?? senior[0] ?? first!, mc))
    log(tale, open, now, actor, { from: waits, to: 20 }, waits === 22 ? 161 : 133, { action: 'P2P' } as never)
    move(open, 20, now)
    open.row.first_approval = null
    if (!denied(tale, open, now + 5 * minute, true)) withdraw(tale, open, now + 5 * minute)
  })
}

/** The pharmacist leaves advice beside the clearing; the request stays where it is. */
function advise(tale: Tale, open: Open, person: Person, ms: number): void {
  const action: RecommendationRow['action'] = 'APPROVE'
  tale.ledger.recommendations.push({
    mc: open.row.mc,
    id: tale.random.id(ms),
    authorization_id: open.row.id,
    action,
    modified: {},
    rationale: 'Combination and dose are known to the prescriber; continue with monitoring.',
    pharmacist: person.name,
    pharmacist_id: person.id,
    license: 'RPH-FL-90112',
    at: iso(ms - 5 * minute),
    superseded: false,
  })
}

const denialOf = (codes: readonly string[], thisFillOnly: boolean): { reasonId: number; note: string } => {
  if (codes.includes('79')) return { reasonId: 10, note: '' }
  if (codes.includes('80')) return { reasonId: 1, note: 'Nothing in the accepted injury explains this drug.' }
  if (codes.includes('830') || codes.includes('65')) return { reasonId: 3, note: '' }
  if (codes.includes('69') || codes.includes('68')) return { reasonId: 4, note: '' }
  if (codes.includes('AJ')) return { reasonId: 6, note: 'The generic is available and was not tried.' }
  if (codes.includes('70')) return { reasonId: 6, note: 'A covered product of the same class is available.' }
  if (codes.includes('645')) return { reasonId: 17, note: 'Repackaged product; the state list does not pay it.' }
  if (codes.includes('88') && codes.includes('75'))
    return { reasonId: 14, note: 'No letter of medical necessity is on file.' }
  if (codes.includes('88')) return { reasonId: 8, note: 'Another drug of the same class is at hand.' }
  return thisFillOnly
    ? { reasonId: 13, note: 'Office notes were asked for and not received.' }
    : { reasonId: 14, note: 'The letter names no failed first-line treatment.' }
}

/** Somebody refuses it, where the state lets a claims desk refuse. */
function denied(tale: Tale, open: Open, ms: number, thisFillOnly: boolean): boolean {
  for (const person of decidersOf(tale, open)) {
    const words = denialOf(open.row.reject_codes, thisFillOnly)
    const done =
      'done' in deny(tale, open, person, ms, { ...words, thisFillOnly }) ||
      (thisFillOnly && 'done' in deny(tale, open, person, ms, { reasonId: 20, note: '', thisFillOnly }))
    if (!done) continue
    // The prescriber turns to something else; a few try again and learn of the block (3Y).
    if (tale.random.chance(thisFillOnly ? 0.6 : 0.85)) tale.stopped.add(`${open.claim.serial} ${open.fill.product}`)
    askAgain(tale, open, ms)
    return true
  }
  return false
}

/** How often a denial is taken to the next level, by the level it was made at (domain 8.4: 3 in 100, and 70, 25, 5). */
const appeals = [0.023, 0.58, 0.25, 0] as const

/** A few denials are looked at again, some days later and by somebody else; half of those denials stand (T23, T24). */
function askAgain(tale: Tale, open: Open, ms: number): void {
  const { random, setting } = tale
  if (!random.chance(appeals[open.row.reconsideration_level] ?? 0)) return
  later(tale, workingHoursAfter(tale, open, ms + random.int(2, 21) * day, 0.2 + random.unit() * 6), (asked) => {
    if (asked + 5 * hour > setting.nowMs) return
    const again = reconsider(tale, open, asked)
    if (!again) return
    const latest = setting.nowMs - random.int(12, 50) * minute
    const decideAt = workingHoursAfter(tale, again, asked + 20 * minute, 1 + random.unit() * 18)
    later(tale, Math.min(decideAt, latest), (now) =>
      conclude(tale, again, now, random.chance(0.58) ? 'deny' : 'approve'),
    )
  })
}

/** The prescriber is asked for a letter first; it comes some days later and supports the drug (T11, T12). */
function letterFirst(tale: Tale, open: Open, ms: number): void {
  const { random } = tale
  const answered = (letter: LetterRow, asked: number): void =>
    later(tale, asked + random.int(18, 90) * hour, (received) => {
      if (open.row.status_id !== 21) return
      receiveLetter(tale, open, letter, received)
      later(tale, workingHoursAfter(tale, open, received, 0.5 + random.unit() * 2), (now) =>
        conclude(tale, open, now, 'approve'),
      )
    })
  later(tale, ms, (asked) => {
    if (open.row.status_id !== 20) return
    climb(tale, open, asked)
    const owner = decidersOf(tale, open)[0] ?? null
    const letter = sendLetter(tale, open, owner, asked)
    const fate = random.unit()
    if (fate < 0.06 && !deemsOf(open)) {
      // Nobody answers in ten working days; the owner decides without the letter (T13).
      later(tale, letterEnds(tale, open, asked), (now) => {
        if (open.row.status_id !== 21) return
        letterExpires(tale, open, now)
        later(tale, workingHoursAfter(tale, open, now, 0.5 + random.unit() * 5), (decided) =>
          conclude(tale, open, decided, random.chance(0.6) ? 'deny' : 'approve'),
        )
      })
    } else if (fate < 0.13) {
      // The office's machine does not answer; the letter is sent once more.
      later(tale, asked + undelivered, (failed) => {
        letterFails(tale, open, letter, failed)
        later(tale, workingHoursAfter(tale, open, failed, 0.3 + random.unit() * 3), (anew) => {
          if (open.row.status_id === 21) answered(sendLetter(tale, open, owner, anew), anew)
        })
      })
    } else answered(letter, asked)
  })
}

/** The pharmacy hears of it and sends the claim again, most often within the hour. */
function resubmitLater(tale: Tale, open: Open, ms: number): void {
  const { random } = tale
  if (random.chance(0.06)) return // the worker never came back
  // Sent a second time and stopped again for something else: the prescriber writes another drug.
  const before = tale.requests.filter((one) => one.claim === open.claim && one.row.rx_number === open.row.rx_number)
  if (before.length > 2) {
    tale.stopped.add(`${open.claim.serial} ${open.fill.product}`)
    return
  }
  const zone = placeOf(open.claim.homeState).zone
  // Where support keys the permission, it stands some minutes later.
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

/** The same prescription some days later at the same hour, or an hour later. */
function again(tale: Tale, claim: Claim, fill: PlannedFill, days: number, mayComeBack: boolean): void {
  const zone = placeOf(claim.homeState).zone
  const ms = days === 0 ? fill.ms + hour : at(addDays(fill.date, days), 10 * 60 + tale.random.int(0, 400), zone)
  later(tale, ms, (now) => hand(tale, claim, { ...fill, ms: now, date: dateIn(now, zone) }, now, mayComeBack))
}

/** A fill goes over the counter; what follows from it is put on the calendar. */
export function hand(tale: Tale, claim: Claim, fill: PlannedFill, ms: number, mayComeBack: boolean): void {
  const { random } = tale
  const { slip, ...right } = fill
  const { raised, adjudication, row } = submit(tale, claim, fill, ms, false)
  scanBill(tale, claim, row, ms)
  if (raised) return seeTo(tale, raised, ms)
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

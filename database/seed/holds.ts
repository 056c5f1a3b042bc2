import { adviceWords } from '#features/clinical/rules.ts'
import { addDays } from '#platform/dates/day.ts'
import type { LadderPlan } from '#features/deadlines/plan.ts'
import { addBusinessHours } from '#features/deadlines/business-time.ts'
import { isApproval, lapseOf } from '#features/deadlines/which-pack.ts'
import { timeIn } from '#platform/dates/zone.ts'
import { dueFor } from '#features/authorizations/raise.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { actorOf, event } from '#features/authorizations/rows.ts'
import type { Person } from '#platform/calls/person.ts'
import { dateIn, iso } from './calendar.ts'
import type { Claim } from './claim-rows.ts'
import type { Directory } from './routines.ts'
import type { PlannedFill } from './prescriptions.ts'
import { Pad } from './prescriptions.ts'
import { routineOf } from './routines.ts'
import { placeOf } from './places.ts'
import type { Setting } from './setting.ts'
import { billed, submit } from './submissions.ts'
import type { Hold, Open, Tale } from './tale.ts'
import { referral } from './determinations.ts'
import { letterFails, sendLetter, undelivered } from './letters.ts'
import { maySnooze, snooze } from './snoozes.ts'
import { log } from './tale.ts'
import { approve, move } from './verdicts.ts'
import { climb } from './clockwork.ts'

// Requests that are open at the as-of instant: what people find on their worklists.

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * How long ago it came in: minutes; within the last working hours; within two days, so that a snooze can still hold; longer,
 * so that it is escalated; with the least time left; past its due time.
 */
export type Age = 'counter' | 'fresh' | 'recent' | 'old' | 'soonest' | 'overdue'

export type Slot = {
  age: Age
  hold: Hold
  /** Nothing of a safety class stands on it, so two adjusters approve it together. */
  plain?: boolean
  products: readonly Wanted[]
  /** Its time ends after this instant (ms). */
  dueAfter?: number
}

/** When the law wants an answer to a request on this claim that came in at an instant (both ms). */
export const dueOf = (claim: Claim, ms: number): number => Date.parse(dueFor(claim.row.juris_state, iso(ms)).due.dueAt)

/** A product as it is asked for: quantity and days. */
export type Wanted = readonly [product: string, quantity: number, days: number]

/** What is asked for, each with the rejects it usually draws. */
export const wanted = {
  simple: [
    ['Lidocaine 5% ointment', 50, 30], // 75
    ['Eszopiclone 3 mg tablet', 30, 30], // 75
    ['Pregabalin 150 mg capsule', 60, 30], // 75
    ['Meloxicam 10 mg capsule', 30, 30], // 70
    ['Naproxen-esomeprazole 500-20 mg delayed-release tablet', 60, 30], // 75
    ['Sumatriptan 100 mg tablet', 18, 30], // 75, 76
    ['Metaxalone 800 mg tablet', 90, 30], // 75
    ['Menthol-methyl salicylate-capsaicin 10%-20%-0.035% cream', 120, 30], // 70
    ['Diclofenac 2% topical solution', 112, 30], // 75, 78
    ['Temazepam 30 mg capsule', 30, 30], // 75
    ['Rimegepant 75 mg orally disintegrating tablet', 8, 30], // 75, 80
    ['Vitamin D3 2000 units capsule', 60, 30], // 70
  ],
  safety: [
    ['Oxycodone-acetaminophen 10-325 mg tablet', 180, 30], // 75, 922
    ['Oxycodone ER 20 mg extended-release tablet', 60, 30], // 75
    ['Fentanyl 50 mcg/h patch', 10, 30], // 75, 922
    ['Hydrocodone-acetaminophen 10-325 mg tablet', 120, 30], // 75, 925
    ['Morphine ER 30 mg extended-release tablet', 60, 30], // 75
    ['Tramadol 50 mg tablet', 180, 30], // 75, 925
    ['Methadone 10 mg tablet', 90, 30], // 75, 922
  ],
  mixed: [
    ['Buprenorphine 10 mcg/h patch', 4, 28],
    ['Carisoprodol 350 mg tablet', 90, 30],
    ['Alprazolam 0.5 mg tablet', 60, 30],
    ['Cyclobenzaprine 10 mg tablet', 90, 30],
    ['Zolpidem 10 mg tablet', 30, 30],
    ['Celecoxib 200 mg capsule', 60, 30],
    ['Methocarbamol 750 mg tablet', 180, 30],
    ['Tizanidine 4 mg tablet', 90, 30],
    ['Naloxegol 25 mg tablet', 30, 30],
    ['Modafinil 200 mg tablet', 30, 30],
    ['Sertraline 100 mg tablet', 30, 30],
    ['Ibuprofen-famotidine 800-26.6 mg tablet', 90, 30],
    ['Sildenafil 50 mg tablet', 6, 30],
    ['Lidocaine-menthol 4%-5% patch', 30, 30],
    ['Rivaroxaban 10 mg tablet', 30, 30],
  ],
} as const satisfies Record<string, readonly Wanted[]>

/** The earliest instant so few working hours ago that nothing is escalated yet. */
function freshSince(nowMs: number, { calendar, zone, settings }: LadderPlan): number {
  let since = nowMs
  while (nowMs - since < 5 * day) {
    const earlier = since - 20 * minute
    if (Date.parse(addBusinessHours(iso(earlier), settings.escalationHours[0], calendar, zone)) <= nowMs + 5 * minute)
      break
    since = earlier
  }
  return since
}

const freshKnown = new WeakMap<LadderPlan, number>()
function freshFrom(setting: Setting, mc: string, ownerId: string | null): number {
  const plan = setting.ladderPlan(mc, ownerId)
  const found = freshKnown.get(plan) ?? freshSince(setting.nowMs, plan)
  freshKnown.set(plan, found)
  return found
}

const atNight = (ms: number, zone: string): boolean => {
  const time = timeIn(ms, zone)
  return time < '08:00' || time >= '20:00'
}

/** When a request came in that is as old as the slot wants, under the law of the claim; null when there is no such time. */
export function receivedAt(tale: Tale, claim: Claim, age: Age): number | null {
  const { setting, random } = tale
  const { nowMs } = setting
  const zone = placeOf(claim.homeState).zone
  const fresh = freshFrom(setting, claim.row.mc, claim.row.owner_id)
  if (age === 'counter') return nowMs - random.int(4, 44) * minute
  const between = (from: number, to: number): number | null => {
    for (let attempt = 0; attempt < 24; attempt += 1) {
      const ms = from + Math.floor(random.unit() * (to - from))
      if (!atNight(ms, zone)) return ms
    }
    return null
  }
  if (age === 'fresh') {
    const to = nowMs - 62 * minute
    return fresh < to ? between(fresh, to) : between(fresh, nowMs - 5 * minute)
  }
  if (age === 'recent') {
    const from = nowMs - 45 * hour
    return between(from, Math.max(from + hour, fresh - 20 * minute))
  }
  let best: { ms: number; due: number } | null = null
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const ms = between(nowMs - (age === 'overdue' ? 11 : 8) * day, fresh - 30 * minute)
    if (ms === null) return null
    const { pack, due } = dueFor(claim.row.juris_state, iso(ms))
    const left = Date.parse(due.dueAt) - nowMs
    const late = left < -20 * minute && left > -60 * hour && !isApproval(lapseOf(pack, 'PA'))
    if (age === 'overdue' ? !late : left < 35 * minute) continue
    if (age === 'old') return ms
    // The one whose time is nearest.
    if (best === null || (age === 'soonest' ? left < best.due : left > best.due)) best = { ms, due: left }
  }
  return best?.ms ?? null
}

/** The last instant at which anything happened in a person's story. */
const lastActivity = (tale: Tale): number =>
  Math.max(
    0,
    ...tale.history.slice(-6).map((past) => Date.parse(`${past.fillDate}T23:00:00Z`)),
    ...tale.requests.slice(-4).map((open) => Date.parse(open.row.updated_at)),
  )

/** Puts a request on somebody's list, if this claim gives rise to one; null when it does not. */
export function holdOpen(tale: Tale, claim: Claim, slot: Slot, directory: Directory, at?: number): Open | null {
  const { random } = tale
  const ms = at ?? receivedAt(tale, claim, slot.age)
  if (ms === null || lastActivity(tale) > ms - hour) return null
  if (slot.dueAfter !== undefined && dueOf(claim, ms) <= slot.dueAfter) return null
  const zone = placeOf(claim.homeState).zone
  const date = dateIn(ms, zone)
  if (claim.row.doi > addDays(date, -12)) return null
  const pad = new Pad(claim, routineOf(claim, directory, random), random)
  for (const [product, quantity, days] of random.shuffled(slot.products).slice(0, 4)) {
    const regimen = { name: product, early: [quantity, days], monthly: [quantity, days] } as const
    const fill: PlannedFill = {
      ...pad.fill(pad.write(regimen, date, 0), date, 'monthly', {}),
      ms,
      date,
      brand: false,
      daw: '0',
    }
    const { adjudication } = billed(tale, claim, fill, iso(ms), true)
    if (adjudication.pending.verdict !== 'RAISE') continue
    if (slot.plain && !twoKeys(adjudication.rejects)) continue
    const { raised } = submit(tale, claim, fill, ms, true, slot.hold)
    if (raised) {
      settle(tale, raised)
      return raised
    }
  }
  return null
}

/** An adjuster alone may clear every code. */
const twoKeys = (rejects: readonly { safety: boolean; overridableBy: string; rejectCode: string }[]): boolean =>
  rejects.every((reject) => !reject.safety && reject.overridableBy === 'A' && reject.rejectCode !== '78')

/** What was done with an open request up to the as-of instant. */
export function settle(tale: Tale, open: Open): void {
  const { setting, random } = tale
  const { row, hold } = open
  const { nowMs } = setting
  const received = Date.parse(row.request_received_at)
  row.pharmacy_waiting = row.claim_channel_type === 1 && nowMs - Date.parse(row.last_submitted_at) < hour
  const owner = row.owner_id === null ? null : setting.person(row.owner_id, row.mc)
  const soonAfter = Math.min(received + random.int(12, 90) * minute, nowMs - 2 * minute)
  if (hold?.state === 'snoozed') silence(tale, open, owner, soonAfter)
  if (hold?.state === 'letter') {
    silence(tale, open, owner, soonAfter)
    const letter = sendLetter(tale, open, owner, soonAfter + minute)
    const failed = soonAfter + minute + undelivered
    if (failed < nowMs - minute && random.chance(0.15)) letterFails(tale, open, letter, failed)
  }
  if (hold?.state === 'clinical' && owner) {
    log(tale, open, soonAfter, actorOf(owner), { from: 20, to: 22 }, 160, { user: owner.name })
    move(open, 22, soonAfter)
    ask(tale, open, soonAfter + 25 * minute)
  }
  if (hold?.state === 'review' && owner) {
    log(tale, open, soonAfter, actorOf(owner), { from: 20, to: 23 }, 165, {})
    move(open, 23, soonAfter)
    referral(tale, open, owner, soonAfter, random.id(soonAfter))
  }
  if (hold?.state === 'advised') advise(tale, open, owner, soonAfter)
  if (hold?.state === 'second' && owner) {
    const safety = row.rejects.some((reject) => reject.safety)
    const attempt = approve(tale, open, owner, soonAfter, {
      reasonId: 1,
      input: safety ? {} : { safetyRejectEnabled: false },
    })
    if ('done' in attempt) throw new Error(`Request ${row.reference_number} was to wait for a second person.`)
  }
  climb(tale, open, nowMs)
}

/** A pharmacist asked the case owner, who has not answered yet. */
function ask({ setting, ledger }: Tale, { row: { mc, id } }: Open, ms: number): void {
  const [pharmacistId] = setting.withRole(mc, 'clinical_pharmacist')
  if (pharmacistId === undefined || ms > setting.nowMs - minute) return
  const pharmacist = setting.person(pharmacistId, mc)
  const note = 'Was physical therapy tried first? Then I advise one fill, and a look at the notes before the next.'
  const line = event(
    { mc, authorizationId: id, now: iso(ms), actor: actorOf(pharmacist), from: 22, to: 22 },
    eventCode.NOTE_ADDED,
    { user: pharmacist.name },
  )
  ledger.events.push({ ...line, event_text: `${line.event_text}: ${note}`, detail: { ...line.detail, note } })
}

/** Reminders are silenced for as long as the rules let them be, so that they still are (T18). */
function silence(tale: Tale, open: Open, owner: Person | null, ms: number): void {
  const { nowMs } = tale.setting
  if (!owner) return
  const hours = [48, 24, 8, 4, 2].find(
    (one) => ms + one * hour > nowMs + 20 * minute && maySnooze(tale, open, owner, one, ms),
  )
  if (hours !== undefined) snooze(tale, open, owner, hours, ms)
}

/** The pharmacist has looked at it and given it back with advice (T14, T15). */
export function advise(tale: Tale, open: Open, owner: Person | null, ms: number): void {
  const { setting, random, ledger } = tale
  const { row } = open
  const pharmacist = setting.person(setting.withRole(row.mc, 'clinical_pharmacist')[0]!, row.mc)
  const advice = open.hold?.advice ?? {
    action: 'APPROVE' as const,
    rationale: 'Usual dose for the accepted injury; approve this fill.',
  }
  const back = Math.min(ms + 40 * minute, setting.nowMs - minute)
  if (owner) log(tale, open, ms, actorOf(owner), { from: 20, to: 22 }, 160, { user: owner.name })
  log(tale, open, back, actorOf(pharmacist), { from: 22, to: 20 }, 161, { action: adviceWords[advice.action] })
  row.version += 2
  row.updated_at = iso(back)
  row.pharmacist_answered_at = iso(back)
  ledger.recommendations.push({
    mc: row.mc,
    id: random.id(back),
    authorization_id: row.id,
    action: advice.action,
    modified: advice.action === 'APPROVE_MODIFIED' ? { daysSupply: 7 } : {},
    rationale: advice.rationale,
    pharmacist: pharmacist.name,
    pharmacist_id: pharmacist.id,
    license: 'RPH-FL-90112',
    at: iso(back),
    superseded: false,
  })
}

import { adviceWords } from '#features/clinical/rules.ts'
import { isOpen } from '#features/authorizations/statuses.ts'
import { actorOf } from '#features/authorizations/rows.ts'
import type { Person } from '#platform/calls/person.ts'
import { iso } from './calendar.ts'
import { letterCame } from './letter-states.ts'
import { isOfOneFill } from '#reference/rejection-reasons.ts'
import { decidersOf, reconsider } from './reconsiderations.ts'
import type { Open, RecommendationRow, Tale } from './tale.ts'
import { later, log } from './tale.ts'
import { approve, deny, move } from './verdicts.ts'
import { climb, workingHoursAfter } from './clockwork.ts'
import { withdraw } from './lapses.ts'
import { denialOf, wording } from './wordings.ts'
import { resubmitLater } from './handovers.ts'

// How people decided in the past: who, when and what, always through the rules of the portal.

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** What people are to make of a request. */
export type Ending = 'approve' | 'deny' | 'denyFill' | 'withdraw'

/** The ending, or the nearest one the rules allow. */
export function conclude(tale: Tale, open: Open, ms: number, ending: Ending): void {
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

const isScheduleTwo = (open: Open): boolean => open.row.dea_schedule === 'CII'

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
      words = { ...words, input: { ...words.input, oneTimeFill: undefined, paMaxFill: undefined, endDate: undefined } }
      attempt = approve(tale, open, person, ms, words)
    }
    if ('why' in attempt && words.input.safetyRejectEnabled) {
      const { safetyRejectEnabled: _all, safetyAck: _words, ...rest } = words.input
      attempt = approve(tale, open, person, ms, { ...words, input: rest })
    }
    if ('why' in attempt) continue
    if ('done' in attempt) resubmitLater(tale, open, ms)
    else giveSecondApproval(tale, open, attempt.waits, ms)
    return true
  }
  return false
}

/** A pharmacist adds what waited for one, a supervisor agrees to what was over the limit. */
function giveSecondApproval(tale: Tale, open: Open, waits: 22 | 25, ms: number): void {
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
      if (waits === 22) open.row.pharmacist_answered_at = iso(now)
      if ('done' in attempt) resubmitLater(tale, open, now)
      else if (attempt.waits === 25) giveSecondApproval(tale, open, 25, now)
      return
    }
    // No second person may: back to pending, and the fill is refused.
    const actor = actorOf(setting.person(people[0] ?? senior[0] ?? first!, mc))
    log(tale, open, now, actor, { from: waits, to: 20 }, waits === 22 ? 161 : 133, { action: adviceWords.P2P } as never)
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

/** Somebody refuses it, where the state lets an adjuster refuse. */
function denied(tale: Tale, open: Open, ms: number, thisFillOnly: boolean): boolean {
  for (const person of decidersOf(tale, open)) {
    const words = denialOf(open.row.reject_codes, thisFillOnly)
    const ofFill = thisFillOnly || isOfOneFill(words.reasonId)
    const done =
      'done' in deny(tale, open, person, ms, { ...words, thisFillOnly: ofFill }) ||
      (thisFillOnly && 'done' in deny(tale, open, person, ms, { reasonId: 19, note: '', thisFillOnly }))
    if (!done) continue
    // The prescriber turns to something else; a few try again and learn of the block (3Y).
    if (tale.random.chance(thisFillOnly ? 0.6 : 0.85)) tale.stopped.add(`${open.claim.serial} ${open.fill.product}`)
    askAgain(tale, open, ms)
    return true
  }
  return false
}

/** How often a denial is taken to the next level, by the level it was made at (3 in 100, and 70, 25, 5). */
const appeals = [0.023, 0.58, 0.25, 0] as const

/** A few denials are looked at again, some days later and by somebody else; half of those denials stand (T23, T24). */
function askAgain(tale: Tale, open: Open, ms: number): void {
  const { random, setting } = tale
  if (!random.chance(appeals[open.row.reconsideration_level] ?? 0)) return
  later(tale, workingHoursAfter(tale, open, ms + random.int(2, 21) * day, 0.2 + random.unit() * 6), (sentMs) => {
    if (sentMs + 5 * hour > setting.nowMs) return
    const again = reconsider(tale, open, sentMs)
    if (!again) return
    const latest = setting.nowMs - random.int(12, 50) * minute
    const decideAt = workingHoursAfter(tale, again, sentMs + 20 * minute, 1 + random.unit() * 18)
    later(tale, Math.min(decideAt, latest), (now) =>
      conclude(tale, again, now, random.chance(0.58) ? 'deny' : 'approve'),
    )
  })
}

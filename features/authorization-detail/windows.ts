import type { Compensability } from '#features/adjudication/snapshot.ts'
import type { CarrierSettings } from '#features/adjudication/settings.ts'
import type { EngineFacts } from '#features/adjudication/answer.ts'
import { perioperativeDays } from '#features/adjudication/surgery.ts'
import { firstFillRule } from '#reference/first-fill.ts'
import { addDays, daysBetween, usDate } from '#platform/dates/day.ts'

// The legal windows of a fill are computed from the days of injury, acceptance and surgery, by the tables the
// engine uses, and shown with their reasons.

/**
 * A window in which, or after which, other rules apply to a fill; calendar days, both included, open where `lastDay` is
 * null.
 */
export type FillWindow = { name: string; firstDay: string; lastDay: string | null; reason: string }

/** The facts of a request for its windows. Days 'YYYY-MM-DD'. */
export type AboutWindows = {
  jurisState: string
  /** "New York". */
  place: string
  dateOfInjury: string
  dateOfService: string
  surgeryDates: readonly string[]
  compensability: Compensability
  /** Day the claim was accepted; null while it is not, or where it is not on file. */
  acceptedOn: string | null
  /** The engine's result when the request was stopped. */
  facts: Pick<EngineFacts, 'firstFill' | 'firstFillCapDays' | 'planLevel'>
  /** The carrier's rule, where the state has none. */
  carrier: CarrierSettings['firstFill']
}

const days = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`

/** Where the law names the days around a surgery. */
const perioperativeLaw: Readonly<Record<string, string>> = { CA: '8 CCR 9792.27.13', NY: '12 NYCRR 441' }

function aroundSurgery({ jurisState, dateOfService, surgeryDates }: AboutWindows): FillWindow[] {
  const law = perioperativeLaw[jurisState]
  const around = `${days(perioperativeDays)} before to ${days(perioperativeDays)} after`
  return surgeryDates
    .filter((date) => Math.abs(daysBetween(date, dateOfService)) <= perioperativeDays)
    .toSorted()
    .map((date) => ({
      name: 'Perioperative fill',
      firstDay: addDays(date, -perioperativeDays),
      lastDay: addDays(date, perioperativeDays),
      reason: `surgery on ${usDate(date)}, ${around}${law ? ` (${law})` : ''}`,
    }))
}

const names: Readonly<Record<string, string>> = { NY: 'New York Phase A', CA: 'California special fill' }

/** The days after an injury in which the state's or the carrier's first-fill rule (R08) holds, and how it is called. */
function firstFillWindow(of: AboutWindows) {
  const rule = firstFillRule(of.jurisState)
  const length = rule?.windowDays ?? of.carrier.windowDays
  const name = rule ? (names[of.jurisState] ?? `${of.place}: first fill in ${days(length)}`) : 'First fill'
  const law = rule ? rule.citation : 'the carrier’s first-fill rule'
  return { name, length, law, lastDay: addDays(of.dateOfInjury, length) }
}

function firstFill(of: AboutWindows): FillWindow {
  const { name, length, law, lastDay } = firstFillWindow(of)
  const { acceptedOn, facts } = of
  const cap = facts.firstFillCapDays === null ? '' : `; ${days(facts.firstFillCapDays)} of supply at most`
  const until = facts.planLevel === 'FIRST_FILL' ? 'covered in full' : 'accepted'
  // Accepted after this fill and before the days were over: the window ended there.
  const flipped = until === 'accepted' && acceptedOn !== null && acceptedOn > of.dateOfService && acceptedOn <= lastDay
  return {
    name,
    firstDay: of.dateOfInjury,
    lastDay: flipped ? addDays(acceptedOn, -1) : lastDay,
    reason: flipped
      ? `it ended when the claim was accepted on ${usDate(acceptedOn)}${cap} (${law})`
      : `${days(length)} from the injury or until the claim is ${until}${cap} (${law})`,
  }
}

const claimWords: Partial<Record<Compensability, string>> = {
  CONTROVERTED: 'the claim is controverted',
  DENIED: 'the claim is denied',
}

function phaseB(of: AboutWindows): FillWindow {
  const { length, lastDay } = firstFillWindow(of)
  const { acceptedOn, compensability } = of
  const b = (firstDay: string, reason: string): FillWindow => ({
    name: 'New York Phase B',
    firstDay,
    lastDay: null,
    reason: `${reason} (12 NYCRR 441)`,
  })
  if (acceptedOn !== null && acceptedOn <= lastDay && acceptedOn <= of.dateOfService)
    return b(acceptedOn, `the claim was accepted on ${usDate(acceptedOn)}`)
  if (of.dateOfService > lastDay) return b(addDays(lastDay, 1), `more than ${days(length)} after the injury`)
  const waits = compensability === 'PENDING'
  const why = waits ? 'the carrier pays no first fills' : (claimWords[compensability] ?? 'the claim is accepted')
  return b(of.dateOfInjury, why)
}

/** The windows of a fill, with their days and reasons; for an expired first-fill rule its end. */
export function windowsOf(of: AboutWindows): FillWindow[] {
  const found = aroundSurgery(of)
  if (of.dateOfService < of.dateOfInjury) return found
  if (of.facts.firstFill) return [...found, firstFill(of)]
  // Around a surgery its list applies, not that of a phase.
  if (of.jurisState === 'NY') return found.length > 0 ? found : [phaseB(of)]
  const { name, length, law, lastDay } = firstFillWindow(of)
  const waits = of.compensability === 'PENDING' || of.facts.planLevel === 'FIRST_FILL'
  if (!waits || !of.carrier.enabled || of.dateOfService <= lastDay) return found
  const still = of.compensability === 'PENDING' ? 'the claim is not accepted yet' : 'only first fills are covered'
  const reason = `${days(length)} from the injury have passed and ${still} (${law})`
  return [...found, { name: `${name}, ended`, firstDay: of.dateOfInjury, lastDay, reason }]
}

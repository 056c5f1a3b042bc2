import type { Why } from '#platform/calls/refusal.ts'
import { usDate } from '#platform/dates/day.ts'
import type { RulePack } from '#reference/jurisdictions/rule-pack.ts'
import type { Person } from '#platform/calls/person.ts'
import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'
import type { DecisionSettings } from '#features/permissions/decision-settings.ts'
import { whyNotDecide } from '#features/decision-rights/who-decides.ts'
import { dueAt, type Due } from '#features/deadlines/due.ts'
import { packOf, type Clocked } from '#features/deadlines/which-pack.ts'
import { dayWords, exactWords } from '#platform/dates/words.ts'
import { dateIn, instantOf } from '#platform/dates/zone.ts'

// The clock stops for nothing, but where the state's rule has it, needed information that was asked for moves
// its end once (California: 8 CCR 9792.9.1(f)).

/** How a due time was moved, as the clock of its request keeps it. Instants ISO 8601 UTC, `askedOn` 'YYYY-MM-DD'. */
export type Extension = {
  /** When it was written down, and by whom. */
  at: string
  byName: string
  askedOn: string
  askedOf: string
  information: string
  /** The instant the rule counts the asking from. */
  extendedAt: string
  /** When it was due before. */
  dueBefore: string
}

/** The clock of a request as an extension finds it. */
export type RunningClock = {
  pack: RulePack
  receivedAt: string
  /** Day the prescriber recommended the treatment; a state with a longest time counts it from there. */
  recommendedOn: string | null
  dueAt: string
  extended: Extension | null
}

/** The columns of a request that say how its clock stands. */
export type ClockColumns = Clocked & {
  statutory_due_at: string
  date_written: string | null
  clock_state: Readonly<Record<string, unknown>>
}

/** The clock of a request from its columns; one that took its due time over in a merge counts from the other's receipt. */
export function runningClock(row: ClockColumns): RunningClock {
  const state = row.clock_state as {
    dueFrom?: { receivedAt: string; recommendedOn?: string | null }
    extended?: Extension
  }
  return {
    pack: packOf(row),
    receivedAt: new Date(state.dueFrom?.receivedAt ?? row.request_received_at).toISOString(),
    recommendedOn:
      (state.dueFrom?.recommendedOn === undefined ? row.date_written : state.dueFrom.recommendedOn) ?? null,
    dueAt: new Date(row.statutory_due_at).toISOString(),
    extended: state.extended ?? null,
  }
}

const channels = ['electronic', 'fax', 'mail'] as const

/**
 * The due time a clock has once information was asked for at an instant, and how it is counted; nothing where the rule
 * moves it no further: it has no extension, the asking came too late, or the longest time it allows ends no later.
 */
export function extendedDue(clock: RunningClock, extendedAt: string): Due | undefined {
  const { pack, receivedAt, recommendedOn } = clock
  if (!pack.extension) return undefined
  const of = (channel: (typeof channels)[number], more = {}) =>
    dueAt(pack, { receivedAt, channel, recommendedOn, ...more })
  // How the due time was counted shows how the request came in.
  const channel = channels.find((one) => of(one).dueAt === clock.dueAt) ?? 'electronic'
  const due = of(channel, { extendedAt })
  return Date.parse(due.dueAt) > Date.parse(clock.dueAt) ? due : undefined
}

/**
 * Why this person may not have the due time moved now, because information was asked for; nothing means they may, once,
 * before it has passed, where the state's rule has it. Everybody who may decide the request may extend it.
 */
export function whyNotExtend(
  person: Person,
  authorization: DecisionFacts,
  clock: RunningClock,
  now: string,
  settings?: DecisionSettings,
): Why<'ALREADY_DECIDED' | 'CONFLICT' | 'NOT_ALLOWED' | 'RULE' | 'UPDATE_BLOCKED'> | undefined {
  const why = whyNotDecide(person, authorization, settings)
  if (why) return why
  const { pack, extended } = clock
  if (!pack.extension)
    return {
      code: 'RULE',
      message: `The deadline cannot be extended: no extension is part of the rule “${pack.name}”.`,
    }
  if (extended)
    return {
      code: 'CONFLICT',
      message: `${extended.byName} had the due time extended on ${dayWords(dateIn(Date.parse(extended.at), pack.timeZone))} already; that is done once.`,
    }
  if (Date.parse(now) > Date.parse(clock.dueAt))
    return {
      code: 'RULE',
      message: `It is too late: the due time passed on ${exactWords(clock.dueAt, pack.timeZone)}.`,
    }
  if (!extendedDue(clock, now))
    return {
      code: 'RULE',
      message: `The deadline cannot be extended: ${exactWords(clock.dueAt, pack.timeZone)} is the longest the rule allows.`,
    }
  return undefined
}

export type RequestedInformation = { askedOn: string; askedOf: string; information: string }

/** What is wrong with the day on which information is said to have been asked for; nothing means it can be. */
export function whyNotAskedOn(
  askedOn: string,
  receivedAt: string,
  now: string,
  zone: string,
): Why<'VALIDATION'> | undefined {
  const no = (message: string): Why<'VALIDATION'> => ({ code: 'VALIDATION', field: 'askedOn', message })
  const first = dateIn(Date.parse(receivedAt), zone)
  if (askedOn > dateIn(Date.parse(now), zone)) return no('It cannot have been asked for in the future.')
  if (askedOn < first) return no(`The request was received on ${usDate(first)}: it was asked for then or later.`)
  return undefined
}

/** The instant the rule counts the asking from: the end of its day, but no later than now. */
export const askedInstant = (askedOn: string, now: string, zone: string): string =>
  new Date(Math.min(Date.parse(now), instantOf(askedOn, '23:59:59.999', zone))).toISOString()

/** What was asked for, of whom and when, as the log says it after the new due time. */
export const askedWords = ({ information, askedOf, askedOn }: RequestedInformation): string =>
  `${information}, asked of ${askedOf} on ${usDate(askedOn)}`

/** The line that is added to how an extended due time was counted. */
export const askedLine = ({ information, askedOf, askedOn, byName }: Extension): string =>
  `Asked of ${askedOf} on ${dayWords(askedOn)}, written down by ${byName}: ${information}.`

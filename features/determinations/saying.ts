import type { Why } from '#platform/calls/refusal.ts'
import type { Person } from '#platform/calls/person.ts'
import { usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { authorityInWords } from './authorities.ts'
import { determinationKinds, type DeterminationKind } from '#features/authorizations/determination-kinds.ts'
import type { Determined } from '#features/authorizations/determination-shape.ts'
import { plural } from '#platform/text/plural.ts'

// Used only to record, list or withdraw a determination; the decision screen loads it later.

/** "utilization review", "the board": inside a sentence. */
export function authorityInside(kind: DeterminationKind): string {
  const words = authorityInWords(kind)
  return words.charAt(0).toLowerCase() + words.slice(1)
}

/** A determination as somebody wants to write it down. */
export type DeterminationInput = {
  kind: DeterminationKind
  determinedOn: string
  result: Determined['result']
  startDate?: string | undefined
  endDate?: string | undefined
  oneTimeFill?: boolean | undefined
  drugLevel?: number | undefined
  maxFills?: number | undefined
  maxQty?: number | undefined
  maxDays?: number | undefined
}

const granted = ['startDate', 'endDate', 'oneTimeFill', 'drugLevel', 'maxFills', 'maxQty', 'maxDays'] as const
const needed = {
  startDate: 'Enter the first day.',
  endDate: 'Enter the last day.',
  drugLevel: 'Choose the drug level.',
}

/** What is wrong with it by itself; `field` is the call's name for it. */
export function whyNotSay(
  person: Pick<Person, 'timeZone'>,
  dateOfInjury: string,
  input: DeterminationInput,
  now: string,
): Why<'VALIDATION'> | undefined {
  const wrong = (field: string, message: string): Why<'VALIDATION'> => ({ code: 'VALIDATION', message, field })
  if (input.determinedOn > dateIn(Date.parse(now), person.timeZone))
    return wrong('determinedOn', 'The date of the determination must not be in the future.')
  if (input.determinedOn < dateOfInjury)
    return wrong('determinedOn', 'The date of the determination must not be before the injury.')
  if (input.result === 'DENIED') {
    const field = granted.find((name) => input[name] !== undefined)
    return field && wrong(field, 'A denial grants nothing: leave this out.')
  }
  for (const field of ['startDate', 'endDate', 'drugLevel'] as const)
    if (input[field] === undefined) return wrong(field, needed[field])
  if (input.startDate! < dateOfInjury) return wrong('startDate', 'It may not start before the injury.')
  if (input.endDate! < input.startDate!) return wrong('endDate', 'The end date must not be before the start date.')
  if (input.oneTimeFill && (input.maxFills ?? 1) !== 1) return wrong('maxFills', 'A one-time fill is one fill.')
  return undefined
}

type Ranked = Pick<Determined, 'kind' | 'determinedOn' | 'recordedAt' | 'determinationId'>

/** True when `a` ranks over `b`: the higher authority, then the later day, then what was recorded last. */
function ranksOver(a: Ranked, b: Ranked): boolean {
  const rank = ({ kind }: Ranked): number => determinationKinds.indexOf(kind)
  if (rank(a) !== rank(b)) return rank(a) > rank(b)
  if (a.determinedOn !== b.determinedOn) return a.determinedOn > b.determinedOn
  const [at, bt] = [Date.parse(a.recordedAt), Date.parse(b.recordedAt)]
  return at === bt ? a.determinationId > b.determinationId : at > bt
}

/** The determination that holds, of those not withdrawn: the newest of the highest authority (docs/decisions/0024). */
export const currentOf = <One extends Ranked & { withdrawn: unknown }>(all: readonly One[]): One | undefined =>
  all.filter(({ withdrawn }) => !withdrawn).toSorted((a, b) => (ranksOver(a, b) ? -1 : 1))[0]

/** What it grants, in words: "11/20/2026 to 12/20/2026, GPI level 14, 3 fills, 60 units a fill"; of a denial nothing. */
export const grantWords = (of: Determined): string =>
  of.startDate === null
    ? ''
    : [
        `${usDate(of.startDate)} to ${usDate(of.endDate!)}`,
        `GPI level ${of.drugLevel}`,
        of.oneTimeFill
          ? 'one fill'
          : of.maxFills === null
            ? ''
            : `${of.maxFills} ${of.maxFills === 1 ? 'fill' : 'fills'}`,
        of.maxQty === null ? '' : `${plural(of.maxQty, 'unit')} a fill`,
        of.maxDays === null ? '' : `${plural(of.maxDays, 'day')} of supply a fill`,
      ]
        .filter(Boolean)
        .join(', ')

/** How a review ended: in full, or with less than was asked for. */
export function reviewResult(
  fill: { quantity: number; days_supply: number; date_of_service: string },
  given: { decision: string; start_date: string | null; max_qty: number | null; max_days: number | null },
  today: string,
): 'CERTIFIED' | 'MODIFIED' | 'DENIED' {
  if (given.decision !== 'APPROVE') return 'DENIED'
  const asSoon = fill.date_of_service > today ? fill.date_of_service : today
  const less =
    (given.max_qty !== null && given.max_qty < fill.quantity) ||
    (given.max_days !== null && given.max_days < fill.days_supply) ||
    (given.start_date !== null && given.start_date > asSoon)
  return less ? 'MODIFIED' : 'CERTIFIED'
}

const results: Readonly<Record<Determined['result'], string>> = {
  CERTIFIED: 'certified',
  MODIFIED: 'certified with changes',
  DENIED: 'denied',
}

/** What the log says of a determination: its result, whose it is with their number, and from when to when it grants. */
export const loggedAs = (of: {
  result: Determined['result']
  authority: string
  number: string
  startDate: string | null
  endDate: string | null
}): { result: string; authority: string; window: string } => ({
  result: results[of.result],
  authority: `${of.authority} (${of.number})`,
  window: of.startDate === null ? '' : `, ${usDate(of.startDate)} - ${usDate(of.endDate!)}`,
})

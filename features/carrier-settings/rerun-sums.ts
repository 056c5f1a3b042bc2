import type { AnswerOf } from '#platform/calls/contract.ts'
import { addDays, daysBetween, weekdayOf } from '#platform/dates/day.ts'
import type { carrierSettings } from './contract.ts'
import { effects, type Effect } from './effects.ts'

type Part = AnswerOf<typeof carrierSettings.rerun>
export type Case = Part['cases'][number]
type Owned = Part['owners'][number]
type Twice = { before: number; after: number }

/** What the parts of a preview come to so far. */
export type Sums = {
  from: string
  to: string
  total: number
  judged: number
  unjudged: number
  passed: Twice
  forPerson: Twice
  owners: readonly Owned[]
  amount: Twice
  cases: readonly Case[]
}

const plus = (a: Twice, b: Twice): Twice => ({ before: a.before + b.before, after: a.after + b.after })
function ownedPlus(so: readonly Owned[], part: readonly Owned[]): Owned[] {
  const found = new Map(so.map((one) => [one.name, one]))
  for (const one of part) found.set(one.name, { ...one, ...plus(one, found.get(one.name) ?? { before: 0, after: 0 }) })
  return [...found.values()]
}

/** The sums with one more part. */
export const added = (sums: Sums | undefined, part: Part): Sums => ({
  from: part.from,
  to: part.to,
  total: sums?.total ?? part.total ?? 0,
  judged: (sums?.judged ?? 0) + part.judged,
  unjudged: (sums?.unjudged ?? 0) + part.unjudged,
  passed: sums ? plus(sums.passed, part.passed) : part.passed,
  forPerson: sums ? plus(sums.forPerson, part.forPerson) : part.forPerson,
  owners: ownedPlus(sums?.owners ?? [], part.owners),
  amount: sums ? plus(sums.amount, part.amount) : part.amount,
  cases: [...(sums?.cases ?? []), ...part.cases],
})

export const countOf = (cases: readonly Case[], effect: Effect): number =>
  cases.filter((one) => one.effect === effect).length

/** What has cases, in the order the figures are shown. */
export const effectsIn = (cases: readonly Case[]): Effect[] => effects.filter((effect) => countOf(cases, effect) > 0)

const NOBODY = 'Nobody yet'
type Receiver = { name: string; had: number; more: number; fewer: number; would: number }
/** Who would get more or fewer requests than with the setting as it is, most changes first. */
export function receivers({ cases, owners }: Pick<Sums, 'cases' | 'owners'>): Receiver[] {
  const found = new Map<string, Receiver>()
  for (const { forPersonBefore, forPersonAfter, owner } of cases) {
    if (forPersonBefore === forPersonAfter) continue
    const name = owner ?? NOBODY
    const { before: had = 0, after: would = 0 } = owners.find((one) => one.name === owner) ?? {}
    const own = found.get(name) ?? { name, had, more: 0, fewer: 0, would }
    found.set(name, { ...own, more: own.more + Number(forPersonAfter), fewer: own.fewer + Number(forPersonBefore) })
  }
  return [...found.values()].toSorted((a, b) => b.more + b.fewer - a.more - a.fewer || (a.name < b.name ? -1 : 1))
}

/** How many more, or fewer, a person would decide on a day from Monday to Friday. */
export function eachWeekday({ from, to, forPerson }: Pick<Sums, 'from' | 'to' | 'forPerson'>): number {
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => weekdayOf(addDays(from, at)))
  const weekdays = days.filter((day) => day >= 1 && day <= 5).length
  return Math.round(((forPerson.after - forPerson.before) / weekdays) * 10) / 10
}

const codes = (of: readonly string[]): string => of.join(', ') || 'no code'
/** What becomes of a case, in words. */
export function caseWords(of: Case): string {
  if (of.effect === 'STOPS')
    return `Paid, would stop with ${codes(of.codesAfter)}${of.forPersonAfter ? ` and go to ${of.owner ?? 'the group queue'}` : ''}`
  if (of.effect === 'PASSES')
    return `Stopped with ${codes(of.codesBefore)}${of.forPersonBefore ? `, went to ${of.owner ?? 'the group queue'}` : ''}; would pay`
  if (of.effect === 'REASONS') return `Stopped with ${codes(of.codesBefore)}, would with ${codes(of.codesAfter)}`
  return 'Paid at another price'
}

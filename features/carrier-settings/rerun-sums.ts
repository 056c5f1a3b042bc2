import type { AnswerOf } from '#platform/calls/contract.ts'
import type { carrierSettings } from './contract.ts'
import { effects, type Effect } from './effects.ts'

type Part = AnswerOf<typeof carrierSettings.rerun>
export type Case = Part['cases'][number]
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
  amount: Twice
  cases: readonly Case[]
}

const plus = (a: Twice, b: Twice): Twice => ({ before: a.before + b.before, after: a.after + b.after })

/** The sums with one more part. */
export const added = (sums: Sums | undefined, part: Part): Sums => ({
  from: part.from,
  to: part.to,
  total: sums?.total ?? part.total ?? 0,
  judged: (sums?.judged ?? 0) + part.judged,
  unjudged: (sums?.unjudged ?? 0) + part.unjudged,
  passed: sums ? plus(sums.passed, part.passed) : part.passed,
  forPerson: sums ? plus(sums.forPerson, part.forPerson) : part.forPerson,
  amount: sums ? plus(sums.amount, part.amount) : part.amount,
  cases: [...(sums?.cases ?? []), ...part.cases],
})

export const countOf = (cases: readonly Case[], effect: Effect): number =>
  cases.filter((one) => one.effect === effect).length

/** What has cases, in the order the figures are shown. */
export const effectsIn = (cases: readonly Case[]): Effect[] => effects.filter((effect) => countOf(cases, effect) > 0)

const NOBODY = 'Nobody yet'
type Receiver = { name: string; more: number; fewer: number }
/** Who would get more or fewer requests than with the setting as it is, most changes first. */
export function receivers(cases: readonly Case[]): Receiver[] {
  const found = new Map<string, Receiver>()
  for (const { forPersonBefore, forPersonAfter, owner } of cases) {
    if (forPersonBefore === forPersonAfter) continue
    const name = owner ?? NOBODY
    const own = found.get(name) ?? { name, more: 0, fewer: 0 }
    found.set(name, { ...own, more: own.more + Number(forPersonAfter), fewer: own.fewer + Number(forPersonBefore) })
  }
  return [...found.values()].toSorted((a, b) => b.more + b.fewer - a.more - a.fewer || (a.name < b.name ? -1 : 1))
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

import type { AuthDetail } from '#features/authorizations/contract.ts'

type Point = AuthDetail['considerations'][number]
type Reject = Pick<AuthDetail['rejects'][number], 'message' | 'sourceRule'>

/** Where an interaction is from: label and section, read or from memory. */
export const isSource = (evidence: string): boolean => evidence.startsWith('Source: ')

/** Points that name drugs at hand, which an interaction names too. */
const namesDrugs: readonly string[] = ['benzodiazepine', 'relaxant']
const interaction = 'interaction-'

/** "Alprazolam 0.5 mg tablet (filled 11/03/2026, 12 days left)" as an interaction names it: without the days. */
const asNamed = (supply: string): string => supply.replace(/, [^,()]*left\)$/, ')')

/** Of points with the figures of a reject: those it does not have. */
const rest: Readonly<Record<string, (detail: string) => string | undefined>> = {
  early: (detail) => {
    const [early] = /\d{1,4} days? early/.exec(detail) ?? []
    return early && `${early}.`
  },
  mme: (detail) => {
    const at = detail.indexOf('(now ')
    const end = detail.indexOf('). ', at)
    const now = at === -1 ? undefined : /^[\d.]{1,12}(?=,)/.exec(detail.slice(at + '(now '.length))?.[0]
    return now !== undefined && end !== -1 ? `${now} MME a day now. ${detail.slice(end + '). '.length)}` : undefined
  },
}

/** What a point says more than the rejects do, whose sentences stand under "Why it stopped"; undefined where that is nothing. */
function more(point: Point, rejects: readonly Reject[]): Point | undefined {
  const { key, title, detail, evidence, ruleId } = point
  if (namesDrugs.includes(key)) {
    const isNamed = (supply: string) => rejects.some(({ message }) => message.includes(asNamed(supply)))
    return evidence.length > 0 && evidence.every(isNamed) ? undefined : point
  }
  const said = rejects.filter(({ message, sourceRule }) => sourceRule === ruleId && message !== '')
  if (said.length === 0) return point
  if (key === 'injury') return undefined
  const own = rest[key]?.(detail)
  if (own !== undefined) return { ...point, detail: own }
  if (said.some(({ message }) => message.includes(detail))) {
    const sources = evidence.filter(isSource)
    const drug = key.startsWith(interaction) ? key.slice(interaction.length) : ''
    return sources.length === 0
      ? undefined
      : { ...point, title: drug ? `${title} with ${drug}` : title, detail: '', evidence: sources }
  }
  const begins = said.find(({ message }) => detail.startsWith(`${message}. `))
  return begins ? { ...point, detail: detail.slice(begins.message.length + 2) } : point
}

/** The considerations beside the rejects of a request: what a reject says is not said again, only what a point adds to it. */
export const besideRejects = (points: readonly Point[], rejects: readonly Reject[]): Point[] =>
  points.flatMap((point) => more(point, rejects) ?? [])

/** What guidance by rule says more than the rejects do: the sentence it ends with stands under "Why it stopped". */
export function guidanceBeside(rationale: string, rejects: readonly Pick<Reject, 'message'>[]): string {
  const said = rejects.find(({ message }) => message !== '' && rationale.endsWith(message))
  return said ? rationale.slice(0, -said.message.length).trimEnd() : rationale
}

import { usDate } from '#platform/dates/day.ts'
import type { ClaimFacts, WantedSpan } from './rules.ts'

/** What else changes when coverage does. */
export type Effect = { tone: 'good' | 'watch'; title: string; detail: string }
type Affected = {
  /** Prior authorizations in force, by the day they end. */
  grants: readonly { drug: string; end: string }[]
  /** Days of service of open requests. */
  requests: readonly string[]
}

const END = '9999-12-31'
const count = (number: number, one: string, many: string): string => (number === 1 ? `1 ${one}` : `${number} ${many}`)
const SHOWN = 3

export function effectsOf(
  claim: Pick<ClaimFacts, 'spans'>,
  wanted: WantedSpan,
  { grants, requests }: Affected,
  today: string,
): Effect[] {
  const after = [...claim.spans.filter((span) => span.id !== wanted.eligibilityId), wanted]
  const covered = (day: string) => after.some((span) => span.effectiveDate <= day && day <= (span.termDate ?? END))
  const last = after.reduce((end, span) => ((span.termDate ?? END) > end ? (span.termDate ?? END) : end), '')
  const outliving = grants.filter((grant) => grant.end > last)
  const effects: Effect[] = []
  if (outliving.length > 0) {
    const named = outliving.slice(0, SHOWN).map(({ drug, end }) => `${drug} to ${usDate(end)}`)
    const more = outliving.length > SHOWN ? `, and ${outliving.length - SHOWN} more` : ''
    effects.push({
      tone: 'watch',
      title: `${count(outliving.length, 'prior authorization outlives', 'prior authorizations outlive')} the coverage`,
      detail: `${named.join(', ')}${more}. They stop paying after ${usDate(last)}.`,
    })
  }
  if (requests.length > 0) {
    const outside = requests.filter((day) => !covered(day)).length
    effects.push({
      tone: outside > 0 ? 'watch' : 'good',
      title: `${count(requests.length, 'open request is', 'open requests are')} checked again`,
      detail:
        outside > 0
          ? `${count(outside, 'fill is', 'fills are')} on a day without coverage.`
          : 'None changes: the days of all fills are covered.',
    })
  }
  effects.push(
    covered(today)
      ? {
          tone: 'good',
          title: last === END ? 'The card stays valid' : `The card stays valid to ${usDate(last)}`,
          detail: 'Fills pay as before.',
        }
      : {
          tone: 'watch',
          title: 'The card pays nothing today',
          detail: 'Pharmacies hear that the patient is not covered.',
        },
  )
  return effects
}

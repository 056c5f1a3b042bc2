import { addDays } from '#platform/dates/day.ts'
import { oneTrip, seen, implement, type Refusing } from '#platform/calls/handler.ts'
import { invalid, notFound } from '#platform/calls/refusal.ts'
import { sql as s } from '#platform/database/sql.ts'
import { careScores } from './contract.ts'
import { careScore, trendOf, type CareFacts, type CareScore } from './rules.ts'
import * as sql from './sql.ts'

type Named = { stratusClaimId?: string | undefined; esiClaimId?: string | undefined }
const MONTHS_KEPT = 36
const TREND_DAYS = 90

const claimOf = ({ stratusClaimId, esiClaimId }: Named) => {
  if (stratusClaimId === undefined && esiClaimId === undefined) invalid('stratusClaimId', 'Enter a claim.')
  return sql.named(stratusClaimId, esiClaimId)
}
const known = (named: Named) => {
  const claim = claimOf(named)
  return { scores: sql.stored(claim, MONTHS_KEPT), state: sql.state(claim) }
}
/** With the history, for a score of another day than the kept one. */
const withHistory = (named: Named) => ({ facts: seen(sql.factsOf(claimOf(named)), s`seen.id`), ...known(named) })
const questions = (named: Named) => ({ facts: seen(sql.factsWhereDue(claimOf(named)), s`seen.id`), ...known(named) })
type Found = {
  facts: { today: string; facts: CareFacts | null }[]
  scores: sql.StoredScore[]
  state: { disabled: boolean; waits: boolean }[]
}

/** The current score: the stored one, or computed now when something was filled since. */
function scoreOf({ facts, scores, state }: Found): CareScore & { asOf: string; enabled: boolean } {
  const [claim] = facts
  if (!claim) return notFound()
  const enabled = state[0]?.disabled !== true
  const [kept] = scores
  return kept && (claim.facts === null || state[0]?.waits !== true)
    ? { ...kept, asOf: kept.as_of, enabled }
    : { ...careScore(claim.facts!, claim.today), asOf: claim.today, enabled }
}

const mustBeOn = ({ refuse }: Refusing<'FEATURE_OFF'>, enabled: boolean): void => {
  if (!enabled) refuse({ code: 'FEATURE_OFF', message: 'The care score is switched off for this carrier.' })
}

export const handlers = implement(careScores)({
  status: oneTrip(withHistory, (found) => {
    const { enabled, score, band, asOf } = scoreOf(found)
    if (!enabled) return { enabled, score: null, band: null, asOf: null, trend: null, delta: null }
    // A month's score is that of its last day, up to a month further back: the trend is over 90 days.
    const before = careScore(found.facts[0]!.facts, addDays(asOf, -TREND_DAYS)).score
    return { enabled, score, band, asOf, trend: trendOf(score - before), delta: score - before }
  }),

  categories: oneTrip(questions, (found, context) => {
    const { enabled, categories, criteria } = scoreOf(found)
    mustBeOn(context, enabled)
    return {
      categories: categories.map((one) => ({
        ...one,
        weight: one.max,
        topCriteria: criteria
          .filter((criterion) => criterion.category === one.key)
          .slice(0, 2)
          .map((criterion) => criterion.explanation),
      })),
    }
  }),

  criteria: oneTrip(questions, (found, context) => {
    const { months } = context.input
    const { enabled, criteria, score, asOf } = scoreOf(found)
    mustBeOn(context, enabled)
    const month = asOf.slice(0, 7)
    const earlier = found.scores.filter((one) => one.month.slice(0, 7) < month).slice(0, months - 1)
    return {
      criteria,
      trend: [
        ...earlier.map((one) => ({ month: one.month.slice(0, 7), score: one.score })).reverse(),
        { month, score },
      ],
    }
  }),
})

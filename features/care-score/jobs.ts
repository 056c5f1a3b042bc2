import { addDays } from '#platform/dates/day.ts'
import { instantOf } from '#platform/dates/zone.ts'
import type { Job, Tick } from '#platform/jobs/jobs.ts'
import { sql as s } from '#platform/database/sql.ts'
import { careScore, monthEndsBefore, monthOf } from './rules.ts'
import * as sql from './sql.ts'

const TREND_MONTHS = 12
const NIGHT = '03:00'
const ZONE = 'America/New_York'

/**
 * Works out the score of a claim as it stands today, and once the twelve months before, so that a trend has something to
 * compare with. It is due again tonight while anything counts: points fade as supplies run out.
 */
const workOut: Job = async ({ payload, db, now, write }) => {
  const claimId = String(payload['id'])
  const [claim, known] = await Promise.all([db.one(sql.factsOf(s`c.id = ${claimId}`)), db.all(sql.months(claimId))])
  if (!claim) return
  const { today, facts } = claim
  const has = new Set(known.map((row) => row.month))
  const first = facts.fills[0]?.fillDate
  const before = monthEndsBefore(today, TREND_MONTHS).filter(
    (day) => !has.has(monthOf(day)) && first !== undefined && day >= first && day >= facts.doi,
  )
  const score = careScore(facts, today)
  const tonight = new Date(instantOf(addDays(today, 1), NIGHT, ZONE)).toISOString()
  write(
    sql.write(claimId, [
      ...before.map((day) => ({ ...careScore(facts, day), month: monthOf(day), as_of: day, next_at: null })),
      {
        ...score,
        month: monthOf(today),
        as_of: today,
        next_at: score.score > 0 && now.toISOString() < tonight ? tonight : null,
      },
    ]),
  )
}
const careScoreTick: Tick = { due: sql.dueScores, run: workOut }

/** Scheduled jobs, by name. */
export const ticks: Record<string, Tick> = { careScores: careScoreTick }

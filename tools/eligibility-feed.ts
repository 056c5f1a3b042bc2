/**
 * `npm run eligibility-feed -- CARRIER FILE`: loads a carrier's workers, claims and coverage (docs/guide/eligibility-feed.md). It
 * works on the portal's database, whether the portal is running or not.
 */
import { systemClock } from '#platform/dates/clock.ts'
import { atTheDatabase } from './at-the-database.ts'
import { runEligibilityFeed } from './eligibility-feed/command.ts'

await atTheDatabase((db) =>
  runEligibilityFeed(process.argv.slice(2), { db, now: systemClock.now(), tell: (line) => console.log(line) }),
)

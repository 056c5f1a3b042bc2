/**
 * `npm run flags`: which features are on, for everybody, for a carrier, for a sub-carrier (docs/guide/flags.md). It works on
 * the portal's database, whether the portal is running or not; the next request follows it.
 */
import { systemClock } from '#platform/dates/clock.ts'
import { atTheDatabase } from './at-the-database.ts'
import { runFlags } from './flags/command.ts'

await atTheDatabase((db) =>
  runFlags(process.argv.slice(2), { db, now: systemClock.now(), tell: (line) => console.log(line) }),
)

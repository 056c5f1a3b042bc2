/**
 * `npm run sessions`: who is signed in, and ending that. It works on the portal's database, whether the portal
 * is running or not; an ended session is refused with its next request.
 *
 *   npm run sessions -- list
 *   npm run sessions -- end --username dana.ruiz
 *   npm run sessions -- end --all
 */
import { systemClock } from '#platform/dates/clock.ts'
import { atTheDatabase } from './at-the-database.ts'
import { runSessions } from './sessions/command.ts'

await atTheDatabase((db) =>
  runSessions(process.argv.slice(2), { db, now: systemClock.now(), tell: (line) => console.log(line) }),
)

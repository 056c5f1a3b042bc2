/**
 * `npm run directories`: loads prescribers, pharmacies, drugs and ZIP codes from the files that are published
 * (docs/guide/directories.md). It works on the portal's database, whether the portal is running or not.
 */
import { systemClock } from '#platform/dates/clock.ts'
import { atTheDatabase } from './at-the-database.ts'
import { runDirectories } from './directories/command.ts'

await atTheDatabase((db) =>
  runDirectories(process.argv.slice(2), { db, now: systemClock.now(), tell: (line) => console.log(line) }),
)

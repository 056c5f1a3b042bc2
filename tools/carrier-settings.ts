/**
 * `npm run carrier-settings`: what a carrier set for itself or a sub-carrier (docs/guide/carrier-settings.md). It works on
 * the portal's database, whether the portal is running or not; the next request follows it.
 */
import { systemClock } from '#platform/dates/clock.ts'
import { atTheDatabase } from './at-the-database.ts'
import { runCarrierSettings } from './carrier-settings/command.ts'

await atTheDatabase((db) =>
  runCarrierSettings(process.argv.slice(2), { db, now: systemClock.now(), tell: (line) => console.log(line) }),
)

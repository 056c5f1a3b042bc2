/**
 * `npm run carriers -- load FILE`: makes a carrier from nothing, with its first administrator, or adds claims and directories
 * to one (docs/guide/first-carrier.md). It works on the portal's database, whether the portal is running or not.
 */
import { systemClock } from '#platform/dates/clock.ts'
import { readSettings } from '#platform/start/settings.ts'
import { atTheDatabase } from './at-the-database.ts'
import { runCarriers } from './carriers/command.ts'

const { origin } = readSettings(process.env)
await atTheDatabase((db) =>
  runCarriers(process.argv.slice(2), { db, origin, now: systemClock.now(), tell: (line) => console.log(line) }),
)

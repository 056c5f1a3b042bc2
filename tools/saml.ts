/**
 * `npm run saml`: the carriers that sign their people in with an identity provider of their own (docs/guide/saml.md). It
 * works on the portal's database, whether the portal is running or not; what it changes counts at once.
 */
import { readFile } from 'node:fs/promises'
import { systemClock } from '#platform/dates/clock.ts'
import { atTheDatabase } from './at-the-database.ts'
import { runSaml } from './saml/command.ts'

await atTheDatabase((db) =>
  runSaml(process.argv.slice(2), {
    db,
    now: systemClock.now(),
    read: (path) => readFile(path, 'utf8'),
    tell: (line) => console.log(line),
  }),
)

/** `npm run calls`: writes docs/calls.md from the contracts, the screens and the tests. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { everyCall } from '#registry'
import { callsPage } from './calls/page.ts'

writeFileSync(join(import.meta.dirname, '../docs/calls.md'), callsPage(everyCall))
console.log('wrote docs/calls.md')

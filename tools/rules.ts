/** `npm run rules`: writes docs/rules.md from the tables in code. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rulesPage } from './rules/page.ts'

writeFileSync(join(import.meta.dirname, '../docs/rules.md'), rulesPage())

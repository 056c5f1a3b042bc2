/** `npm run policy`: writes docs/policy.csv, who may call what, from the contracts. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { everyCall } from '#registry'
import { policyTable } from '#features/permissions/policy.ts'

writeFileSync(join(import.meta.dirname, '../docs/policy.csv'), policyTable(everyCall))
console.log('wrote docs/policy.csv')

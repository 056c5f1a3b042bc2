import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { ruleBook } from '#features/adjudication/rule-book.ts'
import { feeSchedules } from './fee-schedules.ts'
import { firstFillRules, opioidRules } from './first-fill.ts'
import { formularyDefaults } from './formulary-defaults.ts'
import { icdGroups, injuryDrugMap } from './injury-drug-map.ts'
import { interactions } from './interactions.ts'
import { opioidFactors, opioidFactorVersion } from './opioid-factors.ts'
import { refillLimits } from './refill-limits.ts'
import { rejectCodes } from './reject-codes.ts'
import { physicianSupplies, stateDispensing } from './state-dispensing.ts'
import * as versions from './versions.ts'

const fingerprint = (...tables: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(tables)).digest('hex').slice(0, 12)

// A table that changed under its old name would make every older decision that names it wrong about what it saw.
test.each([
  [
    versions.engineVersion,
    fingerprint(ruleBook, rejectCodes, firstFillRules, opioidRules, stateDispensing, physicianSupplies, refillLimits),
    'engine-2026.15 5ecf8ab44f47',
  ],
  [versions.feeScheduleVersion, fingerprint(feeSchedules), 'fees-assumed-2026.2 336efe5f1e5e'],
  [versions.formularyVersion, fingerprint(formularyDefaults), 'formulary-default-2026.2 22ea44ae38c6'],
  [versions.interactionVersion, fingerprint(interactions), 'interactions-2026.6 20e687fa701a'],
  [versions.injuryMapVersion, fingerprint(injuryDrugMap, icdGroups), 'injury-map-2026.1 fbdf31ec27b6'],
  [opioidFactorVersion, fingerprint(opioidFactors), 'CDC-2022.2 87f9943ee504'],
])('the table called %s is the one that got this name; a changed table gets a new one', (name, now, known) => {
  expect(`${name} ${now}`).toBe(known)
})

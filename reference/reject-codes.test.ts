import { describe, expect, test } from 'vitest'
import { approvalReasons } from './approval-reasons.ts'
import { bodyParts } from './body-parts.ts'
import { hcpcs } from './hcpcs.ts'
import { icd10Codes } from './icd10.ts'
import { rejectCode, rejectCodes } from './reject-codes.ts'
import { rejectionReason, rejectionReasons, urOnlyReason } from './rejection-reasons.ts'

describe('reject codes', () => {
  test('each has two or three capitals or digits, once, with a meaning and a hint', () => {
    expect(new Set(rejectCodes.map((row) => row.code)).size).toBe(rejectCodes.length)
    for (const row of rejectCodes) {
      expect(row.code).toMatch(/^[0-9A-Z]{2,3}$/)
      expect(row.meaning.length).toBeGreaterThan(5)
      expect(row.fixHint).toMatch(/\.$/)
    }
  })

  test('what nobody may clear or only data can mend raises no request', () => {
    const pending = rejectCodes.filter((row) => (row.by === '-' || row.by === 'K') && row.pend !== 'n')
    expect(pending).toEqual([])
  })

  test.each([
    ['07', 'ELIG', false, 'n', 'K'],
    ['75', 'PA', false, 'y', 'A'],
    ['88', 'DUR', true, 'y', 'R'],
    ['3W', 'PA', false, 'join', 'A'],
    ['3Y', 'PA', false, 'n', 'A'],
    ['559', 'PROV', false, 'n', '-'],
    ['660', 'DUR', true, 'y', 'R'],
    ['700', 'DUR', true, 'y', 'R'],
    ['828', 'PROV', true, 'y', 'S'],
    ['830', 'PA', false, 'y', 'A'],
    ['925', 'DUR', true, 'y', 'A'],
  ])('%s is %s, safety %s, pends %s, cleared by %s', (code, cls, safety, pend, by) => {
    expect(rejectCode(code)).toMatchObject({ class: cls, safety, pend, by })
  })

  test('finds nothing for a code that the standard does not have', () => {
    expect(rejectCode('7')).toBeUndefined()
    expect(rejectCode('688')).toBeUndefined()
  })
})

describe('lists people choose from', () => {
  test('reasons are numbered in order', () => {
    expect(rejectionReasons.map((row) => row.id)).toEqual(Array.from({ length: 23 }, (_, i) => i + 1))
    expect(approvalReasons.map((row) => row.id)).toEqual(Array.from({ length: 17 }, (_, i) => i + 1))
  })

  test('some reasons are a utilization reviewer’s, everywhere or in a state', () => {
    expect(urOnlyReason(rejectionReason(9)!, 'FL')).toBe(true)
    expect(urOnlyReason(rejectionReason(7)!, 'CA')).toBe(true)
    expect(urOnlyReason(rejectionReason(7)!, 'FL')).toBe(false)
    expect(urOnlyReason(rejectionReason(1)!, 'CA')).toBe(false)
  })

  test('diagnoses have the shape of ICD-10-CM and body parts are there once', () => {
    for (const row of icd10Codes) expect(row.code).toMatch(/^[A-Z][0-9][0-9AB](\.[0-9A-Z]{1,4})?$/)
    expect(icd10Codes.length).toBe(40)
    expect(new Set(bodyParts.map((row) => row.code)).size).toBe(bodyParts.length)
  })

  test('J1010 begins the day after its three forerunners end', () => {
    expect(hcpcs('J1010')?.validFrom).toBe('2024-04-01')
    for (const code of ['J1020', 'J1030', 'J1040']) expect(hcpcs(code)?.validTo).toBe('2024-03-31')
  })
})

import { describe, expect, test } from 'vitest'
import { drugGroupName } from './drug-groups.ts'
import { drugByGpi, drugByNdc, drugCatalogue, drugs, drugsForSize } from './drugs.ts'
import { formularyDefaults } from './formulary-defaults.ts'
import { hcpcsCodes } from './hcpcs.ts'
import { injuryDrugMap } from './injury-drug-map.ts'
import { interactions } from './interactions.ts'
import { opioidFactor } from './opioid-factors.ts'

const startsAny = (prefix: string): boolean => drugs.some((drug) => drug.gpi.startsWith(prefix))

describe('the drug catalogue', () => {
  test('has at least 300 packages with NDCs of the synthetic labelers, each once', () => {
    expect(drugs.length).toBeGreaterThanOrEqual(300)
    expect(new Set(drugs.map((drug) => drug.ndc)).size).toBe(drugs.length)
    for (const drug of drugs) expect(drug.ndc).toMatch(/^98\d{9}$/)
  })

  test('grows to 1200 and 6000 packages, the base list always within', () => {
    for (const count of [1200, 6000]) {
      const larger = drugsForSize(count)
      expect(larger.length).toBeGreaterThanOrEqual(count)
      const byNdc = new Map(larger.map((drug) => [drug.ndc, drug]))
      expect(byNdc.size).toBe(larger.length)
      for (const drug of drugs) expect(byNdc.get(drug.ndc)).toEqual(drug)
    }
  })

  test('makes the same drugs on every call', () => {
    expect(drugCatalogue()).toEqual(drugs)
  })

  test('builds each code of seven pairs under a known group, and one code is one drug, form and strength', () => {
    const meaning = new Map<string, string>()
    for (const drug of drugs) {
      expect(drug.gpi).toMatch(/^\d{14}$/)
      expect(drugGroupName(drug.gpi), drug.name).toBeDefined()
      expect(meaning.get(drug.gpi) ?? drug.name).toBe(drug.name)
      meaning.set(drug.gpi, drug.name)
      expect(drugByGpi(drug.gpi)?.name).toBe(drug.name)
      expect(drugByNdc(drug.ndc)).toBe(drug)
    }
    expect(new Set(meaning.values()).size).toBe(meaning.size)
  })

  test('has believable facts: prices, strengths, schedules and factors', () => {
    for (const drug of drugs) {
      expect(drug.awpUnit, drug.name).toBeGreaterThan(0)
      expect(drug.awpUnit * 100_000, drug.name).toBeCloseTo(Math.round(drug.awpUnit * 100_000), 4)
      expect(drug.strengthValue, drug.name).toBeGreaterThan(0)
      expect(drug.packageSize, drug.name).toBeGreaterThan(0)
      const opioid = /^101[0246]/.test(drug.gpi)
      expect(drug.opioidFactorKey !== null, drug.name).toBe(opioid)
      if (opioid) {
        const row = opioidFactor(drug.opioidFactorKey)
        expect(row, drug.name).toBeDefined()
        expect(drug.dea, drug.name).not.toBeNull()
        if (row?.how === 'PATCH') expect(drug.strengthUnit).toBe('mcg/h')
        // A factor per mg must not meet a strength in another unit (buprenorphine counts nothing in any unit).
        if (row?.factor != null) expect(drug.strengthUnit, drug.name).toBe(row.unit)
      }
      if (drug.repackaged) expect(drug.originalAwpUnit).toBeLessThan(drug.awpUnit)
    }
    const brandTwins = drugs.filter((drug) => drug.brandFlag === 'M')
    expect(brandTwins.length).toBeGreaterThan(50)
    for (const brand of brandTwins) {
      const generic = drugs.find((drug) => drug.gpi === brand.gpi && drug.brandFlag === 'G')
      expect(generic?.awpUnit, brand.name).toBeLessThan(brand.awpUnit)
    }
  })
})

describe('tables that point at the catalogue', () => {
  test('every side of every interaction names drugs that exist', () => {
    for (const row of interactions)
      for (const prefix of [...row.a, ...row.b]) expect(startsAny(prefix), `${row.id} ${prefix}`).toBe(true)
  })

  test('every formulary item, injury class and clinic code does too', () => {
    for (const item of formularyDefaults) expect(startsAny(item.gpiPrefix), item.gpiPrefix).toBe(true)
    for (const row of injuryDrugMap) {
      for (const sgpi of [...row.related, ...row.question, ...row.never, ...Object.keys(row.questionAfterDays ?? {})]) {
        expect(startsAny(sgpi), `${row.group} ${sgpi}`).toBe(true)
      }
    }
    for (const row of hcpcsCodes) if (row.gpi !== null) expect(startsAny(row.gpi), row.code).toBe(true)
  })

  test('every class of the catalogue has a default status', () => {
    for (const drug of drugs) {
      expect(
        formularyDefaults.some((item) => drug.gpi.startsWith(item.gpiPrefix)),
        drug.name,
      ).toBe(true)
    }
  })
})

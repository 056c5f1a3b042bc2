import { expect, test } from 'vitest'
import { codeRow, packageRow } from './ndc-file.ts'

const packaged = (more: Partial<Record<string, string>>) =>
  packageRow(
    (column) =>
      ({
        PRODUCTID: 'A_1',
        NDCPACKAGECODE: '0001-0001-01',
        PACKAGEDESCRIPTION: '30 TABLET in 1 BOTTLE (0001-0001-01)',
        STARTMARKETINGDATE: '20200101',
        ENDMARKETINGDATE: '',
        NDC_EXCLUDE_FLAG: 'N',
        SAMPLE_PACKAGE: 'N',
        ...more,
      })[column],
  )

test.each([
  ['100 TABLET in 1 BOTTLE (0002-0152-30)', 100, 'EA'],
  ['7 BLISTER PACK in 1 CARTON (50090-0481-0)  / 1 TABLET in 1 BLISTER PACK', 7, 'EA'],
  ['3 BLISTER PACK in 1 CARTON (0001-0001-01) > 10 TABLET in 1 BLISTER PACK', 30, 'EA'],
  ['2 CARTON in 1 CASE (0001-0001-02)  / 3 BLISTER PACK in 1 CARTON / 10 CAPSULE in 1 BLISTER PACK', 60, 'EA'],
  ['4 VIAL, SINGLE-DOSE in 1 CARTON (0002-1407-01)  / 20 mL in 1 VIAL, SINGLE-DOSE', 80, 'ML'],
  ['1 BOTTLE in 1 CARTON (0001-0001-03)  / 1.5 L in 1 BOTTLE', 1500, 'ML'],
  ['1 TUBE in 1 CARTON (0001-0001-04)  / 100 g in 1 TUBE', 100, 'GM'],
  ['1 kg in 1 JAR (0001-0001-05)', 1000, 'GM'],
  ['.5 mL in 1 SYRINGE, GLASS (0001-0001-06)', 0.5, 'ML'],
  ['1 KIT in 1 CARTON (0001-0001-07) *  5 mL in 1 VIAL (0001-0002-01) *  1 mL in 1 SYRINGE', 1, 'EA'],
  ['60 TABLET, FILM COATED, EXTENDED RELEASE in 1 BOTTLE, PLASTIC (0001-0001-08)', 60, 'EA'],
  ['10 PATCH in 1 CARTON (0001-0001-09)  / 24 h in 1 PATCH', 10, 'EA'],
  ['5 POUCH in 1 CARTON (0001-0001-10)  / 1 PATCH in 1 POUCH / 72 h in 1 PATCH', 5, 'EA'],
  ['10 VIAL in 1 CARTON (0001-0001-11)  / 500 mg in 1 VIAL', 10, 'EA'],
  ['1 VIAL, MULTI-DOSE in 1 CARTON (0001-0001-12)  / 5000 [iU] in 1 VIAL, MULTI-DOSE', 1, 'EA'],
  ["1000 [USP'U] in 1 VIAL (0001-0001-13)", 1, 'EA'],
  ['30 mCi in 1 VIAL (0001-0001-14)', 1, 'EA'],
])('a package of %s has %d %s', (description, size, unit) => {
  expect(packaged({ PACKAGEDESCRIPTION: description })).toMatchObject({ row: { package_size: size, unit } })
})

test.each([
  ['20230230', undefined],
  ['20231301', undefined],
  ['20230001', undefined],
  ['2023-02-28', undefined],
  ['20240229', '2024-02-29'],
  ['20230228', '2023-02-28'],
])('a package whose marketing began on %s is refused where there is no such day', (text, day) => {
  expect(packaged({ STARTMARKETINGDATE: text })).toMatchObject(
    day === undefined
      ? { problems: [{ column: 'STARTMARKETINGDATE', message: 'Enter a day as YYYYMMDD.' }] }
      : { row: { market_start: day } },
  )
})

test('a price from a day that does not exist is refused, and the line says so', () => {
  const line = { ndc: '91234-101-03', gpi: '65991702050310', awp_unit: '1.25', awp_effective_date: '2026-02-30' }
  expect(codeRow((column) => line[column])).toEqual({
    problems: [{ column: 'awp_effective_date', message: 'Enter a day as YYYY-MM-DD.' }],
  })
})

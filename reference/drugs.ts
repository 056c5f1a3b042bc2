// The demo drug catalogue. Generic names are real; codes, NDCs and prices are made up: 14 digits built as group(2)
// class(2) subclass(2) drug(2) salt(2) form(2) strength(2), NDC labelers 98xxx.
// A licensed catalogue replaces this file through the loader; nothing else knows where products come from.
import { drugTable, type DrugRow, type ProductRow, type StrengthRow } from './drug-table.ts'

export type Drug = {
  /** 11 digits without dashes. */
  ndc: string
  /** 14 invented digits. */
  gpi: string
  /** Plain label: 'Oxycodone-acetaminophen 5-325 mg tablet'. */
  name: string
  /** `name`, plus '(brand)' or the package for lists where both stand side by side. */
  labelName: string
  genericName: string
  strength: string
  /** Strength of the leading ingredient per unit; mcg/h for patches, mg per mL for liquids. */
  strengthValue: number
  strengthUnit: string
  form: string
  route: string
  dea: 'CII' | 'CIII' | 'CIV' | 'CV' | null
  /** B single-source brand, M multi-source brand, G generic. */
  brandFlag: 'B' | 'M' | 'G'
  /** Dollars per unit, up to five decimals. */
  awpUnit: number
  awpEffectiveDate: string
  originalAwpUnit?: number
  obsoleteDate: string | null
  /** Who puts it on the market; made-up names. */
  labeler?: string
  marketStart: string
  packageSize: number
  /** EA each, ML millilitre, GM gram. */
  unit: 'EA' | 'ML' | 'GM'
  opioidFactorKey: string | null
  isCompoundBase: boolean
  repackaged: boolean
  otc: boolean
  specialty: boolean
  maintenance: boolean
  longActing: boolean
  apapMg?: number
  maxPerDay?: number
  minAge?: number
  onlyGender?: 'F' | 'M'
  avoidInPregnancy: boolean
}

type Form = { code: string; route: string; unit: Drug['unit']; packages: readonly number[] }

const forms: Readonly<Record<string, Form>> = {
  tablet: { code: '01', route: 'oral', unit: 'EA', packages: [100, 30, 500, 1000, 60, 90] },
  capsule: { code: '02', route: 'oral', unit: 'EA', packages: [100, 30, 500, 60, 90, 1000] },
  'extended-release tablet': { code: '03', route: 'oral', unit: 'EA', packages: [100, 60, 30, 90, 500] },
  'extended-release capsule': { code: '04', route: 'oral', unit: 'EA', packages: [30, 90, 60, 100] },
  patch: { code: '05', route: 'transdermal', unit: 'EA', packages: [30, 5, 10, 15] },
  gel: { code: '06', route: 'topical', unit: 'GM', packages: [100, 300, 500] },
  'oral solution': { code: '07', route: 'oral', unit: 'ML', packages: [500, 100, 30] },
  ointment: { code: '08', route: 'topical', unit: 'GM', packages: [50, 35, 22] },
  cream: { code: '09', route: 'topical', unit: 'GM', packages: [120, 60, 400] },
  injection: { code: '10', route: 'injection', unit: 'ML', packages: [1, 5, 10, 25] },
  'nasal spray': { code: '11', route: 'nasal', unit: 'EA', packages: [2, 1, 4] },
  film: { code: '12', route: 'sublingual', unit: 'EA', packages: [30, 60] },
  'eye drops': { code: '13', route: 'ophthalmic', unit: 'ML', packages: [5, 3, 10] },
  'eye ointment': { code: '14', route: 'ophthalmic', unit: 'GM', packages: [3.5, 1] },
  inhaler: { code: '15', route: 'inhaled', unit: 'GM', packages: [8.5, 18, 60] },
  'topical solution': { code: '16', route: 'topical', unit: 'ML', packages: [150, 112] },
  kit: { code: '17', route: 'topical', unit: 'EA', packages: [1] },
  powder: { code: '18', route: 'misc', unit: 'GM', packages: [100, 500, 1000] },
  'buccal tablet': { code: '19', route: 'buccal', unit: 'EA', packages: [28] },
  'delayed-release tablet': { code: '20', route: 'oral', unit: 'EA', packages: [60, 100, 90, 30] },
  'delayed-release capsule': { code: '21', route: 'oral', unit: 'EA', packages: [30, 90, 60, 1000] },
  'orally disintegrating tablet': { code: '22', route: 'oral', unit: 'EA', packages: [30, 8, 10] },
  'dose pack': { code: '23', route: 'oral', unit: 'EA', packages: [21] },
  supply: { code: '24', route: 'external', unit: 'EA', packages: [1, 4] },
  'buccal film': { code: '25', route: 'buccal', unit: 'EA', packages: [60, 28] },
}

const labelers = { generic: 98001, brand: 98901, repackager: 98951 }
const genericLabelers = [
  'Larkmoor Generics',
  'Pinecrest Laboratories',
  'Halden Pharma',
  'Osprey Generics',
  'Tarrow Laboratories',
]
const labelerName = (code: number): string =>
  code === labelers.brand
    ? 'Alder Ridge Pharmaceuticals'
    : code === labelers.repackager
      ? 'Stonefield Repackaging'
      : genericLabelers[(code - labelers.generic) % genericLabelers.length]!
const priceDate = '2024-01-01'
const marketStart = '2010-01-01'

// The first two packages of each generic would double the list; the demo needs one everywhere and a second for tablets.
const basePackages = (form: string): number => (form === 'tablet' || form === 'capsule' ? 2 : 1)

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const two = (n: number): string => String(n).padStart(2, '0')
const cents5 = (dollars: number): number => Math.round(dollars * 100_000) / 100_000

/** '5-325 mg' of a combination row, else the row's own text. */
function strengthText(drug: DrugRow, strength: StrengthRow): string {
  return drug.with === undefined ? strength[0] : `${strength[0]}-${drug.with} mg`
}

function unitOf(text: string, form: string): string {
  if (form === 'patch' && text.endsWith('mcg/h')) return 'mcg/h'
  // Liquids state their value per millilitre: '5 mg/5 mL' counts milligrams.
  const [amount = text] = text.split('/')
  return amount.slice(amount.lastIndexOf(' ') + 1)
}

function product(drug: DrugRow, row: ProductRow, at: number, gpiAt: number): Omit<Drug, 'ndc' | 'packageSize'> {
  const form = forms[row.form]
  const strength = row.strengths[at]
  if (form === undefined || strength === undefined) throw new Error(`drug table: ${drug.name} ${row.form}`)
  const text = strengthText(drug, strength)
  const genericName = sentence(drug.name)
  const name = `${genericName} ${text} ${row.form}`
  const made: Omit<Drug, 'ndc' | 'packageSize'> = {
    gpi: `${drug.code}${row.salt ?? '01'}${form.code}${two(gpiAt * 5)}`,
    name,
    labelName: name,
    genericName,
    strength: text,
    strengthValue: strength[1],
    strengthUnit: unitOf(text, row.form),
    form: row.form,
    route: form.route,
    dea: drug.dea ?? null,
    brandFlag: row.onlyBrand === true ? 'B' : 'G',
    awpUnit: strength[2],
    awpEffectiveDate: priceDate,
    obsoleteDate: null,
    marketStart,
    unit: form.unit,
    opioidFactorKey: row.opioid ?? drug.opioid ?? null,
    isCompoundBase: drug.compoundBase === true,
    repackaged: false,
    otc: drug.otc === true,
    specialty: drug.specialty === true,
    maintenance: drug.maintenance === true,
    longActing: row.longActing === true,
    avoidInPregnancy: drug.avoidInPregnancy === true,
  }
  if (drug.apap !== undefined) made.apapMg = drug.apap
  else if (drug.code === '11160101') made.apapMg = strength[1]
  if (strength[3] !== undefined) made.maxPerDay = strength[3]
  if (drug.minAge !== undefined) made.minAge = drug.minAge
  if (drug.onlyGender !== undefined) made.onlyGender = drug.onlyGender
  return made
}

/**
 * Products with their NDCs: `labelerCount` generic labelers per product, each with up to `packageCount` package sizes
 * (0 = the one or two of the base list). The same arguments always give the same rows in the same order.
 */
export function drugCatalogue(labelerCount = 1, packageCount = 0): Drug[] {
  const made: Drug[] = []
  let productNumber = 0
  for (const drug of drugTable) {
    const perForm = new Map<string, number>()
    for (const row of drug.products) {
      const packages = forms[row.form]?.packages ?? []
      const count = Math.min(packages.length, packageCount === 0 ? basePackages(row.form) : packageCount)
      for (let at = 0; at < row.strengths.length; at++) {
        const formKey = `${row.salt ?? '01'}${row.form}`
        const gpiAt = (perForm.get(formKey) ?? 0) + 1
        perForm.set(formKey, gpiAt)
        productNumber += 1
        const base = product(drug, row, at, gpiAt)
        const add = (labeler: number, packageAt: number, change: Partial<Drug>): void => {
          const size = packages[packageAt] ?? 1
          const ndc = `${labeler}${String(productNumber).padStart(4, '0')}${two(packageAt + 1)}`
          made.push({
            ...base,
            ndc,
            packageSize: size,
            labelName: `${base.labelName}, ${size}`,
            labeler: labelerName(labeler),
            ...change,
          })
        }
        // Generic labelers differ in price by a few percent, as they do in real lists.
        const own = base.brandFlag === 'B' ? 1 : labelerCount
        for (let labeler = 0; labeler < own; labeler++) {
          for (let packageAt = 0; packageAt < count; packageAt++) {
            const spread = labeler === 0 ? 1 : 1 + ((labeler * 7 + productNumber * 3) % 13) / 100
            const owner = base.brandFlag === 'B' ? labelers.brand : labelers.generic + labeler
            add(owner, packageAt, { awpUnit: cents5(base.awpUnit * spread) })
          }
        }
        if (row.brand !== undefined) {
          add(labelers.brand, 0, {
            brandFlag: 'M',
            awpUnit: cents5(base.awpUnit * row.brand),
            labelName: `${base.name} (brand)`,
          })
        }
        if (row.repackaged !== undefined) {
          add(labelers.repackager, 0, {
            repackaged: true,
            originalAwpUnit: base.awpUnit,
            awpUnit: cents5(base.awpUnit * row.repackaged),
            labelName: `${base.name} (repackaged)`,
          })
        }
      }
    }
  }
  made.push(...discontinued(made))
  return made
}

// Two packages that left the market, so that codes 54, 77 and 825 can be reached with the demo data.
function discontinued(made: readonly Drug[]): Drug[] {
  const first = made[0]
  const last = made.findLast((drug) => drug.ndc.endsWith('01'))
  if (first === undefined || last === undefined) return []
  return [
    {
      ...first,
      ndc: `98801${first.ndc.slice(5)}`,
      labelName: `${first.name} (discontinued)`,
      obsoleteDate: '2019-06-30',
    },
    {
      ...last,
      ndc: `98801${last.ndc.slice(5)}`,
      labelName: `${last.name} (not yet marketed)`,
      marketStart: '2035-01-01',
    },
  ]
}

/** The base catalogue: one generic labeler, brand twins, repackaged packages. */
export const drugs: readonly Drug[] = drugCatalogue()

/** At least `count` NDCs for larger demo data, by more labelers and package sizes; the base list is its subset. */
export function drugsForSize(count: number): Drug[] {
  for (let labelerCount = 1; labelerCount <= 40; labelerCount++) {
    const made = drugCatalogue(labelerCount, labelerCount === 1 ? 0 : 3)
    if (made.length >= count) return made
  }
  return drugCatalogue(40, 6)
}

const byGpi = new Map<string, Drug>()
const byNdc = new Map<string, Drug>()
for (const drug of drugs) {
  byNdc.set(drug.ndc, drug)
  if (!byGpi.has(drug.gpi)) byGpi.set(drug.gpi, drug)
}

/** The base product of a 14-digit code; its label facts hold for every package of the code. */
export const drugByGpi = (gpi: string): Drug | undefined => byGpi.get(gpi)
/** A product of the base catalogue by NDC. */
export const drugByNdc = (ndc: string): Drug | undefined => byNdc.get(ndc)

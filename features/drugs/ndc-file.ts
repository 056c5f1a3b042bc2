import { writtenDay } from '#platform/dates/written-day.ts'
import type { CellOf, LineProblem } from '#platform/load/load.ts'
import { typedNumber, whyNoNumber } from '#platform/text/typed-number.ts'
import { ndcsOf, readNdc, withoutDashes } from '#features/claims/numbers.ts'

// Lines of the NDC directory of the Food and Drug Administration (product.txt and package.txt: tabs, code page of Windows), and of
// the file of a licensed catalog that says which drug code and price a package has.

type Read<Row> = { row: Row } | { problems: readonly LineProblem[] } | undefined

export const productColumns = [
  'PRODUCTID',
  'PRODUCTTYPENAME',
  'PROPRIETARYNAME',
  'PROPRIETARYNAMESUFFIX',
  'NONPROPRIETARYNAME',
  'DOSAGEFORMNAME',
  'ROUTENAME',
  'MARKETINGCATEGORYNAME',
  'LABELERNAME',
  'ACTIVE_NUMERATOR_STRENGTH',
  'ACTIVE_INGRED_UNIT',
  'DEASCHEDULE',
] as const
export type NdcProduct = {
  product_id: string
  name: string
  generic_name: string
  strength: string
  form: string
  route: string
  labeler: string
  dea: string | null
  brand: boolean
  otc: boolean
}

/** "OXYCODONE AND ACETAMINOPHEN" as "Oxycodone and acetaminophen"; a text with small letters is left as it is. */
const sentence = (text: string): string => {
  const lower = /\p{Ll}/u.test(text) ? text : text.toLowerCase()
  return lower.slice(0, 1).toUpperCase() + lower.slice(1)
}

/** "TABLET, FILM COATED, EXTENDED RELEASE" as the portal says it. */
function formOf(text: string): string {
  const words = text.toLowerCase()
  const released = /extended release/.test(words)
    ? 'extended-release '
    : /delayed release/.test(words)
      ? 'delayed-release '
      : ''
  return `${released}${words.split(',')[0]!.trim()}`
}

/** "5; 325" of "mg/1; mg/1" as "5-325 mg"; of different units each with its own. */
function strengthOf(amounts: string, units: string): string {
  const [values, per] = [amounts, units].map((text) => text.split(';').map((one) => one.trim()))
  if (values![0] === '') return ''
  const plain = (value: string) => value.replace(/^\./, '0.')
  const named = per!.map((unit) => unit.replace(/\/1$/, '').replace(/\/mL$/i, '/mL'))
  return new Set(named).size === 1
    ? `${values!.map(plain).join('-')} ${named[0]}`
    : values!.map((value, at) => `${plain(value)} ${named[at] ?? ''}`.trim()).join('-')
}

/** A prescription or over-the-counter product for people; others are left out. */
export function productRow(cell: CellOf<(typeof productColumns)[number]>): Read<NdcProduct> {
  const type = cell('PRODUCTTYPENAME')
  if (!/^HUMAN (?:PRESCRIPTION|OTC) DRUG/.test(type)) return undefined
  const generic = cell('NONPROPRIETARYNAME')
  const problems: LineProblem[] = []
  if (cell('PRODUCTID') === '') problems.push({ column: 'PRODUCTID', message: 'Enter the id of the product.' })
  if (generic === '') problems.push({ column: 'NONPROPRIETARYNAME', message: 'Enter the generic name.' })
  if (problems.length > 0) return { problems }
  const brand = /^(?:NDA|BLA)$/.test(cell('MARKETINGCATEGORYNAME'))
  const suffix = cell('PROPRIETARYNAMESUFFIX')
  const strength = strengthOf(cell('ACTIVE_NUMERATOR_STRENGTH'), cell('ACTIVE_INGRED_UNIT'))
  const form = formOf(cell('DOSAGEFORMNAME'))
  const called = sentence(cell('PROPRIETARYNAME') || generic)
  return {
    row: {
      product_id: cell('PRODUCTID'),
      name: [called, suffix, strength, form].filter((part) => part !== '').join(' '),
      generic_name: sentence(generic),
      strength,
      form,
      route: cell('ROUTENAME').toLowerCase().split(';')[0]!.trim(),
      labeler: cell('LABELERNAME'),
      dea: /^C(?:II|III|IV|V)$/.test(cell('DEASCHEDULE')) ? cell('DEASCHEDULE') : null,
      brand,
      otc: type.startsWith('HUMAN OTC'),
    },
  }
}

/** A day of the administration's files, which write it in digits alone. */
const dayOf = (text: string): string | undefined => (/^\d+$/.test(text) ? writtenDay(text) : undefined)

export const packageColumns = [
  'PRODUCTID',
  'NDCPACKAGECODE',
  'PACKAGEDESCRIPTION',
  'STARTMARKETINGDATE',
  'ENDMARKETINGDATE',
  'NDC_EXCLUDE_FLAG',
  'SAMPLE_PACKAGE',
] as const
export type NdcPackage = {
  product_id: string
  ndc: string
  package_size: number
  unit: 'EA' | 'ML' | 'GM'
  market_start: string
  obsolete_date: string | null
}

/** What of a package holds so many of what is in it: "10 TABLET in 1 BLISTER PACK (0001-0001-02)". */
const level = /^([\d.]+) (.+?) in [\d.]+ /i
/** What is counted by no piece, volume or weight of its own: hours of a patch, units, milligrams of a vial of powder. */
const uncounted = /^(?:h|mg|ug|mcg|ng|meq|mmol|[mu]?ci|[mg]bq|cm2?|mm2?|\[.*\]|\{.*\})(?=$|[ ,])/
/**
 * "3 BLISTER PACK in 1 CARTON (0001-0001-01) / 10 TABLET in 1 BLISTER PACK" is thirty units; a volume or a weight is its
 * milliliters or grams. What is measured otherwise counts as the piece it is in: ten patches of 24 hours are ten units. Levels were
 * parted by ">" in earlier years. A kit is one, whatever comes with it after "*".
 */
function contentsOf(description: string): { size: number; unit: 'EA' | 'ML' | 'GM' } | undefined {
  const [outer = ''] = description.split('*')
  const parts = outer.split(/ \/ |>/).map((part) => level.exec(`${part.trim().replaceAll(/\s+/g, ' ')} `))
  if (parts.some((part) => part === null)) return undefined
  const of = parts.at(-1)![2]!.toLowerCase()
  const counted = uncounted.test(of) ? parts.slice(0, -1) : parts
  const size = counted.reduce((whole, part) => whole * Number(part![1]), 1)
  const [times, unit] = /^ml\b/.test(of)
    ? ([1, 'ML'] as const)
    : /^l\b/.test(of)
      ? ([1000, 'ML'] as const)
      : /^(?:g|gm)\b/.test(of)
        ? ([1, 'GM'] as const)
        : /^kg\b/.test(of)
          ? ([1000, 'GM'] as const)
          : ([1, 'EA'] as const)
  return size > 0 ? { size: Math.round(size * times * 1000) / 1000, unit } : undefined
}

/** A package that is sold; samples and packages the administration excluded are left out. */
export function packageRow(cell: CellOf<(typeof packageColumns)[number]>): Read<NdcPackage> {
  if (cell('SAMPLE_PACKAGE') === 'Y' || /^[EIU]$/.test(cell('NDC_EXCLUDE_FLAG'))) return undefined
  const problems: LineProblem[] = []
  const ndcs = ndcsOf(cell('NDCPACKAGECODE'))
  if (ndcs.length !== 1 || !cell('NDCPACKAGECODE').includes('-'))
    problems.push({ column: 'NDCPACKAGECODE', message: 'Enter an NDC with its dashes, such as 0002-1433-80.' })
  const contents = contentsOf(cell('PACKAGEDESCRIPTION'))
  if (!contents)
    problems.push({
      column: 'PACKAGEDESCRIPTION',
      message: 'Enter what is in the package, such as 30 TABLET in 1 BOTTLE.',
    })
  const start = dayOf(cell('STARTMARKETINGDATE'))
  if (start === undefined) problems.push({ column: 'STARTMARKETINGDATE', message: 'Enter a day as YYYYMMDD.' })
  const end = cell('ENDMARKETINGDATE') === '' ? null : dayOf(cell('ENDMARKETINGDATE'))
  if (end === undefined)
    problems.push({ column: 'ENDMARKETINGDATE', message: 'Enter a day as YYYYMMDD, or leave it empty.' })
  if (problems.length > 0) return { problems }
  return {
    row: {
      product_id: cell('PRODUCTID'),
      ndc: ndcs[0]!,
      package_size: contents!.size,
      unit: contents!.unit,
      market_start: start!,
      obsolete_date: end ?? null,
    },
  }
}

export const codeColumns = ['ndc', 'gpi', 'awp_unit', 'awp_effective_date'] as const
const MOST_PRICE = 999_999.999_99
export type DrugCodeRow = { ndc: string; gpi: string; awp_unit: number; awp_effective_date: string }

/** Drug code and price of a package. */
export function codeRow(cell: CellOf<(typeof codeColumns)[number]>): Read<DrugCodeRow> {
  const problems: LineProblem[] = []
  const ndc = readNdc(cell('ndc'))
  if (ndc.why !== undefined) problems.push({ column: 'ndc', message: ndc.why })
  const gpi = withoutDashes(cell('gpi'))
  if (!/^\d{14}$/.test(gpi)) problems.push({ column: 'gpi', message: 'Enter a drug code of 14 digits.' })
  const price = typedNumber(cell('awp_unit'), 5, '$')
  if (price === null || price === undefined || price > MOST_PRICE) {
    const otherwise = 'Enter dollars a unit, below a million, with at most five decimals.'
    problems.push({ column: 'awp_unit', message: whyNoNumber(cell('awp_unit'), otherwise) })
  }
  const since = writtenDay(cell('awp_effective_date'))
  if (since === undefined) problems.push({ column: 'awp_effective_date', message: 'Enter a day as YYYY-MM-DD.' })
  if (problems.length > 0) return { problems }
  return { row: { ndc: ndc.value!, gpi, awp_unit: price!, awp_effective_date: since! } }
}

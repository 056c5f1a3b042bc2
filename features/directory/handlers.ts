import { oneTrip, implement } from '#platform/calls/handler.ts'
import { rejectCodes } from '#reference/reject-codes.ts'
import { type Drug, directory } from './contract.ts'
import { beginnings, codeWords } from './rules.ts'
import * as sql from './sql.ts'

const dictionary = rejectCodes.map((code) => ({
  rejectCodeId: code.code,
  rejectCode: code.code,
  description: code.meaning,
  class: code.class,
  safety: code.safety,
  pendingWorthy: code.pend === 'y',
  overridableBy: code.by,
  fixHint: code.fixHint,
}))

/** Products shown of a code, and codes listed of a length. */
const SHOWN = 200
const LISTED = 2000

const toDrug = ({ ndc, gpi, active, formulary_status, facts }: sql.DrugFound): Drug => ({
  ndc,
  gpi,
  name: facts.name,
  genericName: facts.genericName,
  strength: facts.strength,
  form: facts.form,
  route: facts.route,
  brandFlag: facts.brandFlag,
  dea: facts.dea ?? null,
  awpUnit: facts.awpUnit,
  awpEffectiveDate: facts.awpEffectiveDate ?? null,
  active,
  formularyStatus: formulary_status,
  packageSize: facts.packageSize,
})

export const handlers = implement(directory)({
  rejectCodes: oneTrip(
    () => ({}),
    () => dictionary,
  ),

  gpiVariations: oneTrip(
    ({ code }) => ({ levels: sql.levels(beginnings(code)), products: sql.products(code, SHOWN) }),
    ({ levels, products }, { input: { code } }) => ({
      code,
      levels: levels.map((level) => ({
        length: level.code.length,
        code: level.code,
        description: codeWords(level),
        productCount: level.products,
        brandCount: level.brands,
        controlled: level.controlled,
      })),
      products: products.slice(0, SHOWN).map(toDrug),
      more: products.length > SHOWN,
    }),
  ),

  gpiDescriptions: oneTrip(
    ({ n, code }) => ({ codes: sql.descriptions(n, code, LISTED) }),
    ({ codes }) => codes.map((row) => ({ code: row.code, description: codeWords(row) })),
  ),
})

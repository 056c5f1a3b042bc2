import { oneTrip, implement } from '#platform/calls/handler.ts'
import { pageOf } from '#platform/calls/page.ts'
import { type Drug, drugs } from './contract.ts'
import { beginnings, codeWords, drugSearchOf, whyNotSearchDrugs } from './rules.ts'
import * as sql from './sql.ts'

/** Products shown of a code, and codes listed of a length. */
const SHOWN = 200
const LISTED = 2000

/** 5 mg before 10 mg. */
const byNumbers = new Intl.Collator('en-US', { numeric: true })

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
  unit: facts.unit,
  obsoleteDate: facts.obsoleteDate ?? null,
  repackaged: facts.repackaged ?? false,
  labeler: facts.labeler ?? null,
})

export const handlers = implement(drugs)({
  search: oneTrip(
    ({
      page,
      size,
      drugSearchKey,
      drugSearchVal,
      showInactiveDrugs,
      genericOnly,
      drugStrength,
      drugDosage,
      subCarrier,
    }) => ({
      found: sql.search(drugSearchOf(drugSearchKey, drugSearchVal), {
        inactive: showInactiveDrugs,
        genericOnly,
        strength: drugStrength,
        form: drugDosage,
        subCarrier,
        page,
        size,
      }),
    }),
    ({ found }, { input: { page, size, drugSearchKey, drugSearchVal }, refuse }) => {
      refuse(whyNotSearchDrugs(drugSearchKey, drugSearchVal))
      const { strengths = [], forms = [] } = found[0] ?? {}
      return {
        ...pageOf(found, { page, size, sort: 'name,asc', most: sql.MOST, of: toDrug }),
        strengths: strengths.toSorted(byNumbers.compare),
        forms,
      }
    },
  ),

  gpiVariations: oneTrip(
    ({ code }) => ({
      levels: sql.levels(beginnings(code)),
      products: sql.products(code, SHOWN),
      lists: sql.lists(code),
    }),
    ({ levels, products, lists }, { input: { code } }) => ({
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
      lists: lists.map(({ sub_carrier, name, status }) => ({ subCarrier: sub_carrier, name, status })),
    }),
  ),

  gpiDescriptions: oneTrip(
    ({ n, code }) => ({ codes: sql.descriptions(n, code, LISTED) }),
    ({ codes }) => codes.map((row) => ({ code: row.code, description: codeWords(row) })),
  ),
})

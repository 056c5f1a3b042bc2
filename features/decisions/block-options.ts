import type { Facts } from '#features/authorizations/facts.ts'
import { blockReach, type ProductGroup } from '#features/prior-auths/block-reach.ts'
import type { FormRules } from './edit-rules-shape.ts'
import { prefixOf } from './draw-up.ts'

/** Levels whose products are counted: wider ones reach past the drug. */
const COUNTED_FROM = 8

/** What a block of each level would do to the products of the drug of a request, of the brand alone and of all. */
export function blockOptions(
  { gpi, ndc, generic_or_brand: kind }: Pick<Facts, 'gpi' | 'ndc' | 'generic_or_brand'>,
  levels: readonly { level: number }[],
  products: readonly ProductGroup[],
): NonNullable<FormRules['block']> {
  const brand = kind !== 'G'
  const each = levels.filter(({ level }) => level >= COUNTED_FROM)
  return {
    brand,
    reaches: (brand ? [true, false] : [false]).flatMap((brandOnly) =>
      each.map(({ level }) => {
        const reach = { level, gpiPrefix: prefixOf(gpi, level), brandFlag: brandOnly ? 'B' : '*', ndc }
        return { level, brandOnly, ...blockReach(reach, products) }
      }),
    ),
  }
}

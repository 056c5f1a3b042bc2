import type { Verdict } from '#features/authorizations/rows.ts'
import { reachesProduct } from '#features/prior-auths/reach.ts'
import { readAnother, rejectsOfAnother, type AnotherProduct } from '#features/snapshots/another-product.ts'
import type { Db } from '#platform/database/pools.ts'
import { invalid, type Why } from '#platform/calls/refusal.ts'
import { insteadName } from './instead-name.ts'
import { whyNotInstead } from './why-not-instead.ts'

type Denial = { block?: Parameters<typeof reachesProduct>[0]; ends: readonly string[] }

/** What the engine reads of the product a denial names, read with the request; undefined where it names none. */
export const readInstead = (
  db: Db,
  { id, insteadNdc }: { id: string; insteadNdc?: string | undefined },
): Promise<AnotherProduct> | undefined => (insteadNdc === undefined ? undefined : readAnother(db, id, insteadNdc))

/** The product a denial names to be used instead; or why it cannot: the denial stops it, or it would not pay today. */
export function namedInstead(
  now: string,
  read: AnotherProduct | undefined,
  { block, ends }: Denial,
): Pick<Verdict, 'instead'> & { why?: Why<'RULE'> } {
  if (!read) return {}
  const { ndc, billed, found } = read
  const drug = found?.drug
  if (!billed || !drug) return invalid('insteadNdc', 'No product has this NDC.')
  const name = insteadName(drug)
  const why = whyNotInstead(name, {
    isBilled: ndc === billed.ndc,
    isMixture: billed.bill !== null,
    isStopped: block !== undefined && reachesProduct(block, { gpi: drug.gpi, ndc, brand: drug.brandFlag !== 'G' }),
    rejects: rejectsOfAnother({ ndc, billed, found }, now, ends),
  })
  return why ? { why } : { instead: { ndc, name, same: drug.gpi === billed.gpi } }
}

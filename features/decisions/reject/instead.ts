import type { Verdict } from '#features/authorizations/rows.ts'
import { reachesProduct } from '#features/prior-auths/reach.ts'
import { readAnother, rejectsOfAnother, type AnotherProduct } from '#features/snapshots/another-product.ts'
import type { CallContext, Refusing } from '#platform/calls/handler.ts'
import { invalid } from '#platform/calls/refusal.ts'
import { insteadName } from '../instead-name.ts'
import type { rejecting } from './contract.ts'
import { whyNotInstead } from './why-not-instead.ts'

type Context = Pick<CallContext<(typeof rejecting)['reject' | 'rejectThisFill']>, 'db' | 'input'>
type Denial = { block?: Parameters<typeof reachesProduct>[0]; ends: readonly string[] }

/** What the engine reads of the product a denial names, read with the request, once that is locked; undefined where it names none. */
export const readInstead = ({ db, input: { id, insteadNdc } }: Context): Promise<AnotherProduct> | undefined =>
  insteadNdc === undefined ? undefined : readAnother(db, id, insteadNdc)

/** The product a denial names to be used instead: refused where the denial stops it, or where it would not pay today. */
export function namedInstead(
  { refuse }: Refusing<'RULE'>,
  now: string,
  read: AnotherProduct | undefined,
  { block, ends }: Denial,
): Pick<Verdict, 'instead'> {
  if (!read) return {}
  const { ndc, billed, found } = read
  const drug = found?.drug
  if (!billed || !drug) return invalid('insteadNdc', 'No product has this NDC.')
  const name = insteadName(drug)
  refuse(
    whyNotInstead(name, {
      isBilled: ndc === billed.ndc,
      isMixture: billed.bill !== null,
      isStopped: block !== undefined && reachesProduct(block, { gpi: drug.gpi, ndc, brand: drug.brandFlag !== 'G' }),
      rejects: rejectsOfAnother({ ndc, billed, found }, now, ends),
    }),
  )
  return { instead: { ndc, name, same: drug.gpi === billed.gpi } }
}

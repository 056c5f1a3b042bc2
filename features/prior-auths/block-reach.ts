import { reachesProduct, type Product } from './reach.ts'

/** Products of the catalog that a block cannot tell apart, and how many there are. */
export type ProductGroup = Product & { name: string; products: number }

/** How many products, and some of them by name. */
export type Counted = { products: number; names: string[] }

/** Products of a drug that a block stops, and those it leaves alone. */
export type BlockReach = { stops: Counted; stays: Counted }

/** Names shown of each. */
const SHOWN = 3

const counted = (groups: readonly ProductGroup[]): Counted => ({
  products: groups.reduce((sum, { products }) => sum + products, 0),
  names: [...new Set(groups.map(({ name, brand }) => `${name}, ${brand ? 'brand' : 'generic'}`))].slice(0, SHOWN),
})

/** What a block does to the products of its drug: by the rule that stops a claim. */
export const blockReach = (
  block: Parameters<typeof reachesProduct>[0],
  groups: readonly ProductGroup[],
): BlockReach => ({
  stops: counted(groups.filter((group) => reachesProduct(block, group))),
  stays: counted(groups.filter((group) => !reachesProduct(block, group))),
})

const many = (products: number): string =>
  `${products.toLocaleString('en-US')} ${products === 1 ? 'product' : 'products'}`

/** "1 product (Celecoxib 200 mg capsule, brand)". */
const countWords = ({ products, names }: Counted): string =>
  `${many(products)}${names.length > 0 ? ` (${names.join('; ')}${names.length < products ? ' and more' : ''})` : ''}`

/** What it stops and what stays payable as before, in a sentence each. */
export const blockReachWords = ({ stops, stays }: BlockReach): { stops: string; stays: string } => ({
  stops: `Stops ${countWords(stops)}.`,
  stays: stays.products === 0 ? 'Stops every product of this drug.' : `Not blocked: ${countWords(stays)}.`,
})

/** How large a demo world is. `test` is for the suites, `demo` for people, `scale` for measuring what many people do. */
export type Size = 'test' | 'demo' | 'scale'

/** Target row counts of one size. Authorizations and transactions come out of the stories, within a tenth. */
export type SizeTargets = {
  carriers: number
  subCarriers: number
  groups: number
  users: number
  adjusters: number
  supervisors: number
  claimants: number
  claims: number
  transactions: number
  authorizations: number
  open: number
  events: number
  pharmacies: number
  prescribers: number
  drugs: number
  documents: number
  /** Labelers of each generic product: what the number of drugs comes from. */
  labelers: number
}

const sizes: Readonly<Record<Size, SizeTargets>> = {
  test: {
    carriers: 3,
    subCarriers: 6,
    groups: 12,
    users: 24,
    adjusters: 10,
    supervisors: 3,
    claimants: 300,
    claims: 330,
    transactions: 2_000,
    authorizations: 250,
    open: 40,
    events: 1_800,
    pharmacies: 60,
    prescribers: 80,
    drugs: 300,
    documents: 40,
    labelers: 1,
  },
  demo: {
    carriers: 4,
    subCarriers: 12,
    groups: 60,
    users: 43,
    adjusters: 28,
    supervisors: 6,
    claimants: 2_000,
    claims: 2_100,
    transactions: 22_000,
    authorizations: 1_600,
    open: 170,
    events: 11_000,
    pharmacies: 500,
    prescribers: 700,
    drugs: 1_200,
    documents: 500,
    labelers: 2,
  },
  scale: {
    carriers: 12,
    subCarriers: 60,
    groups: 2_000,
    users: 4_000,
    adjusters: 3_200,
    supervisors: 300,
    claimants: 1_000_000,
    claims: 1_080_000,
    transactions: 10_000_000,
    authorizations: 1_000_000,
    open: 9_000,
    events: 7_000_000,
    pharmacies: 65_000,
    prescribers: 200_000,
    drugs: 6_000,
    documents: 600_000,
    labelers: 13,
  },
}

/** A size, and for `scale` the part of it that is wanted: above 0, at most 1. */
export type Extent = { size: Size; fraction?: number }

/**
 * What a world is to hold. A part of `scale` has that part of its people, claims, pharmacies and prescribers, but every
 * carrier and unit, and never fewer of anything than the demo's staff, counters and clinics need.
 */
export function targetsOf({ size, fraction = 1 }: Extent): SizeTargets {
  const whole = sizes[size]
  if (size !== 'scale' || fraction === 1) return whole
  if (!(fraction > 0 && fraction <= 1)) throw new RangeError(`${fraction} is no part of a world.`)
  const part = (count: number, least: number): number => Math.max(least, Math.round(count * fraction))
  const { demo } = sizes
  return {
    ...whole,
    groups: part(whole.groups, demo.groups + whole.subCarriers - demo.subCarriers),
    users: part(whole.users, 143),
    adjusters: part(whole.adjusters, 44),
    supervisors: part(whole.supervisors, 16),
    claimants: part(whole.claimants, 1_000),
    claims: part(whole.claims, 1_080),
    transactions: part(whole.transactions, 10_000),
    authorizations: part(whole.authorizations, 1_000),
    open: part(whole.open, 60),
    events: part(whole.events, 7_000),
    pharmacies: part(whole.pharmacies, demo.pharmacies),
    prescribers: part(whole.prescribers, demo.prescribers),
    documents: part(whole.documents, 600),
  }
}

/** The seed number of the shipped demo world; another number makes another world. */
export const demoSeed = 20_260

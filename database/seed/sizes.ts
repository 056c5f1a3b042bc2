/** How large a demo world is. `test` is for the suites, `demo` for people. */
export type Size = 'test' | 'demo'

/** Target row counts of one size (domain 8.2). Authorizations and transactions come out of the stories, within a tenth. */
export type SizeTargets = {
  carriers: number
  subCarriers: number
  groups: number
  adjusters: number
  supervisors: number
  claimants: number
  claims: number
  transactions: number
  authorizations: number
  open: number
  pharmacies: number
  prescribers: number
}

export const sizes: Readonly<Record<Size, SizeTargets>> = {
  test: {
    carriers: 3,
    subCarriers: 6,
    groups: 12,
    adjusters: 10,
    supervisors: 3,
    claimants: 300,
    claims: 330,
    transactions: 2_000,
    authorizations: 250,
    open: 40,
    pharmacies: 60,
    prescribers: 80,
  },
  demo: {
    carriers: 4,
    subCarriers: 12,
    groups: 60,
    adjusters: 28,
    supervisors: 6,
    claimants: 2_000,
    claims: 2_100,
    transactions: 22_000,
    authorizations: 1_600,
    open: 170,
    pharmacies: 500,
    prescribers: 700,
  },
}

/** The seed number of the shipped demo world; another number makes another world. */
export const demoSeed = 20_260

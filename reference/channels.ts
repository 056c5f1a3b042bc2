// How a claim came in; origin codes of authorizations are the same numbers.

export type Channel = {
  id: number
  name: string
  /** The worker stands at the counter: real-time answer, callback, short filing limit. */
  pointOfSale: boolean
  /** A rejected claim raises a request: always, only where the carrier wants it, or never. */
  pends: 'ALWAYS' | 'CARRIER_OPTION' | 'NEVER'
  behaviour: string
}

/** The channels; 4 to 6 are reserved. */
export const channels: readonly Channel[] = [
  { id: 1, name: 'Retail', pointOfSale: true, pends: 'ALWAYS', behaviour: 'Real time; the pharmacy is called back' },
  {
    id: 2,
    name: 'Bill Review',
    pointOfSale: false,
    pends: 'CARRIER_OPTION',
    behaviour: 'Repriced bill; explanation of bill review',
  },
  {
    id: 3,
    name: 'Mail Order',
    pointOfSale: true,
    pends: 'ALWAYS',
    behaviour: 'Real time; 90 days where the plan allows',
  },
  {
    id: 7,
    name: 'Claimant Reimbursement',
    pointOfSale: false,
    pends: 'ALWAYS',
    behaviour: 'The worker paid cash; the carrier is the patient’s',
  },
  { id: 8, name: 'J Code', pointOfSale: false, pends: 'ALWAYS', behaviour: 'Clinic bill in HCPCS units' },
  { id: 9, name: 'Paper Bill', pointOfSale: false, pends: 'CARRIER_OPTION', behaviour: 'Scanned bill with image' },
  { id: 10, name: 'Portal created', pointOfSale: false, pends: 'NEVER', behaviour: 'A person creates the request' },
  {
    id: 11,
    name: 'Prescriber request',
    pointOfSale: false,
    pends: 'NEVER',
    behaviour: 'Electronic or faxed request of the prescriber',
  },
  {
    id: 12,
    name: 'Reconsideration',
    pointOfSale: false,
    pends: 'NEVER',
    behaviour: 'An earlier decision is looked at again',
  },
]

const byId = new Map(channels.map((row) => [row.id, row]))

/** A channel by its number; undefined for the reserved ones. */
export const channel = (id: number): Channel | undefined => byId.get(id)

import { origin } from './origins.ts'

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
const channels: readonly Channel[] = [
  {
    id: origin.RETAIL,
    name: 'Retail',
    pointOfSale: true,
    pends: 'ALWAYS',
    behaviour: 'Real time; the pharmacy is called back',
  },
  {
    id: origin.BILL_REVIEW,
    name: 'Bill Review',
    pointOfSale: false,
    pends: 'CARRIER_OPTION',
    behaviour: 'Repriced bill; explanation of bill review',
  },
  {
    id: origin.MAIL_ORDER,
    name: 'Mail Order',
    pointOfSale: true,
    pends: 'ALWAYS',
    behaviour: 'Real time; 90 days where the plan allows',
  },
  {
    id: origin.CLAIMANT_REIMBURSEMENT,
    name: 'Claimant Reimbursement',
    pointOfSale: false,
    pends: 'ALWAYS',
    behaviour: 'The patient paid cash and is reimbursed',
  },
  { id: origin.J_CODE, name: 'J Code', pointOfSale: false, pends: 'ALWAYS', behaviour: 'Clinic bill in HCPCS units' },
  {
    id: origin.PAPER_BILL,
    name: 'Paper Bill',
    pointOfSale: false,
    pends: 'CARRIER_OPTION',
    behaviour: 'Scanned bill with image',
  },
  {
    id: origin.PORTAL,
    name: 'Portal created',
    pointOfSale: false,
    pends: 'NEVER',
    behaviour: 'Created by a user',
  },
  {
    id: origin.PRESCRIBER,
    name: 'Prescriber request',
    pointOfSale: false,
    pends: 'NEVER',
    behaviour: 'Electronic or faxed request of the prescriber',
  },
  {
    id: origin.RECONSIDERATION,
    name: 'Reconsideration',
    pointOfSale: false,
    pends: 'NEVER',
    behaviour: 'An earlier decision is reviewed again',
  },
]

const byId = new Map(channels.map((row) => [row.id, row]))

/** A channel by its number; undefined for the reserved ones. */
export const channel = (id: number): Channel | undefined => byId.get(id)

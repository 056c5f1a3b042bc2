// What a message, a page, a toast or a button says of a request, as its reader takes it.

export const channels = [
  'pharmacy message',
  'call script',
  'status page',
  'fax',
  'letter',
  'text',
  'e-mail',
  'notice',
  'toast',
  'button',
] as const
export type Channel = (typeof channels)[number]

/** Who a request waits for, in the words of the reader. */
export type WaitsFor = 'a decision' | 'a pharmacist' | 'a reviewer' | 'a second approval' | 'a supervisor' | 'a letter'

/** When the refill is due, a smaller amount, by another pharmacy, for another prescriber, or the same with the papers that were missing. */
export type MayBill = 'later' | 'less' | 'elsewhere' | 'by another prescriber' | 'with papers'

/** What is asked to be billed again: of what is left out, as it was billed. Days 'YYYY-MM-DD'. */
export type BillAgain = {
  quantity?: number
  days?: number
  from?: string
  to?: string
  product?: string
  pharmacy?: string
  prescriber?: string
}

/** Amounts as "15 of 30 tablets for 7 of 14 days" has them. */
export type Amounts = { quantity: number; ofQuantity: number; days: number; ofDays: number }

export type Statement =
  | {
      says: 'approved'
      amounts?: Amounts
      part?: boolean
      bill?: BillAgain
      /** The day that was paid already. */
      twice?: string
      /** Codes that stop it now. */
      stops?: string[]
      from?: string
      to?: string
      fills?: number
    }
  | { says: 'deemed' }
  | {
      says: 'denied'
      amounts?: Amounts
      thisFill?: boolean
      reason?: string
      /** The reason says nothing without what was written. */
      withNote?: boolean
      from?: string
      to?: string
      /** Its reader would have to read of a block, and reads of none. */
      withoutBlock?: true
    }
  /** Until null: without a last day. */
  | { says: 'blocked'; until: string | null; brandOnly: boolean; thisRxOnly: boolean }
  /** What may be billed after a denial: no block stops it. */
  | { says: 'may bill'; how: MayBill }
  /** A product that pays without an approval. */
  | { says: 'instead'; product: string }
  /** It was approved with the request it was merged into, and that one is billed. */
  | { says: 'billed by another' }
  | { says: 'ended' }
  | { says: 'waits'; for: WaitsFor }
  | { says: 'open' }
  | { says: 'paid' }
  | { says: 'reversed' }
  /** What was denied or ended is paid when it is billed again. */
  | { says: 'pays now' }
  | { says: 'pharmacy knows' }
  | { says: 'not in force yet' }
  | { says: 'good until'; day: string }
  | { says: 'approved by a rule' }
  | { says: 'closed' }
  | { says: 'withdrawn' }
  | { says: 'unknown' }
  | { says: 'saved'; to?: string; codes?: string[] }
  | { says: 'undone' }
  | { says: 'names'; what: 'patient' | 'born' | 'drug' | 'claim' | 'reference'; value: string }
  /** A hint for the writer stands in what is sent. */
  | { says: 'hint'; words: string }

/** What left, and where it can be read. */
export type Sent = {
  channel: Channel
  id: string
  mc: string
  /** When it left, ISO 8601. */
  at: string
  /** The requests it may be about: it is true where it is of one of them. */
  about: readonly string[]
  text: string
}

/** What was said and is not so. */
export type Untruth = { channel: Channel; id: string; text: string; why: string; about: readonly string[] }

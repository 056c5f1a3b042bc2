import type { Tale } from './tale.ts'

// Numbers the portal draws at random from an id's last digits (features/authorizations/raise.ts, `digits`). Among a
// million drawn, some would be alike; the ones made here are counted, and only look drawn.

/** Multipliers that share no factor (2, 3, 5) with the range: counted numbers become others, each a different one. */
const spread = { 10: 6_180_339_887n, 12: 618_033_988_751n, 18: 618_033_988_749_894_849n } as const
const shift = { 10: 3_141_592_653n, 12: 314_159_265_359n, 18: 314_159_265_358_979_323n } as const
const size = { 10: 10n ** 10n, 12: 10n ** 12n, 18: 10n ** 18n } as const
/** Of twelve digits, those that begin with 9 are the portal's own (raise.ts). */
const range = { ...size, 12: 9n * 10n ** 11n } as const

type Digits = keyof typeof spread

const numberOf = (digits: Digits, ordinal: number): bigint =>
  (BigInt(ordinal) * spread[digits] + shift[digits]) % range[digits]

const low = (1n << 60n) - 1n

/** An id like any other, whose last so many digits are a number of its own. */
function idWith(digits: Digits, number: bigint, id: string): string {
  const tail = id.slice(20).replace('-', '') // the last 15 hexadecimal digits: 60 bits, all of them random
  const value = BigInt(`0x${id.slice(15, 18)}${id.slice(19, 23)}${id.slice(24)}`)
  const free = BigInt(`0x${tail}`)
  const missing = (((number - value) % size[digits]) + size[digits]) % size[digits]
  const next = free + missing > low ? free + missing - size[digits] : free + missing
  const text = next.toString(16).padStart(15, '0')
  return `${id.slice(0, 20)}${text.slice(0, 3)}-${text.slice(3)}`
}

/** Numbers one person's story may use up of each kind. */
const perPerson = 1_000

/** What a person's story has used so far. */
export type Counted = { references: number; priorAuths: number }

const ordinalOf = (tale: Tale, kind: keyof Counted): number => {
  const used = (tale.counted[kind] += 1)
  if (used >= perPerson) throw new Error(`Claim ${tale.claims[0]!.row.claim_number} has used up its numbers.`)
  return tale.claims[0]!.serial * perPerson + used
}

/** The id of a request: its reference number is in it. */
export const requestId = (tale: Tale, ms: number): string =>
  idWith(12, numberOf(12, ordinalOf(tale, 'references')), tale.random.id(ms))

/** The id of a prior authorization, a block or a letter: the number it is known by is in it. */
export const newPriorAuthId = (tale: Tale, ms: number): string =>
  idWith(10, numberOf(10, ordinalOf(tale, 'priorAuths')), tale.random.id(ms))

/** A transaction's own numbers. */
export function transactionNumbers(tale: Tale, ms: number): { id: string; tcn: string; reference: string } {
  const ordinal = ordinalOf(tale, 'references')
  return {
    id: tale.random.id(ms),
    tcn: String(numberOf(18, ordinal)).padStart(18, '0'),
    reference: String(numberOf(12, ordinal)).padStart(12, '0'),
  }
}

import { addDays } from '#platform/dates/day.ts'
import { at, dateIn } from './calendar.ts'
import { carriers } from './carriers.ts'
import type { Claim, ClaimRow } from './claim-rows.ts'
import type { Makings } from './claims.ts'
import { claimOf, icdRows, spansOf } from './claims.ts'
import { claimantRow } from './claimants.ts'
import type { Directory, Routine } from './routines.ts'
import type { PlannedFill } from './prescriptions.ts'
import { Pad } from './prescriptions.ts'
import { routineOf } from './routines.ts'
import { injuries } from './injuries.ts'
import { normalizeForSearch } from '#platform/text/search-form.ts'
import { placeOf } from './places.ts'
import type { Setting } from './setting.ts'
import type { Hold, Tale } from './tale.ts'

/** What a card's claim is made of; the rest is ordinary. */
export type CardClaim = {
  card: number
  mc: string
  sub: string
  juris: string
  homeState?: string
  injury: string
  ageDays: number
  owner: string
  name?: { first: string; middle?: string; last: string; gender: 'F' | 'M' }
  dob?: string
  language?: string
  /** Gets text messages. */
  subscribed?: true
  claim?: Partial<ClaimRow>
  claimNumber?: string
}

/** What the makers of cards work with. */
export type Table = {
  setting: Setting
  makings: Makings
  directory: Directory
  /** Owner ids by username. */
  id(username: string): string
  /** Somebody who is away now, whose delegate decides. */
  awayUsername: string
  /** A prescriber on NWM's block list. */
  blockedNpi: string
}

// Far above the numbers of ordinary claims.
const serialOf = (card: number): number => 8_990_000 + card

/** A claim for a scenario card, with its fixed number DEMO-nnn, and the person it belongs to. */
export function cardClaim(table: Table, wish: CardClaim, sameAs?: Claim): Claim {
  const { makings } = table
  const { stream, today, bornMs } = makings
  const plan = carriers.find((carrier) => carrier.mc === wish.mc)!
  const sub = plan.subCarriers.find((unit) => unit.sub === wish.sub)!
  const injury = injuries.find((one) => one.key === wish.injury)!
  const homeState = wish.homeState ?? wish.juris
  const random = stream('card', `${wish.card} ${wish.claimNumber ?? ''}`)
  const serial = sameAs ? serialOf(wish.card) + 500 : serialOf(wish.card)
  const dob = wish.dob ?? addDays(today, -wish.ageDays - random.int(9_000, 20_000))
  const person = sameAs?.claimant ?? claimantRow(wish.mc, homeState, serial, dob, random, bornMs)
  const claimant = sameAs
    ? person
    : {
        ...person,
        ...(wish.name && {
          first_name: wish.name.first,
          middle_name: wish.name.middle ?? null,
          last_name: wish.name.last,
          suffix: null,
          gender: wish.name.gender,
          first_folded: normalizeForSearch(wish.name.first),
          last_folded: normalizeForSearch(wish.name.last),
        }),
        language: wish.language ?? 'en',
        ...(wish.subscribed && { mobile: person.mobile ?? person.phone, sms_state: 2 as const }),
      }
  const shape = {
    serial,
    plan,
    sub,
    juris: wish.juris,
    homeState,
    injury,
    course: 'long' as const,
    ageDays: wish.ageDays,
  }
  const claim = claimOf(shape, claimant, makings, wish.card)
  const number = wish.claimNumber ?? `DEMO-${String(wish.card).padStart(3, '0')}`
  const row: ClaimRow = {
    ...claim.row,
    compensability: 'ACCEPTED',
    status: 'OPEN',
    accepted_date: addDays(claim.row.doi, Math.min(14, Math.max(1, wish.ageDays - 1))),
    closed_date: null,
    surgery_dates: [],
    claim_number: number,
    client_claim_id: `${number}-01`,
    owner_id: table.id(wish.owner),
    ...wish.claim,
  }
  return {
    ...claim,
    row,
    icd: icdRows(
      { ...row, compensability: row.compensability === 'PENDING' ? 'PENDING' : 'ACCEPTED' },
      injury.icd,
      random,
    ),
    spans: spansOf(row, random, bornMs),
    card: wish.card,
  }
}

/** A claim with its counter and prescriber, ready to fill. */
export class Scene {
  readonly tale: Tale
  readonly claim: Claim
  readonly routine: Routine
  readonly #pad: Pad
  readonly #zone: string

  constructor(tale: Tale, claim: Claim, directory: Directory) {
    const random = tale.setting.stream('scene', `${claim.card} ${claim.row.claim_number}`)
    this.tale = tale
    this.claim = claim
    this.routine = routineOf(claim, directory, random)
    this.#pad = new Pad(claim, this.routine, random)
    this.#zone = placeOf(claim.homeState).zone
  }

  /** The instant so many minutes before the as-of instant. */
  ago(minutes: number): number {
    return this.tale.setting.nowMs - minutes * 60_000
  }

  /** So many days before the as-of day, at a quarter past the hour. */
  day(days: number, hour = 11): number {
    return at(addDays(this.tale.setting.today, -days), hour * 60 + 15, this.#zone)
  }

  fill(ms: number, product: string, quantity: number, days: number, change: Partial<PlannedFill> = {}): PlannedFill {
    const date = dateIn(ms, this.#zone)
    const regimen = { name: product, early: [quantity, days], monthly: [quantity, days] } as const
    const made = this.#pad.fill(this.#pad.write(regimen, date, 5), date, 'monthly')
    return { ...made, ms, date, quantity, days, brand: false, daw: '0', ...change }
  }
}

/** A request that stays open. */
export const waits: Hold = { state: 'plain' }

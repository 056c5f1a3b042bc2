import { addDays } from '#platform/dates/day.ts'
import { opioidRules } from '#reference/first-fill.ts'
import { at, busyMinute } from './calendar.ts'
import { carriers } from './carriers.ts'
import type { Claim } from './claim-rows.ts'
import { placeOf } from './places.ts'
import type { Stream } from './prng.ts'
import type { Routine } from './routines.ts'
import type { Regimen } from './therapies.ts'

/** Something a pharmacy gets wrong, corrected and sent again at once (data-fix codes never pend). */
export type Slip = 'prescriberNumber' | 'productNumber' | 'injuryDate' | 'sentTwice'

/** A prescription that goes over the counter at one instant. */
export type PlannedFill = {
  ms: number
  /** Calendar day at the counter. */
  date: string
  product: string
  quantity: number
  days: number
  rxNumber: string
  fillNumber: number
  refills: number
  written: string
  npi: string
  nabp: string
  channel: number
  deliveryType: number
  daw: '0' | '1'
  brand?: boolean
  repackaged?: boolean
  slip?: Slip
  /** The prescriber certifies that waiting endangers health: the state's expedited clock runs. */
  certified?: boolean
  /** Asked for before the last supply can be used up, on purpose. */
  tooSoon?: boolean
  hcpcs?: { code: string; units: number }
  /** Ingredients by product name, grams or pieces, dollars. */
  compound?: readonly { product: string; quantity: number; cost: number }[]
  /** What the pharmacy asks for, dollars; the usual price when absent. */
  charge?: number
}

/** The carrier pays a brand at the price of its generic (R18). */
export const paysBrands = (mc: string): boolean =>
  carriers.some((plan) => plan.mc === mc && plan.settings['payBrandAtGenericPrice'] === true)

/** The carrier turns away who comes too early, and no request is made of it. */
export const sendsHome = (mc: string): boolean =>
  carriers.some((plan) => plan.mc === mc && (plan.settings['denyAndCall'] as string[] | undefined)?.includes('QTY'))

/** A prescription on paper: how often it may be filled again. */
export type Script = {
  regimen: Regimen
  number: string
  refills: number
  used: number
  written: string
  brand: boolean
}

/** Makes the fills of one claim. Numbers of prescriptions are unique within the claim. */
export class Pad {
  readonly #claim: Claim
  readonly #random: Stream
  readonly #routine: Routine
  readonly #zone: string
  #scripts = 0
  /** Products this prescriber writes as the brand. */
  readonly #brands = new Map<string, boolean>()

  constructor(claim: Claim, routine: Routine, random: Stream) {
    this.#claim = claim
    this.#random = random
    this.#routine = routine
    this.#zone = placeOf(claim.homeState).zone
  }

  write(regimen: Regimen, date: string, refills: number): Script {
    this.#scripts += 1
    const number = String(1_000_000 + ((this.#claim.serial * 613 + this.#scripts * 7) % 8_999_999))
    // Where the carrier pays a brand at the generic price, nobody minds which one it is (R18).
    const brand = this.#brands.get(regimen.name) ?? this.#random.chance(paysBrands(this.#claim.row.mc) ? 0.45 : 0.02)
    this.#brands.set(regimen.name, brand)
    return { regimen, number, refills, used: 0, written: addDays(date, -this.#random.int(0, 2)), brand }
  }

  /** The next fill of a prescription, on a day, in its first or its monthly amount. */
  fill(script: Script, date: string, size: 'early' | 'monthly', change: Partial<PlannedFill> = {}): PlannedFill {
    const [quantity, days] = script.regimen[size]
    // Some states pay a first supply of a few days only (reference/first-fill.ts), and their clinics know.
    const cap = firstSupply(this.#claim.row.juris_state, script.regimen.name)
    if (size === 'early' && cap !== null && days > cap && this.#random.chance(0.97)) {
      change = { quantity: Math.round((quantity / days) * cap), days: cap, ...change }
    }
    const written = script.written < this.#claim.row.doi ? this.#claim.row.doi : script.written
    const fill: PlannedFill = {
      ms: at(date, busyMinute(this.#random), this.#zone) + this.#random.int(0, 59) * 1000,
      date,
      product: script.regimen.name,
      quantity,
      days,
      rxNumber: script.number,
      fillNumber: script.used,
      refills: script.refills,
      written: written > date ? date : written,
      npi: this.#routine.npi,
      nabp: this.#routine.nabp,
      channel: 1,
      deliveryType: 1,
      daw: '0',
      ...change,
    }
    script.used += 1
    return fill
  }
}

const cautious =
  /^(Hydrocodone|Oxycodone|Tramadol|Codeine|Cyclobenzaprine|Methocarbamol|Tizanidine|Baclofen|Metaxalone)/

const opioid = /^(Hydrocodone|Oxycodone|Tramadol|Codeine|Morphine|Tapentadol)/

/** Days of a first supply a state pays at most, where its rule is tighter than the usual two weeks. */
const firstSupply = (state: string, name: string): number | null =>
  state === 'CA' && cautious.test(name)
    ? 4
    : (state === 'NY' && cautious.test(name)) || ['TN', 'KY', 'MT'].includes(state)
      ? 7
      : opioid.test(name)
        ? (opioidRules.find((rule) => rule.state === state)?.firstFillDays ?? null)
        : null

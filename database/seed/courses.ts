import { addDays, at, busyDay, busyMinute, quantile } from './calendar.ts'
import { carriers } from './carriers.ts'
import type { Claim } from './claims.ts'
import type { BlockRow, PharmacyRow, PractitionerRow } from './directory.ts'
import { placeOf } from './places.ts'
import type { Stream, Weighted } from './prng.ts'
import type { Regimen, Therapy } from './therapies.ts'
import { regimens, surprises } from './therapies.ts'

/** Something a pharmacy gets wrong, corrected and sent again at once (domain 7.8: data-fix codes never pend). */
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
  hcpcs?: { code: string; units: number }
  /** Ingredients by product name, grams or pieces, dollars. */
  compound?: readonly { product: string; quantity: number; cost: number }[]
  /** What the pharmacy asks for, dollars; the usual price when absent. */
  charge?: number
}

/** Where one injured worker goes: counters and clinics. */
export type Routine = {
  nabp: string
  otherNabp: string
  mailNabp: string
  clinicNabp: string | null
  npi: string
  otherNpi: string
}

export type Directory = {
  pharmacies: ReadonlyMap<string, readonly PharmacyRow[]>
  practitioners: ReadonlyMap<string, readonly PractitionerRow[]>
  mail: readonly string[]
  /** Carrier and NPI of prescribers a carrier does not pay. */
  blocked: ReadonlySet<string>
}

/** Pharmacies and prescribers by state, as somebody looking for one nearby finds them. */
export function directoryOf(
  pharmacies: readonly PharmacyRow[],
  practitioners: readonly PractitionerRow[],
  blocks: readonly BlockRow[],
): Directory {
  const byState = <T extends { state: string }>(rows: readonly T[]): Map<string, T[]> => {
    const map = new Map<string, T[]>()
    for (const row of rows) map.set(row.state, [...(map.get(row.state) ?? []), row])
    return map
  }
  return {
    pharmacies: byState(pharmacies),
    practitioners: byState(practitioners),
    mail: pharmacies.filter((row) => row.delivery_type_id === 2).map((row) => row.nabp),
    blocked: new Set(blocks.map((row) => `${row.mc} ${row.npi}`)),
  }
}

/** The usual pharmacy, the other one, the treating prescriber and a colleague. */
export function routineOf(claim: Claim, directory: Directory, random: Stream): Routine {
  const here = directory.pharmacies.get(claim.homeState) ?? []
  const counters = here.filter(
    (row) =>
      row.delivery_type_id === 1 &&
      row.network === 'IN' &&
      row.closed_date === null &&
      !row.sanctioned &&
      !row.suspended,
  )
  const clinics = here.filter((row) => row.physician_dispenser)
  const outside = here.filter((row) => row.delivery_type_id === 1 && row.network === 'OUT')
  const doctors = (directory.practitioners.get(claim.homeState) ?? []).filter((row) => row.status === 'ACTIVE')
  const registered = doctors.filter(
    (row) => row.dea_schedules.includes('CII') && !directory.blocked.has(`${claim.row.mc} ${row.npi}`),
  )
  const fitting = registered.filter((row) => claim.injury.specialties.includes(row.specialty))
  const main = random.pick(fitting.length > 0 ? fitting : registered.length > 0 ? registered : doctors)
  const nabp = random.pick(counters).nabp
  return {
    nabp,
    otherNabp: outside.length > 0 && random.chance(0.2) ? random.pick(outside).nabp : random.pick(counters).nabp,
    mailNabp: random.pick(directory.mail),
    clinicNabp: clinics.length > 0 ? random.pick(clinics).nabp : null,
    npi: main.npi,
    otherNpi: random.pick(doctors).npi,
  }
}

const paysBrands = (mc: string): boolean =>
  carriers.some((plan) => plan.mc === mc && plan.settings['payBrandAtGenericPrice'] === true)

/** A prescription on paper: how often it may be filled again. */
type Script = { regimen: Regimen; number: string; refills: number; used: number; written: string; brand: boolean }

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
    const brand = this.#brands.get(regimen.name) ?? this.#random.chance(paysBrands(this.#claim.row.mc) ? 0.4 : 0.02)
    this.#brands.set(regimen.name, brand)
    return { regimen, number, refills, used: 0, written: addDays(date, -this.#random.int(0, 2)), brand }
  }

  /** The next fill of a prescription, on a day, in its first or its monthly amount. */
  fill(script: Script, date: string, size: 'early' | 'monthly', change: Partial<PlannedFill> = {}): PlannedFill {
    const [quantity, days] = script.regimen[size]
    // Some states pay a first supply of a few days only (reference/first-fill.ts), and their clinics know.
    const cap = firstSupply(this.#claim.row.juris_state, script.regimen.name)
    if (size === 'early' && cap !== null && days > cap && this.#random.chance(0.93)) {
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

/** Days of a first supply a state pays at most, where its rule is tighter than the usual two weeks. */
const firstSupply = (state: string, name: string): number | null =>
  state === 'CA' && cautious.test(name)
    ? 4
    : (state === 'NY' && cautious.test(name)) || ['TN', 'KY', 'MT'].includes(state)
      ? 7
      : null

const controlled = (name: string): boolean =>
  /^(Hydrocodone|Oxycodone|Methylphenidate|Fentanyl|Morphine|Tapentadol|Hydromorphone)/.test(name)

/** Pairs that raise an interaction. */
const sedating: readonly Therapy[] = ['nerve', 'mood', 'sleep', 'calm', 'psych', 'tricyclic']
const uneasy = (a: Therapy, b: Therapy): boolean =>
  (a === 'opioid' && sedating.includes(b)) ||
  (b === 'opioid' && sedating.includes(a)) ||
  (a === 'nsaid' && b === 'psych')

const slips: Weighted<Slip> = [
  [30, 'prescriberNumber'],
  [26, 'productNumber'],
  [24, 'injuryDate'],
  [20, 'sentTwice'],
]

/** Last day on which this claim has ordinary fills: today, or when treatment or the claim ended. */
function lastDay(claim: Claim, today: string, random: Stream): string {
  const { closed_date: closed, compensability, doi } = claim.row
  if (compensability === 'DENIED') return addDays(doi, 40)
  if (compensability === 'CONTROVERTED') return addDays(doi, random.int(20, 60))
  if (closed !== null && claim.row.status === 'CLOSED')
    return addDays(closed, random.chance(0.3) ? random.int(1, 20) : -random.int(1, 40))
  if (claim.course === 'acute') return today
  return random.chance(claim.course === 'chronic' ? 0.92 : 0.7)
    ? addDays(today, random.int(0, 25))
    : addDays(today, -random.int(20, 200))
}

/** Sometimes a visit to the other pharmacy or prescriber, the clinic's own cupboard, or the post. */
function whereabouts(fill: PlannedFill, claim: Claim, routine: Routine, random: Stream, early: boolean): PlannedFill {
  const share = random.unit()
  if (early && routine.clinicNabp !== null && share < 0.12) {
    return { ...fill, nabp: routine.clinicNabp, deliveryType: 4, repackaged: random.chance(0.5) }
  }
  if (!early && share < 0.05 && fill.days >= 30 && claim.course !== 'acute' && !controlled(fill.product)) {
    return { ...fill, nabp: routine.mailNabp, channel: 3, deliveryType: 2 }
  }
  if (share > 0.94) return { ...fill, nabp: routine.otherNabp }
  if (share > 0.9) return { ...fill, npi: routine.otherNpi }
  if (share > 0.865) return { ...fill, channel: random.chance(0.75) ? 9 : 2 }
  return fill
}

/**
 * All ordinary fills of a claim, in order of time, none after `nowMs`. `odd` says how often something unusual is
 * prescribed; a small world needs more of it to show everything.
 */
export function fillsOf(
  claim: Claim,
  routine: Routine,
  today: string,
  nowMs: number,
  random: Stream,
  odd: number,
): PlannedFill[] {
  const pad = new Pad(claim, routine, random)
  const { doi } = claim.row
  const planned: PlannedFill[] = []
  const end = lastDay(claim, today, random)
  const add = (fill: PlannedFill, early: boolean): void => {
    const slip = random.chance(0.024) ? random.weighted(slips) : undefined
    const placed = whereabouts(fill, claim, routine, random, early)
    planned.push(slip ? { ...placed, slip } : placed)
  }
  const surprise = (date: string): void => {
    const script = pad.write(random.weighted(surprises), date, 1)
    add(pad.fill(script, date, 'monthly'), false)
  }
  const chosen = (from: Weighted<Therapy>, count: number): Therapy[] => {
    let left = from
    const list: Therapy[] = []
    for (let at = 0; at < count && left.length > 0; at += 1) {
      const therapy = random.weighted(left)
      left = left.filter(([, other]) => other !== therapy)
      // Most prescribers avoid what does not go together; some do not, and the engine says so (88).
      const clashes = list.some((other) => uneasy(other, therapy))
      if (clashes && left.length > 0 && random.chance(0.9)) {
        at -= 1
        continue
      }
      list.push(therapy)
    }
    return list
  }

  const firstVisit = addDays(doi, random.int(0, 2))
  if (claim.course === 'acute') {
    for (const therapy of chosen(claim.injury.early, claim.fills)) {
      add(pad.fill(pad.write(random.weighted(regimens[therapy]), firstVisit, 0), firstVisit, 'early'), true)
    }
    if (random.chance(0.014 * odd)) surprise(addDays(firstVisit, random.int(2, 12)))
  } else if (claim.course === 'short') {
    const visits = [firstVisit]
    let day = firstVisit
    for (let count = 0; count < 3; count += 1) visits.push((day = busyDay(addDays(day, random.int(12, 26)), random)))
    const therapies = chosen(claim.injury.early, 2 + (claim.fills > 5 ? 1 : 0))
    const scripts = new Map(
      therapies.map((therapy) => [therapy, pad.write(random.weighted(regimens[therapy]), firstVisit, 0)]),
    )
    /** Day by which most of the last supply is used. */
    const atHome = new Map<Therapy, string>()
    let count = 0
    visits.forEach((visit, index) => {
      for (const therapy of therapies) {
        if (count >= claim.fills || visit > end) return
        const stays =
          therapy === 'nsaid' ||
          therapy === 'topical' ||
          therapy === 'stomach' ||
          therapy === 'burn' ||
          therapy === 'psych'
        if (index > 0 && !stays && !random.chance(therapy === 'opioid' ? 0.04 : 0.13)) continue
        const script = index === 0 ? scripts.get(therapy)! : pad.write(scripts.get(therapy)!.regimen, visit, 0)
        // While the claim is looked into, two weeks at a time are paid.
        const known = claim.row.accepted_date !== null && visit >= claim.row.accepted_date
        const size = stays && index > 1 && known ? 'monthly' : 'early'
        const until = atHome.get(therapy)
        if (until !== undefined && visit < until && random.chance(0.5)) continue
        add(pad.fill(script, visit, size), index === 0)
        atHome.set(therapy, addDays(visit, Math.round(script.regimen[size][1] * 0.8)))
        count += 1
      }
      if (random.chance(0.008 * odd) && visit <= end) surprise(visit)
    })
  } else {
    const breadth = claim.course === 'long' ? random.int(2, 3) : random.int(3, 5)
    const therapies = chosen(claim.injury.lasting, breadth)
    const months = Math.ceil(claim.fills / therapies.length)
    const start = addDays(end, -30 * months)
    const from = start < addDays(doi, 20) ? addDays(doi, 20) : start
    let left = claim.fills
    therapies.forEach((therapy, index) => {
      const regimen = random.weighted(regimens[therapy])
      const share = index === therapies.length - 1 ? left : Math.round(claim.fills / therapies.length)
      let script: Script | null = null
      let day = busyDay(addDays(from, random.int(0, 12)), random)
      for (let count = 0; count < share && day <= end; count += 1) {
        if (script === null || script.used > script.refills) {
          script = pad.write(regimen, day, controlled(regimen.name) ? 0 : random.int(0, 4))
          // A brand once chosen is chosen again; its first claim asks for permission (AJ).
        }
        const brand = script.brand
        // Some run out of patience before they run out of medicine (79), some forget.
        const early = random.chance(0.006) ? -random.int(8, 14) : 0
        const months3 = claim.course === 'chronic' && random.chance(0.006)
        // Who is new to opioids starts with a few days.
        const size = therapy === 'opioid' && count === 0 ? 'early' : 'monthly'
        add(
          pad.fill(script, day, size, {
            ...(brand
              ? { brand: true, daw: !paysBrands(claim.row.mc) && random.chance(0.93) ? ('1' as const) : ('0' as const) }
              : {}),
            ...(months3 && size === 'monthly'
              ? { quantity: regimen.monthly[0] * 2, days: regimen.monthly[1] * 2 }
              : {}),
          }),
          false,
        )
        left -= 1
        const gap = Math.round(
          quantile(
            [
              [0, -3],
              [0.3, 0],
              [0.8, 3],
              [0.97, 10],
              [1, 40],
            ],
            random.unit(),
          ),
        )
        // What is given for a week or two is given again when it hurts again.
        const supply = size === 'early' ? regimen.early[1] : regimen.monthly[1] * (months3 ? 2 : 1)
        day = addDays(
          day,
          supply < 20 && size !== 'early' ? Math.max(supply, 26) + Math.max(0, gap) : supply + gap + early,
        )
        if (random.chance(0.002 * odd) && day <= end) surprise(busyDay(day, random))
      }
    })
    if (random.chance(0.1) && claim.injury.parts.some((part) => part === 53 || part === 38)) {
      const day = busyDay(addDays(from, random.int(10, 60)), random)
      const script = pad.write({ name: '', early: [1, 1], monthly: [1, 1] }, day, 0)
      const hcpcs = random.weighted([
        [50, { code: 'J3301', units: 4 }],
        [25, { code: 'J1885', units: 4 }],
        [25, { code: 'J7325', units: 48 }],
      ] as const)
      planned.push(pad.fill(script, day, 'monthly', { channel: 8, deliveryType: 6, hcpcs }))
    }
  }
  // After a claim is closed hardly anybody goes to the counter, and until it is reopened nobody pays (600).
  const inGap = (date: string): boolean =>
    claim.row.status === 'REOPENED' &&
    !claim.spans.some((span) => span.effective_date <= date && (span.term_date ?? date) >= date)
  const undecided = (date: string): boolean => claim.row.compensability === 'PENDING' && date > addDays(doi, 30)
  return planned
    .filter(
      (fill) =>
        fill.ms < nowMs - 60_000 &&
        (!undecided(fill.date) || random.chance(0.3)) &&
        (!inGap(fill.date) || random.chance(0.2)),
    )
    .sort((a, b) => a.ms - b.ms)
}

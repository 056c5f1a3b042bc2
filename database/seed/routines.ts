import type { Claim } from './claim-rows.ts'
import type { BlockRow, PharmacyRow, PractitionerRow } from './directory.ts'
import type { Stream } from './prng.ts'

/** Where one injured worker goes: counters and clinics. */
export type Routine = {
  nabp: string
  otherNabp: string
  mailNabp: string
  clinicNabp: string | null
  npi: string
  otherNpi: string
  /** Where somebody goes whom many people treat. */
  nabps: readonly string[]
  npis: readonly string[]
}

/** What there is in one state, sorted by what people look for. */
type Nearby = {
  /** Pharmacies of the network where one goes by oneself. */
  counters: readonly string[]
  outside: readonly string[]
  /** Physicians who dispense. */
  clinics: readonly string[]
  doctors: readonly PractitionerRow[]
}

/** Pharmacies and prescribers as somebody looking for one nearby finds them. */
export type Directory = {
  nearby(state: string): Nearby
  /** Prescribers of a state whom a carrier pays for Schedule II, of one of some specialties if there are any. */
  registered(state: string, mc: string, specialties: readonly string[]): readonly PractitionerRow[]
  mail: readonly string[]
  /** Pharmacies that mail and serve no counter; those that serve a counter with special drugs and mail nothing. */
  mailOnly: readonly string[]
  specialty: readonly string[]
}

/** Sorts the pharmacies and prescribers of a world. */
export function directoryOf(
  pharmacies: readonly PharmacyRow[],
  practitioners: readonly PractitionerRow[],
  blocks: readonly BlockRow[],
): Directory {
  const counters = Map.groupBy(pharmacies, (row) => row.state)
  const doctors = Map.groupBy(
    practitioners.filter((row) => row.status === 'ACTIVE'),
    (row) => row.state,
  )
  const blocked = Map.groupBy(blocks, (row) => row.mc)
  const known = new Map<string, Nearby>()
  const lists = new Map<string, readonly PractitionerRow[]>()
  const nearby = (state: string): Nearby => {
    let found = known.get(state)
    if (!found) {
      const here = counters.get(state) ?? []
      const usual = (row: PharmacyRow): boolean =>
        row.delivery_type_id === 1 &&
        row.network === 'IN' &&
        row.closed_date === null &&
        !row.sanctioned &&
        !row.suspended
      const named = (of: (row: PharmacyRow) => boolean): string[] => here.filter(of).map((row) => row.nabp)
      found = {
        counters: named(usual),
        outside: named((row) => row.delivery_type_id === 1 && row.network === 'OUT'),
        clinics: named((row) => row.physician_dispenser && row.network === 'IN'),
        doctors: doctors.get(state) ?? [],
      }
      known.set(state, found)
    }
    return found
  }
  return {
    nearby,
    registered(state, mc, specialties) {
      // Few carriers block anybody; the others share a list.
      const own = blocked.get(mc) ?? []
      const key = `${own.length > 0 ? mc : ''} ${state} ${specialties.join('/')}`
      let found = lists.get(key)
      if (!found) {
        const all = nearby(state).doctors
        const able = all.filter(
          (row) => row.dea_schedules.includes('CII') && !own.some((block) => block.npi === row.npi),
        )
        const fitting = able.filter((row) => specialties.includes(row.specialty))
        found = fitting.length > 0 ? fitting : able.length > 0 ? able : all
        lists.set(key, found)
      }
      return found
    },
    mail: pharmacies.filter((row) => row.delivery_type_id === 2).map((row) => row.nabp),
    mailOnly: pharmacies
      .filter((row) => row.networks.includes('MAIL') && !row.networks.includes('RETAIL'))
      .map((row) => row.nabp),
    specialty: pharmacies.filter((row) => row.delivery_type_id === 3).map((row) => row.nabp),
  }
}

/** The usual pharmacy, the other one, the treating prescriber and a colleague. */
export function routineOf(claim: Claim, directory: Directory, random: Stream): Routine {
  const { counters, clinics, outside, doctors } = directory.nearby(claim.homeState)
  const able = directory.registered(claim.homeState, claim.row.mc, claim.injury.specialties)
  const main = random.pick(able)
  const others = (): string => random.pick(able).npi
  const nabp = random.pick(counters)
  return {
    nabp,
    nabps: [nabp, random.pick(counters), random.pick(counters), random.pick(counters)],
    npis: [main.npi, others(), others(), others(), others()],
    otherNabp: outside.length > 0 && random.chance(0.42) ? random.pick(outside) : random.pick(counters),
    mailNabp: random.pick(directory.mail),
    clinicNabp: clinics.length > 0 ? random.pick(clinics) : null,
    npi: main.npi,
    otherNpi: random.pick(doctors).npi,
  }
}

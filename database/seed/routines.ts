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

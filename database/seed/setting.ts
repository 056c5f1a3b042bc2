import type {
  DrugFacts,
  FormularyItem,
  PharmacyState,
  PrescriberState,
  Snapshot,
} from '#features/adjudication/contract.ts'
import type { DecisionSettings } from '#features/authorizations/decision/rules.ts'
import { defaultDecisionSettings } from '#features/authorizations/decision/rules.ts'
import type { Person } from '#platform/person.ts'
import type { Drug } from '#reference/drugs.ts'
import { carriersOf } from './carriers.ts'
import type { Claim } from './claim-rows.ts'
import type { Group } from './claims.ts'
import type { BlockRow, PharmacyRow, PractitionerRow } from './directory.ts'
import { formularyRows } from './directory.ts'
import type { Staff } from './people.ts'
import { supervisionOf } from './people.ts'
import type { Streams } from './prng.ts'
import type { Size } from './sizes.ts'
import { shelf } from './therapies.ts'

type Away = { mc: string; userId: string; startAt: string; endAt: string; delegates: readonly string[] }

/** The world as it stands around the stories: what the intake and the deciders would read from the database. */
export type Setting = {
  size: Size
  stream: Streams
  nowMs: number
  today: string
  drugs: ReadonlyMap<string, DrugFacts>
  named(name: string): Drug
  brandOf(gpi: string): Drug | undefined
  repackagedOf(gpi: string): Drug | undefined
  generic(drug: DrugFacts): Snapshot['genericAlternative']
  formulary(mc: string, gpis: readonly string[]): FormularyItem[]
  settings(mc: string): Record<string, unknown>
  decisionSettings(mc: string): DecisionSettings
  zone(mc: string): string
  group(mc: string, code: string): Group
  pharmacy(nabp: string): PharmacyState | null
  pharmacyName(nabp: string): string
  prescriber(mc: string, npi: string): PrescriberState | null
  staff: ReadonlyMap<string, Staff>
  person(id: string, mc: string): Person
  supervisorOf(mc: string, id: string): string | null
  supervisedBy(mc: string, id: string): string[]
  withRole(mc: string, role: Person['roles'][number]): string[]
  away: readonly Away[]
  employer(claim: Claim): string
}

export type SettingMakings = {
  size: Size
  stream: Streams
  nowMs: number
  today: string
  drugs: readonly Drug[]
  pharmacies: readonly PharmacyRow[]
  practitioners: readonly PractitionerRow[]
  blocks: readonly BlockRow[]
  staff: readonly Staff[]
  groups: readonly Group[]
  employerNames: ReadonlyMap<string, string>
  away: readonly Away[]
}

const prefixLengths = [2, 4, 6, 8, 10, 12, 14]

/** Puts the rows of a world into the shapes the engine and the decision rules read. */
export function settingOf(from: SettingMakings): Setting {
  const { size, stream, nowMs, today, drugs, staff } = from
  const byNdc = new Map(drugs.map((drug) => [drug.ndc, drug]))
  const goods = shelf(drugs)
  const repackaged = new Map(drugs.filter((drug) => drug.repackaged).map((drug) => [drug.gpi, drug]))
  const generics = new Map<string, Drug[]>()
  for (const drug of drugs) {
    if (drug.brandFlag === 'G') generics.set(drug.gpi, [...(generics.get(drug.gpi) ?? []), drug])
  }
  const plans = new Map(carriersOf(size).map((plan) => [plan.mc, plan]))
  const planOf = (mc: string) => plans.get(mc)!
  // The same order as the intake's statement: the carrier's own rows first, then by prefix.
  const rows = formularyRows([...plans.keys()]).map((row) => ({
    mc: row.mc,
    item: {
      gpiPrefix: row.gpi_prefix,
      status: row.status,
      maxQty: row.max_qty,
      maxDays: row.max_days,
      maxFills: row.max_fills,
      firstFillDays: row.first_fill_days,
      ...row.facts,
    } satisfies FormularyItem,
  }))
  const cache = new Map<string, FormularyItem[]>()
  const formulary = (mc: string, gpis: readonly string[]): FormularyItem[] => {
    const key = `${mc} ${gpis.join(' ')}`
    const known = cache.get(key)
    if (known) return known
    const prefixes = new Set(gpis.flatMap((gpi) => prefixLengths.map((length) => gpi.slice(0, length))))
    const found = rows
      .filter((row) => (row.mc === '' || row.mc === mc) && prefixes.has(row.item.gpiPrefix))
      .sort((a, b) => (a.mc === b.mc ? (a.item.gpiPrefix < b.item.gpiPrefix ? -1 : 1) : a.mc === '' ? 1 : -1))
      .map((row) => row.item)
    cache.set(key, found)
    return found
  }
  const pharmacies = new Map(from.pharmacies.map((row) => [row.nabp, row]))
  const practitioners = new Map(from.practitioners.map((row) => [row.npi, row]))
  const blocks = new Map(from.blocks.map((row) => [`${row.mc} ${row.npi}`, row]))
  const groups = new Map(from.groups.map((group) => [`${group.mc} ${group.code}`, group]))
  const people = new Map(staff.map((person) => [person.id, person]))
  const supervision = supervisionOf(staff)
  const supervisors = new Map(supervision.map((row) => [`${row.mc} ${row.memberId}`, row.supervisorId]))
  const persons = new Map<string, Person>()

  return {
    size,
    stream,
    nowMs,
    today,
    drugs: byNdc,
    named: (name) => goods.named(name),
    brandOf: (gpi) => goods.brandOf(gpi),
    repackagedOf: (gpi) => repackaged.get(gpi),
    generic(drug) {
      if (drug.brandFlag === 'G') return null
      const others = (generics.get(drug.gpi) ?? []).filter((other) => other.ndc !== drug.ndc)
      others.sort((a, b) => a.awpUnit - b.awpUnit || (a.ndc < b.ndc ? -1 : 1))
      const first = others[0]
      return first ? { ndc: first.ndc, name: first.name, awpUnit: first.awpUnit, brandFlag: 'G' } : null
    },
    formulary,
    settings: (mc) => planOf(mc).settings,
    decisionSettings: (mc) => ({ ...defaultDecisionSettings, ...(planOf(mc).settings as Partial<DecisionSettings>) }),
    zone: (mc) => planOf(mc).zone,
    group: (mc, code) => groups.get(`${mc} ${code}`)!,
    pharmacy(nabp) {
      const row = pharmacies.get(nabp)
      if (!row) return null
      return {
        nabp,
        npi: row.npi,
        name: row.name,
        status: row.sanctioned
          ? 'SANCTIONED'
          : row.suspended
            ? 'SUSPENDED'
            : row.closed_date !== null
              ? 'CLOSED'
              : 'ACTIVE',
        closedDate: row.closed_date,
        networks: row.network === 'IN' ? ['RETAIL', 'MAIL', 'NINETY_DAY', 'SPECIALTY'] : [],
        deliveryType: row.delivery_type_id,
        physicianDispenser: row.physician_dispenser,
      }
    },
    pharmacyName: (nabp) => pharmacies.get(nabp)?.name ?? nabp,
    prescriber(mc, npi) {
      const row = practitioners.get(npi)
      if (!row) return null
      const block = blocks.get(`${mc} ${npi}`)
      return {
        npi,
        type: 1,
        lastName: row.last_name,
        status: row.status,
        specialty: row.specialty,
        deaSchedules: row.dea_schedules as PrescriberState['deaSchedules'] & object,
        deaActive: true,
        blocked: block ? { reason: block.reason, fraud: block.fraud } : null,
      }
    },
    staff: people,
    person(id, mc) {
      const key = `${id} ${mc}`
      let person = persons.get(key)
      if (!person) {
        const who = people.get(id)!
        const membership = who.memberships.find((one) => one.mc === mc)!
        person = {
          id,
          username: who.username,
          name: `${who.firstName} ${who.lastName}`,
          mc,
          roles: membership.roles,
          subCarriers: membership.subCarriers,
          licenseStates: membership.licenseStates,
          approvalLimit: membership.approvalLimit,
          timeZone: who.timeZone,
        }
        persons.set(key, person)
      }
      return person
    },
    supervisorOf: (mc, id) => supervisors.get(`${mc} ${id}`) ?? null,
    supervisedBy: (mc, id) =>
      supervision.filter((row) => row.mc === mc && row.supervisorId === id).map((row) => row.memberId),
    withRole: (mc, role) =>
      staff
        .filter(
          (one) =>
            one.status === 'ACTIVE' &&
            one.memberships.some((membership) => membership.mc === mc && membership.roles.includes(role)),
        )
        .map((one) => one.id),
    away: from.away,
    employer: (claim) => from.employerNames.get(claim.row.employer_id ?? '') ?? 'Employer',
  }
}

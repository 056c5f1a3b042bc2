import type {
  DrugFacts,
  FormularyItem,
  PharmacyState,
  PrescriberState,
  Snapshot,
} from '#features/adjudication/snapshot.ts'
import type { SnapshotRow } from '#features/snapshots/sql.ts'
import { toSnapshot } from '#features/snapshots/sql.ts'
import type { LadderPlan } from '#features/deadlines/plan.ts'
import { planOf as ladderPlanOf } from '#features/deadlines/plan.ts'
import type { DecisionSettings } from '#features/permissions/decision-settings.ts'
import { defaultDecisionSettings } from '#features/permissions/decision-settings.ts'
import type { Person } from '#platform/calls/person.ts'
import type { Drug } from '#reference/drugs.ts'
import { carriersOf } from './carriers.ts'
import type { Claim } from './claim-rows.ts'
import type { Group } from './units.ts'
import type { BlockRow, PharmacyRow, PractitionerRow } from './directory.ts'
import { formularyRows } from './directory.ts'
import type { Staff } from './people.ts'
import { supervisionOf } from './people.ts'
import type { Streams } from './prng.ts'
import type { Size } from './sizes.ts'
import { shelf } from './therapies.ts'

type Away = {
  mc: string
  userId: string
  startAt: string
  endAt: string
  startMs: number
  endMs: number
  delegates: readonly string[]
}

/** Settings and formulary as the intake hands them to the engine. */
type Plan = Pick<Snapshot, 'settings' | 'formulary'>

const planOfItems = (settings: Record<string, unknown>, items: FormularyItem[]): Plan => {
  const { settings: own, formulary } = toSnapshot(
    { settings, formulary_items: items, history: [] } as unknown as SnapshotRow,
    '',
  )
  return { settings: own, formulary }
}

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
  plan(mc: string, gpis: readonly string[]): Plan
  settings(mc: string): Record<string, unknown>
  decisionSettings(mc: string): DecisionSettings
  zone(mc: string): string
  /** How a carrier counts the time of a request somebody has (features/deadlines/plan.ts). */
  ladderPlan(mc: string, ownerId: string | null): LadderPlan
  group(code: string): Group
  pharmacy(nabp: string): PharmacyState | null
  pharmacyName(nabp: string): string
  prescriber(mc: string, npi: string): PrescriberState | null
  practitioner(npi: string): PractitionerRow | undefined
  staff: ReadonlyMap<string, Staff>
  person(id: string, mc: string): Person
  supervisorOf(mc: string, id: string): string | null
  supervisedBy(mc: string, id: string): string[]
  withRole(mc: string, role: Person['roles'][number]): readonly string[]
  /** When somebody was, is or will be out of office at a carrier. */
  awayFrom(mc: string, userId: string): readonly Away[]
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
  for (const [gpi, same] of Map.groupBy(drugs, (drug) => drug.gpi)) {
    const plain = same.filter((drug) => drug.brandFlag === 'G')
    if (plain.length > 0) generics.set(gpi, plain)
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
      own: row.mc !== '',
      ...row.facts,
    } satisfies FormularyItem,
  }))
  const known = new Map<string, Map<string, Plan>>()
  /** What a carrier's plan says of some drugs: the same object for the same question, because the engine remembers it. */
  const plan = (mc: string, gpis: readonly string[]): Plan => {
    let own = known.get(mc)
    if (!own) known.set(mc, (own = new Map()))
    const key = gpis.length === 1 ? gpis[0]! : gpis.join(' ')
    let found = own.get(key)
    if (!found) {
      const prefixes = new Set(gpis.flatMap((gpi) => prefixLengths.map((length) => gpi.slice(0, length))))
      const items = rows
        .filter((row) => (row.mc === '' || row.mc === mc) && prefixes.has(row.item.gpiPrefix))
        .sort((a, b) => (a.mc === b.mc ? (a.item.gpiPrefix < b.item.gpiPrefix ? -1 : 1) : a.mc === '' ? 1 : -1))
        .map((row) => row.item)
      found = planOfItems(planOf(mc).settings, items)
      own.set(key, found)
    }
    return found
  }
  const pharmacies = new Map(from.pharmacies.map((row) => [row.nabp, row]))
  const practitioners = new Map(from.practitioners.map((row) => [row.npi, row]))
  const blocks = new Map(from.blocks.map((row) => [`${row.mc} ${row.npi}`, row]))
  const groups = new Map(from.groups.map((group) => [group.code, group])) // a code begins with its carrier
  const people = new Map(staff.map((person) => [person.id, person]))
  const supervision = supervisionOf(staff)
  const supervisors = new Map(supervision.map((row) => [`${row.mc} ${row.memberId}`, row.supervisorId]))
  const teams = Map.groupBy(supervision, (row) => `${row.mc} ${row.supervisorId}`)
  const roles = new Map<string, string[]>()
  for (const one of staff) {
    if (one.status !== 'ACTIVE') continue
    for (const membership of one.memberships)
      for (const role of new Set(membership.roles)) {
        const key = `${membership.mc} ${role}`
        const known = roles.get(key)
        if (known) known.push(one.id)
        else roles.set(key, [one.id])
      }
  }
  const absences = Map.groupBy(from.away, (one) => `${one.mc} ${one.userId}`)
  const persons = new Map<string, Person>()
  const ladders = new Map<string, LadderPlan>()
  const counters = new Map<string, PharmacyState>()
  const cheapest = new Map<string, Snapshot['genericAlternative']>()
  const factsOf = new Map<string, DecisionSettings>()

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
      let found = cheapest.get(drug.ndc)
      if (found === undefined) {
        const others = (generics.get(drug.gpi) ?? []).filter((other) => other.ndc !== drug.ndc)
        others.sort((a, b) => a.awpUnit - b.awpUnit || (a.ndc < b.ndc ? -1 : 1))
        const first = others[0]
        found = first ? { ndc: first.ndc, name: first.name, awpUnit: first.awpUnit, brandFlag: 'G' } : null
        cheapest.set(drug.ndc, found)
      }
      return found
    },
    plan,
    settings: (mc) => planOf(mc).settings,
    decisionSettings(mc) {
      let found = factsOf.get(mc)
      if (!found) {
        found = { ...defaultDecisionSettings, ...(planOf(mc).settings as Partial<DecisionSettings>) }
        factsOf.set(mc, found)
      }
      return found
    },
    zone: (mc) => planOf(mc).zone,
    ladderPlan(mc, ownerId) {
      const { settings, zone: own } = planOf(mc)
      const zone = (ownerId === null ? undefined : people.get(ownerId)?.timeZone) ?? own
      const key = `${mc} ${zone}`
      let found = ladders.get(key)
      if (!found) {
        found = ladderPlanOf({
          zone,
          calendar: settings['businessCalendar'] ?? null,
          settings: (settings['ladder'] as Record<string, unknown> | undefined) ?? null,
        })
        ladders.set(key, found)
      }
      return found
    },
    group: (code) => groups.get(code)!,
    pharmacy(nabp) {
      let found = counters.get(nabp)
      if (found) return found
      const row = pharmacies.get(nabp)
      if (!row) return null
      found = {
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
        networks: row.network === 'IN' ? row.networks : [],
        deliveryType: row.delivery_type_id,
        physicianDispenser: row.physician_dispenser,
      }
      counters.set(nabp, found)
      return found
    },
    pharmacyName: (nabp) => pharmacies.get(nabp)?.name ?? nabp,
    practitioner: (npi) => practitioners.get(npi),
    prescriber(mc, npi) {
      const row = practitioners.get(npi)
      if (!row) return null
      const block = blocks.get(`${mc} ${npi}`)
      return {
        npi,
        type: row.entity_type,
        lastName: row.last_name,
        status: row.status,
        specialty: row.specialty,
        deaSchedules: row.dea_schedules as PrescriberState['deaSchedules'] & object,
        deaExpires: row.dea_expires,
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
    supervisedBy: (mc, id) => (teams.get(`${mc} ${id}`) ?? []).map((row) => row.memberId),
    withRole: (mc, role) => roles.get(`${mc} ${role}`) ?? [],
    awayFrom: (mc, userId) => absences.get(`${mc} ${userId}`) ?? [],
    employer: (claim) => from.employerNames.get(claim.row.employer_id ?? '') ?? 'Employer',
  }
}

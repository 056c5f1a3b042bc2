import { DAY_MS } from '#platform/dates/instant.ts'
import { addDays } from '#platform/dates/day.ts'
import { at, iso } from './calendar.ts'
import type { CarrierPlan } from './carriers.ts'
import { employerNames } from './names.ts'
import { cardRoute, carriersOf, groupsOf, subCarriersOf } from './carriers.ts'
import type { Group } from './units.ts'
import type { Row, Table } from './copy.ts'
import type { Staff } from './people.ts'
import { supervisionOf } from './people.ts'
import type { Streams } from './prng.ts'
import type { Extent } from './sizes.ts'
import { walkIns } from './walk-ins.ts'

/** Versions everybody but the new hire has accepted; the portal compares them with what it holds. */
const legalVersions = { terms: '3.0', privacy: '6.0' } as const
const earlierVersions = { terms: '2.0', privacy: '5.0' } as const
const agreedTo = ({ status, agreed }: Staff) =>
  status !== 'ACTIVE' || agreed === 'none' ? null : agreed === 'earlier' ? earlierVersions : legalVersions

const walkInGroups = new Set(walkIns.map((who) => who.group))

export type Organisation = { tables: Table[]; groups: Group[]; employerNames: ReadonlyMap<string, string> }

const homeStates: Readonly<Record<string, string>> = {
  WEST: 'CA',
  EAST: 'NY',
  SOUTH: 'TX',
  PUB: 'FL',
  SPEC: 'IL',
  CAL: 'CA',
  CENT: 'IL',
  NWST: 'WA',
  SWST: 'AZ',
  SELF: 'OH',
  MUNI: 'PA',
  TRUST: 'GA',
  OWCP: 'DC',
}

/** Carriers with their units, employers and groups, people and what they may do, flags and settings. */
export function organisationOf(
  extent: Extent,
  stream: Streams,
  staff: readonly Staff[],
  clock: { today: string; nowMs: number; bornMs: number; seed: number; issuer: string },
): Organisation {
  const { today, nowMs, bornMs } = clock
  const { size } = extent
  const born = iso(bornMs)
  const plans = carriersOf(size)
  const employers = new Map<string, string>()
  const groups: Group[] = []
  const groupRows: Row[] = []
  const employerRows: Row[] = []
  let employerAt = 0
  let groupNumber = 0
  const adjustersOf = (plan: CarrierPlan): string[] =>
    staff
      .filter((person) => person.load > 0 && person.memberships.some((membership) => membership.mc === plan.mc))
      .map((person) => person.id)

  for (const plan of plans) {
    const team = adjustersOf(plan)
    for (const sub of subCarriersOf(plan, size)) {
      for (let count = 0, wanted = groupsOf(sub, extent); count < wanted; count += 1) {
        const random = stream('client_group', `${sub.sub} ${count}`)
        const name = employerNames[employerAt % employerNames.length]!
        employerAt += 1
        groupNumber += 1
        const employerId = random.id(bornMs)
        employers.set(employerId, name)
        employerRows.push({ mc: plan.mc, id: employerId, name })
        const code = `${plan.mc}${sub.region}${String(groupNumber).padStart(4, '0')}`
        const defaultOwnerId = random.chance(0.5) && team.length > 0 ? random.pick(team) : null
        // Who stands at a counter to see an approval pay does not wait until support has keyed it.
        const autoPa = random.chance(0.85) || walkInGroups.has(code)
        groups.push({ mc: plan.mc, sub, code, employerId, defaultOwnerId, autoPa })
        groupRows.push({
          mc: plan.mc,
          group_code: code,
          sub_carrier: sub.sub,
          name,
          state: homeStates[sub.region] ?? 'FL',
          employer_id: employerId,
          auto_pa: autoPa,
          effective_date: '2005-01-01',
          term_date: null,
          default_owner_id: defaultOwnerId,
        })
      }
    }
  }

  const tables: Table[] = [
    {
      name: 'master_carrier',
      rows: plans.map((plan) => ({
        mc: plan.mc,
        id: plan.id,
        name: plan.name,
        status: 'ACTIVE',
        time_zone: plan.zone,
        date_label: plan.dateLabel,
        product_phone: plan.phone,
        created_at: born,
      })),
    },
    { name: 'app_user', rows: staff.map((person) => userRow(person, stream, clock)) },
    {
      name: 'user_carrier',
      rows: staff.flatMap((person) =>
        person.memberships.map((membership) => ({
          mc: membership.mc,
          user_id: person.id,
          is_default: membership.isDefault,
          roles: membership.roles,
          sub_carriers: membership.subCarriers,
          data_extract_sub_carriers: membership.extract,
          license_states: membership.licenseStates,
          approval_limit: membership.approvalLimit,
          active: true,
          created_at: born,
        })),
      ),
    },
    {
      name: 'user_supervision',
      rows: supervisionOf(staff).map((row) => ({
        mc: row.mc,
        supervisor_id: row.supervisorId,
        member_id: row.memberId,
      })),
    },
    { name: 'out_of_office', rows: absencesOf(staff, stream, today, bornMs) },
    {
      name: 'terms_acceptance',
      rows: staff
        .filter((person) => agreedTo(person) !== null)
        .flatMap((person) => [
          {
            user_id: person.id,
            kind: 'TOU',
            version: agreedTo(person)!.terms,
            at: acceptedAt(nowMs),
            ip: null,
            session_id: null,
          },
          {
            user_id: person.id,
            kind: 'PRIVACY',
            version: agreedTo(person)!.privacy,
            at: acceptedAt(nowMs),
            ip: null,
            session_id: null,
          },
        ]),
    },
    {
      name: 'feature_flag_override',
      rows: plans.flatMap((plan) =>
        Object.entries(plan.flags).map(([key, enabled]) => ({ mc: plan.mc, sub_carrier: '*', key, enabled })),
      ),
    },
    {
      name: 'carrier_setting',
      rows: plans.flatMap((plan) =>
        Object.entries(plan.settings).map(([key, value]) => ({
          mc: plan.mc,
          sub_carrier: '*',
          key,
          value,
          updated_at: born,
        })),
      ),
    },
    {
      name: 'saved_state',
      rows: [
        { key: 'seed', value: clock.seed },
        { key: 'seed_size', value: size },
        ...(extent.fraction === undefined ? [] : [{ key: 'seed_fraction', value: extent.fraction }]),
        { key: 'as_of', value: iso(nowMs) },
      ],
    },
    {
      name: 'sub_carrier',
      rows: plans.flatMap((plan) =>
        subCarriersOf(plan, size).map((sub, index) => ({
          mc: plan.mc,
          sub_carrier: sub.sub,
          id: plan.id * 100 + index + 1,
          name: sub.name,
          status: 'ACTIVE',
        })),
      ),
    },
    { name: 'employer', rows: employerRows },
    { name: 'client_group', rows: groupRows },
    {
      name: 'pharmacy_route',
      rows: groups.map((group) => ({ ...cardRoute, group_code: group.code, mc: group.mc })),
    },
  ]
  return { tables, groups, employerNames: employers }
}

const acceptedAt = (nowMs: number): string => iso(nowMs - 40 * DAY_MS)

function userRow(
  person: Staff,
  stream: Streams,
  clock: { today: string; nowMs: number; bornMs: number; issuer: string },
): Row {
  const random = stream('app_user', person.username)
  const active = person.status === 'ACTIVE'
  const last = clock.nowMs - random.int(2, 60) * 3_600_000
  return {
    id: person.id,
    username: person.username,
    email: person.email,
    first_name: person.firstName,
    last_name: person.lastName,
    sso_user: person.ssoUser,
    idp_issuer: clock.issuer,
    idp_subject: person.subject,
    time_zone: person.timeZone,
    status: person.status,
    last_login_at: active ? iso(last) : null,
    previous_login_at: active ? iso(last - random.int(6, 80) * 3_600_000) : null,
    unsuccessful_attempts: 0,
    password_changed_on: person.passwordAgeDays === null ? null : addDays(clock.today, -person.passwordAgeDays),
    password_limit_days: 90,
    terms_version: agreedTo(person)?.terms ?? null,
    terms_accepted_at: agreedTo(person) ? acceptedAt(clock.nowMs) : null,
    privacy_version: agreedTo(person)?.privacy ?? null,
    add_patient_feature: false,
    created_at: iso(clock.bornMs),
  }
}

/** Days from the as-of day on which leaves may begin, days apart on average, and how long one is: 6 days in a hundred. */
const leaves = { from: -150, to: 60, apart: 78, days: [1, 9] } as const

/** Dana is away from tomorrow and Lee stands in; somebody else is away already. */
function absencesOf(staff: readonly Staff[], stream: Streams, today: string, bornMs: number): Row[] {
  const named = (username: string): Staff => staff.find((person) => person.username === username)!
  const dana = named('dana.ruiz')
  const lee = named('lee.park')
  const away = (person: Staff, mc: string, from: string, to: string, delegates: string[], message: string): Row => {
    const [start, end] = [iso(at(from, 8 * 60, person.timeZone)), iso(at(to, 18 * 60, person.timeZone))]
    const over = to < today
    return {
      mc,
      id: stream('out_of_office', `${mc} ${person.username} ${from}`).id(bornMs),
      user_id: person.id,
      start_at: start,
      end_at: end,
      delegates,
      message,
      // What has not begun yet, or not been acted on, the clock of the portal acts on.
      began_at: over ? start : null,
      ended_at: over ? end : null,
    }
  }
  const rows = [
    away(
      dana,
      'NWM',
      addDays(today, 1),
      addDays(today, 5),
      [lee.id],
      'Back on the date shown. Lee Park decides for me.',
    ),
  ]
  const others = staff.filter((person) => person.what === null && person.load > 0)
  const absent = others.find((person) => person.memberships[0]!.mc === 'NWM')
  if (absent) {
    rows.push(away(absent, 'NWM', addDays(today, -2), addDays(today, 3), [lee.id], 'Jury duty.'))
  }
  // Everybody else is away six days in a hundred, and the colleague who comes next in their carrier decides.
  const many = others.filter((person) => person !== absent)
  many.forEach((person, at) => {
    const random = stream('absence', person.username)
    const { mc } = person.memberships[0]!
    const next = [many[at + 1], many[at - 1]].find((one) => one?.memberships[0]!.mc === mc)
    if (!next) return
    let day = random.int(leaves.from, leaves.from + leaves.apart)
    for (; day < leaves.to; day += random.int(leaves.apart - 25, leaves.apart + 25)) {
      const [from, last] = [addDays(today, day), (day += random.int(...leaves.days) - 1)]
      rows.push(away(person, mc, from, addDays(today, last), [next.id], 'Away.'))
    }
  })
  return rows
}

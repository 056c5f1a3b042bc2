import { addDays, daysBetween } from '#platform/dates/day.ts'
import type { ContactRow } from '#features/claim-contacts/sql.ts'
import { nothingSaid, type Reach, type Relation } from '#features/claim-contacts/rules.ts'
import { at, busyMinute, iso, openDay } from './calendar.ts'
import type { Claim } from './claim-rows.ts'
import { familyNames, mensNames, womensNames } from './names.ts'
import type { Stream, Weighted } from './prng.ts'
import type { Setting } from './setting.ts'

// People around a claim: relatives who speak for the worker, attorneys, and how a worker wants to be reached.

type Row = ContactRow & { mc: string }

const relatives: Weighted<Relation> = [
  [46, 'SPOUSE'],
  [16, 'SIBLING'],
  [14, 'CHILD'],
  [14, 'PARENT'],
  [6, 'RELATIVE'],
  [4, 'GUARDIAN'],
]
/** Of a hundred claims that have somebody of each kind. */
const shares = { relative: 0.18, attorney: 0.14, patient: 0.05 } as const
/** How somebody may be reached. */
const reaches: Weighted<{ reach: Partial<Reach>; note: string }> = [
  [55, { reach: {}, note: '' }],
  [18, { reach: { call: 'YES' }, note: 'After 5 PM' }],
  [15, { reach: { call: 'NO', text: 'YES' }, note: '' }],
  [12, { reach: { call: 'YES', text: 'NO' }, note: 'Leaves the phone at home until noon' }],
]

/** The contacts of these claims, as they were first put down; one in ten was corrected since. */
export function closePeople(claims: readonly Claim[], setting: Setting): Row[] {
  return claims.flatMap((claim) => {
    if (daysBetween(claim.row.doi, setting.today) < 5) return []
    const random = setting.stream('close people', claim.row.id)
    return [
      ...(random.chance(shares.relative) ? relative(claim, setting, random) : []),
      ...(random.chance(shares.attorney) ? attorney(claim, setting, random) : []),
      ...(random.chance(shares.patient) ? patient(claim, setting, random) : []),
    ]
  })
}

const numberOf = (random: Stream): string => `813555${String(random.int(100, 9999)).padStart(4, '0')}`

type Said = Pick<ContactRow, 'name' | 'relation' | 'phone' | 'email' | 'reach' | 'reach_note' | 'speaks_for_patient'>

function relative(claim: Claim, setting: Setting, random: Stream): Row[] {
  const { reach, note } = random.weighted(reaches)
  const first = random.pick(random.chance(0.5) ? womensNames : mensNames)
  return versions(claim, setting, random, {
    name: `${first} ${random.chance(0.6) ? claim.claimant.last_name : random.pick(familyNames)}`,
    relation: random.weighted(relatives),
    phone: numberOf(random),
    email: random.chance(0.4) ? `${first.toLowerCase()}${random.int(10, 99)}@mail.example` : '',
    reach: { ...nothingSaid, ...reach },
    reach_note: note,
    speaks_for_patient: random.chance(0.6),
  })
}

function attorney(claim: Claim, setting: Setting, random: Stream): Row[] {
  const first = random.pick(random.chance(0.5) ? womensNames : mensNames)
  return versions(claim, setting, random, {
    name: `${first} ${random.pick(familyNames)}`,
    relation: 'PATIENT_ATTORNEY',
    phone: numberOf(random),
    email: `office${random.int(100, 999)}@law.example`,
    reach: { call: 'NO', text: 'NO', email: 'YES', mail: 'YES' },
    reach_note: '',
    speaks_for_patient: true,
  })
}

function patient(claim: Claim, setting: Setting, random: Stream): Row[] {
  const { claimant } = claim
  const phone = (claimant.mobile ?? claimant.phone ?? '').replaceAll(/\D/g, '').slice(-10)
  if (phone === '') return []
  return versions(claim, setting, random, {
    name: `${claimant.first_name} ${claimant.last_name}`,
    relation: 'PATIENT',
    phone,
    email: '',
    reach: { ...nothingSaid, call: 'NO', text: 'YES' },
    reach_note: 'Hard of hearing',
    speaks_for_patient: false,
  })
}

/** A contact as it was added, and its correction where its number changed. */
function versions({ row }: Claim, setting: Setting, random: Stream, said: Said): Row[] {
  const { mc, sub_carrier } = row
  const staff = [...setting.withRole(mc, 'pbm_support'), ...setting.withRole(mc, 'adjuster')]
  const age = daysBetween(row.doi, setting.today)
  const instant = (daysAgo: number): number =>
    Math.min(
      at(openDay(addDays(setting.today, -daysAgo), random), busyMinute(random), setting.zone(mc)),
      setting.nowMs - 600_000,
    )
  const addedAgo = random.int(3, Math.min(age, 400))
  const by = () => {
    const id = random.pick(staff)
    return { changed_by: id, changed_by_name: setting.person(id, mc).name }
  }
  const addedMs = instant(addedAgo)
  const first: Row = {
    mc,
    id: random.id(addedMs),
    version: 1,
    sub_carrier,
    stratus_claim_id: row.id,
    ...said,
    since: addDays(setting.today, -addedAgo),
    ended_on: null,
    end_reason: null,
    changed_at: iso(addedMs),
    ...by(),
  }
  if (!random.chance(0.1) || addedAgo < 4) return [first]
  const correctedMs = Math.max(instant(random.int(1, addedAgo - 2)), addedMs + 60_000)
  return [
    { ...first, phone: numberOf(random), version: 1 },
    { ...first, version: 2, changed_at: iso(correctedMs), ...by() },
  ]
}

import { addDays } from '#platform/dates/day.ts'
import { icd10Description } from '#reference/icd10.ts'
import type { Claim, ClaimantRow, ClaimRow, Course, IcdRow, SpanRow } from './claim-rows.ts'
import { type SubCarrierPlan, federalMix, federalShare } from './carriers.ts'
import { type Injury, injuries } from './injuries.ts'
import type { Stream, Streams, Weighted } from './prng.ts'
import type { Size } from './sizes.ts'
import { homeOf, type Places } from './units.ts'
import { cardNumber, claimantRow } from './claimants.ts'

const ages: Readonly<Record<Course, Weighted<readonly [number, number]>>> = {
  acute: [
    [24, [2, 28]],
    [22, [31, 90]],
    [32, [92, 360]],
    [16, [370, 1080]],
    [6, [1100, 1800]],
  ],
  short: [
    [6, [8, 29]],
    [14, [32, 90]],
    [28, [92, 364]],
    [26, [366, 1090]],
    [7, [1100, 1820]],
    [12, [1830, 3640]],
    [6, [3660, 5200]],
  ],
  long: [
    [10, [150, 364]],
    [30, [366, 1090]],
    [15, [1100, 1820]],
    [25, [1830, 3640]],
    [14, [3660, 6200]],
  ],
  chronic: [
    [15, [500, 1090]],
    [15, [1100, 1820]],
    [36, [1830, 3640]],
    [31, [3660, 7000]],
  ],
}

const courses: Weighted<Course> = [
  [30.5, 'acute'],
  [35.5, 'short'],
  [23.5, 'long'],
  [10.5, 'chronic'],
]

/** What the claim's law is called: the state, or the federal programme. */
const programOf = (juris: string): ClaimRow['dol_program'] =>
  juris.startsWith('US-') ? (juris.slice(3) as 'FECA') : null

/** Spans of coverage that fit a claim's life: first fills only until it is accepted, then the full plan, until it ends. */
export function spansOf(claim: ClaimRow, random: Stream, bornMs: number): SpanRow[] {
  const span = (
    effective: string,
    term: string | null,
    reason: SpanRow['reason_code'],
    level: SpanRow['plan_level'],
  ): SpanRow => ({
    mc: claim.mc,
    id: random.id(bornMs),
    stratus_claim_id: claim.id,
    effective_date: effective,
    term_date: term,
    reason_code: reason,
    plan_level: level,
  })
  const ended: SpanRow['reason_code'] = claim.compensability === 'SETTLED_MSA' ? 'SETTLEMENT' : 'TERM_CLOSED'
  if (claim.compensability === 'DENIED') {
    return [span(claim.doi, addDays(claim.doi, 45), 'TERM_DENIED', 'FIRST_FILL')]
  }
  if (claim.accepted_date === null) return [span(claim.doi, null, 'NEW', 'FIRST_FILL')]
  const first =
    claim.accepted_date > claim.doi ? [span(claim.doi, addDays(claim.accepted_date, -1), 'NEW', 'FIRST_FILL')] : []
  if (claim.status === 'REOPENED' && claim.closed_date !== null) {
    return [
      ...first,
      span(claim.accepted_date, claim.closed_date, 'TERM_CLOSED', 'FULL'),
      span(addDays(claim.closed_date, 61), null, 'REINSTATE', 'FULL'),
    ]
  }
  return [...first, span(claim.accepted_date, claim.closed_date, claim.closed_date ? ended : 'NEW', 'FULL')]
}

/** Diagnoses of an injury; a partly accepted claim has one that is not. */
export function icdRows(claim: ClaimRow, codes: readonly string[], random: Stream): IcdRow[] {
  return codes.map((code, at) => ({
    mc: claim.mc,
    stratus_claim_id: claim.id,
    icd10: code,
    description: icd10Description(code) ?? code,
    status:
      claim.compensability === 'PENDING'
        ? 'PENDING'
        : claim.compensability === 'PARTIAL' && at === codes.length - 1 && at > 0
          ? 'DENIED'
          : at > 1 && random.chance(0.2)
            ? 'PENDING'
            : 'ACCEPTED',
    is_primary: at === 0,
  }))
}

/** What claims are made of. */
export type Makings = {
  size: Size
  stream: Streams
  today: string
  bornMs: number
  places: Places
  /** States claims come from, by their share. */
  states: Weighted<string>
}

/** One claim in ten is shared with a colleague. */
function secondOwner(row: ClaimRow, { places }: Makings, random: Stream): string[] {
  if (!random.chance(0.1)) return []
  const other = random.weighted(places.owners(row.mc))
  return other === row.owner_id ? [] : [other]
}

export type ClaimShape = {
  serial: number
  plan: { mc: string }
  sub: SubCarrierPlan
  juris: string
  homeState: string
  injury: Injury
  course: Course
  ageDays: number
}

/** One claim row. Old claims are accepted; young ones are often still looked into; some have ended. */
function claimRow(shape: ClaimShape, claimantId: string, makings: Makings, random: Stream): ClaimRow {
  const { today, places } = makings
  const { serial, plan, sub, juris, injury, ageDays } = shape
  const doi = addDays(today, -ageDays)
  const young = ageDays < 60
  const compensability = random.weighted<ClaimRow['compensability']>(
    young
      ? [
          [36, 'ACCEPTED'],
          [49, 'PENDING'],
          [3, 'PARTIAL'],
          [7, 'CONTROVERTED'],
          [6.6, 'DENIED'],
        ]
      : ageDays < 1000
        ? [
            [87.5, 'ACCEPTED'],
            [1.5, 'PENDING'],
            [5, 'PARTIAL'],
            [3.8, 'CONTROVERTED'],
            [2.2, 'DENIED'],
          ]
        : [
            [85.9, 'ACCEPTED'],
            [6.5, 'PARTIAL'],
            [7.6, 'SETTLED_MSA'],
          ],
  )
  const settled = compensability === 'SETTLED_MSA'
  const stands = compensability === 'ACCEPTED' || compensability === 'PARTIAL'
  const status =
    settled || compensability === 'DENIED'
      ? 'CLOSED'
      : stands && ageDays > 120
        ? random.weighted<ClaimRow['status']>([
            [66, 'OPEN'],
            [28, 'CLOSED'],
            // Time enough to be accepted, closed, and opened again.
            [ageDays > 190 ? 6 : 0, 'REOPENED'],
          ])
        : 'OPEN'
  const accepted =
    compensability === 'PENDING' || compensability === 'DENIED' || compensability === 'CONTROVERTED'
      ? null
      : addDays(doi, Math.min(ageDays - 1, random.int(3, 34)))
  const closed =
    status === 'OPEN' || accepted === null
      ? status === 'OPEN'
        ? null
        : addDays(doi, Math.min(ageDays, 45))
      : status === 'REOPENED'
        ? addDays(today, -random.int(100, Math.max(101, Math.min(400, ageDays - 50))))
        : addDays(today, -random.int(2, Math.max(3, Math.min(300, ageDays - 60))))
  const federal = juris.startsWith('US-')
  const group = random.pick(places.groups(plan.mc, sub.sub))
  const year = doi.slice(2, 4)
  const number = String(10_000 + serial * 37).padStart(7, '0')
  return {
    mc: plan.mc,
    id: random.id(Date.parse(`${doi}T15:00:00Z`)),
    sub_carrier: sub.sub,
    group_code: group.code,
    claimant_id: claimantId,
    employer_id: group.employerId,
    esi_claim_id: `E${String(4_400_000 + serial).padStart(10, '0')}`,
    client_claim_id: `${year}-${number}-01`,
    // Federal case files are nine digits.
    claim_number: federal ? String(551_000_000 + serial * 37) : `${plan.mc.slice(0, 2)}${year}-${number}`,
    subscriber_number: cardNumber(serial, random),
    doi,
    juris_state: juris,
    compensability,
    status,
    claim_type: shape.course === 'acute' ? random.pick(['MO', 'MO', 'LT'] as const) : 'LT',
    body_parts: injury.parts,
    nature_code: injury.nature,
    cause_code: random.pick(injury.causes),
    injury: injury.text,
    accepted_date: accepted,
    closed_date: closed,
    surgery_dates:
      injury.nature === 28 || random.chance(0.08) ? [addDays(doi, random.int(1, 20))].filter((day) => day < today) : [],
    owner_id: random.weighted(places.owners(plan.mc)),
    toc_start: null,
    toc_end: null,
    dol_program: programOf(juris),
    version: 1,
    created_at: `${doi}T15:00:00.000Z`,
  }
}

/** Fills a course has. The counts are fewer in the test world, where there are fewer transactions a person. */
function fillsOf(course: Course, size: Size, random: Stream): number {
  const count =
    course === 'acute'
      ? random.int(1, 2)
      : course === 'short'
        ? random.int(3, 8)
        : course === 'long'
          ? random.int(9, 24)
          : Math.round(random.triangular(25, 36, 80))
  return size === 'test' && count > 8 ? Math.round(count * 0.34) + 4 : count
}

const heals = ['hand laceration', 'hand burn', 'eye', 'inhalation']

const chronicInjuries: Weighted<Injury> = injuries
  .filter((injury) => !heals.includes(injury.key))
  .map((injury) => [injury.share, injury] as const)

/** Of the others there are so many fewer among the short courses that all claims together have the wanted shares. */
const shareOfInjuries: Weighted<Injury> = (() => {
  const whole = courses.reduce((sum, [weight]) => sum + weight, 0)
  const lasting = courses.filter(([, course]) => course === 'long' || course === 'chronic')
  const part = lasting.reduce((sum, [weight]) => sum + weight, 0) / whole
  const sum = chronicInjuries.reduce((total, [share]) => total + share, 0)
  return injuries.map((injury) => {
    const there = heals.includes(injury.key) ? 0 : (part * 100) / sum
    return [(injury.share * (1 - there)) / (1 - part), injury] as const
  })
})()

/** A claim with everything around it, for a person who exists already. */
export function claimOf(shape: ClaimShape, claimant: ClaimantRow, makings: Makings, card: number | null = null): Claim {
  const random = makings.stream('claim', card === null ? shape.serial : `card ${card}`)
  const row = claimRow(shape, claimant.id, makings, random)
  return {
    row,
    claimant,
    icd: icdRows(row, shape.injury.icd, random),
    spans: spansOf(row, random, makings.bornMs),
    secondary: card === null ? secondOwner(row, makings, random) : [],
    injury: shape.injury,
    course: shape.course,
    homeState: shape.homeState,
    fills: fillsOf(shape.course, makings.size, random),
    serial: shape.serial,
    card,
  }
}

/** How many people and claims a world has besides those written by hand. */
export type Population = { people: number; claims: number }

/** Claims of the people before this one: who was hurt twice is spread evenly over everybody. */
const claimsBefore = (at: number, { people, claims }: Population): number =>
  at - 1 + Math.floor(((at - 1) * (claims - people)) / people)

/** The claims of one ordinary person, the `at`th of all, counted from one; they depend on nobody else's. */
export function claimsOfPerson(at: number, population: Population, makings: Makings): Claim[] {
  const { stream, today, bornMs, places, states } = makings
  const random = stream('claimant', at)
  const federal = random.chance(federalShare)
  const homeState = random.weighted(states)
  const juris = federal ? random.weighted(federalMix) : homeState
  const { plan, sub } = homeOf(federal ? null : homeState, places, random)
  const course = random.weighted(courses)
  const [low, high] = random.weighted(ages[course])
  const ageDays = random.int(low, high)
  const ageAtInjury = Math.round(random.triangular(18, 38, 70) * 365.25) + random.int(0, 364)
  const claimant = claimantRow(plan.mc, homeState, at, addDays(today, -ageDays - ageAtInjury), random, bornMs)
  const injury = random.weighted(course === 'long' || course === 'chronic' ? chronicInjuries : shareOfInjuries)
  const serial = claimsBefore(at, population) + 1
  const shape: ClaimShape = { serial, plan, sub, juris, homeState, injury, course, ageDays }
  const own = [claimOf(shape, claimant, makings)]
  // Some have a second, older injury that is done with.
  if (claimsBefore(at + 1, population) > serial) {
    own.push(
      claimOf(
        {
          ...shape,
          serial: serial + 1,
          injury: random.weighted(shareOfInjuries),
          course: 'acute',
          ageDays: Math.min(ageDays + random.int(200, 1500), 5000),
        },
        claimant,
        makings,
      ),
    )
  }
  return own
}

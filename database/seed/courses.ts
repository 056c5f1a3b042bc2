import { addDays, daysBetween } from '#platform/dates/day.ts'
import { physicianSupplyOf, stateDispensingOf } from '#reference/state-dispensing.ts'
import { busyDay, openDay, quantile } from './calendar.ts'
import { choose, isAwaited, opioidWith, sedating, uneasy, waits, waitsFor } from './clashes.ts'
import type { Claim } from './claim-rows.ts'
import type { PlannedFill, Script, Slip } from './prescriptions.ts'
import { Pad, paysBrands, sendsHome } from './prescriptions.ts'
import type { Stream, Weighted } from './prng.ts'
import type { Routine } from './routines.ts'
import type { Therapy } from './therapies.ts'
import { cream, regimens, strong, surprises } from './therapies.ts'

const controlled = (name: string): boolean =>
  /^(Hydrocodone|Oxycodone|Methylphenidate|Fentanyl|Morphine|Tapentadol|Hydromorphone)/.test(name)

/** What is written for a few fills even when the injury lasts: how many. */
const brief: Readonly<Partial<Record<Therapy, readonly [number, number]>>> = {
  opioid: [2, 5],
  calm: [1, 2],
  antibiotic: [1, 2],
  steroid: [1, 3],
  nausea: [1, 3],
}

/** Injuries that hurt enough for an opioid when they last (one worker in seven has one for thirty days). */
const painful = (claim: Claim): boolean => claim.injury.early.some(([, therapy]) => therapy === 'opioid')

const slips: Weighted<Slip> = [
  [30, 'prescriberNumber'],
  [26, 'productNumber'],
  [24, 'injuryDate'],
  [20, 'sentTwice'],
]

/** What a clinic injects. */
const injections: Weighted<{ code: string; units: number }> = [
  [15, { code: 'J3301', units: 4 }],
  [76, { code: 'J1885', units: 4 }],
  [9, { code: 'J7325', units: 48 }],
]

/** Last day on which this claim has ordinary fills: today, or when treatment or the claim ended. */
function lastDay(claim: Claim, today: string, random: Stream): string {
  const { closed_date: closed, compensability, doi } = claim.row
  if (compensability === 'DENIED') return addDays(doi, 40)
  if (compensability === 'CONTROVERTED') return addDays(doi, random.int(20, 60))
  if (closed !== null && claim.row.status === 'CLOSED')
    return addDays(closed, random.chance(0.5) ? random.int(1, 25) : -random.int(1, 40))
  if (claim.course === 'acute') return today
  return random.chance(claim.course === 'chronic' ? 0.92 : 0.7)
    ? addDays(today, random.int(0, 25))
    : addDays(today, -random.int(20, 200))
}

/** States whose physicians dispense much. */
const dispensing = new Set(['FL', 'CA', 'GA', 'IL'])

/**
 * How much lies on somebody whose injury has lasted for years: what the care risk score is
 * made of. `many`: many drugs, from many prescribers, at many counters; `strong`: an opioid of every day besides;
 * `worst`: with a benzodiazepine and a relaxant at the same time.
 */
type Burden = 'usual' | 'many' | 'strong' | 'worst'
const burdens: Readonly<Record<'long' | 'chronic', Weighted<Burden>>> = {
  long: [
    [6, 'usual'],
    [94, 'many'],
  ],
  chronic: [
    [4, 'usual'],
    [87, 'many'],
    [6, 'strong'],
    [3, 'worst'],
  ],
}

function burdenOf(claim: Claim, today: string, end: string, random: Stream): Burden {
  const { course, row, fills } = claim
  if (course !== 'long' && course !== 'chronic') return 'usual'
  const burden = random.weighted(burdens[course])
  const years = daysBetween(row.doi, today) / 365.25
  const lasts = end >= today && years > 3.1 && fills >= 12 && row.dol_program === null
  return !lasts ? 'usual' : burden === 'many' || painful(claim) ? burden : 'many'
}

/**
 * Sometimes a visit to the other pharmacy or prescriber, the clinic's own cupboard, or the post. Whom many treat goes from
 * one to the next: `turn` counts, null for others.
 */
function whereabouts(
  fill: PlannedFill,
  claim: Claim,
  routine: Routine,
  random: Stream,
  early: boolean,
  turn: number | null,
): PlannedFill {
  if (turn !== null) fill = { ...fill, nabp: routine.nabps[turn % 4]!, npi: routine.npis[turn % 5]! }
  const share = random.unit()
  const much = dispensing.has(claim.homeState)
  const state = claim.row.juris_state
  const since = daysBetween(claim.row.doi, fill.date)
  const supply = physicianSupplyOf(state, controlled(fill.product) ? 'CII' : null)
  const may =
    since <= (stateDispensingOf(state).physicianDispenseDays ?? since) &&
    (supply === undefined || (fill.days <= supply.days && (!supply.initialOnly || since <= supply.days)))
  if (may && routine.clinicNabp !== null && share < (early ? (much ? 0.3 : 0.18) : much ? 0.13 : 0.06)) {
    return { ...fill, nabp: routine.clinicNabp, deliveryType: 4, repackaged: random.chance(0.05) }
  }
  if (share > 0.94) return { ...fill, nabp: routine.otherNabp }
  if (share > 0.914) return { ...fill, npi: routine.otherNpi }
  if (share > 0.865) return { ...fill, channel: random.chance(0.85) ? 9 : 2 }
  if (!early && share > 0.81 && fill.days >= 30 && claim.course !== 'acute' && !controlled(fill.product)) {
    return { ...fill, nabp: routine.mailNabp, channel: 3, deliveryType: 2 }
  }
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
  const burden = burdenOf(claim, today, end, random)
  /** The age of the injury alone weighs much. */
  const old = daysBetween(doi, today) > 1_826
  const add = (fill: PlannedFill, early: boolean): void => {
    const slip = random.chance(0.0065) ? random.weighted(slips) : undefined
    const placed = whereabouts(fill, claim, routine, random, early, burden === 'usual' ? null : planned.length)
    // Who comes before the supply is nearly used up goes to the prescriber who wrote it: two of them would be a duplicate
    // (R30).
    const before = planned.findLast((one) => one.product === fill.product && one.date <= fill.date)
    const used = before ? daysBetween(before.date, fill.date) / before.days : 1
    // Nobody writes it again while more than half is left, but for who asks too soon on purpose.
    if (used < 0.5 && fill.tooSoon !== true) return
    if (before && used < 0.75) placed.npi = before.npi
    planned.push(slip ? { ...placed, slip } : placed)
  }
  const surprise = (date: string): void => {
    if (random.chance(0.12))
      return void planned.push(pad.fill(pad.write(cream.regimen, date, 1), date, 'monthly', cream.bill))
    const script = pad.write(choose(surprises, [...has], random), date, 1)
    add(pad.fill(script, date, 'monthly'), false)
  }
  const chosen = (from: Weighted<Therapy>, count: number): Therapy[] => {
    let left = from
    const list: Therapy[] = []
    for (let at = 0; at < count && left.length > 0; at += 1) {
      const therapy = random.weighted(left)
      left = left.filter(([, other]) => other !== therapy)
      // Most prescribers avoid what does not go together; some do not, and the engine says so (88).
      const clashes = list.some((other) => opioidWith(other, therapy)) && random.chance(0.95)
      if (left.length > 0 && (clashes || list.some((other) => uneasy(other, therapy) && random.chance(0.97)))) {
        at -= 1
        continue
      }
      list.push(therapy)
    }
    // What goes on the skin is chosen last: beside an anti-inflammatory by mouth it is none.
    return list.sort((a, b) => Number(a === 'topical') - Number(b === 'topical'))
  }

  /** Products this person was given. */
  const has: string[] = []
  const firstVisit = openDay(addDays(doi, random.int(0, 2)), random)
  if (claim.course === 'acute') {
    const therapies = chosen(claim.injury.early, claim.fills)
    for (const therapy of therapies) {
      const visit = waits(therapy, therapies) ? openDay(addDays(firstVisit, random.int(14, 24)), random) : firstVisit
      add(pad.fill(pad.write(choose(regimens[therapy], has, random), visit, 0), visit, 'early'), visit === firstVisit)
    }
    if (random.chance(0.008 * odd)) surprise(openDay(addDays(firstVisit, random.int(2, 12)), random))
  } else if (claim.course === 'short') {
    const visits = [firstVisit]
    let day = firstVisit
    for (let count = 0; count < 3; count += 1) visits.push((day = busyDay(addDays(day, random.int(12, 26)), random)))
    const therapies = chosen(claim.injury.early, 2 + (claim.fills > 5 ? 1 : 0))
    const scripts = new Map(
      therapies.map((therapy) => [therapy, pad.write(choose(regimens[therapy], has, random), firstVisit, 0)]),
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
        const once = therapy === 'steroid' && isAwaited(therapy, therapies)
        const often = once ? 0 : therapy === 'opioid' ? 0.04 : therapy === 'antibiotic' ? 0.5 : 0.13
        const first = waits(therapy, therapies) ? 1 : 0
        if (index < first || (index > first && !stays && !random.chance(often))) continue
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
      if (random.chance(0.0038 * odd) && visit <= end) surprise(visit)
    })
  } else {
    const breadth =
      burden === 'many' && old
        ? 4
        : burden !== 'usual'
          ? 6
          : claim.course === 'long'
            ? random.int(2, 3)
            : random.int(3, 5)
    // Who takes many drugs takes those the injury explains.
    const fitting = burden === 'usual' ? claim.injury.lasting : claim.injury.lasting.filter(([weight]) => weight >= 1)
    const therapies = chosen(fitting, breadth)
    const steady = burden === 'strong' || burden === 'worst'
    if (steady) {
      therapies.push('opioid')
      const relaxant = therapies.indexOf('relaxant')
      if (burden === 'worst' && relaxant < 0) therapies.push('relaxant')
      if (burden === 'strong' && relaxant >= 0) therapies.splice(relaxant, 1)
      if (burden === 'worst') therapies.push('calm')
    } else if (
      (burden === 'usual' || random.chance(0.12)) &&
      painful(claim) &&
      random.chance(therapies.some((therapy) => sedating.includes(therapy)) ? 0.02 : 0.92)
    ) {
      therapies.push('opioid')
      if (!therapies.includes('relaxant') && random.chance(0.22)) therapies.push('relaxant')
      if (random.chance(therapies.includes('relaxant') || therapies.includes('nerve') ? 0.03 : 0.22))
        therapies.push('calm')
    }
    // Some need help to sleep or against fear when the opioid is over: both in one life, and nothing to stop (88).
    const afterwards =
      !steady &&
      painful(claim) &&
      !therapies.includes('calm') &&
      random.chance(therapies.includes('nerve') ? 0.03 : 0.45)
    if (afterwards) therapies.push('calm')
    // What waits for another comes behind it, and what goes on the skin is still chosen last.
    const behind = therapies.filter((therapy) => waits(therapy, therapies) && !(steady && therapy === 'relaxant'))
    const rank = (therapy: Therapy): number => (therapy === 'topical' ? 2 : Number(behind.includes(therapy)))
    therapies.sort((a, b) => rank(a) - rank(b))
    const always = (therapy: Therapy): boolean => steady && (therapy === 'opioid' || therapy === 'calm')
    const counts = therapies.map((therapy) => {
      const few = always(therapy) ? undefined : brief[therapy]
      if (therapy === 'calm' && afterwards) return 1
      return few ? random.int(few[0], few[1]) : 0
    })
    // Whatever lasts shares what is left.
    const lasting = counts.filter((count) => count === 0).length
    let left = Math.max(lasting, claim.fills - counts.reduce((sum, count) => sum + count, 0))
    const months = Math.ceil(left / Math.max(1, lasting))
    const start = addDays(end, -30 * months)
    const from = start < addDays(doi, 20) ? addDays(doi, 20) : start
    let others = lasting
    /** Day after which nothing of a treatment of this injury is left. */
    const over = new Map<Therapy, string>([['opioid', addDays(doi, 30)]])
    const begin = (therapy: Therapy, count: number): string => {
      const awaited =
        therapy === 'calm' && afterwards ? 'opioid' : behind.includes(therapy) ? waitsFor[therapy] : undefined
      if (awaited !== undefined) {
        const free = over.get(awaited) ?? from
        return addDays(free > from ? free : from, random.int(3, awaited === 'steroid' ? 12 : 40))
      }
      if (therapy === 'steroid' && isAwaited(therapy, therapies)) {
        // A few days of it at a time, before what is taken month after month.
        const before = addDays(from, -40 * count - random.int(0, 20))
        return before < addDays(doi, 10) ? addDays(doi, 10) : before
      }
      return addDays(from, random.int(0, count > 0 ? 60 : 12))
    }
    therapies.forEach((therapy, index) => {
      const regimen = choose(
        always(therapy) && therapy === 'opioid' ? strong[burden === 'worst' ? 'worst' : 'usual'] : regimens[therapy],
        has,
        random,
      )
      const share = counts[index]! > 0 ? counts[index]! : Math.round(left / Math.max(1, others))
      if (counts[index] === 0) {
        left -= share
        others -= 1
      }
      let script: Script | null = null
      let day = busyDay(begin(therapy, counts[index]!), random)
      let last = day
      for (let count = 0; count < share && day <= end; count += 1) {
        if (script === null || script.used > script.refills) {
          script = pad.write(regimen, day, controlled(regimen.name) ? 0 : random.int(0, 4))
          // A brand once chosen is chosen again; its first claim asks for a prior authorization (AJ).
        }
        const brand = script.brand
        // Some run out of patience before they run out of medicine (79), some forget.
        const home = sendsHome(claim.row.mc)
        const soon = count > 0 && random.chance(home ? 0.06 : 0.022)
        const early = !soon ? 0 : random.chance(home ? 0.05 : 0.8) ? -random.int(8, 12) : -random.int(13, 19)
        day = openDay(addDays(day, early), random)
        const months3 = random.chance(0.01)
        // Who is new to opioids starts with a few days; some prescribers do not know that (925).
        const size = therapy === 'opioid' && count === 0 && random.chance(0.91) ? 'early' : 'monthly'
        add(
          pad.fill(script, day, size, {
            ...(brand
              ? { brand: true, daw: !paysBrands(claim.row.mc) && random.chance(0.93) ? ('1' as const) : ('0' as const) }
              : {}),
            ...(months3 && size === 'monthly'
              ? { quantity: regimen.monthly[0] * 2, days: regimen.monthly[1] * 2 }
              : {}),
            ...(soon && { tooSoon: true }),
          }),
          false,
        )
        last = addDays(day, script.regimen[size][1])
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
          supply < 20 && size !== 'early' ? Math.max(supply, 26) + Math.max(0, gap) : supply + gap - early,
        )
        if (random.chance(0.0012 * odd) && day <= end) surprise(openDay(day, random))
      }
      over.set(therapy, addDays(therapy === 'steroid' ? last : day, 5))
    })
    // A cream the pharmacy mixes, month after month.
    if (random.chance(0.042)) {
      const script = pad.write(cream.regimen, from, 3)
      for (
        let count = random.int(2, 4), day = addDays(from, 40);
        count > 0 && day <= end;
        count -= 1, day = addDays(day, 31)
      )
        planned.push(pad.fill(script, openDay(day, random), 'monthly', cream.bill))
    }
    if (random.chance(0.55) && claim.injury.parts.some((part) => [53, 38, 42].includes(part))) {
      const times = random.int(1, 4)
      const script = pad.write({ name: '', early: [1, 1], monthly: [1, 1] }, from, 0)
      // Ketorolac is not given to a person who takes another anti-inflammatory (R31).
      const inflamed = therapies.some((therapy) => ['nsaid', 'topical', 'mood', 'psych'].includes(therapy))
      const hcpcs = random.weighted(inflamed ? injections.filter(([, one]) => one.code !== 'J1885') : injections)
      for (let count = 0; count < times; count += 1) {
        const day = busyDay(addDays(from, random.int(10, 60) + count * 95), random)
        if (day <= end) planned.push(pad.fill(script, day, 'monthly', { channel: 8, deliveryType: 6, hcpcs }))
      }
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
        (!undecided(fill.date) || random.chance(0.22)) &&
        (!inGap(fill.date) || random.chance(0.2)),
    )
    .sort((a, b) => a.ms - b.ms)
}

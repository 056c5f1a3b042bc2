import { isBenzodiazepine, isGabapentinoid, isOpioid, isRelaxant } from '#features/adjudication/drug-class.ts'
import { doseByMonth, doseSteps, layOut, type Laid as LaidFill } from '#features/adjudication/dose-by-day.ts'
import { defaultSettings } from '#features/adjudication/settings.ts'
import { dateOfDay, dayNumber } from '#platform/dates/day.ts'
import { opioidFactorVersion } from '#reference/opioid-factors.ts'
import type { Lane, Mark, Supply, Timeline } from './contract.ts'
import type { FillFound, TimelineRow } from './sql.ts'

type Laid = LaidFill<FillFound>

/** Above it a fill asks for caution (CDC 2022). */
const CAUTION_MME = 50

type TimelineOf = {
  claimNumber: string
  patientName: string
  fills: readonly FillFound[]
  marks: readonly Mark[]
  /** Drug code of each mark, in the same order. */
  markCodes: readonly string[]
  limit: number
  from: string
  today: string
}

/** One drug in one form: the first ten digits of its code. */
const laneOf = (gpi: string): string => gpi.slice(0, 10)

function groupOf(one: Laid): Lane['group'] {
  if (isOpioid(one.drug)) return 'OPIOID'
  const { gpi } = one.drug
  return isBenzodiazepine(gpi) || isRelaxant(gpi) || isGabapentinoid(gpi) ? 'RISK' : 'OTHER'
}

/** "Oxycodone-acetaminophen" of "Oxycodone-acetaminophen 5-325 mg tablet"; with the strength where the lane has one alone. */
function laneName(laid: readonly Laid[]): string {
  const names = new Set(laid.map((one) => one.drug.name))
  const newest = laid.at(-1)!.drug
  return names.size === 1 ? newest.name : newest.genericName || newest.name
}

/** Supplies with the days each shares with the one before it, or lies after it. */
export function suppliesOf(laid: readonly Laid[], claimNumber: string): Supply[] {
  let covered: Laid | null = null
  return laid.map((one) => {
    const { fill, drug } = one
    const before: Laid | null = covered
    const overlap = before === null ? 0 : Math.max(0, Math.min(before.last, one.last) - one.start + 1)
    const gap = before === null ? 0 : Math.max(0, one.start - before.last - 1)
    if (before === null || one.last > before.last) covered = one
    return {
      transactionId: fill.transactionId,
      referenceNumber: fill.referenceNumber,
      tcn: fill.tcn,
      fillDate: fill.fillDate,
      lastsTo: dateOfDay(one.last),
      drugName: drug.name,
      strength: drug.strength,
      quantity: fill.quantity,
      daysSupply: fill.daysSupply,
      prescriberNpi: fill.prescriberNpi,
      prescriberName: fill.prescriberName,
      pharmacyName: fill.pharmacyName,
      paidAmount: fill.paidAmount,
      mmePerDay: one.mme,
      priorAuthRef: fill.priorAuthRef,
      overlapDays: overlap,
      overlapsFillOf: overlap > 0 ? before!.fill.fillDate : null,
      gapDays: gap,
      stratusClaimId: fill.stratusClaimId,
      otherClaim: fill.claimNumber === claimNumber ? null : fill.claimNumber,
    }
  })
}

/** Days on which at least one of these supplies is at hand, as spans that do not touch. */
function spansOf(laid: readonly Laid[]): [number, number][] {
  const spans: [number, number][] = []
  for (const { start, last } of laid.toSorted((a, b) => a.start - b.start)) {
    const open = spans.at(-1)
    if (open && start <= open[1] + 1) open[1] = Math.max(open[1], last)
    else spans.push([start, last])
  }
  return spans
}

/** Days both sides have a supply. */
function shared(a: readonly [number, number][], b: readonly [number, number][]): [number, number][] {
  return a.flatMap(([start, end]) =>
    b
      .map(([from, to]): [number, number] => [Math.max(start, from), Math.min(end, to)])
      .filter(([from, to]) => from <= to),
  )
}

const riskyPairs = [
  { name: 'Opioid + benzodiazepine', boxedWarning: true, is: (one: Laid) => isBenzodiazepine(one.drug.gpi) },
  { name: 'Opioid + muscle relaxant', boxedWarning: false, is: (one: Laid) => isRelaxant(one.drug.gpi) },
  { name: 'Opioid + gabapentinoid', boxedWarning: false, is: (one: Laid) => isGabapentinoid(one.drug.gpi) },
] as const

function laneFrom(key: string, laid: readonly Laid[], asked: Mark[], of: TimelineOf): Lane {
  const today = dayNumber(of.today)
  const last = Math.max(...laid.map((one) => one.last))
  const first = laid[0]!.start
  const end = Math.min(last, Math.max(today, first))
  const days = spansOf(laid).reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, end) - from + 1), 0)
  return {
    key,
    name: laneName(laid),
    group: groupOf(laid.at(-1)!),
    schedule: laid.at(-1)!.drug.dea,
    fills: laid.length,
    paid: Math.round(laid.reduce((sum, one) => sum + (one.fill.paidAmount ?? 0), 0) * 100) / 100,
    coveredPercent: Math.round((100 * days) / (end - first + 1)),
    active: last >= today,
    endedOn: dateOfDay(last),
    supplies: suppliesOf(laid, of.claimNumber),
    asked,
  }
}

const groupOrder: Record<Lane['group'], number> = { OPIOID: 0, RISK: 1, OTHER: 2 }

/** Opioids that have no place in the measure, each named once. */
const notCounted = (laid: readonly Laid[]): string[] => [
  ...new Set(
    laid.filter((one) => one.mme === null && isOpioid(one.drug)).map((one) => `${one.drug.name} is not added to MME.`),
  ),
]

/** What the timeline shows: a lane a drug, marks, risky days, the dose, prescribers. */
export function timelineOf(of: TimelineOf): Timeline {
  const laid = layOut(of.fills)
  const from = dayNumber(of.from)
  const today = dayNumber(of.today)
  const shown = laid.filter((one) => one.last >= from)
  const lanes = new Map<string, Laid[]>()
  for (const one of shown) lanes.set(laneOf(one.drug.gpi), [...(lanes.get(laneOf(one.drug.gpi)) ?? []), one])
  const requested = new Map<string, Mark[]>()
  const marks: Mark[] = []
  of.marks.forEach((mark, at) => {
    const key = laneOf(of.markCodes[at]!)
    if (mark.kind === 'REQUESTED' && lanes.has(key)) requested.set(key, [...(requested.get(key) ?? []), mark])
    else marks.push(mark)
  })
  for (const fill of of.fills)
    if (fill.clinic && fill.fillDate >= of.from)
      marks.push({
        kind: 'CLINIC',
        date: fill.fillDate,
        lastsTo: fill.fillDate,
        drugName: fill.drugName,
        quantity: fill.quantity,
        daysSupply: fill.daysSupply,
        codes: [],
        referenceNumber: fill.referenceNumber,
        authorizationId: null,
      })
  const last = Math.max(today, ...shown.map((one) => one.last), ...of.marks.map((mark) => dayNumber(mark.lastsTo)))
  const steps = doseSteps(laid, from, last)
  const opioidDays = spansOf(shown.filter((one) => isOpioid(one.drug)))
  const prescribers = new Map<string, { npi: string; name: string; fills: number }>()
  for (const { fill } of shown) {
    const known = prescribers.get(fill.prescriberNpi) ?? {
      npi: fill.prescriberNpi,
      name: fill.prescriberName,
      fills: 0,
    }
    prescribers.set(fill.prescriberNpi, { ...known, fills: known.fills + 1 })
  }
  return {
    claimNumber: of.claimNumber,
    patientName: of.patientName,
    from: of.from,
    to: dateOfDay(last),
    today: of.today,
    lanes: [...lanes]
      .map(([key, own]) => laneFrom(key, own, requested.get(key) ?? [], of))
      .toSorted(
        (a, b) =>
          groupOrder[a.group] - groupOrder[b.group] ||
          (a.endedOn < b.endedOn ? 1 : a.endedOn > b.endedOn ? -1 : a.name < b.name ? -1 : 1),
      ),
    marks: marks.toSorted((a, b) => (a.date < b.date ? -1 : 1)),
    together: riskyPairs.flatMap(({ name, boxedWarning, is }) =>
      shared(opioidDays, spansOf(shown.filter(is)))
        .filter(([, end]) => end >= from)
        .map(([start, end]) => ({
          name,
          boxedWarning,
          from: dateOfDay(Math.max(start, from)),
          to: dateOfDay(end),
        })),
    ),
    dose: {
      steps,
      months: doseByMonth(laid, of.from, dateOfDay(last)),
      limit: of.limit,
      caution: CAUTION_MME,
      factorVersion: opioidFactorVersion,
      notCounted: notCounted(shown),
    },
    prescribers: [...prescribers.values()].toSorted((a, b) => b.fills - a.fills || (a.name < b.name ? -1 : 1)),
  }
}

/** The timeline of a row as it is read. */
export const timelineFrom = (row: TimelineRow): Timeline =>
  timelineOf({
    claimNumber: row.claim_number,
    patientName: `${row.first_name} ${row.last_name}`,
    fills: row.fills,
    marks: row.marks.map(({ gpi: _gpi, ...mark }) => mark),
    markCodes: row.marks.map((mark) => mark.gpi),
    limit: row.limit ?? defaultSettings.mmeLimit,
    from: row.since,
    today: row.today,
  })

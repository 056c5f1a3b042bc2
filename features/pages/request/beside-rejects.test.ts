import { expect, test } from 'vitest'
import { adjudicate, considerations, recommend } from '#features/adjudication/rules.ts'
import {
  daysBefore,
  drugNamed,
  open,
  paid,
  type RequestChange,
  requestFor,
  type SnapshotChange,
  snapshotOf,
} from '#features/adjudication/testing.ts'
import {
  alprazolam,
  carisoprodol,
  ciprofloxacin,
  cyclobenzaprine,
  gabapentin,
  ibuprofen,
  metformin,
  naproxen,
  oxycodone,
  pregabalin,
  tizanidine,
  tramadol,
} from '#features/adjudication/testing-drugs.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { besideRejects, guidanceBeside } from './beside-rejects.ts'

type Point = AuthDetail['considerations'][number]
type Drug = typeof ibuprofen
const fentanyl = drugNamed('Fentanyl 25 mcg/h patch')

/** What the engine finds of a bill: its points, and those that stand beside the rejects. */
function found(drug: Drug, request: RequestChange, snapshot: SnapshotChange) {
  const bill = requestFor(drug, request)
  const loaded = snapshotOf(drug, snapshot)
  const result = adjudicate(bill, loaded, { mode: 'REVIEW' })
  const points: Point[] = considerations(result, bill, loaded)
  const rejects = result.rejects.map(({ message, sourceRule }) => ({ message, sourceRule }))
  const guidance = recommend(result, bill, loaded)?.rationale ?? ''
  return { points, rejects, beside: besideRejects(points, rejects), guidance: guidanceBeside(guidance, rejects) }
}
const words = ({ title, detail, evidence }: Point, sources: boolean): string =>
  [`${title}${detail && `: ${detail}`}`, ...(sources ? evidence : [])].join(' | ')

const beside = (...history: ReturnType<typeof paid>[]): SnapshotChange => ({ ...open, history })

test.each<[string, string, string | undefined, Drug, RequestChange, SnapshotChange]>([
  [
    'an interaction leaves the drug and the source',
    'interaction-Ciprofloxacin 500 mg tablet',
    'Contraindicated interaction with Ciprofloxacin 500 mg tablet',
    tizanidine,
    { quantity: 90 },
    beside(paid(ciprofloxacin, 2, 20, 10)),
  ],
  ['two of a class', 'duplicate-Ibuprofen 600 mg tablet', undefined, naproxen, {}, beside(paid(ibuprofen, 5, 90, 30))],
  ['a dose over its label', 'dose', undefined, ibuprofen, { quantity: 300 }, {}],
  [
    'three that sedate',
    'trio',
    undefined,
    oxycodone,
    { quantity: 20, days: 5 },
    beside(paid(alprazolam, 3, 60, 30), paid(carisoprodol, 3, 60, 30)),
  ],
  [
    'a benzodiazepine that an interaction names',
    'benzodiazepine',
    undefined,
    oxycodone,
    { quantity: 20, days: 5 },
    beside(paid(alprazolam, 3, 60, 30)),
  ],
  [
    'a relaxant that an interaction names',
    'relaxant',
    undefined,
    oxycodone,
    { quantity: 20, days: 5 },
    beside(paid(cyclobenzaprine, 3, 90, 30)),
  ],
  [
    'a long-acting first opioid leaves what its label says',
    'first-long-acting',
    'First opioid, and long-acting: The label does not let a patient begin with it.',
    fentanyl,
    { quantity: 5, days: 15 },
    open,
  ],
  [
    'a dose over the limit leaves that of now and the notice',
    'mme',
    'Daily opioid dose: 0 MME a day now. MME is guidance for clinicians, not a hard limit. Extra caution is advised from 50 MME a day; offer naloxone when risk is raised.',
    oxycodone,
    { quantity: 210 },
    beside(paid(tramadol, 60, 60, 30)),
  ],
  [
    'a refill too soon leaves by how much',
    'early',
    'Early refill: 3 days early.',
    gabapentin,
    { quantity: 90 },
    { history: [paid(gabapentin, 20, 90, 30)] },
  ],
  ['a drug that does not fit the injury', 'injury', undefined, metformin, {}, { ...open, claim: { bodyParts: [42] } }],
  [
    'a first-line drug',
    'first-line',
    undefined,
    pregabalin,
    {},
    {
      formulary: {
        id: 'f',
        name: 'f',
        kind: 'OPEN',
        items: [{ gpiPrefix: '13100103', status: 'STEP', stepThrough: ['13100101'] }],
      },
    },
  ],
])('What stopped a request is said once: %s', (_, key, left, drug, request, snapshot) => {
  const { points, beside: shown } = found(drug, request, snapshot)
  expect(points.map((point) => point.key)).toContain(key)
  const one = shown.find((point) => point.key === key)
  expect(one && words(one, false)).toBe(left)
})

test('Of an interaction that stopped it the source stays, and its place in the list', () => {
  const { points, beside: shown } = found(tizanidine, { quantity: 90 }, beside(paid(ciprofloxacin, 2, 20, 10)))
  const [before, after] = [points[0]!, shown[0]!]
  expect([after.key, after.severity]).toEqual([before.key, 'ALERT'])
  expect(after.evidence).toEqual(before.evidence.filter((one) => one.startsWith('Source: ')))
  expect(after.evidence).toHaveLength(1)
})

test.each<[string, string, Drug, RequestChange, SnapshotChange]>([
  ['a dose within the limit', 'mme', oxycodone, { quantity: 20, days: 5 }, open],
  ['the course of opioids', 'opioid-days', oxycodone, { quantity: 60 }, open],
  ['no naloxone', 'naloxone', oxycodone, { quantity: 240 }, open],
  ['what it is prescribed for', 'injury', ibuprofen, { quantity: 300 }, {}],
  [
    'the age',
    'age',
    ibuprofen,
    { quantity: 300 },
    { claimant: { firstName: 'A', lastName: 'B', dateOfBirth: '1950-01-01', gender: 'M' } },
  ],
  ['the formulary', 'formulary', pregabalin, {}, { claim: { jurisState: 'TX' } }],
  ['a letter', 'letter', ibuprofen, { quantity: 300 }, { letters: [{ kind: 'LMN', receivedOn: daysBefore(12) }] }],
])('What no reject says stays as it is: %s', (_, key, drug, request, snapshot) => {
  const { points, rejects, beside: shown } = found(drug, request, snapshot)
  const one = points.find((point) => point.key === key)
  expect(one).toBeDefined()
  expect(rejects.length + points.length).toBeGreaterThan(1)
  expect(shown).toContainEqual(one)
})

test('What was cleared before is no reject: its consideration stays whole', () => {
  const { points } = found(naproxen, {}, beside(paid(ibuprofen, 5, 90, 30)))
  expect(besideRejects(points, [])).toEqual(points)
})

test('A benzodiazepine beside a second one that no interaction names stays', () => {
  const point: Point = {
    key: 'benzodiazepine',
    severity: 'WARN',
    title: 'Active benzodiazepine',
    detail: 'taken with an opioid: A; B',
    evidence: ['Alprazolam (filled 11/03/2026, 12 days left)', 'Diazepam (filled 11/04/2026, 1 day left)'],
    ruleId: 'R31',
  }
  const says = (drug: string) => ({ message: `Taken with ${drug}: sedation`, sourceRule: 'R31' })
  const [first, second] = [says('Alprazolam (filled 11/03/2026)'), says('Diazepam (filled 11/04/2026)')]
  expect(besideRejects([point], [first])).toEqual([point])
  expect(besideRejects([point], [first, second])).toEqual([])
  expect(besideRejects([{ ...point, evidence: [] }], [first, second])).toHaveLength(1)
})

test.each<[string, string, Drug, RequestChange, SnapshotChange]>([
  ['a first opioid', 'Approve one fill of 7 days.', oxycodone, { quantity: 20, days: 10 }, open],
  [
    'two of a class',
    'Approve only if the other drug is stopped.',
    naproxen,
    { quantity: 60 },
    { history: [paid(ibuprofen, 5, 90, 30)] },
  ],
  ['a contraindication', '', tizanidine, { quantity: 90 }, { history: [paid(ciprofloxacin, 2, 20, 10)] }],
  ['a dose', 'Call the prescriber first.', oxycodone, { quantity: 210 }, beside(paid(tramadol, 60, 60, 30))],
  [
    'a question of its own',
    'Ask the prescriber first: how does this drug relate to the accepted injury (back, neck or spine)?',
    metformin,
    {},
    { ...open, claim: { bodyParts: [42] } },
  ],
  [
    'a refill a little early',
    'Approve one fill: only 5 days early.',
    gabapentin,
    { quantity: 90 },
    { history: [paid(gabapentin, 18, 90, 30)] },
  ],
  ['nothing', '', ibuprofen, {}, {}],
])('Guidance by rule says what to do and not again why it stopped: %s', (_, left, drug, request, snapshot) => {
  expect(found(drug, request, snapshot).guidance).toBe(left)
})

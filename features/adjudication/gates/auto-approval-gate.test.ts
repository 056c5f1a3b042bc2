import { describe, expect, test } from 'vitest'
import type { DrugFacts, FormularyItem, Mode } from '../snapshot.ts'
import {
  blockOf,
  daysBefore,
  drugNamed,
  injured,
  paid,
  type RequestChange,
  run,
  serviceDate,
  type SnapshotChange,
} from '../testing.ts'
import {
  esomeprazole,
  eszopiclone,
  gabapentin,
  ibuprofen,
  naloxone,
  oxycodone,
  pregabalin,
  pregabalin150,
  tramadol,
} from '../testing-drugs.ts'

const sixty: RequestChange = { quantity: 60 }

describe('G11: the automatic rules in words', () => {
  const rules = (...ids: number[]): SnapshotChange => ({ settings: { autoApprovalRules: ids } })
  const all = rules(1, 2, 3, 4, 5)
  const stable: SnapshotChange = { ...all, history: [paid(pregabalin, 31, 60, 30)] }
  const names = {
    1: 'Same drug, same prescriber, paid in the last 60 days',
    2: 'Early refill of up to 5 days, not controlled',
    3: 'First 7 days after the injury, generic, no opioid',
    4: 'Naloxone while an opioid is at hand',
    5: 'State first-fill rule',
  }
  const hurt = (state: string, daysAgo: number): SnapshotChange =>
    injured(daysAgo, { jurisState: state, bodyParts: state === 'IL' ? [42] : [12] })
  const closed: SnapshotChange = { formulary: { id: 'f', name: 'f', kind: 'CLOSED', items: [] } }
  const none = 'pass: No automatic rule covers every remaining reject'
  const hit = (id: keyof typeof names, codes: string): string => `clear: ${names[id]}: clears ${codes}`
  type Row = [string, string, DrugFacts, RequestChange, SnapshotChange, Mode?]
  const rows: Row[] = [
    ['nothing left', 'skip: Nothing left to approve', ibuprofen, {}, all],
    ['being built', 'skip: A user decides this request', pregabalin, sixty, stable, 'BUILD'],
    ['being reviewed', 'skip: A user decides this request', pregabalin, sixty, stable, 'REVIEW'],
    ['tried', hit(1, '75'), pregabalin, sixty, stable, 'TRIAL'],
    [
      'blocked',
      'skip: A block stops automatic approval',
      pregabalin,
      sixty,
      { ...stable, priorAuths: [blockOf(pregabalin, 14)] },
    ],
    ['no rule on', 'skip: The carrier has no automatic approval rules', pregabalin, sixty, { ...stable, settings: {} }],
    ['another rule on', none, pregabalin, sixty, { ...stable, ...rules(2) }],
    [
      'a safety code',
      'pass: 88 cannot be cleared automatically',
      pregabalin,
      sixty,
      { ...all, history: [paid(pregabalin, 31, 60, 30), paid(oxycodone, 3, 30, 30)] },
    ],
    [
      'a hard stop',
      'pass: 559 cannot be cleared automatically',
      pregabalin,
      sixty,
      { ...stable, pharmacy: { status: 'SANCTIONED' } },
    ],
    [
      'data to mend',
      'pass: 42 cannot be cleared automatically',
      pregabalin,
      sixty,
      { ...stable, prescriber: { status: 'INACTIVE' } },
    ],
    ['1', hit(1, '75'), pregabalin, sixty, stable],
    ['1 sixty days ago', hit(1, '75'), pregabalin, sixty, { ...all, history: [paid(pregabalin, 60, 60, 30)] }],
    ['1 sixty-one days ago', none, pregabalin, sixty, { ...all, history: [paid(pregabalin, 61, 60, 30)] }],
    ['1 another strength', none, pregabalin, sixty, { ...all, history: [paid(pregabalin150, 31, 60, 30)] }],
    ['1 less a day', hit(1, '75'), pregabalin, { quantity: 59 }, stable],
    ['1 more a day', none, pregabalin, { quantity: 61 }, stable],
    [
      '1 another prescriber',
      none,
      pregabalin,
      sixty,
      { ...all, history: [paid(pregabalin, 31, 60, 30, { prescriberNpi: '1245319599' })] },
    ],
    [
      '1 beside another code',
      none,
      pregabalin,
      { quantity: 60, fillNumber: 3, rx: { refillsAuthorised: 1 } },
      { ...all, history: [paid(pregabalin, 31, 60, 30)] },
    ],
    [
      '2 five days early',
      hit(2, '79'),
      gabapentin,
      { quantity: 90 },
      { ...all, history: [paid(gabapentin, 18, 90, 30)] },
    ],
    ['2 six days early', none, gabapentin, { quantity: 90 }, { ...all, history: [paid(gabapentin, 17, 90, 30)] }],
    [
      '3 on the seventh day',
      hit(3, '75'),
      esomeprazole,
      { quantity: 6, days: 3, doi: daysBefore(7) },
      { ...all, ...hurt('IL', 7) },
    ],
    [
      '3 on the eighth day',
      none,
      esomeprazole,
      { quantity: 6, days: 3, doi: daysBefore(8) },
      { ...all, ...hurt('IL', 8) },
    ],
    [
      '3 on the day itself',
      hit(3, '75'),
      esomeprazole,
      { quantity: 6, days: 3, doi: serviceDate },
      { ...all, ...hurt('IL', 0) },
    ],
    [
      '3 a brand',
      none,
      { ...esomeprazole, brandFlag: 'B' },
      { quantity: 6, days: 3, doi: daysBefore(5) },
      { ...all, ...hurt('IL', 5) },
    ],
    [
      '3 not listed',
      hit(3, 'MR'),
      ibuprofen,
      { quantity: 6, days: 3, doi: daysBefore(5) },
      { ...all, ...hurt('IL', 5), ...closed },
    ],
    [
      '3 excluded',
      hit(3, '70'),
      ibuprofen,
      { quantity: 6, days: 3, doi: daysBefore(5) },
      {
        ...all,
        ...hurt('IL', 5),
        formulary: {
          id: 'f',
          name: 'f',
          kind: 'OPEN',
          items: [{ gpiPrefix: '1110', status: 'EXCLUDED' } as FormularyItem],
        },
      },
    ],
    [
      '3 an opioid',
      none,
      tramadol,
      { quantity: 6, days: 3, doi: daysBefore(5) },
      { ...all, ...hurt('IL', 5), ...closed },
    ],
    [
      '3 fourteen days',
      hit(3, 'MR'),
      ibuprofen,
      { quantity: 14, days: 14, doi: daysBefore(5) },
      { ...all, ...hurt('IL', 5), ...closed },
    ],
    [
      '3 fifteen days',
      none,
      ibuprofen,
      { quantity: 15, days: 15, doi: daysBefore(5) },
      { ...all, ...hurt('IL', 5), ...closed },
    ],
    [
      '3 beside another code',
      none,
      ibuprofen,
      { quantity: 6, days: 3, doi: daysBefore(5), fillNumber: 3, rx: { refillsAuthorised: 1 } },
      { ...all, ...hurt('IL', 5), ...closed },
    ],
    [
      '4 beside an opioid at hand',
      hit(4, 'MR'),
      naloxone,
      { quantity: 2, days: 1 },
      { ...all, ...closed, history: [paid(tramadol, 40, 60, 60)] },
    ],
    [
      '4 after one of thirty days ago',
      hit(4, 'MR'),
      naloxone,
      { quantity: 2, days: 1 },
      { ...all, ...closed, history: [paid(oxycodone, 30, 6, 3)] },
    ],
    [
      '4 after one of thirty-one days ago',
      none,
      naloxone,
      { quantity: 2, days: 1 },
      { ...all, ...closed, history: [paid(oxycodone, 31, 6, 3)] },
    ],
    [
      '4 beside anything else',
      none,
      naloxone,
      { quantity: 2, days: 1 },
      { ...all, ...closed, history: [paid(ibuprofen, 3, 60, 30)] },
    ],
    [
      '4 with a quantity over the limit',
      hit(4, '75, 76'),
      naloxone,
      { quantity: 2, days: 1 },
      {
        ...all,
        formulary: {
          id: 'f',
          name: 'f',
          kind: 'OPEN',
          items: [{ gpiPrefix: '1018', status: 'PA', maxQty: 1 } as FormularyItem],
        },
        history: [paid(tramadol, 10, 60, 30)],
      },
    ],
    [
      '4 without coverage',
      none,
      naloxone,
      { quantity: 2, days: 1 },
      { ...all, ...closed, spans: [], history: [paid(tramadol, 10, 60, 30)] },
    ],
    ['4 another drug', none, ibuprofen, {}, { ...all, ...closed, history: [paid(tramadol, 10, 60, 30)] }],
    [
      '5 in the window',
      hit(5, '75'),
      eszopiclone,
      { quantity: 7, days: 7, doi: daysBefore(7) },
      { ...hurt('MT', 7), ...rules(5) },
    ],
    [
      '5 after the window',
      none,
      eszopiclone,
      { quantity: 7, days: 7, doi: daysBefore(8) },
      { ...hurt('MT', 8), ...rules(5) },
    ],
    [
      '5 a day too long',
      none,
      eszopiclone,
      { quantity: 8, days: 8, doi: daysBefore(5) },
      { ...hurt('MT', 5), ...rules(5) },
    ],
    [
      '5 in a state without a rule',
      none,
      eszopiclone,
      { quantity: 7, days: 7, doi: daysBefore(5) },
      { ...hurt('OR', 5), ...rules(5) },
    ],
    [
      '5 where the state pays no such drug',
      none,
      eszopiclone,
      { quantity: 7, days: 7, doi: daysBefore(5) },
      { ...hurt('KY', 5), ...rules(5) },
    ],
    [
      '5 beside another code',
      none,
      eszopiclone,
      { quantity: 7, days: 7, doi: daysBefore(5), fillNumber: 3, rx: { refillsAuthorised: 1 } },
      { ...hurt('MT', 5), ...rules(5) },
    ],
  ]
  test.each(rows.map((row) => [row[0], row] as const))('%s', (_title, [, line, drug, request, snapshot, mode]) => {
    const answer = run(drug, request, snapshot, mode)
    expect(answer.trace.filter((one) => one.gate === 'G11').map((one) => `${one.result}: ${one.detail}`)).toEqual([
      line,
    ])
    expect(answer.autoRule !== null).toBe(line.startsWith('clear'))
    if (answer.autoRule) {
      expect(answer.autoRule.name).toBe(names[answer.autoRule.id as keyof typeof names])
      expect(answer.cleared.filter((one) => one.by === 'AUTO_RULE').map((one) => one.id)).toEqual(
        answer.autoRule.codes.map(() => String(answer.autoRule!.id)),
      )
      expect(answer.trace.find((one) => one.gate === 'G11')?.rule).toBe(`auto ${answer.autoRule.id}`)
    }
  })

  test('rule 3 approves an amount below its cost limit and none that reaches it', () => {
    const at = (autoApprovalCostLimit: number) =>
      run(
        ibuprofen,
        { quantity: 6, days: 3, doi: daysBefore(5) },
        { ...hurt('IL', 5), ...closed, settings: { autoApprovalRules: [3], autoApprovalCostLimit } },
      )
    const due = at(250).pricing!.amountDue
    expect([at(due + 0.01).autoRule?.id, at(due).autoRule]).toEqual([3, null])
  })

  test('New York approves one supply of a drug class by rule and not a second', () => {
    const cyclobenzaprine = drugNamed('Cyclobenzaprine 10 mg tablet')
    const asked = (...fills: [DrugFacts, number][]) =>
      run(
        cyclobenzaprine,
        { quantity: 15, days: 5, doi: daysBefore(20) },
        {
          ...hurt('NY', 20),
          settings: { autoApprovalRules: [5] },
          formulary: {
            id: 'f',
            name: 'f',
            kind: 'OPEN',
            items: [{ gpiPrefix: '1210', status: 'PA', firstFillDays: 3 } as FormularyItem],
          },
          claim: { jurisState: 'NY', doi: daysBefore(20) },
          history: fills.map(([drug, days]) => paid(drug, days, 9, 3)),
        },
      ).autoRule?.id
    expect(asked()).toBe(5)
    expect(asked([cyclobenzaprine, 20])).toBeUndefined()
    expect(asked([cyclobenzaprine, 21])).toBe(5)
    expect(asked([ibuprofen, 10])).toBe(5)
  })
})

import { describe, expect, test } from 'vitest'
import type { WantedFact } from '#features/eligibility/claim-fact-rules.ts'
import { changeOf, effectOn, type Approval, type Effect, type OnFile } from './rests-on.ts'

// What a change of a claim does to its approvals. A knee (53) and a low back (42); pregabalin is usual for the back alone.

const from = '2026-11-20'
const pregabalin = '13100103000310'
const naproxen = '11100201000310'

const approval = (more: Partial<Approval> = {}): Approval => ({
  id: 'a',
  authorization_id: 'r',
  auth_status: 30,
  override_ref: 'PA1',
  drug_name: 'Pregabalin 75 mg capsule',
  gpi_prefix: pregabalin,
  prescriber_npi: null,
  codes_cleared: ['75'],
  max_days: 30,
  fills_left: 3,
  by_silence: false,
  received_at: '2026-11-02T15:00:00.000Z',
  waiting: false,
  pharmacy_nabp: '1043391',
  merged: [],
  ...more,
})
const onFile = (more: Partial<OnFile> = {}): OnFile => ({
  facts: [],
  icd: [],
  body_parts: [42, 53],
  compensability: 'ACCEPTED',
  status: 'OPEN',
  nature_code: null,
  first_responder: false,
  ...more,
})

type Change = WantedFact & { before: string | null }
const fact = (kind: WantedFact['kind'], value: string, subject = '', before: string | null = 'ACCEPTED'): Change => ({
  kind,
  subject,
  value,
  before,
  from,
})
type Of = { approval?: Partial<Approval>; claim?: Partial<OnFile>; state?: string }
/** The claim with these changes on file, and what they do to an approval. */
function effect(changes: readonly Change[], of: Of = {}): Effect | null {
  const facts = changes.map((one, at) => ({
    id: String(at),
    kind: one.kind,
    subject: one.subject,
    description: '',
    value: one.value,
    before: one.before,
    from: one.from,
    source: 'FEED' as const,
    at: `2026-11-16T10:0${at}:00.000Z`,
    by: 'Feed',
    reason: '',
  }))
  const claim = onFile(of.claim)
  const whole = { ...claim, facts: [...claim.facts, ...facts] }
  return effectOn(approval(of.approval), changeOf(whole, of.state ?? 'TN', changes, from))
}
const backDenied = fact('PART', 'DENIED', '42')
const died = fact('DEATH', 'DIED', '', null)

describe('an approval ends with the fact it rests on', () => {
  test.each<[string, Change[], Of, string]>([
    ['its body part is not accepted any more', [backDenied], {}, '2026-11-19'],
    ['its body part is under investigation', [fact('PART', 'PENDING', '42')], {}, '2026-11-19'],
    [
      'its diagnosis is not accepted any more',
      [fact('DIAGNOSIS', 'DENIED', 'M54.16')],
      {
        claim: {
          body_parts: [53],
          icd: [{ code: 'M54.16', description: '', status: 'ACCEPTED', from: null, to: null }],
        },
      },
      '2026-11-19',
    ],
    ['a part that an earlier change put on the claim', [backDenied], { claim: { body_parts: [53] } }, '2026-11-19'],
    ['no injury is left', [backDenied], { claim: { body_parts: [42] } }, '2026-11-19'],
    ['the claim was denied', [fact('COMPENSABILITY', 'DENIED')], {}, '2026-11-19'],
    [
      'the claim was denied, and another part accepted',
      [fact('COMPENSABILITY', 'DENIED'), fact('PART', 'ACCEPTED', '20', null)],
      {},
      '2026-11-19',
    ],
    ['the claim was closed: that day is still covered', [fact('STATUS', 'CLOSED', '', 'OPEN')], {}, from],
    ['the claim was settled: that day is still covered', [fact('COMPENSABILITY', 'SETTLED_MSA')], {}, from],
    ['the worker died: that day is still covered', [died], {}, from],
    ['the worker died, in Texas too', [died], { state: 'TX' }, from],
    ['the worker died, and silence had approved', [died], { state: 'NY', approval: { by_silence: true } }, from],
  ])('%s', (_words, changes, of, lastDay) => {
    expect(effect(changes, of)).toMatchObject({ ends: true, lastDay })
  })
})

describe('an approval stays, and somebody looks at it', () => {
  test.each<[string, Change[], Of, RegExp]>([
    ['Texas lets no approval be taken back', [backDenied], { state: 'TX' }, /withdrawn/],
    ['a denied claim of Texas', [fact('COMPENSABILITY', 'DENIED')], { state: 'TX' }, /withdrawn/],
    [
      'what silence approved in New York',
      [fact('STATUS', 'CLOSED', '', 'OPEN')],
      { state: 'NY', approval: { by_silence: true } },
      /Nobody decided in time/,
    ],
    ['a dispute decides nothing yet', [fact('COMPENSABILITY', 'CONTROVERTED')], {}, /controverted/],
    [
      'its prescriber is not allowed any more',
      [fact('PROVIDER', 'ENDED', '1932102084', 'ALLOWED')],
      { approval: { prescriber_npi: '1932102084' } },
      /not allowed any more/,
    ],
  ])('%s', (_words, changes, of, why) => {
    expect(effect(changes, of)).toMatchObject({ ends: false, why: expect.stringMatching(why) })
  })
})

describe('an approval does not rest on what changed', () => {
  test.each<[string, Change[], Of]>([
    ['a drug for another part', [fact('PART', 'DENIED', '53')], {}],
    ['a drug that is usual for what is left', [backDenied], { approval: { gpi_prefix: naproxen } }],
    [
      'the same injury under another name',
      [backDenied],
      { claim: { icd: [{ code: 'M54.16', description: '', status: 'ACCEPTED', from: null, to: null }] } },
    ],
    ['somebody decided that it is for the injury (80)', [backDenied], { approval: { codes_cleared: ['75', '80'] } }],
    ['a drug that was usual for no accepted injury', [backDenied], { approval: { gpi_prefix: '24100101000310' } }],
    [
      'the claim is accepted at last',
      [fact('COMPENSABILITY', 'ACCEPTED', '', 'PENDING')],
      { claim: { compensability: 'PENDING' } },
    ],
    [
      'the claim was denied before, and still is',
      [fact('COMPENSABILITY', 'DENIED', '', 'DENIED')],
      { claim: { compensability: 'DENIED' } },
    ],
    [
      'the claim was closed, and that was corrected',
      [fact('STATUS', 'CLOSED', '', 'OPEN'), fact('STATUS', 'OPEN', '', 'CLOSED')],
      {},
    ],
    ['the claim is open again', [fact('STATUS', 'REOPENED', '', 'CLOSED')], { claim: { status: 'CLOSED' } }],
    ['it was closed before', [fact('STATUS', 'CLOSED', '', 'CLOSED')], { claim: { status: 'CLOSED' } }],
    [
      'it was settled before',
      [fact('COMPENSABILITY', 'SETTLED_MSA', '', 'SETTLED_MSA')],
      { claim: { compensability: 'SETTLED_MSA' } },
    ],
    [
      'the claim was settled, and that was corrected',
      [fact('COMPENSABILITY', 'SETTLED_MSA'), fact('COMPENSABILITY', 'ACCEPTED', '', 'SETTLED_MSA')],
      {},
    ],
    ['a part was accepted', [fact('PART', 'ACCEPTED', '20', null)], {}],
    [
      'its prescriber is allowed',
      [fact('PROVIDER', 'ALLOWED', '1932102084', null)],
      { approval: { prescriber_npi: '1932102084' } },
    ],
    ['a death is withdrawn', [fact('DEATH', 'NONE', '', 'DIED')], {}],
    [
      'another prescriber is not allowed any more',
      [fact('PROVIDER', 'ENDED', '1932102084', 'ALLOWED')],
      { approval: { prescriber_npi: '1043211111' } },
    ],
    ['any prescriber may write it', [fact('PROVIDER', 'ENDED', '1932102084', 'ALLOWED')], {}],
  ])('%s', (_words, changes, of) => {
    expect(effect(changes, of)).toBeNull()
  })
})

describe('of several changes that one is named which ends the approval', () => {
  const other = fact('PART', 'ACCEPTED', '56', null)
  test.each<[string, Change[], RegExp]>([
    [
      'the claim closed, before a part',
      [fact('STATUS', 'CLOSED', '', 'OPEN'), backDenied],
      /^Claim status: open to closed/,
    ],
    [
      'the claim closed, after a part',
      [backDenied, fact('STATUS', 'CLOSED', '', 'OPEN')],
      /^Claim status: open to closed/,
    ],
    [
      'a settlement, before a part',
      [fact('COMPENSABILITY', 'SETTLED_MSA'), backDenied],
      /^Acceptance: accepted to settled/,
    ],
    ['a denial, before a part', [fact('COMPENSABILITY', 'DENIED'), other], /^Acceptance: accepted to denied/],
    ['a denial, after a part', [other, fact('COMPENSABILITY', 'DENIED')], /^Acceptance: accepted to denied/],
    ['a part, before another', [backDenied, other], /not accepted from/],
    ['a part, before a surgery', [backDenied, fact('SURGERY', 'ADDED', '', null)], /not accepted from/],
    ['a death, before a part', [died, backDenied], /^Death on/],
  ])('%s', (_words, changes, why) => {
    expect(effect(changes)).toMatchObject({ ends: true, why: expect.stringMatching(why) })
  })
})

test('a change of earlier days is compared with the day before the first of them, in whatever order they come', () => {
  const early: Change = { ...backDenied, from: '2026-11-10' }
  const late = fact('PART', 'ACCEPTED', '56', null)
  for (const changes of [
    [early, late],
    [late, early],
  ])
    expect(effect(changes)).toEqual({
      ends: true,
      why: expect.stringMatching(/not accepted from 11\/10/),
      lastDay: '2026-11-09',
    })
  // Nothing changed: nothing ends.
  expect(effect([])).toBeNull()
})

// Oxycodone is usual for a hand (35) for a week, and for a back without end.
const oxycodone = '10100101010120'
const handDenied = fact('PART', 'DENIED', '35')
test.each<[string, Change, number[], number | null, boolean]>([
  ['a week for a hand that is denied', handDenied, [35], 7, true],
  ['two months for a hand that is denied', handDenied, [35], 60, false],
  ['no days for a hand that is denied: a month', handDenied, [35], null, false],
  ['a week where the hand is left', backDenied, [42, 35], 7, false],
  ['a month where the hand is left', backDenied, [42, 35], 30, true],
  ['no days where the hand is left: a month', backDenied, [42, 35], null, true],
])(
  'whether the drug is usual is asked of the days of the approval: %s',
  (_words, change, body_parts, max_days, ends) => {
    const found = effect([change], { claim: { body_parts }, approval: { gpi_prefix: oxycodone, max_days } })
    expect(found?.ends ?? false).toBe(ends)
  },
)

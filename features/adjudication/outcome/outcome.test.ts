import { describe, expect, test } from 'vitest'
import type { DrugFacts, OpenRequest } from '../snapshot.ts'
import type { Reject } from '../answer.ts'
import { firstCodes, ranked } from './rank.ts'
import { blockOf, type RequestChange, run, type SnapshotChange } from '../testing.ts'
import { gabapentin, ibuprofen, pregabalin, pregabalin150 } from '../testing-drugs.ts'

const sixty: RequestChange = { quantity: 60 }

describe('what becomes of a claim that stops', () => {
  const openRequest = (more: Partial<OpenRequest> = {}): SnapshotChange => ({
    openRequests: [
      {
        authorizationId: 'a1',
        referenceNumber: '004417733920',
        gpi: pregabalin.gpi,
        rxNumber: '7700412',
        pharmacyNabp: '1043391',
        ...more,
      } as OpenRequest,
    ],
  })
  const join = 'Request 004417733920 is already open for this prescription'
  test.each<[string, 'NONE' | 'RAISE' | 'JOIN', string, DrugFacts | null, RequestChange, SnapshotChange]>([
    ['paid', 'NONE', 'The claim is paid', ibuprofen, {}, {}],
    ['not identified', 'NONE', 'The claim is not identified', pregabalin, sixty, { claimant: null }],
    [
      'blocked',
      'NONE',
      'A block is active: a reconsideration must be opened',
      pregabalin,
      sixty,
      { priorAuths: [blockOf(pregabalin, 14)] },
    ],
    [
      'a hard stop',
      'NONE',
      '559 cannot be overridden. Another pharmacy must fill it.',
      pregabalin,
      sixty,
      { pharmacy: { status: 'SANCTIONED' } },
    ],
    ['data only', 'NONE', 'Only the data must be corrected', ibuprofen, {}, { prescriber: { status: 'INACTIVE' } }],
    [
      'data too',
      'RAISE',
      'A decision is required; pharmacy must also fix: 42',
      pregabalin,
      sixty,
      { prescriber: { status: 'INACTIVE' } },
    ],
    ['for a person', 'RAISE', 'A decision is required', pregabalin, sixty, {}],
    [
      'of a channel people make requests of',
      'NONE',
      'Requests from this channel are created by a user',
      pregabalin,
      { quantity: 60, more: { channel: 10 } },
      {},
    ],
    [
      'a bill the carrier decides itself',
      'NONE',
      'The carrier decides bills from this channel without a request',
      pregabalin,
      { quantity: 60, more: { channel: 9 } },
      {},
    ],
    [
      'a bill the carrier wants asked about',
      'RAISE',
      'A decision is required',
      pregabalin,
      { quantity: 60, more: { channel: 9 } },
      { settings: { pendBillChannels: true } },
    ],
    [
      'deny and call',
      'NONE',
      'The carrier takes a call instead of a request',
      pregabalin,
      sixty,
      { settings: { denyAndCall: ['PA'] } },
    ],
    [
      'deny and call for another class',
      'RAISE',
      'A decision is required',
      pregabalin,
      sixty,
      { settings: { denyAndCall: ['QTY'] } },
    ],
    [
      'deny and call for one of two',
      'RAISE',
      'A decision is required',
      pregabalin,
      { quantity: 60, days: 31 },
      { settings: { denyAndCall: ['QTY'] } },
    ],
    ['open already', 'JOIN', join, pregabalin, sixty, openRequest()],
    ['open for another strength', 'JOIN', join, pregabalin, sixty, openRequest({ gpi: pregabalin150.gpi })],
    [
      'open for another drug',
      'RAISE',
      'A decision is required',
      pregabalin,
      sixty,
      openRequest({ gpi: gabapentin.gpi }),
    ],
    [
      'open for another prescription',
      'RAISE',
      'A decision is required',
      pregabalin,
      sixty,
      openRequest({ rxNumber: '1' }),
    ],
    [
      'open for another pharmacy',
      'RAISE',
      'A decision is required',
      pregabalin,
      sixty,
      openRequest({ pharmacyNabp: '2201120' }),
    ],
  ])('%s: %s', (_words, verdict, reason, drug, request, snapshot) => {
    const { pending } = run(drug, request, snapshot)
    expect({ verdict: pending.verdict, reason: pending.reason }).toEqual({ verdict, reason })
    expect([pending.authorizationId, pending.referenceNumber]).toEqual(
      verdict === 'JOIN' ? ['a1', '004417733920'] : [null, null],
    )
  })

  test('what the pharmacy must mend comes with the request, raised or joined', () => {
    const fixes = (snapshot: SnapshotChange) =>
      run(pregabalin, sixty, { ...snapshot, prescriber: { status: 'INACTIVE' } }).pending.pharmacyMustFix.map(
        (one) => one.rejectCode,
      )
    expect([fixes({}), fixes(openRequest())]).toEqual([['42'], ['42']])
    expect(run(pregabalin, sixty).pending.pharmacyMustFix).toEqual([])
  })
})

describe('which reject is read first', () => {
  const made = (rejectCode: string, cls: Reject['class'], more: Partial<Reject> = {}): Reject =>
    ({ rejectCode, class: cls, hardStop: false, safety: false, ...more }) as Reject
  test('hard stop, safety, authorization, product, quantity, provider, eligibility, the rest', () => {
    const inOrder = [
      made('559', 'PROV', { hardStop: true }),
      made('88', 'DUR', { safety: true }),
      made('75', 'PA'),
      made('70', 'PROD'),
      made('76', 'QTY'),
      made('71', 'PROV'),
      made('65', 'ELIG'),
      made('R8', 'FMT'),
      made('99', 'SYS'),
    ]
    for (let turn = 1; turn < inOrder.length; turn += 1) {
      const turned = [...inOrder.slice(turn), ...inOrder.slice(0, turn)]
      expect(ranked(turned).map((one) => one.rejectCode)).toEqual(inOrder.map((one) => one.rejectCode))
      expect(ranked(turned.toReversed()).map((one) => one.rejectCode)).toEqual(inOrder.map((one) => one.rejectCode))
    }
  })
  test.each(['64', 'PA', '3Y'])('%s explains the codes behind it and stands before them', (code) => {
    expect(ranked([made('75', 'PA'), made('MR', 'PA'), made(code, 'PA')]).map((one) => one.rejectCode)).toEqual([
      code,
      '75',
      'MR',
    ])
    expect(ranked([made('75', 'PA'), made(code, 'QTY')]).map((one) => one.rejectCode)).toEqual(['75', code])
  })
  test('the answer to the pharmacy has the first six different codes', () => {
    const codes = ['1', '1', '2', '3', '2', '4', '5', '6', '7'].map((code) => made(code, 'PA'))
    expect(firstCodes(codes)).toEqual(['1', '2', '3', '4', '5', '6'])
    expect(firstCodes(codes.slice(0, 3))).toEqual(['1', '2'])
  })
})

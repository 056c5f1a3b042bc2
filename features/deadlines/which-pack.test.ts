import { describe, expect, it } from 'vitest'
import { allPacks } from '#reference/jurisdictions/packs.ts'
import { isApproval, lapseOf, packFor, packNamed, packOf, packRecorded, requestKind, tracksOf } from './which-pack.ts'

describe('the rule pack of a request', () => {
  it('changes with the date of receipt in the pack’s own zone', () => {
    expect(packFor('CO', 'prospective', '2021-01-01T06:59:59.999Z').id).toBe('CO/prospective/2014')
    expect(packFor('CO', 'prospective', '2021-01-01T07:00:00.000Z').id).toBe('CO/prospective/2021')
    expect(packFor('US-FECA', 'prospective', '2019-09-22T12:00:00Z').limits.maxOpioidDaysWithoutLetter).toBe(60)
    expect(packFor('US-FECA', 'prospective', '2019-09-23T12:00:00Z').limits.maxOpioidDaysWithoutLetter).toBe(28)
  })
  it('is the default only where nothing better is in force', () => {
    expect(packFor('NY', 'prospective', '2010-01-01T12:00:00Z').isDefault).toBe(true)
    expect(packFor('NY', 'prospective', '2026-01-01T12:00:00Z').isDefault).toBe(false)
    expect(packFor('NY', 'expedited', '2025-07-11T03:59:59.999Z').id).toBe('NY/prospective/2019')
    expect(packFor('NY', 'expedited', '2025-07-11T04:00:00.000Z').id).toBe('NY/prospective/2025')
  })
  it('takes a carrier’s or tester’s own rows, the newest first', () => {
    const ny = packFor('NY', 'prospective', '2026-01-01T12:00:00Z')
    const mine = [
      ny,
      { ...ny, id: 'mine', effectiveFrom: '2026-01-01' },
      { ...ny, id: 'edited', effectiveFrom: '2026-01-01', version: 2 },
    ]
    expect(packFor('NY', 'prospective', '2026-02-01T12:00:00Z', mine).id).toBe('edited')
    expect(packFor('NY', 'prospective', '2025-12-31T12:00:00Z', mine).id).toBe(ny.id)
  })
  it('is the latest in force, of one day the highest version, in whatever order the rows come', () => {
    const ny = packFor('NY', 'prospective', '2026-01-01T12:00:00Z')
    const rows = [
      { ...ny, id: 'first', effectiveFrom: '2019-01-01' },
      { ...ny, id: 'edited', effectiveFrom: '2025-01-01', version: 3 },
      { ...ny, id: 'before', effectiveFrom: '2025-01-01', version: 2 },
    ]
    for (const order of [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ])
      expect(
        packFor(
          'NY',
          'prospective',
          '2026-02-01T12:00:00Z',
          order.map((at) => rows[at]!),
        ).id,
      ).toBe('edited')
  })
  it('of an inpatient request is its own, else the one of care under way, else the usual one; a bill has its own alone', () => {
    const ny = packFor('NY', 'prospective', '2026-01-01T12:00:00Z')
    const rows = (['inpatient', 'concurrent', 'prospective'] as const).map((kind) => ({ ...ny, id: kind, kind }))
    for (const from of [0, 1, 2])
      expect(packFor('NY', 'inpatient', '2026-02-01T12:00:00Z', rows.slice(from)).id).toBe(rows[from]!.id)
    expect(packFor('NY', 'concurrent', '2026-02-01T12:00:00Z', rows).id).toBe('concurrent')
    expect(packFor('NY', 'retrospective', '2026-02-01T12:00:00Z', rows).kind).toBe('retrospective')
  })
  it('says nothing of silence where a right rests on what nobody confirmed, and leaves what gives and takes none', () => {
    const ny = {
      ...packFor('NY', 'prospective', '2026-01-01T12:00:00Z'),
      form: null,
      lapseOnly: null,
      lapseInDoubt: false,
    }
    for (const lapse of [
      'deemed_approved',
      'deemed_approved_revocable',
      'granted_on_application',
      'consents',
      'denial_lost',
      'deemed_denied',
    ] as const) {
      expect(lapseOf({ ...ny, lapse, confidence: 'H' }, 'PA')).toBe(lapse)
      expect([lapse, lapseOf({ ...ny, lapse, confidence: 'L' }, 'PA')]).toEqual([lapse, 'unconfirmed'])
      expect([lapse, lapseOf({ ...ny, lapse, confidence: 'H', lapseInDoubt: true }, 'PA')]).toEqual([
        lapse,
        'unconfirmed',
      ])
    }
    for (const lapse of ['none', 'internal_target'] as const)
      expect(lapseOf({ ...ny, lapse, confidence: 'L' }, 'PA')).toBe(lapse)
  })
  it('lets silence approve only drugs that need approval, where its rule says so', () => {
    const ny = {
      ...packFor('NY', 'prospective', '2026-01-01T12:00:00Z'),
      lapseOnly: 'needsApproval',
      lapse: 'deemed_approved',
    } as const
    for (const status of ['PA', 'EXCLUDED', 'NOT_LISTED'])
      expect([status, lapseOf(ny, status)]).toEqual([status, 'deemed_approved'])
    for (const status of ['LISTED', null]) expect([status, lapseOf(ny, status)]).toEqual([status, 'none'])
  })
  it('deems only where a confirmed rule approves by silence, and no form is needed for it: of first requests alone', () => {
    const deeming = [
      ...new Set(
        allPacks.filter((pack) => isApproval(lapseOf(pack, 'PA'))).map((pack) => `${pack.jurisdiction} ${pack.kind}`),
      ),
    ].toSorted()
    expect(deeming).toEqual(['CO prospective', 'IN prospective', 'NY prospective'])
    for (const state of [...new Set(allPacks.map((pack) => pack.jurisdiction)), 'ZZ'])
      for (const kind of ['retrospective', 'reconsideration', 'level2', 'level3'] as const) {
        const pack = packFor(state, kind, '2026-11-16T12:00:00Z')
        expect([state, kind, pack.kind, isApproval(lapseOf(pack, 'PA'))]).toEqual([state, kind, kind, false])
      }
  })
  it.each([
    ['GA', 'prospective', 'on_form'],
    ['HI', 'prospective', 'unconfirmed'],
    ['NY', 'level2', 'unconfirmed'],
    ['NV', 'prospective', 'unconfirmed'],
    ['NV', 'expedited', 'unconfirmed'],
    ['CO', 'expedited', 'internal_target'],
    ['VT', 'expedited', 'internal_target'],
    ['VT', 'prospective', 'granted_on_application'],
    ['NY', 'prospective', 'deemed_approved'],
    ['LA', 'prospective', 'deemed_denied'],
    ['FL', 'prospective', 'consents'],
    ['PA', 'retrospective', 'denial_lost'],
    ['KY', 'prospective', 'internal_target'],
    ['GA', 'expedited', 'internal_target'],
  ] as const)('silence in %s, %s: %s', (state, kind, effect) => {
    expect(lapseOf(packFor(state, kind, '2026-11-16T12:00:00Z'), 'PA')).toBe(effect)
  })
  it('is of no track, as no claim on file says whether it is a network’s or a public employer’s', () => {
    for (const [state, id] of [
      ['TX', 'TX/prospective/network'],
      ['DC', 'DC/prospective/public'],
    ] as const) {
      expect(tracksOf(state, '2026-11-16T12:00:00Z').map((pack) => pack.id)).toEqual([id])
      expect(packFor(state, 'prospective', '2026-11-16T12:00:00Z').track).toBeNull()
    }
    expect(tracksOf('NY', '2026-11-16T12:00:00Z')).toEqual([])
  })
  it('stays the very version a request was counted by, after the rule was corrected', () => {
    for (const [stored, amount, unit] of [
      ['CA/prospective/2026 v1', 5, 'businessDays'],
      ['CO/prospective/2021 v1', 10, 'calendarDays'],
      ['KY/prospective/2019 v1', 7, 'calendarDays'],
      ['TX/concurrent/2004 v1', 1, 'businessDays'],
      ['FL/prospective/2003 v2', 3, 'businessDays'],
      ['IN/prospective/2019 v2', 5, 'businessDays'],
      ['LA/prospective/2012 v1', 5, 'businessDays'],
      ['TN/prospective/2016 v1', 4, 'businessDays'],
      ['AL/prospective/default v1', 3, 'businessDays'],
      ['TN/reconsideration/default v1', 3, 'businessDays'],
      ['OH/retrospective/default v1', 30, 'calendarDays'],
    ] as const) {
      const pack = packRecorded(stored)!
      expect([`${pack.id} v${pack.version}`, pack.amount, pack.unit]).toEqual([stored, amount, unit])
      expect(packNamed(stored)).toBe(pack)
    }
    expect(packRecorded('CA/prospective/2026 v1')).toMatchObject({ extension: { calendarDays: 14 }, mailDays: 5 })
    expect(packRecorded('CO/prospective/2021 v1')).toMatchObject({ rollForward: false, whoMayDeny: 'adjuster' })
    expect([
      packRecorded('AL/prospective/default v1')!.whoMayDeny,
      packRecorded('TN/reconsideration/default v1')!.holidays,
    ]).toEqual(['adjuster', 'federal'])
    // A version nobody kept reads as the pack of today.
    expect(packRecorded('NY/prospective/2019 v1')).toBeUndefined()
    expect(packNamed('NY/prospective/2019 v1')!.id).toBe('NY/prospective/2019')
  })
  it('depends on the kind: a board’s before a bill’s, a bill’s at every level below, urgency only for a first request', () => {
    const kinds = (channel: number) => [0, 1, 2, 3].map((level) => requestKind(channel, level))
    for (const retail of [1, 3, 10, 11, 12])
      expect(kinds(retail)).toEqual(['prospective', 'reconsideration', 'level2', 'level3'])
    for (const bill of [2, 7, 8, 9])
      expect(kinds(bill)).toEqual(['retrospective', 'retrospective', 'retrospective', 'level3'])
    expect([requestKind(1, 0, true), requestKind(9, 0, true), requestKind(1, 1, true)]).toEqual([
      'expedited',
      'retrospective',
      'reconsideration',
    ])
  })
  it('is the one the due time was counted by, whatever is in force meanwhile', () => {
    const row = {
      juris_state: 'NY',
      request_received_at: '2026-01-01T12:00:00Z',
      claim_channel_type: 1,
      reconsideration_level: 3,
    }
    expect(packOf({ ...row, due_pack: 'NY/prospective/2019 v1' }).id).toBe('NY/prospective/2019')
    expect(packOf({ ...row, due_pack: 'US/level2/default v1' }).id).toBe('US/level2/default')
    expect(packOf({ ...row, due_pack: 'a rule no longer known v4' }).id).toBe('NY/level3/2019')
  })
  it('approves by silence in Indiana what the list puts under approval, excludes or does not know, and nothing else', () => {
    const indiana = packFor('IN', 'prospective', '2026-11-16T12:00:00Z')
    const statuses = ['PA', 'EXCLUDED', 'NOT_LISTED', 'COVERED', 'STEP', null]
    expect(statuses.map((status) => lapseOf(indiana, status))).toEqual([
      'deemed_approved',
      'deemed_approved',
      'deemed_approved',
      'none',
      'none',
      'none',
    ])
    const york = packFor('NY', 'prospective', '2026-11-16T12:00:00Z')
    expect(statuses.map((status) => lapseOf(york, status))).toEqual(statuses.map(() => 'deemed_approved'))
  })
})

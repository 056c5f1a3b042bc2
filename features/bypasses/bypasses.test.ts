import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { transactions } from '#features/transactions/contract.ts'
import { trips } from '#platform/database/pools.ts'
import { rejectCodes } from '#reference/reject-codes.ts'
import { day } from '#testing/new-york-day.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import type { Visitor } from '#testing/api.ts'
import { decisionRows, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { bypasses } from './contract.ts'
import { bypassReasons } from '#reference/bypass-reasons.ts'
import {
  bypassable,
  bypassWords,
  doubled,
  longest,
  prefixOf,
  scopeWords,
  whyNotSet,
  type BypassInput,
} from './rules.ts'

const claim = (at: number, sub = 'AAA1', mc = 'AAA') => idOf(`${mc} ${sub} claim ${at}`)
const set = (who: Visitor, more: object = {}) =>
  who.ask(bypasses.set, {
    claimId: claim(1),
    scope: 'ALL',
    reason: 'DISASTER',
    startDate: day(0),
    endDate: day(10),
    ...more,
  })

test('A stopped drug pays under a bypass; the history says who set it, when it was used and who ended it', async () => {
  const api = await startFixtureApi()
  const supervisor = await api.signIn('super.aaa')
  const pharmacist = await api.signIn('pharm.aaa')
  await set(supervisor, { claimId: claim(2) })
  const before = trips.count
  const made = await set(pharmacist, { maxFills: 1, note: 'Storm Ana' })
  expect(trips.count - before).toBe(2)
  expect(made.body).toMatchObject({
    success: true,
    warnings: [],
    bypass: { scope: 'ALL', gpiPrefix: null, codes: ['*'], status: 'ACTIVE', fillsUsed: 0, maxFills: 1 },
  })
  // The supervisor of the claim's owner is notified with the claim number, without a name or drug.
  const notified = await api.db.query(`select user_id, title from user_notification`)
  expect(notified.rows).toEqual([{ user_id: idOf('super.aaa'), title: 'Pharm aaa set a bypass on claim WC-0001.' }])
  const paid = await api.service.ask(transactions.intake, pharmacyClaim({ sub: 'AAA1', at: 1 }))
  expect(paid.body.status).toBe('P')
  expect(
    (
      await api.service.ask(
        transactions.intake,
        pharmacyClaim({ sub: 'AAA1', at: 1, rx: '99', drug: 'lidocaine 5% ointment', quantity: 35, days: 30 }),
      )
    ).body.status,
  ).toBe('R')
  const { bypassId } = made.body.bypass
  const ended = await supervisor.ask(bypasses.end, { bypassId, reason: 'Pharmacies are open again' })
  expect(ended.body.bypass).toMatchObject({ status: 'REVOKED', endDate: day(0), fillsUsed: 1 })
  expect((await supervisor.ask(bypasses.end, { bypassId, reason: 'As agreed by phone' })).body.status.code).toBe(
    'ALREADY_DECIDED',
  )
  const adjuster = await api.signIn('adj.aaa')
  await adjuster.ask(bypasses.history, { claimId: claim(1) })
  const read = trips.count
  const { body } = await adjuster.ask(bypasses.history, { claimId: claim(1) })
  expect(trips.count - read).toBe(1)
  expect(body.content.map((line) => [line.action, line.actor, line.bypassId])).toEqual([
    ['ENDED', 'Super aaa', bypassId],
    ['USED', 'RxDocket', bypassId],
    ['SET', 'Pharm aaa', bypassId],
  ])
  expect(body.content[1]!.transaction).toMatchObject({ tcn: paid.body.tcn, codes: ['75'], fillDate: day(0) })
  expect(body.content[2]!.detail).toContain('Storm Ana')
  // An adjuster reads why they cannot set one.
  expect(body.whyNotSet).toMatchObject({ code: 'NOT_ALLOWED' })
  expect((await supervisor.ask(bypasses.history, { claimId: claim(1) })).body).toMatchObject({
    whyNotSet: null,
    today: day(0),
  })
  expect(body).toMatchObject({ totalElements: 3, totalPages: 1, bypasses: [{ bypassId, status: 'REVOKED' }] })
  expect(
    (await adjuster.ask(bypasses.history, { bypassId, page: 1, size: 2 })).body.content.map((line) => line.action),
  ).toEqual(['SET'])
  // A page past the end has no lines and the same total.
  for (const [page, size, totalPages] of [
    [3, 1, 3],
    [9, 2, 2],
    [1, 50, 1],
  ] as const)
    expect((await adjuster.ask(bypasses.history, { bypassId, page, size })).body).toMatchObject({
      content: [],
      page,
      totalElements: 3,
      totalPages,
    })
  const nothing = await adjuster.ask(bypasses.history, { claimId: claim(3) })
  expect(nothing.body).toMatchObject({ content: [], totalElements: 0, totalPages: 0, bypasses: [] })
  const audit = await api.db.query(
    `select object_type, object_id, claim_ids from access_audit where call = 'bypasses.end' and object_type is not null`,
  )
  expect(audit.rows).toEqual([{ object_type: 'auth_bypass', object_id: bypassId, claim_ids: [claim(1)] }])
})

test('A bypass does not clear a safety code: the drug still stops', async () => {
  const api = await startFixtureApi()
  await set(await api.signIn('super.aaa'))
  const answer = await api.service.ask(
    transactions.intake,
    pharmacyClaim({ sub: 'AAA1', at: 1, drug: 'oxycodone 30 mg tablet', quantity: 120, days: 30 }),
  )
  expect(answer.body.status).toBe('R')
  expect(answer.body.rejects.map((reject) => reject.code)).toContain('922')
})

test('Only entitled users set a bypass, within its limits, and two bypasses cannot overlap', async () => {
  const api = await startFixtureApi()
  const supervisor = await api.signIn('super.aaa')
  await set(supervisor, { scope: 'DRUG', gpi: '13100103010205', drugLevel: 8 })
  const before = await decisionRows(api)
  const said = async (more: object, who: Visitor = supervisor) => (await set(who, more)).body.status?.code
  expect(await said({ scope: 'DRUG', gpi: '1310' })).toBe('DUPLICATE')
  expect(await said({})).toBe('DUPLICATE')
  expect(await said({ startDate: day(11), endDate: day(41) })).toBe('DATES_NOT_ALLOWED')
  expect(await said({ codes: ['88'] })).toBe('CODE_NOT_YOURS_TO_CLEAR')
  expect(await said({ codes: ['3Y'] })).toBe('CODE_NOT_YOURS_TO_CLEAR')
  expect(await said({ scope: 'DRUG' })).toBe('VALIDATION')
  expect(await said({ reason: 'BECAUSE' })).toBe('VALIDATION')
  expect(await said({ claimId: claim(1, 'BBB1', 'BBB') })).toBe('NOT_FOUND')
  expect(await said({ masterCarrier: 'BBB' })).toBe('NOT_FOUND')
  expect(await said({ startDate: day(11), endDate: day(12) }, await api.signIn('adj.aaa'))).toBe('NOT_ALLOWED')
  for (const username of ['read.only', 'prog.spec', 'both']) {
    const visitor = await api.signIn(username, 'AAA')
    expect(await said({ startDate: day(11), endDate: day(12) }, visitor)).toBe('UPDATE_BLOCKED')
    expect((await visitor.ask(bypasses.history, { claimId: claim(1) })).status).toBe(200)
  }
  expect(await decisionRows(api)).toBe(before)
  expect((await set(supervisor, { startDate: day(11), endDate: day(12) })).status).toBe(200)
  const adjuster = await api.signIn('adj.aaa')
  expect((await adjuster.ask(bypasses.history, {})).body.fields).toMatchObject([{ path: 'claimId' }])
  expect((await adjuster.ask(bypasses.history, { claimId: claim(1, 'BBB1', 'BBB') })).status).toBe(404)
  expect((await (await api.signIn('adj.sub1')).ask(bypasses.history, { claimId: claim(1, 'AAA2') })).status).toBe(404)
  await api.db.query(`update wc_claim set compensability = 'DENIED' where id = $1`, [claim(3)])
  expect((await set(supervisor, { claimId: claim(3) })).body.warnings).toHaveLength(1)
})

test('Two users set the same bypass at once: one is saved, the other is refused', async () => {
  const api = await startFixtureApi()
  const people = [await api.signIn('super.aaa'), await api.signIn('pharm.aaa'), await api.signIn('clin.aaa')]
  const answers = await Promise.all(people.flatMap((who) => [set(who), set(who)]))
  expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409])
  expect((await api.db.query('select count(*)::int as n from auth_bypass')).rows[0].n).toBe(1)
})

describe('the rules', () => {
  const today = '2026-03-10'
  const asked = (more: Partial<BypassInput> = {}): BypassInput => ({
    scope: 'ALL',
    reason: 'DISASTER',
    startDate: today,
    endDate: '2026-03-20',
    ...more,
  })
  it.each<[string, Partial<BypassInput>, string | undefined]>([
    ['thirty days', { endDate: '2026-04-08' }, undefined],
    ['thirty-one days', { endDate: '2026-04-09' }, 'DATES_NOT_ALLOWED'],
    ['ninety days of transition of care', { reason: 'TRANSITION_OF_CARE', endDate: '2026-06-07' }, undefined],
    ['ninety-one', { reason: 'TRANSITION_OF_CARE', endDate: '2026-06-08' }, 'DATES_NOT_ALLOWED'],
    ['backwards', { endDate: '2026-03-09' }, 'DATES_NOT_ALLOWED'],
    ['begun a month ago', { startDate: '2026-02-08', endDate: '2026-03-09' }, 'DATES_NOT_ALLOWED'],
    ['begun a month ago and ending today', { startDate: '2026-02-09', endDate: today }, undefined],
    ['begun long ago', { startDate: '2026-02-07', endDate: today }, 'DATES_NOT_ALLOWED'],
    ['a whole claim with a drug', { gpi: '1310' }, 'VALIDATION'],
    ['a whole claim with a level', { drugLevel: 8 }, 'VALIDATION'],
    ['a drug with too few digits', { scope: 'DRUG', gpi: '1310', drugLevel: 8 }, 'VALIDATION'],
    ['a package', { scope: 'DRUG', gpi: '13100103010205', drugLevel: 11 }, 'VALIDATION'],
    ['a drug', { scope: 'DRUG', gpi: '1310' }, undefined],
    ['codes of authorization', { codes: ['75', '76', '70'] }, undefined],
    ['a code nobody knows', { codes: ['ZZ'] }, 'CODE_NOT_YOURS_TO_CLEAR'],
  ])('%s: %s', (_, more, code) => expect(whyNotSet(asked(more), today)?.code).toBe(code))
  it('A bypass cannot clear safety, hard-stop, data, pharmacy, coverage or block codes', () => {
    for (const code of rejectCodes)
      if (
        code.safety ||
        ['-', 'K'].includes(code.by) ||
        ['DUR', 'PROV', 'ELIG', 'FMT', 'SYS'].includes(code.class) ||
        code.code === '3Y'
      )
        expect([code.code, bypassable(code.code)]).toEqual([code.code, false])
    expect(rejectCodes.filter((code) => bypassable(code.code)).length).toBeGreaterThan(10)
  })
  it('Two bypasses overlap when their days and drugs overlap, in either order', () => {
    const one = fc.record({
      scopePrefix: fc.constantFrom('', '13', '1310', '1010'),
      startDate: fc.constantFrom('2026-03-01', '2026-03-10'),
      endDate: fc.constantFrom('2026-03-10', '2026-03-20'),
    })
    fc.assert(
      fc.property(one, one, (a, b) => {
        expect(doubled([a], b).length).toBe(doubled([b], a).length)
        if (a.scopePrefix === '1010' && b.scopePrefix.startsWith('13')) expect(doubled([a], b)).toEqual([])
      }),
    )
  })
  it('A bypass is described by its drugs, reason and days', () => {
    expect(prefixOf({ scope: 'DRUG', gpi: '13100103010205', drugLevel: 8 })).toBe('13100103')
    expect(bypassReasons.map(longest)).toEqual([30, 90, 30, 30, 30])
    expect(
      bypassWords({
        drugs: scopeWords('1310', 'Tramadol'),
        reason: 'DISASTER',
        startDate: '2026-03-01',
        endDate: '2026-03-10',
        maxFills: 2,
        maxCostPerFill: 100,
        codes: ['75'],
        note: 'Storm',
      }),
    ).toBe(
      'Tramadol: the drug class, 03/01/2026 to 03/10/2026, disaster; clears 75; at most 2 fills; up to $100.00 a fill; Storm',
    )
    expect([scopeWords('', null), scopeWords('13100103', null)]).toEqual(['All drugs', 'Drugs under S13100103'])
  })
})

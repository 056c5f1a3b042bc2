import { beforeAll, expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { trips } from '#platform/database/pools.ts'
import { drugs } from '#reference/drugs.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { day } from '#testing/new-york-day.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { decisionRows, startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { newAuthorization } from './contract.ts'
import { claim, drug, pregabalin } from './testing-drafts.ts'

const naproxen = drug('Naproxen')

let api: TestApi
let adjuster: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  adjuster = await api.signIn('adj.aaa')
  return () => api.close()
})

/** A pharmacy's bill for the first claim. */
const asBilled = {
  claimId: claim(1),
  ndc: pregabalin.ndc,
  quantity: 60,
  daysSupply: 30,
  fillDate: day(0),
  pharmacyNabp: '1043391',
  prescriberNpi: '1932102084',
  refill: 0,
  daw: '0',
}
const trial = (more: object = {}, who = adjuster) => who.ask(newAuthorization.trial, { ...asBilled, ...more })
const codesOf = async (answer: ReturnType<typeof trial>) => {
  const { status, body } = await answer
  expect(status).toBe(200)
  return body.rejects.map((one) => one.rejectCode)
}
const priorAuth = {
  startDate: day(-1),
  endDate: day(30),
  drugLevel: 14,
  oneTimeFill: false,
  overrideAll: false,
  safetyIncluded: false,
  codes: ['75'],
  maxFills: null,
  maxDays: null,
}
const audited = async () =>
  (
    await api.db.query(
      `select call, claim_ids, detail, (select count(*)::int from access_audit) as n from access_audit order by id desc limit 1`,
    )
  ).rows[0]

test('A dry run of an unsent claim gets the pharmacy’s answer and writes only an audit record', async () => {
  await trial()
  const [before, { n }] = [await decisionRows(api), await audited()]
  const trip = trips.count
  const tried = await trial()
  expect(trips.count - trip).toBe(2)
  expect(tried).toMatchObject({
    status: 200,
    body: { outcome: 'REJECTED', rejects: [{ rejectCode: '75', canCallerOverride: true }], priorAuthApplied: false },
  })
  expect(await audited()).toMatchObject({
    call: 'newAuthorization.trial',
    claim_ids: [claim(1)],
    detail: { trial: true },
    n: n + 1,
  })
  const granted = await trial({ assumePriorAuth: priorAuth })
  expect(granted.body).toMatchObject({ outcome: 'PAID', priorAuthApplied: true, cleared: ['75'] })
  expect((await trial({ ndc: naproxen.ndc, quantity: 20, daysSupply: 10 })).body.outcome).toBe('PAID')
  expect(await decisionRows(api)).toBe(before)
  // The same claim, sent, gets the same answer.
  const sent = await api.service.ask(transactions.intake, pharmacyClaim({ sub: 'AAA1', at: 1 }))
  expect(sent.body.rejects.map((one) => one.code)).toEqual(['75'])
  const paid = await api.service.ask(
    transactions.intake,
    pharmacyClaim({ sub: 'AAA1', at: 2, drug: 'naproxen', quantity: 20, days: 10 }),
  )
  const dry = await trial({ claimId: claim(3), ndc: naproxen.ndc, quantity: 20, daysSupply: 10 })
  expect([paid.body.status, dry.body.pricing?.paid]).toEqual(['P', paid.body.pricing!.paid])
})

test('A dry run uses the pharmacy, prescriber, refill, day and drug the caller names', async () => {
  expect(await codesOf(trial({ claimId: claim(4), pharmacyNabp: '1099999' }))).toContain('559')
  expect(await codesOf(trial({ claimId: claim(4), pharmacyNabp: '7777777' }))).toContain('50')
  expect(await codesOf(trial({ claimId: claim(4), prescriberNpi: '1111111111' }))).toContain('25')
  expect(await codesOf(trial({ claimId: claim(4), fillDate: day(-300) }))).toContain('67')
  expect(await codesOf(trial({ claimId: claim(4), fillDate: day(3) }))).toEqual(['82'])
  expect(await codesOf(trial({ claimId: claim(4), ndc: '99999999999' }))).toContain('54')
  // A drug code finds its cheapest package; without a pharmacy, prescriber or day: any, any, today.
  expect(
    await codesOf(
      adjuster.ask(newAuthorization.trial, {
        claimId: claim(4),
        gpi: pregabalin.gpi,
        quantity: 60,
        daysSupply: 30,
      }),
    ),
  ).toEqual(['75'])
  // For a request, its own values are the defaults.
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 5 })
  const of = (more: object) => adjuster.ask(newAuthorization.trial, { authorizationId: id, ...more })
  expect(await codesOf(of({}))).toEqual(['75'])
  expect(await codesOf(of({ refill: 3 }))).toEqual(['75', '7W'])
  expect(await codesOf(of({ pharmacyNabp: '1099999' }))).toContain('559')
  expect(await codesOf(of({ ndc: naproxen.ndc }))).toEqual([])
  expect((await of({ claimId: claim(5) })).status).toBe(200)
  expect((await of({ claimId: claim(4) })).status).toBe(404)
})

test('A dry run of a compound adjudicates the ingredients that were given', async () => {
  const ndcOf = (name: string) => drugs.find((one) => one.name.toLowerCase().startsWith(name))!.ndc
  const compound = [
    { ndc: ndcOf('ketamine, bulk'), quantity: 10, cost: 300 },
    { ndc: ndcOf('menthol-methyl'), quantity: 20, cost: 150 },
  ]
  const mixed = (more: object = {}) =>
    trial({ claimId: claim(4), ndc: undefined, compound, assumePriorAuth: { ...priorAuth, codes: [] }, ...more })
  expect(await codesOf(mixed())).toEqual(['75', '7Y'])
  expect(await codesOf(mixed({ compound: compound.slice(0, 1) }))).toContain('7Z')
  expect(await codesOf(mixed({ compound: [...compound, { ndc: '99999999999', quantity: 1 }] }))).toContain('771')
  const granted = await mixed({ assumePriorAuth: { ...priorAuth, drugLevel: 8, codes: ['75', '7Y'] } })
  expect(granted.body).toMatchObject({ outcome: 'PAID', cleared: ['7Y', '75'] })
})

test('An incomplete dry run is refused with the missing field; a user without the right or outside the scope is refused', async () => {
  const said = async (more: object, who = adjuster) => {
    const { status, body } = await trial(more, who)
    return `${status} ${body.status?.code} ${body.fields?.[0]?.path ?? ''}`.trim()
  }
  expect(await said({ claimId: undefined })).toBe('400 VALIDATION authorizationId')
  expect(await said({ ndc: undefined })).toBe('400 VALIDATION ndc')
  expect(await said({ quantity: undefined })).toBe('400 VALIDATION quantity')
  expect(await said({ daysSupply: undefined })).toBe('400 VALIDATION daysSupply')
  expect(await said({ compound: [{ ndc: naproxen.ndc, quantity: 1 }] })).toBe('400 VALIDATION compound')
  expect(await said({ ndc: undefined, compound: [] })).toBe('400 VALIDATION compound')
  expect(await said({ ndc: undefined, gpi: '99999999999999' })).toBe('400 VALIDATION gpi')
  expect(await said({ refill: 100 })).toBe('400 VALIDATION refill')
  expect(await said({ daw: '10' })).toBe('400 VALIDATION daw')
  expect(await said({ prescriberNpi: '12' })).toBe('400 VALIDATION prescriberNpi')
  expect(await said({ claimId: claim(1, 'BBB1', 'BBB') })).toBe('404 NOT_FOUND')
  expect(await said({ claimId: claim(1, 'AAA2') }, await api.signIn('adj.sub1'))).toBe('404 NOT_FOUND')
  expect(await said({}, await api.signIn('read.only'))).toBe('403 UPDATE_BLOCKED')
})

test('A dry run of an approval that lifts a block ignores that block', async () => {
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 6 })
  await api.db.query(`update wc_claim set juris_state = 'FL' where id = $1`, [claim(6)])
  await api.db.query(`update rx_authorization set juris_state = 'FL' where id = $1`, [id])
  expect(
    (await adjuster.ask(decision.reject, { id, version: 1, reasonId: 6, note: 'Not related.', drugLevel: 10 })).status,
  ).toBe(200)
  const built = (await adjuster.ask(newAuthorization.build, { originalAuthId: id })).body
  expect(built.duplicates).toMatchObject([{ kind: 'BLOCK' }])
  expect(built.warnings).toContainEqual(expect.stringContaining('It ends when this reconsideration is approved.'))
  const again = (more: object = {}) =>
    adjuster.ask(newAuthorization.trial, {
      authorizationId: built.authorizationId,
      assumePriorAuth: { ...priorAuth, ...more },
    })
  expect(await codesOf(adjuster.ask(newAuthorization.trial, { authorizationId: built.authorizationId }))).toContain(
    '3Y',
  )
  expect((await again()).body.outcome).toBe('PAID')
  // Without a request the block stays, unless the assumed approval lifts it.
  const other = (codes: string[], drugLevel = 10) =>
    trial({ claimId: claim(6), assumePriorAuth: { ...priorAuth, codes, drugLevel } })
  expect(await codesOf(other(['75']))).toContain('3Y')
  expect((await other(['75', '3Y'])).body.outcome).toBe('PAID')
  expect((await other(['75'], 14)).body.outcome).toBe('PAID')
})

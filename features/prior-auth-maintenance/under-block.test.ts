import { expect, test } from 'vitest'
import { drugs } from '#reference/drugs.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { day } from '#testing/new-york-day.ts'
import { priorAuths } from './contract.ts'

const pregabalin = drugs.find((one) => one.name.startsWith('Pregabalin 75 mg') && one.brandFlag === 'G')!
const claim = { stratusClaimId: idOf('AAA AAA1 claim 1'), ndc: pregabalin.ndc, drugLevel: 14 }

test('An adjuster who renews or extends an approval under a block reads which block stops it, and nothing changes', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const made = await adjuster.ask(priorAuths.save, {
    ...claim,
    kind: 'PERMIT',
    startDate: day(0),
    authorizationExpirationDate: day(5),
    reasonId: 1,
  })
  expect(made.status).toBe(200)
  const block = await adjuster.ask(priorAuths.save, {
    ...claim,
    kind: 'BLOCK',
    startDate: day(10),
    authorizationExpirationDate: day(40),
    reasonId: 3,
  })
  expect(block.status).toBe(200)
  const { priorAuthOverrideRef: ref } = made.body.priorAuth
  const move = (end: number, version = 1) =>
    adjuster.ask(priorAuths.end, { priorAuthOverrideRef: ref, version, authorizationExpirationDate: day(end) })
  const stopped = await move(20)
  expect([stopped.status, stopped.body]).toMatchObject([
    422,
    { status: { code: 'RULE', message: expect.stringContaining(block.body.priorAuth.priorAuthOverrideRef) } },
  ])
  const changed = await adjuster.ask(priorAuths.save, {
    stratusClaimId: claim.stratusClaimId,
    priorAuthOverrideRef: ref,
    version: 1,
    authorizationExpirationDate: day(20),
  })
  expect(changed.body).toMatchObject({ status: { code: 'RULE' }, fields: [{ path: 'authorizationExpirationDate' }] })
  expect((await move(8)).status).toBe(200)
  await api.db.query(`update prior_auth set start_date = $1, end_date = $2, status_id = 5 where kind = 'PERMIT'`, [
    day(-30),
    day(-2),
  ])
  await api.db.query(`update prior_auth set start_date = $1 where kind = 'BLOCK'`, [day(-1)])
  expect((await move(20, 2)).body).toMatchObject({ status: { code: 'RULE' } })
  expect((await api.db.query(`select from prior_auth where kind = 'PERMIT'`)).rowCount).toBe(1)
})

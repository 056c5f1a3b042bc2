import { expect, test } from 'vitest'
import { drugs } from '#reference/drugs.ts'
import { priorAuths } from '#features/prior-auth-maintenance/contract.ts'
import { decisionRows, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { newAuthorization } from './contract.ts'

const drug = (name: string) => drugs.find((one) => one.name.startsWith(name) && one.brandFlag === 'G')!
const pregabalin = drug('Pregabalin 75 mg')
const claim = idOf('AAA AAA1 claim 1')

test('A fax keyed later has its due time at once, from when it came; nothing is written', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const ask = (more: object = {}) => adjuster.ask(newAuthorization.terms, { stratusClaimId: claim, ...more })
  const before = await decisionRows(api)
  const now = Date.now()
  const yesterday = new Date(now - 86_400_000).toISOString()
  const late = (await ask({ receivedAt: yesterday, receivedHow: 'FAX' })).body
  expect(await decisionRows(api)).toEqual(before)
  const built = await adjuster.ask(newAuthorization.build, {
    stratusClaimId: claim,
    ndc: pregabalin.ndc,
    quantity: 60,
    daysSupply: 30,
    receivedAt: yesterday,
    receivedHow: 'FAX',
  })
  expect(late.clock).toMatchObject({ receivedAt: yesterday, statutoryDueAt: built.body.statutoryDueAt })
  expect(late.clock!.dueArithmetic).toEqual(built.body.dueArithmetic)
  expect(late.caseOwners.map((one) => one.email)).toEqual(built.body.caseOwners.map((one) => one.email))
  expect((await ask({ receivedAt: new Date(now + 86_400_000).toISOString(), receivedHow: 'FAX' })).body).toMatchObject({
    arrivalProblem: { field: 'receivedAt', message: 'It cannot have come in the future.' },
    clock: null,
  })
})

test('A form learns what a drug overlaps and how far its user may reach, and who may create nothing learns why', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const { priorAuth } = (
    await adjuster.ask(priorAuths.save, {
      stratusClaimId: claim,
      ndc: pregabalin.ndc,
      drugLevel: 14,
      oneTimeFill: false,
      reasonId: 1,
    })
  ).body
  const of = async (ndc: string, who = adjuster) =>
    (await who.ask(newAuthorization.terms, { stratusClaimId: claim, ndc })).body
  const same = await of(pregabalin.ndc)
  expect(same.overlaps).toMatchObject([
    { kind: 'PRIOR_AUTH', reference: priorAuth.priorAuthOverrideRef, drugName: pregabalin.name },
  ])
  expect(same.editRules!.fields.drugLevel.allowed).not.toContain(6)
  expect((await of(drug('Naproxen').ndc)).overlaps).toEqual([])
  expect((await of(pregabalin.ndc, await api.signIn('read.only'))).whyNot).toMatchObject({ code: 'UPDATE_BLOCKED' })
  const foreign = { stratusClaimId: idOf('BBB BBB1 claim 1') }
  expect((await adjuster.ask(newAuthorization.terms, foreign)).status).toBe(404)
})

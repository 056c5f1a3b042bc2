import { expect, test } from 'vitest'
import { clinical } from '#features/clinical/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { faultsIn } from '#testing/plain-words.ts'
import { provenance } from './contract.ts'
import { sectionsOf } from './sections.ts'

const opioid = { sub: 'AAA1', at: 1, drug: 'oxycodone 30 mg tablet', quantity: 100, days: 30 } as const

test('a rejection against the advice of a pharmacist is recorded in words, with no code of the program', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, opioid)
  const adjuster = await api.signIn('adj.aaa')
  const pharmacist = await api.signIn('pharm.aaa')
  expect(await adjuster.ask(decision.move, { id, status: 'clinical', version: 1 })).toMatchObject({ status: 200 })
  expect(
    await pharmacist.ask(clinical.advise, {
      authorizationId: id,
      version: 2,
      action: 'APPROVE_MODIFIED',
      rationale: 'Half of it would do.',
      modified: { days: 15 },
    }),
  ).toMatchObject({ status: 200 })
  expect(
    await adjuster.ask(decision.rejectThisFill, {
      id,
      version: 3,
      reasonId: 22,
      priorauthReasonDesc: 'Not related to the injury',
      note: 'Not related to the injury',
    }),
  ).toMatchObject({ status: 200 })
  const [kept] = (await adjuster.ask(provenance.of, { id })).body.records
  expect(kept!.record!.overridden.map(({ what, means }) => [what, means])).toContainEqual([
    'Pharmacist recommendation',
    'Approve with changes: Half of it would do.',
  ])
  const lines = sectionsOf(kept!, { instant: () => 'then' }).flatMap((section) => section.lines)
  const of = (name: string) => lines.filter((line) => line.name === name).map(({ was }) => was)
  expect(of('Pharmacist recommendation')).toEqual(
    expect.arrayContaining([expect.stringContaining('Approve with changes: Half of it would do.')]),
  )
  expect(of('Coverage')).toHaveLength(1)
  expect(of('Actions available').join()).toContain('reject this fill only')
  expect(lines.flatMap(({ name, was }) => faultsIn(`${name}: ${was}`))).toEqual([])
  expect(lines.filter(({ name, was }) => /[a-z][A-Z]|[a-z]_[a-z]/.test(`${name} ${was}`))).toEqual([])
})

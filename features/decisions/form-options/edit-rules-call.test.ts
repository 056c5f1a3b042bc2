import { afterAll, beforeAll, expect, test } from 'vitest'
import { drugs } from '#reference/drugs.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { decision } from '../contract.ts'

let api: TestApi
let adjuster: Visitor
let id: string
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  adjuster = await api.signIn('adj.aaa')
})
afterAll(() => api.close())

const ask = async (of: object, who = adjuster) => {
  const { status, body } = await who.ask(decision.editRules, {
    masterCarrier: 'AAA',
    action: 'APPROVE',
    ...of,
  } as never)
  return { ...(body as { situation?: string; hardStops?: string[]; fields: unknown }), status }
}
const gpiOf = (dea: string | null) => drugs.find((one) => one.dea === dea && one.gpi.length === 14)!.gpi

test('an adjuster who has no request yet gets the rules for a drug, a state and its rejects', async () => {
  const plain = await ask({ gpi: gpiOf(null), jurisState: 'FL', rejectCodes: ['75'], subCarrier: 'AAA1' })
  expect(plain).toMatchObject({ status: 200, hardStops: [] })
  const opioid = await ask({ gpi: gpiOf('CII'), jurisState: 'FL', rejectCodes: ['75'] })
  expect(opioid).toMatchObject({ status: 200, situation: 'Schedule II' })
  expect(opioid.fields).not.toEqual(plain.fields)
  expect(await ask({ gpi: gpiOf(null), jurisState: 'FL', rejectCodes: ['79'] })).toMatchObject({
    fields: { oneTimeFill: { editable: false, default: true } },
  })
})

test('without a request, what is missing or unknown is named', async () => {
  const gpi = gpiOf(null)
  for (const [of, status, path] of [
    [{ jurisState: 'FL' }, 400, 'gpi'],
    [{ gpi }, 400, 'jurisState'],
    [{ gpi, jurisState: 'FL', rejectCodes: ['75', '9Z'] }, 400, 'rejectCodes.1'],
    [{ gpi, jurisState: 'FL', subCarrier: 'BBB1' }, 404, undefined],
    [{ gpi, jurisState: 'FL', subCarrier: 'AAA9' }, 404, undefined],
  ] as const) {
    const answer = await ask(of)
    expect([of, answer.status, (answer.fields as { path: string }[])[0]?.path]).toEqual([of, status, path])
  }
})

test('with a request, the drug, the state and the rejects have to be those of the request', async () => {
  const { rows } = await api.db.query('select gpi, juris_state, reject_codes from rx_authorization where id = $1', [id])
  const { gpi, juris_state: jurisState, reject_codes: rejectCodes } = rows[0]
  const plain = await ask({ authorizationId: id })
  expect(plain.status).toBe(200)
  expect(await ask({ authorizationId: id, subCarrier: 'AAA1', gpi, jurisState, rejectCodes })).toEqual(plain)
  for (const [of, path] of [
    [{ gpi: '99' }, 'gpi'],
    [{ jurisState: 'TX' }, 'jurisState'],
    [{ rejectCodes: [...rejectCodes, '999'] }, `rejectCodes.${rejectCodes.length}`],
    [{ subCarrier: 'AAA2' }, 'subCarrier'],
  ] as const) {
    const answer = await ask({ authorizationId: id, ...of })
    expect([answer.status, (answer.fields as { path: string }[])[0]?.path]).toEqual([400, path])
  }
})

test('the days of an approval, the reasons and whether it is keyed by people are those of the request and its state', async () => {
  const dates = await adjuster.ask(decision.effectiveDates, { id })
  expect(dates.status).toBe(200)
  expect(dates.body.minStart <= dates.body.startDate && dates.body.startDate <= dates.body.endDate).toBe(true)
  expect(dates.body.endDate <= dates.body.maxEnd).toBe(true)
  const once = await adjuster.ask(decision.effectiveDates, { id, oneTimeFill: true })
  expect(once.body.endDate <= dates.body.endDate).toBe(true)
  expect((await (await api.signIn('adj.bbb')).ask(decision.effectiveDates, { id })).status).toBe(404)

  const reasons = async (jurisState: string) =>
    (await adjuster.ask(decision.reasons, { masterCarrier: 'AAA', action: 'REJECT', jurisState, rejectCodes: ['75'] }))
      .body
  const denials = await reasons('FL')
  expect(denials.length).toBeGreaterThan(3)
  expect(new Set(denials.map(({ reasonId }) => reasonId)).size).toBe(denials.length)
  const dictionary = await adjuster.ask(decision.rejectionReasons, { masterCarrier: 'AAA', jurisState: 'FL' })
  expect(dictionary.body.map(({ reasonId }) => reasonId)).toEqual(
    expect.arrayContaining(denials.map(({ reasonId }) => reasonId)),
  )

  const group = { masterCarrierCode: 'AAA', subCarrierCode: 'AAA1', groupNumber: 'AAA1GRP' }
  const { rows } = await api.db.query<{ auto: boolean }>(
    `select auto_pa as auto from client_group where mc = 'AAA' and group_code = 'AAA1GRP'`,
  )
  expect((await adjuster.ask(decision.autoPaUser, group)).body).toEqual({ isAutoPaUser: rows[0]!.auto })
  await api.db.query(`update client_group set auto_pa = not auto_pa where mc = 'AAA' and group_code = 'AAA1GRP'`)
  expect((await adjuster.ask(decision.autoPaUser, group)).body).toEqual({ isAutoPaUser: !rows[0]!.auto })
})

import { expect, test } from 'vitest'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { decision } from '../contract.ts'

test('the pharmacy of a decided request is notified again, in place of what was not read, and no other pharmacy', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const adjuster = await api.signIn('adj.aaa')
  const { rows } = await api.db.query<{ nabp: string }>(
    'select pharmacy_nabp as nabp from rx_authorization where id = $1',
    [id],
  )
  const nabp = rows[0]!.nabp
  const again = {
    authorizationId: id,
    pharmacyNabp: nabp,
    deliveryType: 1,
    oneTimeFillFlag: false,
    authorizationStartDate: null,
    authorizationEndDate: null,
  }
  const early = await adjuster.ask(decision.callback, again)
  expect([early.status, early.body]).toMatchObject([422, { status: { code: 'RULE' } }])
  await adjuster.ask(decision.rejectThisFill, { id, version: 1, reasonId: 1, note: 'Not for this injury' })
  const other = nabp === '1234567' ? '7654321' : '1234567'
  const elsewhere = await adjuster.ask(decision.callback, { ...again, pharmacyNabp: other })
  expect([elsewhere.status, elsewhere.body]).toMatchObject([400, { fields: [{ path: 'pharmacyNabp' }] }])
  expect((await (await api.signIn('adj.bbb')).ask(decision.callback, again)).status).toBe(404)
  const { status, body } = await adjuster.ask(decision.callback, again)
  expect(status).toBe(200)
  const kept = await api.db.query(
    'select id, outcome, status_id from pharmacy_callback where authorization_id = $1 order by created_at, status_id desc',
    [id],
  )
  expect(kept.rows).toHaveLength(2)
  expect(kept.rows.find((row) => row.id === body.callbackId)).toMatchObject({
    outcome: 'NOT_COVERED_THIS_FILL',
    status_id: 1,
  })
  expect(kept.rows.find((row) => row.id !== body.callbackId)).toMatchObject({ status_id: 8 })
})

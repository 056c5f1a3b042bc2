import { expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'

test('A carrier’s own fields are shown to an adjuster by their labels; those of letters and extracts are not', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const adjuster = await api.signIn('adj.aaa')
  const shown = async () => (await adjuster.ask(authorizations.one, { id })).body.passthru
  await api.db.query(`update rx_authorization set passthru = $1 where id = $2`, [
    JSON.stringify({ field1: 'Tampa', field2: 'NWP-004711', field3: '4012', field4: 'No label' }),
    id,
  ])
  expect(await shown()).toEqual({})
  await api.db.query(
    `insert into carrier_setting (mc, key, value) values ('AAA', 'passthruLabels', $1)
     on conflict (mc, sub_carrier, key) do update set value = excluded.value`,
    [
      JSON.stringify({
        field1: 'Claim office',
        field2: { label: 'Policy number', showOn: ['screen', 'letter'] },
        field3: { label: 'Cost center', showOn: ['extract'] },
      }),
    ],
  )
  expect(await shown()).toEqual({ 'Claim office': 'Tampa', 'Policy number': 'NWP-004711' })
})

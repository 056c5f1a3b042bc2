import { transactions } from '#features/transactions/contract.ts'
import { pharmacyClaim, type ClaimOptions } from './pharmacy-claim.ts'
import { startApi, type TestApi } from './api.ts'
import { decisionTables } from './decision-tables.ts'

export type Options = Parameters<typeof startApi>[0]

/** Starts the server with the fixtures in its database. */
export async function startFixtureApi(options: Options = {}): Promise<TestApi> {
  return startApi({ ...options, from: 'fixtures' })
}

/** Raises an authorization as in production: a pharmacy's claim that adjudication stops. Returns its id. */
export async function raiseAuthorization(api: TestApi, of: ClaimOptions): Promise<string> {
  const { status, body } = await api.service.ask(transactions.intake, pharmacyClaim(of))
  if (status !== 200 || !body.authorizationId)
    throw new Error(`The claim was not raised: ${status} ${JSON.stringify(body)}`)
  return body.authorizationId
}

/** A checksum of every table a decision may write and of the pharmacy messages, to show that nothing changed. */
export async function decisionRows(api: TestApi): Promise<string> {
  const parts: string[] = []
  for (const table of [...decisionTables, 'pharmacy_message'])
    parts.push(
      `${table} ${(await api.db.query(`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${table} t`)).rows[0].sum}`,
    )
  return parts.join('\n')
}

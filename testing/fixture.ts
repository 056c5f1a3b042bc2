import { transactions } from '#features/transactions/contract.ts'
import { bill, type Billed } from './bill.ts'
import { openDesk, type Desk } from './desk.ts'
import { decisionTables } from './decision-tables.ts'

export type Options = Parameters<typeof openDesk>[0]

/** The portal over the fixture world. */
export async function openWorld(options: Options = {}): Promise<Desk> {
  return openDesk({ ...options, from: 'world' })
}

/** A request as it really comes about: a pharmacy's claim, stopped by the engine. Answers its id. */
export async function stopped(desk: Desk, of: Billed): Promise<string> {
  const { status, body } = await desk.service.ask(transactions.intake, bill(of))
  if (status !== 200 || !body.authorizationId)
    throw new Error(`The claim was not raised: ${status} ${JSON.stringify(body)}`)
  return body.authorizationId
}

/** Every row of the tables a decision may write, and what pharmacies were told: for "nothing changed". */
export async function everything(desk: Desk): Promise<string> {
  const parts: string[] = []
  for (const table of [...decisionTables, 'pharmacy_message'])
    parts.push(
      `${table} ${(await desk.db.query(`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${table} t`)).rows[0].sum}`,
    )
  return parts.join('\n')
}

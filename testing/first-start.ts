import pg from 'pg'
import { demoAccounts } from '#database/seed/accounts.ts'
import { demoPassword } from '#database/seed/people.ts'
import { demoEmployee } from '#demo/carrier/demo-person.ts'
import { addEmployees, prepareDemoCarrier } from '#demo/carrier/store.ts'
import { addDemoAccounts } from '#demo/identity-provider/accounts.ts'
import { ensureDemoProviderSchema, signingKeys } from '#demo/identity-provider/store.ts'

/**
 * Makes what the providers of the demonstration make at a portal's first start and keep: their keys and the hashes of passwords, half
 * a second of processor time. `demo/identity-provider/start-and-store.test.ts` starts from nothing.
 */
export async function makeProviders(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  await ensureDemoProviderSchema(pool)
  await signingKeys(pool)
  await addDemoAccounts(pool, demoAccounts('test'))
  await prepareDemoCarrier(pool, new Date())
  await addEmployees(pool, [{ ...demoEmployee, password: demoPassword }])
  await pool.end()
}

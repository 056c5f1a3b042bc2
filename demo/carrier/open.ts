import type { Pool } from 'pg'
import { systemClock } from '#platform/dates/clock.ts'
import { addDemoAccounts } from '../identity-provider/accounts.ts'
import { enrolCarrierPeople } from '../identity-provider/carrier-people.ts'
import type { ProviderLog } from '../identity-provider/demo-provider.ts'
import { importMetadata } from '#platform/identity/saml/import-metadata.ts'
import type { ServiceProvider } from '#platform/identity/saml/verify.ts'
import { createDemoCarrier, type DemoCarrier } from './demo-carrier.ts'
import { addEmployees } from './store.ts'

export type DemoEmployee = {
  mc: string
  carrier: string
  username: string
  firstName: string
  lastName: string
  email: string
  nameId: string
  subject: string
}

/**
 * Opens the demo carrier and makes it known: its metadata are read as any carrier's would be, and its employee is
 * enrolled. Nothing when the carrier is not among the portal's.
 */
export async function openDemoCarrier(options: {
  url: string
  sp: ServiceProvider
  pool: Pool
  log: ProviderLog
  employee: DemoEmployee
  /** At the carrier's own page. */
  password: string
}): Promise<DemoCarrier | undefined> {
  const { pool, employee, password } = options
  const carrier = await createDemoCarrier({ ...options, carrier: employee.carrier })
  const brought = { mc: employee.mc, xml: carrier.metadata, allowIdpInitiated: true, certificates: 'replace' as const }
  if (!(await importMetadata(pool, brought, systemClock.now()))) return undefined
  const name = `${employee.firstName} ${employee.lastName}`
  await addDemoAccounts(pool, [
    { username: employee.username, password: null, email: employee.email, name, subject: employee.subject },
  ])
  await enrolCarrierPeople(pool, [employee])
  await addEmployees(pool, [{ username: employee.username, password, nameId: employee.nameId }])
  return carrier
}

import type { PortalForHandlers } from '#platform/calls/handler.ts'
import type { Kept } from './contract.ts'

/** Whose text a sealed one is, and of which form: moved to another person, carrier, thing or form it does not open. */
type Owner = { mc: string; userId: string; subjectId: string; form: string }
type Sealing = PortalForHandlers['encryption']

const purposeOf = ({ mc, userId, subjectId, form }: Owner): string =>
  JSON.stringify(['draft', mc, userId, subjectId.toLowerCase(), form])

/** A draft's body as the database keeps it. */
export const sealBody = (encryption: Sealing, owner: Owner, body: Kept['body']): string =>
  encryption.encrypt(JSON.stringify(body), purposeOf(owner))

/** The body again; undefined when it is another's, was changed, or was sealed with a key that is gone: there is no draft then. */
export function openBody(encryption: Sealing, owner: Owner, sealed: string): Kept['body'] | undefined {
  const text = encryption.decrypt(sealed, purposeOf(owner))
  return text === null ? undefined : (JSON.parse(text) as Kept['body'])
}

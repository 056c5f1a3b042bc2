import type { PortalForHandlers } from '#platform/calls/handler.ts'
import type { StoredDraft } from './contract.ts'

/** The user and the form of an encrypted text: moved to another user, carrier, subject or form it does not decrypt. */
type Owner = { mc: string; userId: string; subjectId: string; form: string }
type Encryption = PortalForHandlers['encryption']

const purposeOf = ({ mc, userId, subjectId, form }: Owner): string =>
  JSON.stringify(['draft', mc, userId, subjectId.toLowerCase(), form])

/** A draft's body as the database stores it. */
export const encryptBody = (encryption: Encryption, owner: Owner, body: StoredDraft['body']): string =>
  encryption.encrypt(JSON.stringify(body), purposeOf(owner))

/** Decrypts a body; undefined when it is another user's, was changed, or its key is gone: there is no draft then. */
export function decryptBody(encryption: Encryption, owner: Owner, encrypted: string): StoredDraft['body'] | undefined {
  const text = encryption.decrypt(encrypted, purposeOf(owner))
  return text === null ? undefined : (JSON.parse(text) as StoredDraft['body'])
}

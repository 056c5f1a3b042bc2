import type { ParsedInputOf } from '#platform/calls/contract.ts'
import type { PortalForHandlers } from '#platform/calls/handler.ts'
import { dataExtracts } from './contract.ts'

type Encryption = PortalForHandlers['encryption']
/** What makes an extract: program, subject area, fields, filters as they were filled. */
export type Definition = ParsedInputOf<typeof dataExtracts.extract>

const purpose = (mc: string): string => `data extract of ${mc}`
/** A definition as it is kept: a filter may name a patient, so the database cannot read it. */
export const encryptDefinition = (encryption: Encryption, mc: string, definition: Definition): string =>
  encryption.encrypt(JSON.stringify(definition), purpose(mc))
/** Nothing where the key was changed, or where today's calls do not take what was kept. */
export function decryptDefinition(
  encryption: Encryption,
  mc: string,
  encrypted: string | null,
): Definition | undefined {
  const text = encrypted && encryption.decrypt(encrypted, purpose(mc))
  const read = text ? dataExtracts.extract.input.safeParse(JSON.parse(text)) : undefined
  return read?.success ? read.data : undefined
}

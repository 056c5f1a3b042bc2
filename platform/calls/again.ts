import type { AnyCall } from './contract.ts'
import type { PortalForHandlers } from './handler.ts'

/** A call that made a file, with its input: what makes it again, with the rights of who asks then. */
export type Again = { line: string; input: Record<string, unknown> }

const purpose = (mc: string): string => `export of ${mc}`

/** As it is kept with the record of an export: an input may name somebody, so the database cannot read it. */
export const encryptAgain = (
  encryption: PortalForHandlers['encryption'],
  mc: string,
  call: Pick<AnyCall, 'line'>,
  input: Record<string, unknown>,
): string => encryption.encrypt(JSON.stringify({ line: call.line, input } satisfies Again), purpose(mc))

/** Nothing where it was not kept, or the key was changed. */
export function decryptAgain(
  encryption: PortalForHandlers['encryption'],
  mc: string,
  encrypted: string | null,
): Again | undefined {
  const text = encrypted && encryption.decrypt(encrypted, purpose(mc))
  return text ? (JSON.parse(text) as Again) : undefined
}

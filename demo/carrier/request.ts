import { inflateRawSync } from 'node:zlib'
import { xmlOfBytes } from '#platform/identity/saml/shape.ts'
import type { ServiceProvider } from '#platform/identity/saml/verify.ts'
import { attribute, isNamed, NotAsAgreed, only, parseXml, textIn } from '#platform/identity/saml/xml.ts'

const longestRequest = 16 * 1024

/**
 * The ID of a request to sign somebody in (HTTP redirect binding: base64 of deflated XML), or undefined when it is no
 * request of this service.
 */
export function requestIdOf(samlRequest: string, sp: ServiceProvider): string | undefined {
  try {
    const shape = xmlOfBytes(inflateRawSync(Buffer.from(samlRequest, 'base64'), { maxOutputLength: longestRequest }))
    if (!shape.ok) return undefined
    const root = parseXml(shape.xml)
    const ours =
      isNamed(root, 'protocol', 'AuthnRequest') &&
      textIn(only(root, 'assertion', 'Issuer')) === sp.entityId &&
      [null, sp.acsUrl].includes(attribute(root, 'AssertionConsumerServiceURL'))
    return ours ? (attribute(root, 'ID') ?? undefined) : undefined
  } catch (error) {
    // zlib throws an error with a code when the text is not deflated or too long.
    if (error instanceof NotAsAgreed || (error as { code?: unknown }).code !== undefined) return undefined
    throw error
  }
}

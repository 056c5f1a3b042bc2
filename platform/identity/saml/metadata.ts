import { isThisMachine } from '../outbound.ts'
import { readCertificate, whyTooWeak } from './certificates.ts'
import { xmlOfBytes } from './shape.ts'
import { allElements, attribute, isNamed, named, NotAsAgreed, namespaces, parseXml, textIn, xmlText } from './xml.ts'
import type { ServiceProvider } from './verify.ts'

/** What an identity provider's metadata say that we need. */
export type ProviderMetadata = { entityId: string; ssoUrl: string; sloUrl: string | null; certificates: string[] }

/** Metadata are of no use; the sentence is for the administrator who brought them. */
export class MetadataRefused extends Error {}

const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const post = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'

/**
 * Reads the metadata file of a carrier's identity provider (SAML Metadata 2.4.3): its name, its sign-in page and one or
 * two signing certificates. Who brought the file vouches for it; a signature in it is not looked at.
 */
export function readMetadata(xml: string, now: Date): ProviderMetadata {
  const shape = xmlOfBytes(Buffer.from(xml.replace(/^\ufeff/, '')), { comments: true })
  if (!shape.ok) throw new MetadataRefused(`This is not a metadata file: ${shape.reason}.`)
  try {
    return readEntity(parseXml(shape.xml), now)
  } catch (error) {
    if (error instanceof NotAsAgreed) throw new MetadataRefused(`This is not a metadata file: ${error.message}.`)
    throw error
  }
}

function readEntity(root: Element, now: Date): ProviderMetadata {
  const roles = allElements(root).filter((element) => isNamed(element, 'metadata', 'IDPSSODescriptor'))
  if (roles.length !== 1)
    throw new MetadataRefused(`The file names ${roles.length} identity providers; bring one with one.`)
  const role = roles[0]!
  const entity = role.parentNode as Element
  const entityId = attribute(entity, 'entityID') ?? ''
  if (!isNamed(entity, 'metadata', 'EntityDescriptor') || entityId === '' || entityId.length > 1024) {
    throw new MetadataRefused('The file does not say how the provider calls itself (entityID).')
  }
  for (const element of [root, entity, role]) {
    const end = attribute(element, 'validUntil')
    if (end !== null && !(Date.parse(end) > now.getTime()))
      throw new MetadataRefused(`The file was good until ${end.slice(0, 30)}.`)
  }
  return { entityId, ssoUrl: readSsoUrl(role), sloUrl: readSloUrl(role), certificates: readSigning(role) }
}

function readSsoUrl(role: Element): string {
  const service = named(role, 'metadata', 'SingleSignOnService').find((one) => attribute(one, 'Binding') === redirect)
  const url = URL.parse(service ? (attribute(service, 'Location') ?? '') : '')
  if (!url) throw new MetadataRefused('The file has no sign-in page that takes a redirect (SingleSignOnService).')
  if (!isPrivate(url)) throw new MetadataRefused('The sign-in page of the provider must be https.')
  return url.href
}

const isPrivate = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url.hostname))

/** Where answers to a logout are taken: a provider that does not say so, or only in another way, gets none. */
function readSloUrl(role: Element): string | null {
  const service = named(role, 'metadata', 'SingleLogoutService').find((one) => attribute(one, 'Binding') === redirect)
  if (!service) return null
  const url = URL.parse(attribute(service, 'ResponseLocation') ?? attribute(service, 'Location') ?? '')
  if (!url || !isPrivate(url)) throw new MetadataRefused('The logout page of the provider must be https.')
  return url.href
}

function readSigning(role: Element): string[] {
  const keys = named(role, 'metadata', 'KeyDescriptor').filter((key) =>
    [null, 'signing'].includes(attribute(key, 'use')),
  )
  const texts = keys
    .flatMap(allElements)
    .filter((element) => isNamed(element, 'signature', 'X509Certificate'))
    .map(textIn)
  const certificates = [...new Set(texts.map(pemOf))]
  if (certificates.length === 0) throw new MetadataRefused('The file has no certificate for signing.')
  if (certificates.length > 2)
    throw new MetadataRefused(
      `The file has ${certificates.length} certificates for signing; two are taken while one replaces the other.`,
    )
  return certificates
}

function pemOf(text: string): string {
  let certificate
  try {
    certificate = readCertificate(text)
  } catch {
    throw new MetadataRefused('A certificate of the file cannot be read.')
  }
  const weak = whyTooWeak(certificate)
  if (weak !== undefined)
    throw new MetadataRefused(`A certificate of the file has ${weak}; RSA needs 2048 bits or more.`)
  return certificate.toString()
}

/** Our own metadata, for the carrier's administrator; the certificate is of the key our logout answers are signed with. */
export const ownMetadata = ({ entityId, acsUrl, sloUrl }: ServiceProvider, certificate: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="${namespaces.metadata}" xmlns:ds="${namespaces.signature}" entityID="${xmlText(entityId)}">
  <md:SPSSODescriptor protocolSupportEnumeration="${namespaces.protocol}" AuthnRequestsSigned="false" WantAssertionsSigned="true">
    ${keyOf(certificate)}
    <md:SingleLogoutService Binding="${redirect}" Location="${xmlText(sloUrl)}"/>
    <md:SingleLogoutService Binding="${post}" Location="${xmlText(sloUrl)}"/>
    <md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>
    <md:AssertionConsumerService index="0" isDefault="true" Binding="${post}" Location="${xmlText(acsUrl)}"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>
`

const keyOf = (pem: string): string =>
  `<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${readCertificate(pem).raw.toString('base64')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`

/** The metadata of a provider that signs with these certificates (PEM), as `readMetadata` takes them. */
export const providerMetadata = ({
  entityId,
  ssoUrl,
  sloUrl = null,
  certificates,
}: Omit<ProviderMetadata, 'sloUrl'> & { sloUrl?: string | null }): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="${namespaces.metadata}" xmlns:ds="${namespaces.signature}" entityID="${xmlText(entityId)}">
  <md:IDPSSODescriptor protocolSupportEnumeration="${namespaces.protocol}" WantAuthnRequestsSigned="false">
${certificates.map((pem) => `    ${keyOf(pem)}`).join('\n')}
${sloUrl === null ? '' : `    <md:SingleLogoutService Binding="${redirect}" Location="${xmlText(sloUrl)}"/>\n`}    <md:SingleSignOnService Binding="${redirect}" Location="${xmlText(ssoUrl)}"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>
`

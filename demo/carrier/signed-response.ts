import { MINUTE_MS, HOUR_MS, addMs } from '#platform/dates/instant.ts'
import { randomBytes } from 'node:crypto'
import { SignedXml } from 'xml-crypto'
import { digests, signers } from '#platform/identity/saml/algorithms.ts'
import { namespaces, xmlText } from '#platform/identity/saml/xml.ts'
import type { KeyWithCertificate } from '#platform/encryption/self-signed.ts'

/** The person a response is about, and the service it is for. */
export type Vouching = {
  issuer: string
  nameId: string
  /** Name and address of the service it is for. */
  audience: string
  recipient: string
  /** ID of the request it answers; null for a response without a request. */
  inResponseTo: string | null
  now: Date
}

const fiveMinutes = 5 * MINUTE_MS
const eightHours = 8 * HOUR_MS

/** A SAML response with one signed assertion, as XML (SAML Profiles 4.1.4.2). */
export function signedResponse(of: Vouching, key: KeyWithCertificate): string {
  const at = (ms: number) => addMs(of.now, ms)
  const answers = of.inResponseTo === null ? '' : ` InResponseTo="${xmlText(of.inResponseTo)}"`
  const issuer = `<saml:Issuer>${xmlText(of.issuer)}</saml:Issuer>`
  const xml =
    `<samlp:Response xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}" ID="${newId()}" Version="2.0"` +
    ` IssueInstant="${at(0)}" Destination="${xmlText(of.recipient)}"${answers}>${issuer}` +
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>` +
    `<saml:Assertion ID="${newId()}" Version="2.0" IssueInstant="${at(0)}">${issuer}` +
    `<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${xmlText(of.nameId)}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">` +
    `<saml:SubjectConfirmationData NotOnOrAfter="${at(fiveMinutes)}" Recipient="${xmlText(of.recipient)}"${answers}/>` +
    `</saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${at(0)}" NotOnOrAfter="${at(fiveMinutes)}">` +
    `<saml:AudienceRestriction><saml:Audience>${xmlText(of.audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="${newId()}" SessionNotOnOrAfter="${at(eightHours)}"><saml:AuthnContext>` +
    `<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef>` +
    `</saml:AuthnContext></saml:AuthnStatement></saml:Assertion></samlp:Response>`
  return signXml(xml, { key, element: 'Assertion' })
}

export type Signing = {
  key: KeyWithCertificate
  /** What is signed, whole. */
  element: 'Assertion' | 'Response' | 'LogoutRequest'
  signature?: string
  digest?: string
}

const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256'

/** The document with a signature behind the issuer of that element (SAML Core 5.4). */
export function signXml(xml: string, { key, element, signature = rsaSha256, digest = sha256 }: Signing): string {
  const path = `//*[local-name(.)='${element}']`
  const signer = new SignedXml({
    privateKey: key.privateKey,
    publicCert: key.certificate,
    signatureAlgorithm: signature,
    canonicalizationAlgorithm: namespaces.exclusive,
  })
  signer.SignatureAlgorithms = { ...signer.SignatureAlgorithms, ...signers }
  signer.HashAlgorithms = { ...signer.HashAlgorithms, ...digests }
  signer.addReference({
    xpath: path,
    transforms: [`${namespaces.signature}enveloped-signature`, namespaces.exclusive],
    digestAlgorithm: digest,
  })
  const location = { reference: `${path}/*[local-name(.)='Issuer']`, action: 'after' as const }
  signer.computeSignature(xml, { prefix: 'ds', location })
  return signer.getSignedXml()
}

const newId = (): string => `_${randomBytes(20).toString('hex')}`

import { randomBytes } from 'node:crypto'
import { systemClock } from '../../dates/clock.ts'
import { newSelfSigned, type CertificateWish, type KeyWithCertificate } from '../../encryption/self-signed.ts'
import { signXml, type Signing } from '#demo/carrier/signed-response.ts'
import type { CarrierSso } from './carriers.ts'
import { verifyAnswer, type Question, type Refusal, type ServiceProvider, type Verified } from './verify.ts'
import { namespaces, xmlText } from './xml.ts'

// For tests: a carrier's identity provider that says exactly what the test wants, signed with keys of its own.

const day = 86_400_000

/** A key with a certificate good from yesterday for a year. */
export const newKey = (
  key?: CertificateWish['key'],
  days: [from: number, to: number] = [-1, 365],
): Promise<KeyWithCertificate> =>
  newSelfSigned({
    commonName: 'Test carrier',
    from: new Date(systemClock.now().getTime() + days[0] * day),
    to: new Date(systemClock.now().getTime() + days[1] * day),
    ...(key !== undefined && { key }),
  })

export const more = 'http://www.w3.org/2001/04/xmldsig-more#'

/** What an answer says; whatever is left out is right. `null` leaves a thing out of the answer. */
export type Said = {
  now?: Date
  issuer?: string | null
  responseIssuer?: string | null
  destination?: string | null
  recipient?: string | null
  audience?: string | null
  inResponseTo?: string | null
  /** In the confirmation, when it is not what the response says. */
  confirms?: string | null
  /** Content of NameID, as XML. */
  nameId?: string
  /** Seconds from now. */
  notBefore?: number | null
  notOnOrAfter?: number | null
  confirmedUntil?: number | null
  authnInstant?: number
  sessionEnd?: number | null
  issued?: number
  /** XML to put in. */
  conditions?: string
  attributes?: string
  status?: string
  /** What is signed; the assertion alone unless given. */
  sign?: readonly Signing['element'][]
  key?: KeyWithCertificate
  signature?: string
  digest?: string
  /** Changes the XML before it is signed. */
  bent?: (xml: string) => string
}

/** A trusted carrier, and the keys it signs with. */
export function openIssuer(options: {
  mc?: string
  entityId?: string
  sp: ServiceProvider
  keys: readonly KeyWithCertificate[]
  allowIdpInitiated?: boolean
}) {
  const { mc = 'AAA', entityId = 'https://idp.alder.example/saml', sp, keys, allowIdpInitiated = true } = options
  const carrier: CarrierSso = {
    mc,
    entityId,
    ssoUrl: 'https://idp.alder.example/sign-in',
    sloUrl: null,
    certificates: keys.map(({ certificate }) => certificate),
    allowIdpInitiated,
  }

  function answer(said: Said = {}): string {
    const { sign = ['Assertion'], key = keys[0]!, bent = (xml: string) => xml } = said
    let xml = bent(unsigned(said))
    for (const element of sign) {
      const algorithms = {
        ...(said.signature !== undefined && { signature: said.signature }),
        ...(said.digest !== undefined && { digest: said.digest }),
      }
      xml = signXml(xml, { key, element, ...algorithms })
    }
    return xml
  }

  function unsigned(said: Said): string {
    const now = said.now ?? new Date()
    const at = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString()
    const given = <T>(value: T | undefined, otherwise: T): T => (value === undefined ? otherwise : value)
    const attributeOf = (name: string, value: string | null) => (value === null ? '' : ` ${name}="${xmlText(value)}"`)
    const timeOf = (name: string, value: number | null) => attributeOf(name, value === null ? null : at(value))
    const issuerOf = (name: string | null) => (name === null ? '' : `<saml:Issuer>${xmlText(name)}</saml:Issuer>`)
    const issuer = given(said.issuer, entityId)
    const answers = given(said.inResponseTo, null)
    const audience = given(said.audience, sp.entityId)
    const conditions = given(
      said.conditions,
      `<saml:Conditions${timeOf('NotBefore', given(said.notBefore, -30))}${timeOf('NotOnOrAfter', given(said.notOnOrAfter, 300))}>${
        audience === null
          ? ''
          : `<saml:AudienceRestriction><saml:Audience>${xmlText(audience)}</saml:Audience></saml:AudienceRestriction>`
      }</saml:Conditions>`,
    )
    const issued = given(said.issued, 0)
    return (
      `<samlp:Response xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}" ID="${newId()}" Version="2.0" IssueInstant="${at(issued)}"` +
      `${attributeOf('Destination', given(said.destination, sp.acsUrl))}${attributeOf('InResponseTo', answers)}>` +
      issuerOf(given(said.responseIssuer, issuer)) +
      `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${said.status ?? 'Success'}"/></samlp:Status>` +
      `<saml:Assertion ID="${newId()}" Version="2.0" IssueInstant="${at(issued)}">${issuerOf(issuer)}` +
      `<saml:Subject><saml:NameID>${said.nameId ?? 'A-1001'}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">` +
      `<saml:SubjectConfirmationData${timeOf('NotOnOrAfter', given(said.confirmedUntil, 300))}${attributeOf('Recipient', given(said.recipient, sp.acsUrl))}${attributeOf('InResponseTo', given(said.confirms, answers))}/>` +
      `</saml:SubjectConfirmation></saml:Subject>${conditions}` +
      `<saml:AuthnStatement AuthnInstant="${at(given(said.authnInstant, -10))}"${timeOf('SessionNotOnOrAfter', given(said.sessionEnd, 28_800))}><saml:AuthnContext>` +
      `<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
      `${said.attributes ?? ''}</saml:Assertion></samlp:Response>`
    )
  }

  /** Whether it is believed. */
  const verify = (xml: string, question: Partial<Question> = {}): Promise<Verified | Refusal> =>
    verifyAnswer({
      samlResponse: field(xml),
      sp,
      sentRequest: undefined,
      carrierOf: async (name) => (name === entityId ? carrier : undefined),
      now: new Date(),
      ...question,
    })

  return { mc, entityId, carrier, keys, sp, answer, verify }
}

export type Issuer = ReturnType<typeof openIssuer>

/** An XML document as a form sends it. */
export const field = (xml: string): string => Buffer.from(xml).toString('base64')

export const newId = (): string => `_${randomBytes(16).toString('hex')}`

/** The first element of that name with all it holds, as text. */
export function part(xml: string, name: string): string {
  const found = new RegExp(`<(?:\\w+:)?${name}[\\s>][\\s\\S]*?</(?:\\w+:)?${name}>`).exec(xml)
  if (!found) throw new Error(`no ${name}`)
  return found[0]
}

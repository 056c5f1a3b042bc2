import { SAML } from '@node-saml/node-saml'
import { SignedXml } from 'xml-crypto'
import { digests, knownToNodeSaml, signatureAlgorithms, signers } from './algorithms.ts'
import { readAssertion, type Assertion } from './assertion.ts'
import { usableKeys, type UsableKey } from './certificates.ts'
import { xmlOfField } from './shape.ts'
import { checkWhole, signatureOf, type Signed } from './signature-rules.ts'
import type { CarrierSso } from './carriers.ts'
import { attribute, elementsIn, isNamed, NotAsAgreed, only, parseXml, textIn } from './xml.ts'

/** We, as carriers' identity providers know us. */
export type ServiceProvider = {
  entityId: string
  /** Where signed answers are taken: Destination and Recipient of each. */
  acsUrl: string
  /** Where logout requests are taken. */
  sloUrl: string
}

/** What was begun in this browser; nothing when the carrier's provider came by itself. */
export type SentRequest = { mc: string; requestId: string }

export type Verified = Assertion & { ok: true; mc: string; entityId: string }
/**
 * Why an answer is refused. `MALFORMED` means that it is not a SAML answer. The reason is for the log and quotes nothing.
 */
export type Refusal = { ok: false; code: 'MALFORMED' | 'REFUSED'; reason: string }

export type Question = {
  /** The form field, base64. */
  samlResponse: string
  sp: ServiceProvider
  sentRequest: SentRequest | undefined
  /** The carrier whose provider calls itself by this name. */
  carrierOf: (entityId: string) => Promise<CarrierSso | undefined>
  now: Date
}

/**
 * Verifies that a carrier's identity provider signed this person in at the portal, now. Whether the assertion was used
 * before is for the caller to ask, last of all.
 */
export async function verifyAnswer(question: Question): Promise<Verified | Refusal> {
  const shape = xmlOfField(question.samlResponse)
  if (!shape.ok) return { ok: false, code: 'MALFORMED', reason: shape.reason }
  try {
    return await verifyXml(shape.xml, question)
  } catch (error) {
    if (error instanceof NotAsAgreed) return { ok: false, code: 'REFUSED', reason: error.message }
    throw error
  }
}

async function verifyXml(xml: string, { sp, sentRequest, carrierOf, now }: Question): Promise<Verified> {
  const response = parseXml(xml)
  const { issuer, assertion } = readOutline(response, sp, sentRequest)
  // Who says it decides by whose keys it is checked, and for which carrier it can speak.
  const carrier = await carrierOf(issuer)
  if (!carrier) throw new NotAsAgreed('an issuer nobody knows')
  if (sentRequest ? sentRequest.mc !== carrier.mc : !carrier.allowIdpInitiated) {
    throw new NotAsAgreed(sentRequest ? "another carrier's provider answered" : 'nobody asked')
  }

  const signed = signatureOf(assertion)
  if (!signed) throw new NotAsAgreed('an assertion that is not signed')
  const outer = signatureOf(response)
  const { keys, unusable } = usableKeys(carrier.certificates, now)
  if (keys.length === 0) throw new NotAsAgreed(`no certificate counts: ${unusable.join(', ')}`)
  if (outer) signedBytes(xml, outer, keys)
  const bytes = signedBytes(xml, signed, keys)
  await askNodeSaml(xml, [signed, ...(outer ? [outer] : [])], keys, sp)

  const rules = {
    issuer,
    audience: sp.entityId,
    recipient: sp.acsUrl,
    inResponseTo: sentRequest?.requestId ?? null,
    now,
  }
  const read = readAssertion(bytes, rules)
  if (read.id !== signed.id) throw new NotAsAgreed('another assertion was signed')
  return { ok: true, mc: carrier.mc, entityId: carrier.entityId, ...read }
}

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'

/** The response around the assertion: as SAML has it, and with nothing more in it. */
function readOutline(
  response: Element,
  sp: ServiceProvider,
  sentRequest: SentRequest | undefined,
): { issuer: string; assertion: Element } {
  if (!isNamed(response, 'protocol', 'Response')) throw new NotAsAgreed('no response')
  checkWhole(response)
  if (attribute(response, 'Version') !== '2.0') throw new NotAsAgreed('another version')
  if (attribute(response, 'Destination') !== sp.acsUrl) throw new NotAsAgreed('sent to another place')
  if (attribute(response, 'InResponseTo') !== (sentRequest?.requestId ?? null))
    throw new NotAsAgreed('the answer to another request')
  const issuer = textIn(only(response, 'assertion', 'Issuer'))
  const status = only(response, 'protocol', 'Status')
  if (attribute(only(status, 'protocol', 'StatusCode'), 'Value') !== success) throw new NotAsAgreed('no success')
  const assertion = only(response, 'assertion', 'Assertion')
  const children = elementsIn(response)
  const known = [
    children[0] && isNamed(children[0], 'assertion', 'Issuer'),
    children.at(-1) === assertion,
    children.includes(status),
  ]
  const parts = children.length - (children.some((child) => isNamed(child, 'signature', 'Signature')) ? 1 : 0)
  if (!known.every(Boolean) || parts !== 3) throw new NotAsAgreed('other parts in the response')
  return { issuer, assertion }
}

/**
 * The bytes a signature covers, canonical, when one of the keys made it. What stands elsewhere in the document is not read.
 */
export function signedBytes(xml: string, { element, algorithm }: Signed, keys: readonly UsableKey[]): string {
  const kind = signatureAlgorithms.get(algorithm)?.key
  for (const { pem } of keys.filter((key) => key.kind === kind)) {
    const signature = new SignedXml({ publicCert: pem, getCertFromKeyInfo: () => null })
    signature.SignatureAlgorithms = signers
    signature.HashAlgorithms = digests
    try {
      signature.loadSignature(element)
      if (!signature.checkSignature(xml.replace(/\r\n?/g, '\n'))) continue
    } catch {
      continue // the library throws for a wrong key; the next one is tried
    }
    const [bytes, ...more] = signature.getSignedReferences()
    if (bytes && more.length === 0) return bytes
  }
  throw new NotAsAgreed('no valid signature')
}

/**
 * A second opinion: node-saml has its own way of looking at the same document, grown with its history of attacks. It
 * knows neither SHA-384 nor ECDSA, so it is asked where it understands the question.
 */
async function askNodeSaml(
  xml: string,
  signatures: readonly Signed[],
  keys: readonly UsableKey[],
  sp: ServiceProvider,
): Promise<void> {
  if (!signatures.every(({ algorithm, digest }) => knownToNodeSaml.has(algorithm) && knownToNodeSaml.has(digest)))
    return
  const library = new SAML({
    issuer: sp.entityId,
    audience: sp.entityId,
    callbackUrl: sp.acsUrl,
    idpCert: keys.filter(({ kind }) => kind === 'rsa').map(({ pem }) => pem),
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: signatures.length > 1,
    // The times are read by us, with the clock we are given.
    acceptedClockSkewMs: -1,
  })
  const container = { SAMLResponse: Buffer.from(xml).toString('base64') }
  const found = await library.validatePostResponseAsync(container).catch((error: unknown) => {
    throw new NotAsAgreed('node-saml refuses it', { cause: error })
  })
  if (!found.profile) throw new NotAsAgreed('node-saml finds nobody')
}

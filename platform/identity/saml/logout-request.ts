import { later } from '../../dates/instant.ts'
import { inflateRawSync } from 'node:zlib'
import { nameIn, skewMs } from './assertion.ts'
import { signatureAlgorithms, signers } from './algorithms.ts'
import type { CarrierSso } from './carriers.ts'
import { usableKeys, type UsableKey } from './certificates.ts'
import { xmlOfBytes, xmlOfField, type Shape } from './shape.ts'
import { checkWhole, isPlainId, signatureOf } from './signature-rules.ts'
import { signedBytes, type Refusal } from './verify.ts'
import { attribute, elementsIn, instant, isNamed, NotAsAgreed, only, parseXml, textIn } from './xml.ts'

// A carrier's identity provider says that somebody logged out there (SAML Profiles 4.4). By form the request is
// signed in itself, as answers are; by redirect the address is signed (SAML Bindings 3.4.4.1).

/** How a request came: a form field, or the query of an address as it was sent. */
export type LogoutSent = { samlRequest: string } | { query: string }

export type LogoutRequest = {
  ok: true
  mc: string
  entityId: string
  id: string
  nameId: string
  relayState: string | null
  /** Where the provider wants the answer. */
  sloUrl: string | null
  /** From then on nobody takes it any more. */
  until: Date
}

export type LogoutRules = {
  /** Where logout requests are taken. */
  destination: string
  carrierOf: (entityId: string) => Promise<CarrierSso | undefined>
  now: Date
}

const longestAddress = 8 * 1024
const oldestMs = 5 * 60_000

/** Whose logout it is, when the provider of their carrier says so now. Whether it was said before is for the caller to ask. */
export async function readLogoutRequest(sent: LogoutSent, rules: LogoutRules): Promise<LogoutRequest | Refusal> {
  try {
    return 'query' in sent ? await byRedirect(sent.query, rules) : await byForm(sent.samlRequest, rules)
  } catch (error) {
    if (error instanceof NotAsAgreed) return { ok: false, code: 'REFUSED', reason: error.message }
    throw error
  }
}

const plainXml = (shape: Shape): string => {
  if (!shape.ok) throw new NotAsAgreed(shape.reason)
  return shape.xml
}

async function byForm(samlRequest: string, rules: LogoutRules): Promise<LogoutRequest> {
  const xml = plainXml(xmlOfField(samlRequest))
  const root = parseXml(xml)
  checkWhole(root)
  const signed = signatureOf(root)
  if (!signed) throw new NotAsAgreed('a request that is not signed')
  const { carrier, keys } = await speaker(root, rules)
  // Only what the signature covers is read.
  const read = parseXml(signedBytes(xml, signed, keys))
  if (attribute(read, 'ID') !== signed.id) throw new NotAsAgreed('another request was signed')
  return { ...whatItSays(read, carrier, rules), relayState: null }
}

async function byRedirect(query: string, rules: LogoutRules): Promise<LogoutRequest> {
  if (query.length > longestAddress) throw new NotAsAgreed('longer than we read')
  const raw = new Map<string, string>()
  for (const pair of query.split('&')) {
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    if (raw.has(name)) throw new NotAsAgreed(`${name.slice(0, 20)} twice`)
    raw.set(name, value)
  }
  const decoded = (name: string): string => {
    try {
      return decodeURIComponent((raw.get(name) ?? '').replaceAll('+', ' '))
    } catch {
      throw new NotAsAgreed('an address nobody can read')
    }
  }
  const xml = plainXml(xmlOfBytes(unpacked(decoded('SAMLRequest'))))
  const root = parseXml(xml)
  checkWhole(root)
  if (signatureOf(root)) throw new NotAsAgreed('a signature in a request by redirect')
  const { carrier, keys } = await speaker(root, rules)
  // The very text that came, not what it decodes to.
  const covered = ['SAMLRequest', 'RelayState', 'SigAlg']
    .filter((name) => raw.has(name))
    .map((name) => `${name}=${raw.get(name)}`)
    .join('&')
  const algorithm = decoded('SigAlg')
  const known = signatureAlgorithms.get(algorithm)
  const value = decoded('Signature')
  if (!known || !/^[A-Za-z0-9+/=]{20,4000}$/.test(value)) throw new NotAsAgreed('a request that is not signed')
  const verifier = new signers[algorithm]!()
  const genuine = keys.some(({ pem, kind }) => kind === known.key && verifier.verifySignature(covered, pem, value))
  if (!genuine) throw new NotAsAgreed('no valid signature')
  return { ...whatItSays(root, carrier, rules), relayState: raw.has('RelayState') ? decoded('RelayState') : null }
}

/** The bytes of the redirect binding: base64 of raw deflate, no more of them than we read. */
function unpacked(field: string): Uint8Array {
  const packed = Buffer.from(field, 'base64')
  if (field === '' || packed.toString('base64') !== field) throw new NotAsAgreed('not base64')
  try {
    return inflateRawSync(packed, { maxOutputLength: 64 * 1024 })
  } catch {
    throw new NotAsAgreed('not packed as agreed')
  }
}

/** Who says it decides by whose keys it is checked, and whose people it can speak of. */
async function speaker(root: Element, rules: LogoutRules): Promise<{ carrier: CarrierSso; keys: UsableKey[] }> {
  if (!isNamed(root, 'protocol', 'LogoutRequest')) throw new NotAsAgreed('no logout request')
  const carrier = await rules.carrierOf(textIn(only(root, 'assertion', 'Issuer')))
  if (!carrier) throw new NotAsAgreed('an issuer nobody knows')
  const { keys, unusable } = usableKeys(carrier.certificates, rules.now)
  if (keys.length === 0) throw new NotAsAgreed(`no certificate counts: ${unusable.join(', ')}`)
  return { carrier, keys }
}

function whatItSays(
  root: Element,
  carrier: CarrierSso,
  { destination, now }: LogoutRules,
): Omit<LogoutRequest, 'relayState'> {
  if (!isNamed(root, 'protocol', 'LogoutRequest')) throw new NotAsAgreed('no logout request')
  const id = attribute(root, 'ID')
  if (!isPlainId(id) || attribute(root, 'Version') !== '2.0') throw new NotAsAgreed('another version')
  if (attribute(root, 'Destination') !== destination) throw new NotAsAgreed('sent to another place')
  if (textIn(only(root, 'assertion', 'Issuer')) !== carrier.entityId) throw new NotAsAgreed('another issuer')
  const known = ['Issuer', 'NameID']
  for (const child of elementsIn(root)) {
    const ours =
      known.some((name) => isNamed(child, 'assertion', name)) ||
      isNamed(child, 'signature', 'Signature') ||
      isNamed(child, 'protocol', 'SessionIndex')
    if (!ours) throw new NotAsAgreed(`${child.localName} in a logout request`)
  }
  const issued = instant(root, 'IssueInstant')
  if (issued - skewMs > now.getTime()) throw new NotAsAgreed('issued in the future')
  if (now.getTime() - issued > oldestMs + skewMs) throw new NotAsAgreed('issued too long ago')
  if (attribute(root, 'NotOnOrAfter') !== null && now.getTime() - skewMs > instant(root, 'NotOnOrAfter')) {
    throw new NotAsAgreed('over')
  }
  const until = later(issued, oldestMs + 2 * skewMs)
  return {
    ok: true,
    mc: carrier.mc,
    entityId: carrier.entityId,
    id,
    nameId: nameIn(root),
    sloUrl: carrier.sloUrl,
    until,
  }
}

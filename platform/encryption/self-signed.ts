import { createPrivateKey, createPublicKey, generateKeyPair, randomBytes, sign, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'

/** A private key with the certificate of its public key, both PEM. */
export type KeyWithCertificate = { privateKey: string; certificate: string }

export type CertificateWish = {
  commonName: string
  from: Date
  to: Date
  /** RSA with so many bits, or an elliptic curve by name. */
  key?: number | 'P-256' | 'P-384' | 'P-521'
}

/** A new key with a certificate it signed itself, as identity providers use them for SAML (X.509 v3, RFC 5280 4.1). */
export async function newSelfSigned({
  commonName,
  from,
  to,
  key = 2048,
}: CertificateWish): Promise<KeyWithCertificate> {
  const { privateKey } =
    typeof key === 'number'
      ? await promisify(generateKeyPair)('rsa', { modulusLength: key })
      : await promisify(generateKeyPair)('ec', { namedCurve: key })
  return certify(privateKey, { commonName, from, to })
}

/** The same for a key there is already (PEM). */
export const selfSigned = (privateKey: string, wish: Omit<CertificateWish, 'key'>): KeyWithCertificate =>
  certify(createPrivateKey(privateKey), wish)

function certify(key: KeyObject, { commonName, from, to }: Omit<CertificateWish, 'key'>): KeyWithCertificate {
  const algorithm =
    key.asymmetricKeyType === 'rsa'
      ? sequence(objectId(rsaWithSha256), [0x05, 0x00])
      : sequence(objectId(ecdsaWithSha256))
  const who = sequence(set(sequence(objectId(commonNameId), value(0x0c, Buffer.from(commonName)))))
  const serial = randomBytes(16)
  serial[0] = (serial[0]! & 0x7f) | 0x40 // positive and without a leading zero
  const body = sequence(
    value(0xa0, value(0x02, [2])),
    value(0x02, serial),
    algorithm,
    who,
    sequence(time(from), time(to)),
    who,
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
  )
  const der = sequence(body, algorithm, value(0x03, Buffer.concat([Buffer.of(0), sign('sha256', body, key)])))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return {
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  }
}

const rsaWithSha256 = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b]
const ecdsaWithSha256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]
const commonNameId = [0x55, 0x04, 0x03]

// DER (X.690): tag, length, value.
type Bytes = Uint8Array | readonly number[]

function value(tag: number, content: Bytes): Buffer {
  const bytes = Buffer.from(content as Uint8Array)
  const length: number[] = []
  for (let rest = bytes.length; rest > 0; rest >>= 8) length.unshift(rest & 0xff)
  const head = bytes.length < 128 ? [tag, bytes.length] : [tag, 0x80 | length.length, ...length]
  return Buffer.concat([Buffer.from(head), bytes])
}

const joined = (parts: readonly Bytes[]): Buffer => Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array)))
const sequence = (...parts: Bytes[]): Buffer => value(0x30, joined(parts))
const set = (...parts: Bytes[]): Buffer => value(0x31, joined(parts))
const objectId = (bytes: Bytes): Buffer => value(0x06, bytes)

/** UTCTime, which reaches to 2049 (RFC 5280 4.1.2.5). */
const time = (at: Date): Buffer => value(0x17, Buffer.from(at.toISOString().replaceAll(/^\d\d|[-:T]|\.\d+/g, '')))

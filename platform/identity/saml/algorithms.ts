import { createHash, sign, verify, type KeyLike } from 'node:crypto'
import type { HashAlgorithm, SignatureAlgorithm } from 'xml-crypto'

// The algorithms we sign and verify with, by their names in XML Signature. Neither SHA-1, MD5 nor anything
// with a shared secret is among them, and xml-crypto is given no others.

const more = 'http://www.w3.org/2001/04/xmldsig-more#'
const encryption = 'http://www.w3.org/2001/04/xmlenc#'

type Hash = 'sha256' | 'sha384' | 'sha512'
export type KeyKind = 'rsa' | 'ec'

/** Signature algorithms with the hash and the kind of key they take. */
export const signatureAlgorithms: ReadonlyMap<string, { hash: Hash; key: KeyKind }> = new Map([
  [`${more}rsa-sha256`, { hash: 'sha256', key: 'rsa' }],
  [`${more}rsa-sha384`, { hash: 'sha384', key: 'rsa' }],
  [`${more}rsa-sha512`, { hash: 'sha512', key: 'rsa' }],
  [`${more}ecdsa-sha256`, { hash: 'sha256', key: 'ec' }],
  [`${more}ecdsa-sha384`, { hash: 'sha384', key: 'ec' }],
  [`${more}ecdsa-sha512`, { hash: 'sha512', key: 'ec' }],
])

export const digestAlgorithms: ReadonlyMap<string, Hash> = new Map([
  [`${encryption}sha256`, 'sha256'],
  [`${more}sha384`, 'sha384'],
  [`${encryption}sha512`, 'sha512'],
])

/** What node-saml understands of them by itself. */
export const knownToNodeSaml: ReadonlySet<string> = new Set([
  `${more}rsa-sha256`,
  `${more}rsa-sha512`,
  `${encryption}sha256`,
  `${encryption}sha512`,
])

/** For xml-crypto: our signature algorithms, in place of its own. */
export const signers: Record<string, new () => SignatureAlgorithm> = Object.fromEntries(
  Array.from(signatureAlgorithms, ([name, { hash }]) => [name, signerOf(name, hash)]),
)

/** For xml-crypto: our digests, in place of its own. */
export const digests: Record<string, new () => HashAlgorithm> = Object.fromEntries(
  Array.from(digestAlgorithms, ([name, hash]) => [
    name,
    class {
      getAlgorithmName = () => name
      getHash = (xml: string) => createHash(hash).update(xml, 'utf8').digest('base64')
    },
  ]),
)

function signerOf(name: string, hash: Hash): new () => SignatureAlgorithm {
  // An ECDSA signature is r and s side by side in XML (XML Signature 1.1); for RSA the setting means nothing.
  const keyed = (key: KeyLike) => ({ key: key as string, dsaEncoding: 'ieee-p1363' as const })
  class Signer {
    getAlgorithmName = () => name
    getSignature = (signedInfo: string, key: KeyLike) =>
      sign(hash, Buffer.from(signedInfo), keyed(key)).toString('base64')
    verifySignature = (signedInfo: string, key: KeyLike, value: string) =>
      verify(hash, Buffer.from(signedInfo), keyed(key), Buffer.from(value, 'base64'))
  }
  return Signer as unknown as new () => SignatureAlgorithm
}

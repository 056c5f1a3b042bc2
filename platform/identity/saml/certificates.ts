import { DAY_MS } from '../../dates/instant.ts'
import { X509Certificate } from 'node:crypto'
import type { KeyKind } from './algorithms.ts'

/** A key a signature may be checked with now. */
export type UsableKey = { pem: string; kind: KeyKind }

const shortestRsa = 2048
const curves: readonly (string | undefined)[] = ['prime256v1', 'secp384r1', 'secp521r1']

/** A certificate given as PEM or as the base64 of metadata; throws when it is none. */
export function readCertificate(text: string): X509Certificate {
  if (text.includes('-----BEGIN')) return new X509Certificate(text)
  const body = text.replace(/\s/g, '')
  const bytes = Buffer.from(body, 'base64')
  if (body === '' || bytes.toString('base64') !== body) throw new Error('not base64')
  return new X509Certificate(bytes)
}

/**
 * Why a certificate is not accepted whatever the date: an RSA key too short, or a curve or kind of key that is not
 * supported.
 */
export function whyTooWeak({ publicKey }: X509Certificate): string | undefined {
  const { modulusLength = 0, namedCurve } = publicKey.asymmetricKeyDetails ?? {}
  switch (publicKey.asymmetricKeyType) {
    case 'rsa':
      return modulusLength < shortestRsa ? `an RSA key of ${modulusLength} bits` : undefined
    case 'ec':
      return curves.includes(namedCurve) ? undefined : `a key on the curve ${namedCurve}`
    default:
      return `a key of the kind ${publicKey.asymmetricKeyType}`
  }
}

/** The keys of these certificates (PEM) that count now, and why the others do not. */
export function usableKeys(certificates: readonly string[], now: Date): { keys: UsableKey[]; unusable: string[] } {
  const keys: UsableKey[] = []
  const unusable: string[] = []
  for (const [at, pem] of certificates.entries()) {
    const certificate = readCertificate(pem)
    const why =
      whyTooWeak(certificate) ??
      (now > certificate.validToDate ? 'expired' : now < certificate.validFromDate ? 'not valid yet' : undefined)
    if (why !== undefined) unusable.push(`certificate ${at + 1}: ${why}`)
    else keys.push({ pem: certificate.toString(), kind: certificate.publicKey.asymmetricKeyType as KeyKind })
  }
  return { keys, unusable }
}

/**
 * The days left as one says them in an alert: 30, 14, 7, or 0 when no certificate counts any more. Nothing while the one
 * that lasts longest has more than 30 days: the other one is only what a carrier rolls over from.
 */
export function expiryAlert(certificates: readonly string[], now: Date): 30 | 14 | 7 | 0 | undefined {
  const last = Math.max(...certificates.map((pem) => readCertificate(pem).validToDate.getTime()))
  const left = (last - now.getTime()) / DAY_MS
  return left <= 0 ? 0 : left <= 7 ? 7 : left <= 14 ? 14 : left <= 30 ? 30 : undefined
}

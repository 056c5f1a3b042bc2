import { createPublicKey, X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { newSelfSigned, selfSigned, type KeyWithCertificate } from '../../encryption/self-signed.ts'
import { expiryAlert, readCertificate, usableKeys } from './certificates.ts'
import { newKey, openIssuer } from './testing-issuer.ts'
import { serviceProviderOf } from './single-sign-on.ts'

const sp = serviceProviderOf('https://portal.example')
let old: KeyWithCertificate
let next: KeyWithCertificate
let expired: KeyWithCertificate
let future: KeyWithCertificate
beforeAll(async () => {
  ;[old, next, expired, future] = await Promise.all([
    newKey(),
    newKey(),
    newKey(undefined, [-10, -1]),
    newKey(undefined, [1, 10]),
  ])
})

describe('certificates of our own making', () => {
  test.each([[2048], ['P-256'], ['P-384'], ['P-521']] as const)(
    '%s: Node reads them, and the signature is right',
    async (key) => {
      const from = new Date('2026-01-02T03:04:05Z')
      const to = new Date('2036-01-02T03:04:05Z')
      const made = await newSelfSigned({ commonName: 'Carrier & Söhne', from, to, key })
      const certificate = new X509Certificate(made.certificate)
      expect(certificate.verify(certificate.publicKey)).toBe(true)
      expect(certificate.subject).toBe('CN=Carrier & Söhne')
      expect([certificate.validFromDate, certificate.validToDate]).toEqual([from, to])
      expect(createPublicKey(made.privateKey).export({ type: 'spki', format: 'pem' })).toEqual(
        certificate.publicKey.export({ type: 'spki', format: 'pem' }),
      )
      // Anew for the same key: another certificate, the same public key.
      const again = selfSigned(made.privateKey, { commonName: 'Again', from, to })
      expect(new X509Certificate(again.certificate).publicKey.equals(certificate.publicKey)).toBe(true)
    },
  )
})

describe('certificates of a carrier', () => {
  const now = new Date()
  test('the certificates valid now are used, and the others are listed with the reason', async () => {
    const short = await newKey(1024)
    expect(usableKeys([old.certificate, next.certificate], now).keys.map(({ kind }) => kind)).toEqual(['rsa', 'rsa'])
    expect(usableKeys([expired.certificate, future.certificate], now)).toEqual({
      keys: [],
      unusable: ['certificate 1: expired', 'certificate 2: not valid yet'],
    })
    expect(usableKeys([short.certificate, old.certificate], now)).toMatchObject({
      keys: [{ kind: 'rsa' }],
      unusable: ['certificate 1: an RSA key of 1024 bits'],
    })
  })

  test('roll-over: with both certificates either signs; nobody is turned away on the way', async () => {
    const steps = [[old], [old, next], [next, old], [next]]
    const signs = [[old], [old, next], [old, next], [next]]
    for (const [at, keys] of steps.entries()) {
      const carrier = openIssuer({ sp, keys })
      for (const key of signs[at]!) expect([at, (await carrier.verify(carrier.answer({ key }))).ok]).toEqual([at, true])
    }
    const done = openIssuer({ sp, keys: [next] })
    expect((await done.verify(done.answer({ key: old }))).ok).toBe(false)
  })

  test('an expired certificate vouches for nothing, alone or beside a good one', async () => {
    const alone = openIssuer({ sp, keys: [expired] })
    expect(await alone.verify(alone.answer())).toMatchObject({
      ok: false,
      reason: 'no certificate counts: certificate 1: expired',
    })
    const beside = openIssuer({ sp, keys: [expired, next] })
    expect(await beside.verify(beside.answer({ key: expired }))).toMatchObject({
      ok: false,
      reason: 'no valid signature',
    })
    expect((await beside.verify(beside.answer({ key: next }))).ok).toBe(true)
  })

  test.each([
    [40, undefined],
    [29.5, 30],
    [15, 30],
    [13.5, 14],
    [6.5, 7],
    [0.5, 7],
    [-0.5, 0],
  ] as const)('with %d days left the alert says %s', async (days, says) => {
    const key = await newKey('P-256', [-100, days])
    expect(expiryAlert([key.certificate], now)).toBe(says)
    // The one that is rolled over from is no news.
    expect(expiryAlert([expired.certificate, key.certificate], now)).toBe(says)
    expect(expiryAlert([key.certificate, old.certificate], now)).toBeUndefined()
  })

  test('a text that is no certificate is refused', () => {
    for (const text of [
      '',
      'x',
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
      'AAAA',
      old.privateKey,
    ]) {
      expect(() => readCertificate(text)).toThrow(/base64|PEM|asn1|ASN1|header|wrong tag|bad|no start/i)
    }
    expect(
      readCertificate(
        readCertificate(old.certificate)
          .raw.toString('base64')
          .replace(/(.{64})/g, '$1\n'),
      ).fingerprint256,
    ).toBe(readCertificate(old.certificate).fingerprint256)
  })
})

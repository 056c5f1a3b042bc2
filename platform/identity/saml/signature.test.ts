import { createHash, createHmac, createPublicKey, X509Certificate } from 'node:crypto'
import { SignedXml } from 'xml-crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { KeyWithCertificate } from '../../encryption/self-signed.ts'
import { field, more, newKey, openIssuer, part, type Issuer } from './testing-issuer.ts'
import { namespaces } from './xml.ts'
import { serviceProviderOf } from './single-sign-on.ts'

// Who signed what, with what. Every document is built here, with keys of our own; what is
// changed is one thing in an answer that is believed otherwise.

const sp = serviceProviderOf('https://portal.example')
let rsa: KeyWithCertificate
let elliptic: KeyWithCertificate
let strangers: KeyWithCertificate
let issuer: Issuer
beforeAll(async () => {
  ;[rsa, elliptic, strangers] = await Promise.all([newKey(), newKey('P-256'), newKey()])
  issuer = openIssuer({ sp, keys: [rsa, elliptic] })
})

const nameIn = async (xml: string): Promise<string> => {
  const found = await issuer.verify(xml)
  return found.ok ? found.nameId : 'refused'
}

describe('whose signature', () => {
  test('a signed assertion is believed, with a signed response around it or without', async () => {
    expect(await issuer.verify(issuer.answer())).toMatchObject({
      ok: true,
      mc: 'AAA',
      nameId: 'A-1001',
      entityId: issuer.entityId,
    })
    expect(await nameIn(issuer.answer({ sign: ['Assertion', 'Response'] }))).toBe('A-1001')
    expect(
      await nameIn(issuer.answer({ key: elliptic, signature: `${more}ecdsa-sha256`, sign: ['Assertion', 'Response'] })),
    ).toBe('A-1001')
  })

  const refused: [string, () => Promise<string>][] = [
    ['nothing signed', async () => issuer.answer({ sign: [] })],
    ['the signature taken away', async () => issuer.answer().replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, '')],
    ['signed by a stranger whose certificate is in KeyInfo', async () => issuer.answer({ key: strangers })],
    [
      'signed by a stranger, without KeyInfo',
      async () => issuer.answer({ key: strangers }).replace(/<ds:KeyInfo>[\s\S]*<\/ds:KeyInfo>/, ''),
    ],
    [
      "the stranger's signature with our certificate in KeyInfo",
      async () => {
        const ours = part(issuer.answer(), 'KeyInfo')
        return issuer.answer({ key: strangers }).replace(/<ds:KeyInfo>[\s\S]*<\/ds:KeyInfo>/, ours)
      },
    ],
    ['only the response signed', async () => issuer.answer({ sign: ['Response'] })],
    [
      'only the response signed, another assertion put in',
      async () => issuer.answer({ sign: ['Response'] }).replace(/A-1001/, 'admin'),
    ],
    [
      'the response signed by a stranger',
      async () => {
        const inner = issuer.answer()
        return issuer.answer({ bent: () => inner, sign: ['Response'], key: strangers })
      },
    ],
    [
      'a response changed after it was signed',
      async () => issuer.answer({ sign: ['Assertion', 'Response'] }).replace(/IssueInstant="20/, 'IssueInstant="21'),
    ],
    ['the name changed', async () => issuer.answer().replace('A-1001', 'admin')],
    [
      'one letter of the signature changed',
      async () =>
        issuer
          .answer()
          .replace(/(<ds:SignatureValue>)(.)/, (_, tag: string, letter: string) => tag + (letter === 'A' ? 'B' : 'A')),
    ],
    ['an empty signature', async () => issuer.answer().replace(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>')],
    [
      'an attribute put into the assertion',
      async () => issuer.answer().replace('</saml:Assertion>', '<saml:AttributeStatement/></saml:Assertion>'),
    ],
    [
      "another carrier's provider in our provider's name",
      async () => {
        const other = openIssuer({ mc: 'BBB', entityId: 'https://idp.birch.example', sp, keys: [strangers] })
        return other.answer({ issuer: issuer.entityId })
      },
    ],
  ]
  test.each(refused)('%s: refused', async (_name, build) => {
    expect(await issuer.verify(await build())).toMatchObject({ ok: false, code: 'REFUSED' })
  })

  test('a carrier whose provider is unknown is refused, whatever the signature', async () => {
    expect(await issuer.verify(issuer.answer(), { carrierOf: async () => undefined })).toMatchObject({
      ok: false,
      reason: 'an issuer nobody knows',
    })
  })
})

describe('algorithms', () => {
  const taken: [string, CertificateKey, string, string][] = [
    ['RSA with SHA-256', undefined, `${more}rsa-sha256`, 'http://www.w3.org/2001/04/xmlenc#sha256'],
    ['RSA with SHA-384', undefined, `${more}rsa-sha384`, `${more}sha384`],
    ['RSA with SHA-512', undefined, `${more}rsa-sha512`, 'http://www.w3.org/2001/04/xmlenc#sha512'],
    ['RSA of 3072 bits', 3072, `${more}rsa-sha256`, 'http://www.w3.org/2001/04/xmlenc#sha256'],
    ['ECDSA on P-256', 'P-256', `${more}ecdsa-sha256`, 'http://www.w3.org/2001/04/xmlenc#sha256'],
    ['ECDSA on P-384', 'P-384', `${more}ecdsa-sha384`, `${more}sha384`],
    ['ECDSA on P-521', 'P-521', `${more}ecdsa-sha512`, 'http://www.w3.org/2001/04/xmlenc#sha512'],
  ]
  type CertificateKey = Parameters<typeof newKey>[0]
  test.each(taken)('%s is taken', async (_name, kind, signature, digest) => {
    const key = await newKey(kind)
    const own = openIssuer({ sp, keys: [key] })
    const xml = own.answer({ key, signature, digest })
    expect(await own.verify(xml)).toMatchObject({ ok: true, nameId: 'A-1001' })
    expect(await own.verify(xml.replace('A-1001', 'admin'))).toMatchObject({ ok: false, reason: 'no valid signature' })
  })

  test('a signature by an RSA key of 1024 bits is refused', async () => {
    const key = await newKey(1024)
    const own = openIssuer({ sp, keys: [key] })
    expect(await own.verify(own.answer({ key }))).toMatchObject({
      ok: false,
      reason: expect.stringContaining('an RSA key of 1024 bits'),
    })
  })

  /** Signs with what xml-crypto would never offer, correctly. */
  function signedWith(signature: string, digest: string, change: (signer: SignedXml) => void): string {
    const unsigned = issuer.answer({ sign: [] })
    const signer = new SignedXml({
      privateKey: rsa.privateKey,
      publicCert: rsa.certificate,
      signatureAlgorithm: signature,
      canonicalizationAlgorithm: namespaces.exclusive,
    })
    change(signer)
    const xpath = "//*[local-name(.)='Assertion']"
    signer.addReference({
      xpath,
      transforms: [`${namespaces.signature}enveloped-signature`, namespaces.exclusive],
      digestAlgorithm: digest,
    })
    signer.computeSignature(unsigned, {
      prefix: 'ds',
      location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' },
    })
    return signer.getSignedXml()
  }
  const sha1 = 'http://www.w3.org/2000/09/xmldsig#sha1'
  const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
  const md5 = `${more}md5`
  const hmac = (name: string, hash: string, secret: string | Buffer) => (signer: SignedXml) => {
    class Hmac {
      getAlgorithmName = () => name
      getSignature = (text: string) => createHmac(hash, secret).update(text).digest('base64')
      verifySignature = () => false
    }
    signer.SignatureAlgorithms = { [name]: Hmac as never }
  }
  const withMd5 = (signer: SignedXml) => {
    class Md5 {
      getAlgorithmName = () => md5
      getHash = (text: string) => createHash('md5').update(text).digest('base64')
    }
    signer.HashAlgorithms = { ...signer.HashAlgorithms, [md5]: Md5 }
  }
  const refused: [string, () => string][] = [
    ['RSA with SHA-1', () => signedWith('http://www.w3.org/2000/09/xmldsig#rsa-sha1', sha256, () => {})],
    ['a SHA-1 digest', () => signedWith(`${more}rsa-sha256`, sha1, () => {})],
    ['an MD5 digest', () => signedWith(`${more}rsa-sha256`, md5, withMd5)],
    [
      'HMAC with SHA-1 over the certificate',
      () =>
        signedWith(
          'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
          sha256,
          hmac('http://www.w3.org/2000/09/xmldsig#hmac-sha1', 'sha1', rsa.certificate),
        ),
    ],
    [
      'HMAC with SHA-256 over the public key',
      () => signedWith(`${more}hmac-sha256`, sha256, hmac(`${more}hmac-sha256`, 'sha256', publicKeyOf(rsa))),
    ],
    [
      'HMAC with an empty secret',
      () =>
        signedWith(
          'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
          sha256,
          hmac('http://www.w3.org/2000/09/xmldsig#hmac-sha1', 'sha1', ''),
        ),
    ],
    [
      'HMAC in the name of RSA',
      () => signedWith(`${more}rsa-sha256`, sha256, hmac(`${more}rsa-sha256`, 'sha256', publicKeyOf(rsa))),
    ],
    ['RSA with MGF1', () => signedWith('http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1', sha256, () => {})],
    [
      'a signature of RSA that says it is ECDSA',
      () => issuer.answer().replace(`${more}rsa-sha256`, `${more}ecdsa-sha256`),
    ],
    [
      'a signature of ECDSA that says it is RSA',
      () =>
        issuer
          .answer({ key: elliptic, signature: `${more}ecdsa-sha256` })
          .replace(`${more}ecdsa-sha256`, `${more}rsa-sha256`),
    ],
    ['a name in capitals', () => issuer.answer().replace('rsa-sha256', 'RSA-SHA256')],
    [
      'a cut HMAC',
      () =>
        issuer
          .answer()
          .replace(
            /(<ds:SignatureMethod[^>]*)\/>/,
            '$1><ds:HMACOutputLength>1</ds:HMACOutputLength></ds:SignatureMethod>',
          ),
    ],
    ['no algorithm', () => issuer.answer().replace(/<ds:SignatureMethod[^>]*>/, '<ds:SignatureMethod/>')],
  ]
  test.each(refused)('%s is refused', async (_name, build) => {
    expect(await issuer.verify(build())).toMatchObject({ ok: false, code: 'REFUSED' })
  })

  const publicKeyOf = ({ certificate }: KeyWithCertificate): string =>
    createPublicKey(new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'pem' }))
      .export({ type: 'spki', format: 'pem' })
      .toString()

  test('the attacks sign what they say they sign: with their algorithms allowed the library would believe them', () => {
    const xml = signedWith('http://www.w3.org/2000/09/xmldsig#rsa-sha1', sha1, () => {})
    const check = new SignedXml({ publicCert: rsa.certificate })
    check.loadSignature(part(xml, 'Signature'))
    expect(check.checkSignature(xml)).toBe(true)
    expect(field(xml)).toMatch(/^PHNhbWxw/)
  })
})

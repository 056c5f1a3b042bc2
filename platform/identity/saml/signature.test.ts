import { createHash, createHmac, createPublicKey, X509Certificate } from 'node:crypto'
import { SignedXml } from 'xml-crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { KeyWithCertificate } from '../../encryption/self-signed.ts'
import { field, more, newId, newKey, openIssuer, part, type Issuer, type Said } from './testing-issuer.ts'
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

/** The two ways a signature is looked at: with node-saml's opinion and, where it knows nothing, without. */
const ways: [string, () => Said][] = [
  ['RSA with SHA-256', () => ({})],
  ['ECDSA with SHA-256', () => ({ key: elliptic, signature: `${more}ecdsa-sha256` })],
]

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

/** An answer taken apart: what is genuine in it, and an assertion for somebody else. */
function apart(said: Said, names = { genuine: 'A-1001', evil: 'admin' }) {
  const xml = issuer.answer(said)
  const assertion = part(xml, 'Assertion')
  const signature = part(assertion, 'Signature')
  const plain = assertion.replace(signature, '')
  const evil = plain.replace(names.genuine, names.evil)
  const withId = (text: string, id: string) => text.replace(/ ID="[^"]*"/, ` ID="${id}"`)
  const into = (text: string, inner: string) => text.replace('</saml:Issuer>', `</saml:Issuer>${inner}`)
  const before = (text: string, name: string, inner: string) => text.replace(`<saml:${name}`, `${inner}<saml:${name}`)
  const inSignature = (content: string) => signature.replace('</ds:Signature>', `${content}</ds:Signature>`)
  const put = (text: string) => xml.replace(assertion, () => text)
  return {
    xml,
    assertion,
    signature,
    plain,
    evil,
    evilWithOtherId: withId(evil, newId()),
    withId,
    into,
    before,
    inSignature,
    put,
  }
}

describe.each(ways)('signature wrapping over %s', (_way, said) => {
  test('what the attacks begin with is believed', async () => {
    expect(await nameIn(apart(said()).xml)).toBe('A-1001')
  })

  type Build = (of: ReturnType<typeof apart>) => string
  const attacks: [string, Build][] = [
    // The eight of "On Breaking SAML" (2012), 1 and 2 for signed responses.
    [
      'XSW1: the signed response inside the signature of an evil one',
      () =>
        wrapResponse(said(), (response, signature) =>
          signature.replace('</ds:Signature>', `<ds:Object>${response}</ds:Object></ds:Signature>`),
        ),
    ],
    [
      'XSW2: the signed response before the signature of an evil one',
      () => wrapResponse(said(), (response, signature) => response + signature),
    ],
    [
      'XSW3: an evil assertion before the signed one',
      ({ put, evilWithOtherId, assertion }) => put(evilWithOtherId + assertion),
    ],
    [
      'XSW4: the signed assertion inside an evil one',
      ({ put, evilWithOtherId, assertion }) =>
        put(evilWithOtherId.replace('</saml:Assertion>', `${assertion}</saml:Assertion>`)),
    ],
    [
      'XSW5: the signature on an evil assertion, the signed one behind it',
      ({ put, into, evilWithOtherId, signature, plain }) => put(into(evilWithOtherId, signature) + plain),
    ],
    [
      'XSW6: the same, the signed one inside the signature',
      ({ put, into, evilWithOtherId, inSignature, plain }) => put(into(evilWithOtherId, inSignature(plain))),
    ],
    [
      'XSW7: an evil assertion with the same ID inside Extensions',
      ({ put, evil, assertion }) => put(`<samlp:Extensions>${evil}</samlp:Extensions>${assertion}`),
    ],
    [
      'XSW7 turned round: the signed one inside Extensions',
      ({ put, assertion, evilWithOtherId }) =>
        put(`<samlp:Extensions>${assertion}</samlp:Extensions>${evilWithOtherId}`),
    ],
    [
      'XSW8: the signed assertion inside an Object of the signature of an evil one',
      ({ put, into, evil, inSignature, plain }) => put(into(evil, inSignature(`<ds:Object>${plain}</ds:Object>`))),
    ],
    // What came after.
    ['two assertions, good and bad', ({ put, assertion, evilWithOtherId }) => put(assertion + evilWithOtherId)],
    ['the same assertion twice', ({ put, assertion }) => put(assertion + assertion)],
    [
      'an ID twice, in another spelling',
      ({ xml, assertion }) =>
        xml.replace('<samlp:Status>', `<samlp:Status Id="${/ ID="([^"]*)"/.exec(assertion)![1]}">`),
    ],
    [
      'an assertion of another namespace first',
      ({ put, assertion, evilWithOtherId }) =>
        put(
          evilWithOtherId
            .replace('<saml:Assertion', '<Assertion xmlns="urn:x"')
            .replace('</saml:Assertion>', '</Assertion>') + assertion,
        ),
    ],
    [
      'two SignedInfo, the forged one first',
      ({ xml, signature }) =>
        xml.replace(signature, signature.replace('<ds:SignedInfo>', `${forged(signature)}<ds:SignedInfo>`)),
    ],
    [
      'two SignedInfo, the forged one last',
      ({ xml, signature }) =>
        xml.replace(signature, signature.replace('</ds:SignedInfo>', `</ds:SignedInfo>${forged(signature)}`)),
    ],
    [
      'a second SignedInfo below KeyInfo',
      ({ xml, signature }) =>
        xml.replace(signature, signature.replace('<ds:X509Data>', `<ds:X509Data>${forged(signature)}`)),
    ],
    [
      'two References',
      ({ xml, signature }) =>
        xml.replace(signature, signature.replace('</ds:Reference>', `</ds:Reference>${part(signature, 'Reference')}`)),
    ],
    ['two signatures on the assertion', ({ put, into, assertion, signature }) => put(into(assertion, signature))],
    [
      'the signature as a child further down',
      ({ put, plain, signature }) => put(plain.replace('</saml:Assertion>', `${signature}</saml:Assertion>`)),
    ],
    ['the signature beside the assertion', ({ put, plain, signature }) => put(signature + plain)],
    ['Reference URI=""', ({ xml }) => xml.replace(/<ds:Reference URI="[^"]*"/, '<ds:Reference URI=""')],
    ['Reference without URI', ({ xml }) => xml.replace(/<ds:Reference URI="[^"]*"/, '<ds:Reference')],
    [
      'Reference to the response',
      ({ xml }) =>
        xml.replace(
          /<ds:Reference URI="[^"]*"/,
          `<ds:Reference URI="#${/<samlp:Response [^>]* ID="([^"]*)"/.exec(xml)![1]}"`,
        ),
    ],
    [
      'Reference by XPointer',
      ({ xml }) => xml.replace(/<ds:Reference URI="#([^"]*)"/, `<ds:Reference URI="#xpointer(id('$1'))"`),
    ],
    [
      'Reference with an XPath in it',
      ({ xml, assertion }) => {
        const id = / ID="([^"]*)"/.exec(assertion)![1]!
        return xml.replaceAll(id, `${id}' or '1'='1`)
      },
    ],
    [
      'an XPath transform',
      ({ xml }) =>
        xml.replace(
          '</ds:Transforms>',
          '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"><ds:XPath>not(//saml:NameID)</ds:XPath></ds:Transform></ds:Transforms>',
        ),
    ],
    [
      'an XPath transform in place of one',
      ({ xml }) =>
        xml.replace(
          /<ds:Transform Algorithm="[^"]*enveloped-signature"\/>/,
          '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"><ds:XPath>1</ds:XPath></ds:Transform>',
        ),
    ],
    [
      'an XSLT transform',
      ({ xml }) =>
        xml.replace(
          '</ds:Transforms>',
          '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/></ds:Transforms>',
        ),
    ],
    ['no transforms', ({ xml }) => xml.replace(/<ds:Transforms>.*<\/ds:Transforms>/, '')],
    [
      'a canonicalization that keeps comments',
      ({ xml }) => xml.replaceAll(namespaces.exclusive, `${namespaces.exclusive}WithComments`),
    ],
    [
      'a canonicalization nobody knows',
      ({ xml }) =>
        xml.replace(
          `CanonicalizationMethod Algorithm="${namespaces.exclusive}"`,
          'CanonicalizationMethod Algorithm="urn:none"',
        ),
    ],
    ['no canonicalization', ({ xml }) => xml.replace(/<ds:CanonicalizationMethod[^>]*\/>/, '')],
    [
      'an empty canonicalization',
      ({ xml }) => xml.replace(/<ds:CanonicalizationMethod[^>]*\/>/, '<ds:CanonicalizationMethod Algorithm=""/>'),
    ],
    [
      'a namespace that makes canonicalization fail',
      ({ xml }) => xml.replace('<samlp:Response ', '<samlp:Response xmlns:ns="1" ').replace('A-1001', 'admin'),
    ],
    [
      'a namespace that is not absolute',
      ({ put, evil, into, signature }) =>
        put(into(evil, signature).replace('<saml:Assertion ', '<saml:Assertion xmlns:a="../x" ')),
    ],
    [
      'the prefix of SAML bound to something else',
      ({ put, evilWithOtherId, assertion }) =>
        put(`<samlp:Extensions xmlns:saml="urn:x">${assertion}</samlp:Extensions>${evilWithOtherId}`),
    ],
    [
      'the prefix of signatures bound to something else',
      ({ xml }) => xml.replace(`xmlns:ds="${namespaces.signature}"`, 'xmlns:ds="urn:x"'),
    ],
    ['DigestValue with a comment', ({ xml }) => xml.replace('<ds:DigestValue>', '<ds:DigestValue><!--forged-->')],
    [
      'DigestValue forged, the right one in a comment',
      ({ xml }) =>
        xml
          .replace('A-1001', 'admin')
          .replace(
            /<ds:DigestValue>([^<]*)/,
            `<ds:DigestValue><!--$1-->${createHash('sha256').update('x').digest('base64')}`,
          ),
    ],
    ['DigestValue with an element in it', ({ xml }) => xml.replace('<ds:DigestValue>', '<ds:DigestValue><x/>')],
    [
      'two DigestValue',
      ({ xml, signature }) => xml.replace('</ds:DigestValue>', `</ds:DigestValue>${part(signature, 'DigestValue')}`),
    ],
    ['SignatureValue cut by a comment', ({ xml }) => xml.replace(/(<ds:SignatureValue>.{20})/, '$1<!-- -->')],
    [
      'SignatureValue cut by a processing instruction',
      ({ xml }) => xml.replace(/(<ds:SignatureValue>.{20})/, '$1<?x?>'),
    ],
    ['an ID declared by a DTD', ({ xml }) => `<!DOCTYPE x [<!ATTLIST NameID Foo ID #IMPLIED>]>${xml}`],
    [
      'an encrypted assertion in place of the signed one',
      ({ put }) => put('<saml:EncryptedAssertion><x/></saml:EncryptedAssertion>'),
    ],
    [
      'an encrypted assertion beside the signed one',
      ({ put, assertion }) => put(`<saml:EncryptedAssertion>${assertion}</saml:EncryptedAssertion>`),
    ],
    ['an encrypted name', ({ xml }) => xml.replace(/<saml:NameID>.*<\/saml:NameID>/, '<saml:EncryptedID/>')],
    [
      'a signature with a Manifest',
      ({ xml, signature, inSignature }) => xml.replace(signature, inSignature('<ds:Object><ds:Manifest/></ds:Object>')),
    ],
    [
      'a key fetched from elsewhere',
      ({ xml }) => xml.replace('<ds:X509Data>', '<ds:RetrievalMethod URI="http://127.0.0.1:9/key"/><ds:X509Data>'),
    ],
    [
      'an assertion without a response',
      ({ assertion }) => assertion.replace('<saml:Assertion ', `<saml:Assertion xmlns:saml="${namespaces.assertion}" `),
    ],
    ['another root around the response', ({ xml }) => `<x>${xml}</x>`],
    ['a response inside the response', ({ xml, put, assertion }) => put(xml + assertion)],
  ]
  test.each(attacks)('%s: refused', async (_name, build) => {
    const of = apart(said())
    const xml = build(of)
    expect(xml).not.toBe(of.xml)
    const found = await issuer.verify(xml)
    expect(found).toMatchObject({ ok: false })
    expect(found.ok ? '' : found.reason).not.toMatch(/Cannot|undefined|TypeError/)
  })

  test('an answer of one is never an answer of another: any two parts exchanged', async () => {
    const [one, two] = [apart(said()), apart({ ...said(), nameId: 'B-2002' })]
    const parts = ['SignedInfo', 'SignatureValue', 'Signature', 'Subject', 'DigestValue', 'NameID', 'Assertion']
    const read = await Promise.all(
      parts.map((name) => nameIn(one.xml.replace(part(one.xml, name), () => part(two.xml, name)))),
    )
    // A whole assertion in another response is still itself: what is around it says nothing.
    expect(read).toEqual(['refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'B-2002'])
  })
})

/** An evil response that carries a genuine, signed one where its signature is. */
function wrapResponse(said: Said, place: (genuine: string, signature: string) => string): string {
  const genuine = issuer.answer({ ...said, sign: ['Assertion', 'Response'] })
  const signature = part(genuine, 'Signature') // the response's comes first
  const bare = genuine.replace(signature, '')
  const evil = bare.replace('A-1001', 'admin').replace(/ ID="[^"]*"/, ` ID="${newId()}"`)
  return evil.replace('</saml:Issuer>', () => `</saml:Issuer>${place(bare, signature)}`)
}

const forged = (signature: string): string =>
  part(signature, 'SignedInfo').replace(
    /<ds:DigestValue>[^<]*/,
    `<ds:DigestValue>${createHash('sha256').update('x').digest('base64')}`,
  )

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

  test('an RSA key of 1024 bits counts for nothing', async () => {
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

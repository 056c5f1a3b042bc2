import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { KeyWithCertificate } from '../../encryption/self-signed.ts'
import { more, newId, newKey, openIssuer, part, type Issuer, type Said } from './testing-issuer.ts'
import { namespaces } from './xml.ts'
import { serviceProviderOf } from './single-sign-on.ts'

// Signature wrapping: a genuine signature beside an assertion for somebody else, in every place it could be put.

const sp = serviceProviderOf('https://portal.example')
let elliptic: KeyWithCertificate
let issuer: Issuer
beforeAll(async () => {
  elliptic = await newKey('P-256')
  issuer = openIssuer({ sp, keys: [await newKey(), elliptic] })
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
  test('the unchanged response that the attacks start from is accepted', async () => {
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

import { X509Certificate } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { KeyWithCertificate } from '../../encryption/self-signed.ts'
import { serviceProviderOf } from './single-sign-on.ts'
import { ownMetadata, providerMetadata, readMetadata } from './metadata.ts'
import { newKey } from './testing-issuer.ts'

const now = new Date('2026-03-02T15:00:00Z')
const sp = serviceProviderOf('https://portal.example')
let one: KeyWithCertificate
let two: KeyWithCertificate
let three: KeyWithCertificate
let weak: KeyWithCertificate
let good: string
beforeAll(async () => {
  ;[one, two, three, weak] = await Promise.all([newKey(), newKey(), newKey('P-256'), newKey(1024)])
  good = file([one])
})

const file = (keys: KeyWithCertificate[], ssoUrl = 'https://idp.alder.example/sso?tenant=1&x=2'): string =>
  providerMetadata({
    entityId: 'https://idp.alder.example/<saml>',
    ssoUrl,
    certificates: keys.map(({ certificate }) => certificate),
  })

test("a provider's name, page and one or two certificates are read", () => {
  expect(readMetadata(file([one, two]), now)).toEqual({
    entityId: 'https://idp.alder.example/<saml>',
    ssoUrl: 'https://idp.alder.example/sso?tenant=1&x=2',
    sloUrl: null,
    certificates: [one.certificate, two.certificate],
  })
})

test('as real files come: comments, a mark at the beginning, other roles, keys to encrypt, the same certificate twice', () => {
  const xml = `\ufeff${file([one, one])}`
    .replace(
      '<md:IDPSSODescriptor',
      '<!-- Alder --><md:SPSSODescriptor protocolSupportEnumeration="x"/><md:IDPSSODescriptor',
    )
    .replace(
      '</md:IDPSSODescriptor>',
      '</md:IDPSSODescriptor><md:Organization><md:OrganizationName>Alder</md:OrganizationName></md:Organization>',
    )
    .replace(
      '    <md:SingleSignOnService',
      `<md:KeyDescriptor use="encryption"><x/></md:KeyDescriptor><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.alder.example/post"/>\n<md:SingleSignOnService`,
    )
    .replace('use="signing"', '')
  expect(readMetadata(xml, now)).toMatchObject({
    ssoUrl: 'https://idp.alder.example/sso?tenant=1&x=2',
    certificates: [one.certificate],
  })
  const many = `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" validUntil="2026-04-01T00:00:00Z">${good.slice(good.indexOf('<md:'))}</md:EntitiesDescriptor>`
  expect(readMetadata(many, now).certificates).toEqual([one.certificate])
})

test.each([
  ['a DTD', () => good.replace('<md:Entity', '<!DOCTYPE x><md:Entity'), /not a metadata file: a DTD/],
  ['no XML', () => 'hello', /not a metadata file/],
  ['a page of a web site', () => '<html><body><br></body></html>', /not a metadata file: not well-formed/],
  ['no provider', () => ownMetadata(sp, one.certificate), /names 0 identity providers/],
  [
    'two providers',
    () => good.replace(/<md:IDPSSODescriptor[\s\S]*<\/md:IDPSSODescriptor>/, '$&$&'),
    /names 2 identity providers/,
  ],
  ['no name', () => good.replace(/ entityID="[^"]*"/, ''), /does not say how the provider calls itself/],
  [
    'over',
    () => good.replace('<md:IDPSSODescriptor', '<md:IDPSSODescriptor validUntil="2026-03-01T00:00:00Z"'),
    /was good until 2026-03-01/,
  ],
  [
    'an end that is no time',
    () => good.replace('<md:IDPSSODescriptor', '<md:IDPSSODescriptor validUntil="never"'),
    /was good until never/,
  ],
  ['a page without TLS', () => file([one], 'http://idp.alder.example/sso'), /must be https/],
  ['a script for a page', () => file([one], 'javascript:alert(1)'), /must be https/],
  ['no page', () => good.replace(/<md:SingleSignOnService[^>]*>/, ''), /no sign-in page/],
  [
    'no certificate',
    () => good.replace(/<md:KeyDescriptor[\s\S]*<\/md:KeyDescriptor>/, ''),
    /no certificate for signing/,
  ],
  ['three certificates', () => file([one, two, three]), /3 certificates for signing/],
  [
    'a certificate nobody can read',
    () => good.replace(/<ds:X509Certificate>[^<]*/, '<ds:X509Certificate>AAAA'),
    /cannot be read/,
  ],
  ['a short key', () => file([weak]), /an RSA key of 1024 bits; RSA needs 2048/],
])('%s: refused in a sentence', (_name, build, sentence) => {
  expect(() => readMetadata(build(), now)).toThrow(sentence)
})

test('where answers to a logout are taken is read when the provider says so in the way we answer', () => {
  expect(readMetadata(file([one]), now).sloUrl).toBeNull()
  const withSlo = (service: string) => good.replace('<md:SingleSignOnService', `${service}<md:SingleSignOnService`)
  const way = 'Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"'
  const read = (service: string) => readMetadata(withSlo(service), now).sloUrl
  expect(read(`<md:SingleLogoutService ${way} Location="https://idp.alder.example/slo?x=1"/>`)).toBe(
    'https://idp.alder.example/slo?x=1',
  )
  expect(
    read(`<md:SingleLogoutService ${way} Location="https://a.example/" ResponseLocation="https://b.example/done"/>`),
  ).toBe('https://b.example/done')
  expect(
    read('<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:SOAP" Location="https://a.example/"/>'),
  ).toBeNull()
  for (const address of ['http://idp.alder.example/slo', 'javascript:alert(1)', ''])
    expect(() => read(`<md:SingleLogoutService ${way} Location="${address}"/>`)).toThrow(/logout page .* must be https/)
  const own = {
    entityId: 'https://idp.alder.example',
    ssoUrl: 'https://idp.alder.example/sso',
    certificates: [one.certificate],
  }
  expect(readMetadata(providerMetadata({ ...own, sloUrl: 'https://idp.alder.example/slo' }), now)).toMatchObject({
    sloUrl: 'https://idp.alder.example/slo',
  })
})

test('our own file says where answers and logouts are taken, with which key we sign, and that assertions must be signed', () => {
  const xml = ownMetadata(sp, one.certificate)
  expect(xml).toContain('entityID="https://portal.example/sso/metadata"')
  expect(xml).toContain('WantAssertionsSigned="true"')
  expect(xml).toContain('Location="https://portal.example/sso/saml"')
  expect(
    xml.match(/SingleLogoutService Binding="[^"]*" Location="https:\/\/portal\.example\/sso\/logout"/g),
  ).toHaveLength(2)
  const [, brought] = /<ds:X509Certificate>([^<]*)</.exec(xml)!
  expect(new X509Certificate(Buffer.from(brought!, 'base64')).toString()).toBe(one.certificate)
  // In the order the schema has: key, logout, names, answers (SAML Metadata 2.4.4).
  const order = ['KeyDescriptor', 'SingleLogoutService', 'NameIDFormat', 'AssertionConsumerService'].map((name) =>
    xml.indexOf(`<md:${name}`),
  )
  expect(order).toEqual([...order].sort((a, b) => a - b))
})

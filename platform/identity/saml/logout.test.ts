import { createPublicKey, verify, X509Certificate } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startPortalWithProvider, type PortalWithProvider } from '#testing/portal-with-provider.ts'
import type { KeyWithCertificate } from '../../encryption/self-signed.ts'
import { signXml } from '#demo/carrier/signed-response.ts'
import { enrolCarrierPeople } from '#demo/identity-provider/carrier-people.ts'
import type { CookieJar } from '#demo/identity-provider/testing-cookie-jar.ts'
import { signers } from './algorithms.ts'
import { keepCarrierSso } from './carriers.ts'
import { serviceProviderOf } from './single-sign-on.ts'
import { arrive } from './testing-arrival.ts'
import { field, more, newId, newKey, openIssuer, type Issuer } from './testing-issuer.ts'
import type { ServiceProvider } from './verify.ts'
import { namespaces, xmlText } from './xml.ts'

// A carrier's provider says that somebody logged out there. Every request is made here, with keys of our own;
// what is changed is one thing in a request that is believed otherwise.

let portal: PortalWithProvider
let sp: ServiceProvider
let alder: Issuer
let birch: Issuer
let elliptic: KeyWithCertificate
let jar: CookieJar
beforeAll(async () => {
  portal = await startPortalWithProvider()
  sp = serviceProviderOf(portal.origin)
  const [rsa, ec, other] = await Promise.all([newKey(), newKey('P-256'), newKey()])
  elliptic = ec
  alder = openIssuer({ mc: 'AAA', entityId: 'https://idp.alder.example/saml', sp, keys: [rsa, ec] })
  birch = openIssuer({ mc: 'BBB', entityId: 'https://idp.birch.example/saml', sp, keys: [other] })
  for (const { carrier } of [alder, birch]) await keepCarrierSso(portal.db, carrier)
  await enrolCarrierPeople(portal.db, [
    { mc: 'AAA', nameId: 'A-1001', subject: 'adj.aaa2' },
    { mc: 'AAA', nameId: 'A-1002', subject: 'adj.aaa' },
    { mc: 'BBB', nameId: 'B-2002', subject: 'multi' },
  ])
})
beforeEach(() => void (jar = portal.newBrowser()))
afterAll(() => portal.close())

type Said = {
  issuer?: string
  destination?: string | null
  nameId?: string
  /** Seconds from now. */
  issued?: number
  notOnOrAfter?: number | null
  version?: string
  inside?: string
  bent?: (xml: string) => string
}

function request({
  issuer = alder.entityId,
  destination = sp.sloUrl,
  nameId = 'A-1001',
  issued = 0,
  ...said
}: Said = {}): string {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
  const end = said.notOnOrAfter === undefined ? 300 : said.notOnOrAfter
  const xml =
    `<samlp:LogoutRequest xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}" ID="${newId()}" Version="${said.version ?? '2.0'}"` +
    ` IssueInstant="${at(issued)}"${destination === null ? '' : ` Destination="${xmlText(destination)}"`}${end === null ? '' : ` NotOnOrAfter="${at(end)}"`}>` +
    `<saml:Issuer>${xmlText(issuer)}</saml:Issuer><saml:NameID>${nameId}</saml:NameID>${said.inside ?? '<samlp:SessionIndex>s1</samlp:SessionIndex>'}</samlp:LogoutRequest>`
  return said.bent ? said.bent(xml) : xml
}

const rsaSha256 = `${more}rsa-sha256`

/** Signed in itself, as the form carries it. */
const signed = (xml: string, key: KeyWithCertificate = alder.keys[0]!, signature = rsaSha256): string =>
  signXml(xml, { key, element: 'LogoutRequest', signature })

const byForm = (xml: string, of = jar) =>
  of.visit(sp.sloUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ SAMLRequest: field(xml) }),
  })

/** The query of a redirect, signed. */
function query(
  xml: string,
  key: KeyWithCertificate = alder.keys[0]!,
  { algorithm = rsaSha256, relayState = '' } = {},
): string {
  const covered = [
    `SAMLRequest=${encodeURIComponent(deflateRawSync(xml).toString('base64'))}`,
    ...(relayState ? [`RelayState=${encodeURIComponent(relayState)}`] : []),
    `SigAlg=${encodeURIComponent(algorithm)}`,
  ].join('&')
  const value = signers[algorithm] ? new signers[algorithm]!().getSignature(covered, key.privateKey) : 'A'.repeat(40)
  return `${covered}&Signature=${encodeURIComponent(value)}`
}
const byRedirect = (text: string, of = jar) => of.visit(`${sp.sloUrl}?${text}`)

const status = async (of: CookieJar) => {
  const answer = await of.visit(`${portal.origin}/api/user/details`, { headers: { 'x-portal-request': '1' } })
  return answer.status === 200 ? 200 : ((await answer.json()) as { status: { code: string } }).status.code
}
const come = async (nameId = 'A-1001') => {
  const browser = portal.newBrowser()
  expect(await arrive(browser, portal.origin, field(alder.answer({ nameId })))).toBe('/login/callback#/')
  return browser
}

describe('a request of the carrier of the person', () => {
  test.each<[string, () => Promise<Response>]>([
    ['by form', () => byForm(signed(request()))],
    ['by form, with ECDSA', () => byForm(signed(request(), elliptic, `${more}ecdsa-sha256`))],
    ['by redirect', () => byRedirect(query(request()))],
    ['by redirect, with ECDSA', () => byRedirect(query(request(), elliptic, { algorithm: `${more}ecdsa-sha256` }))],
    ['without an end and without sessions', () => byForm(signed(request({ notOnOrAfter: null, inside: '' })))],
  ])('%s: every session of that person ends before the answer, and nobody else’s', async (_name, ask) => {
    const [one, two, other] = [await come(), await come(), await come('A-1002')]
    // By password, elsewhere: the same person.
    const third = portal.newBrowser()
    await portal.signIn(third, 'adj.aaa2')
    // By another carrier's provider: not this one's to end.
    const fourth = await come()
    await portal.db.query(`begin; set local session_replication_role = replica;
      update session set sso_mc = 'BBB', mc = null where id = (select id from session where ended_at is null order by started_at desc, id desc limit 1);
      commit`)
    const answer = await ask()
    expect([answer.status, answer.headers.get('location'), answer.headers.get('cache-control')]).toEqual([
      303,
      '/logout',
      'no-store',
    ])
    for (const browser of [one, two, third]) expect(await status(browser)).toBe('SESSION_REVOKED')
    expect([await status(other), await status(fourth)]).toEqual([200, 200])
    // The portal's own provider has forgotten them too: a user who presses Log In has to prove who they are again.
    const again = await one.follow(`${portal.origin}/loginOkta`, `${portal.origin}/login/callback#`)
    expect(again.response?.status).toBe(200)
    expect(await again.response?.text()).toContain('name="password"')
  })

  test('is answered, signed, where the provider wants to hear of it, with its own RelayState', async () => {
    await keepCarrierSso(portal.db, { ...alder.carrier, sloUrl: 'https://idp.alder.example/slo?tenant=1' })
    try {
      const browser = await come()
      const xml = request()
      const answer = await byRedirect(query(xml, undefined, { relayState: 'token of theirs & more' }))
      const location = answer.headers.get('location')!
      expect(location.startsWith('https://idp.alder.example/slo?tenant=1&SAMLResponse=')).toBe(true)
      const fields = new URL(location).searchParams
      expect(fields.get('RelayState')).toBe('token of theirs & more')
      const said = inflateRawSync(Buffer.from(fields.get('SAMLResponse')!, 'base64')).toString()
      expect(said).toContain(`InResponseTo="${/ ID="([^"]*)"/.exec(xml)![1]}"`)
      expect(said).toContain('Destination="https://idp.alder.example/slo?tenant=1"')
      expect(said).toContain('urn:oasis:names:tc:SAML:2.0:status:Success')
      // With the key of our metadata, over the address as it is.
      const [, certificate] = /<ds:X509Certificate>([^<]*)</.exec(await (await fetch(sp.entityId)).text())!
      const covered = location.slice(location.indexOf('SAMLResponse='), location.indexOf('&Signature='))
      const key = createPublicKey(new X509Certificate(Buffer.from(certificate!, 'base64')).toString())
      expect(verify('sha256', Buffer.from(covered), key, Buffer.from(fields.get('Signature')!, 'base64'))).toBe(true)
      expect(await status(browser)).toBe('SESSION_REVOKED')
    } finally {
      await keepCarrierSso(portal.db, alder.carrier)
    }
  })

  test('the portal’s key is stored encrypted, and every process gets the same one', async () => {
    const texts = await Promise.all(Array.from({ length: 5 }, async () => (await fetch(sp.entityId)).text()))
    expect(new Set(texts).size).toBe(1)
    const { rows } = await portal.db.query('select private_key_sealed as encrypted, certificate from sso_own_key')
    expect(rows).toHaveLength(1)
    expect((rows[0] as { encrypted: string }).encrypted).toMatch(/^v1\./)
    expect(JSON.stringify(rows)).not.toContain('PRIVATE KEY')
  })
})

describe('anything else is 400, and nothing ends', () => {
  const changed = (xml: string, from: string | RegExp, to: string): string => {
    const result = xml.replace(from, to)
    expect(result).not.toBe(xml)
    return result
  }
  const refused: [string, () => Promise<Response>][] = [
    ['unsigned by form', () => byForm(request())],
    [
      'unsigned by redirect',
      () => byRedirect(`SAMLRequest=${encodeURIComponent(deflateRawSync(request()).toString('base64'))}`),
    ],
    ['signed by another carrier in the name of this one', () => byForm(signed(request(), birch.keys[0]!))],
    [
      'signed by another carrier in the name of this one, by redirect',
      () => byRedirect(query(request(), birch.keys[0]!)),
    ],
    [
      "of another carrier about this one's person",
      () => byForm(signed(request({ issuer: birch.entityId }), birch.keys[0]!)),
    ],
    ['of an issuer nobody knows', () => byForm(signed(request({ issuer: 'https://evil.example' })))],
    ['about somebody nobody knows', () => byForm(signed(request({ nameId: 'A-9999' })))],
    ['about a name that begins as this one', () => byForm(signed(request({ nameId: 'A-1001<!---->.evil' })))],
    ['changed after it was signed', () => byForm(changed(signed(request({ nameId: 'A-1002' })), 'A-1002', 'A-1001'))],
    [
      'changed after it was signed, by redirect',
      () =>
        byRedirect(
          query(request({ nameId: 'A-1002' })).replace(
            /SAMLRequest=[^&]+/,
            `SAMLRequest=${encodeURIComponent(deflateRawSync(request()).toString('base64'))}`,
          ),
        ),
    ],
    ['with another RelayState than was signed', () => byRedirect(`${query(request())}&RelayState=x`)],
    ['with a field twice', () => byRedirect(`${query(request())}&SigAlg=x`)],
    [
      'with an algorithm we do not take',
      () => byRedirect(query(request(), undefined, { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' })),
    ],
    ['with a signature inside a redirect', () => byRedirect(query(signed(request())))],
    ['sent to another place', () => byForm(signed(request({ destination: 'https://elsewhere.example' })))],
    ['sent to nowhere', () => byForm(signed(request({ destination: null })))],
    ['issued in the future', () => byForm(signed(request({ issued: 65 })))],
    ['issued too long ago', () => byForm(signed(request({ issued: -365 })))],
    ['over', () => byForm(signed(request({ notOnOrAfter: -65 })))],
    ['of another version', () => byForm(signed(request({ version: '1.1' })))],
    ['with two names', () => byForm(signed(request({ inside: '<saml:NameID>A-1002</saml:NameID>' })))],
    ['with an encrypted name', () => byForm(signed(request({ inside: '<saml:EncryptedID/>' })))],
    ['with something we do not know', () => byForm(signed(request({ inside: '<samlp:Extensions/>' })))],
    [
      'a genuine one inside an evil one',
      () => {
        const genuine = signed(request({ nameId: 'A-1002' }))
        const signature = /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(genuine)![0]
        return byForm(request({ inside: genuine }).replace('</saml:Issuer>', `</saml:Issuer>${signature}`))
      },
    ],
    ['an answer instead of a request', () => byForm(alder.answer())],
    ['a DTD', () => byForm(`<!DOCTYPE x>${signed(request())}`)],
    ['nothing', () => byForm('')],
    ['nothing by redirect', () => byRedirect('')],
    [
      'a bomb',
      () =>
        byRedirect(
          `SAMLRequest=${encodeURIComponent(deflateRawSync(Buffer.alloc(5_000_000, 'a')).toString('base64')).slice(0, 6000)}`,
        ),
    ],
  ]
  let browser: CookieJar
  beforeAll(async () => {
    browser = await come()
  })
  test.each(refused)('%s', async (_name, ask) => {
    const before = await portal.db.query('select count(*) as n from session where ended_at is not null')
    const answer = await ask()
    expect(answer.status).toBe(400)
    expect(((await answer.json()) as { status: { code: string } }).status.code).toBe('VALIDATION')
    expect(await portal.db.query('select count(*) as n from session where ended_at is not null')).toMatchObject({
      rows: before.rows,
    })
    expect(await status(browser)).toBe(200)
  })

  test('a logout request sent a second time is refused with 400', async () => {
    const xml = signed(request({ nameId: 'A-1002' }))
    const [first, second] = [await byForm(xml), await byForm(xml)]
    expect([first.status, second.status]).toEqual([303, 400])
    expect(portal.logged.join('\n')).not.toMatch(/A-1002|A-1001/)
  })
})

import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { providerMetadata } from '#platform/identity/saml/metadata.ts'
import { serviceProviderOf } from '#platform/identity/saml/single-sign-on.ts'
import { field, newKey, openIssuer } from '#platform/identity/saml/testing-issuer.ts'
import { arrive } from '#platform/identity/saml/testing-arrival.ts'
import type { KeyWithCertificate } from '#platform/encryption/self-signed.ts'
import { startPortalWithProvider, type PortalWithProvider } from '#testing/portal-with-provider.ts'
import { runSaml, use } from './command.ts'

// The command on the database of a portal that is running: what it says counts with the next sign-in.

let portal: PortalWithProvider
let keys: KeyWithCertificate[]
let lines: string[]
let db: pg.Pool
beforeAll(async () => {
  portal = await startPortalWithProvider()
  db = new pg.Pool({
    connectionString: (portal.db as unknown as { options: { connectionString: string } }).options.connectionString,
    max: 1,
  })
  keys = await Promise.all([newKey(), newKey(undefined, [-1, 200])])
})
beforeEach(() => void (lines = []))
afterAll(async () => {
  await db.end()
  await portal.close()
})

const entityId = 'https://idp.alder.example/saml'
const files: Record<string, () => string> = {
  'first.xml': () => file([keys[0]!]),
  'second.xml': () => file([keys[1]!]),
  'page.html': () => '<html><body><br></body></html>',
}
const file = (of: KeyWithCertificate[]) =>
  providerMetadata({
    entityId,
    ssoUrl: 'https://idp.alder.example/sso',
    certificates: of.map(({ certificate }) => certificate),
  })
const run = (...words: string[]) =>
  runSaml(words, {
    db,
    now: new Date(),
    read: async (path) => {
      const text = files[path]?.()
      if (text === undefined) throw new Error('not there')
      return text
    },
    tell: (line) => void lines.push(line),
  })
const comes = (key: KeyWithCertificate, nameId = 'A-1001') => {
  const pen = openIssuer({ mc: 'AAA', entityId, sp: serviceProviderOf(portal.origin), keys: [key] })
  return arrive(portal.newBrowser(), portal.origin, field(pen.answer({ nameId })))
}

test('from nothing to a person who comes in, over a roll-over of certificates, and out again', async () => {
  await run('list')
  expect(lines).toEqual(['No carrier signs its people in itself.'])
  expect(await comes(keys[0]!)).toBe('/ssoError?failed=SSO_FAILED')

  await run('import', '--carrier', 'AAA', '--file', 'first.xml', '--unasked')
  expect(lines.slice(1)).toEqual([
    `AAA signs its people in at https://idp.alder.example/sso (${entityId}).`,
    expect.stringMatching(/^Certificate until \d{4}-\d\d-\d\d \(new\)\.$/),
    'It may send people who did not begin here.',
  ])
  expect(await comes(keys[0]!)).toBe('/ssoError?failed=SSO_NOT_REGISTERED')
  await run('enrol', '--carrier', 'AAA', '--username', 'Adj.AAA2', '--name', 'A-1001')
  await run('enrol', '--carrier', 'AAA', '--username', 'adj.aaa2', '--name', 'A-1001')
  expect(await comes(keys[0]!)).toBe('/login/callback#/')

  // The next certificate stands beside the first: an assertion signed by either is accepted.
  lines = []
  await run('import', '--carrier', 'AAA', '--file', 'second.xml', '--unasked')
  expect(lines.filter((line) => line.startsWith('Certificate'))).toEqual([
    expect.stringContaining('(new)'),
    expect.stringContaining('(as before)'),
  ])
  expect(lines.at(-1)).toBe('Both certificates count until the next import with --replace.')
  expect([await comes(keys[0]!), await comes(keys[1]!)]).toEqual(['/login/callback#/', '/login/callback#/'])
  await run('import', '--carrier', 'AAA', '--file', 'second.xml', '--unasked', '--replace')
  expect([await comes(keys[0]!), await comes(keys[1]!)]).toEqual(['/ssoError?failed=SSO_FAILED', '/login/callback#/'])

  // Without --unasked it may only answer.
  await run('import', '--carrier', 'AAA', '--file', 'second.xml')
  expect(await comes(keys[1]!)).toBe('/ssoError?failed=SSO_FAILED')
  await run('import', '--carrier', 'AAA', '--file', 'second.xml', '--unasked')
  await run('off', '--carrier', 'AAA')
  expect(await comes(keys[1]!)).toBe('/ssoError?failed=SSO_FAILED')
  await run('on', '--carrier', 'AAA')
  expect(await comes(keys[1]!)).toBe('/login/callback#/')
  lines = []
  await run('list')
  expect(lines).toEqual([
    expect.stringMatching(
      /^AAA {4}https:\/\/idp\.alder\.example\/saml {2}on, also unasked, certificates until \d{4}-\d\d-\d\d$/,
    ),
  ])
})

test.each<[string, string[], string | RegExp]>([
  ['no word', [''], use],
  ['a word there is not', ['delete', '--carrier', 'AAA'], use],
  ['an option there is not', ['list', '--all'], use],
  ['no carrier', ['import', '--file', 'first.xml'], /Enter a carrier code/],
  ['a carrier in small letters', ['import', '--carrier', 'aaa', '--file', 'first.xml'], /Enter a carrier code/],
  ['a carrier there is not', ['import', '--carrier', 'ZZZ', '--file', 'first.xml'], 'There is no carrier ZZZ.'],
  ['no file', ['import', '--carrier', 'AAA'], /Enter the metadata file/],
  ['a file there is not', ['import', '--carrier', 'AAA', '--file', 'none.xml'], 'The file none.xml cannot be read.'],
  ['a page of a web site', ['import', '--carrier', 'AAA', '--file', 'page.html'], /This is not a metadata file/],
  ["another carrier's provider", ['import', '--carrier', 'BBB', '--file', 'first.xml'], /speaks for another carrier/],
  ['nobody', ['enrol', '--carrier', 'AAA', '--username', 'nobody', '--name', 'A-1'], 'There is no person nobody.'],
  [
    'somebody else’s person',
    ['enrol', '--carrier', 'AAA', '--username', 'adj.bbb', '--name', 'A-1'],
    'adj.bbb does not work for AAA.',
  ],
  [
    'a name that is taken',
    ['enrol', '--carrier', 'AAA', '--username', 'adj.aaa', '--name', 'A-1001'],
    'AAA has that name for somebody else already.',
  ],
  ['a carrier without', ['off', '--carrier', 'CCC'], 'CCC has no identity provider of its own.'],
])('%s: a sentence, and nothing changes', async (_name, words, sentence) => {
  const kept = async () =>
    JSON.stringify((await db.query('select * from carrier_sso order by mc')).rows) +
    JSON.stringify((await db.query('select * from demo_idp.carrier_person order by 1, 2')).rows)
  const before = await kept()
  await expect(run(...words)).rejects.toThrow(sentence)
  expect(await kept()).toBe(before)
})

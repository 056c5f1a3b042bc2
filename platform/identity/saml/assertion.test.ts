import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { newKey, openIssuer, type Issuer, type Said } from './testing-issuer.ts'
import { serviceProviderOf } from './single-sign-on.ts'

// What a genuine assertion says, about whom, to whom, and when. All of these are signed
// by the carrier's own key.

const sp = serviceProviderOf('https://portal.example')
const now = new Date('2026-03-02T15:00:00.000Z')
let issuer: Issuer
beforeAll(async () => {
  issuer = openIssuer({ sp, keys: [await newKey(undefined, [-2000, 2000])] })
})

const request = '_0123456789abcdef'
const sentRequest = { mc: 'AAA', requestId: request }
const verify = (said: Said, question: Parameters<Issuer['verify']>[1] = {}) =>
  issuer.verify(issuer.answer({ now, ...said }), { now, ...question })
const isTaken = async (said: Said, question?: Parameters<Issuer['verify']>[1]) => (await verify(said, question)).ok

describe('the name is taken whole or not at all', () => {
  const nameOf = async (nameId: string): Promise<string> => {
    const found = await verify({ nameId })
    return found.ok ? found.nameId : 'refused'
  }
  // The signature does not see these: it covers what is left without them.
  test.each([
    ['a comment', '<!---->'],
    ['a comment and CDATA', '<!----><![CDATA[]]>'],
    ['CDATA', '<![CDATA[]]>'],
    ['a processing instruction', '<?x?>'],
    ['an entity', '&none;'],
  ])('%s put in after it was signed: refused', async (_name, mark) => {
    const whole = issuer.answer({ now, nameId: 'admin@alder.example.evil' })
    expect((await issuer.verify(whole, { now })).ok).toBe(true)
    expect(await issuer.verify(whole.replace('example.evil', `example${mark}.evil`), { now })).toMatchObject({
      ok: false,
      code: 'MALFORMED',
    })
  })

  test.each([
    ['an element in it', 'admin<x/>@evil'],
    ['a space before', ' admin'],
    ['a space behind', 'admin '],
    ['a no-break space before', '\u00a0admin'],
    ['a no-break space behind, by number', 'admin&#160;'],
    ['a line feed by number', 'admin&#10;'],
    ['a tab', 'ad\tmin'],
    ['a carriage return by number', 'admin&#13;'],
    ['a C1 control', 'admin\u0085x'],
    ['10 kB', 'a'.repeat(10_240)],
    ['257 characters', 'a'.repeat(257)],
    ['nothing', ''],
  ])('%s: refused', async (_name, nameId) => {
    expect(await nameOf(nameId)).toBe('refused')
  })

  test.each([
    ['a full name of the longest length', 'a'.repeat(256), 'a'.repeat(256)],
    ['the five entities', 'a&amp;b&lt;c&gt;d&quot;e&apos;f', `a&b<c>d"e'f`],
    ['a letter that looks like another', '\u0430dmin', '\u0430dmin'],
    ['a wide letter', '\uff41dmin', '\uff41dmin'],
    ['a letter and its accent apart', 'cafe\u0301', 'cafe\u0301'],
    ['a sharp s', 'stra\u00dfe', 'stra\u00dfe'],
    ['something invisible between letters', 'ad\u200bmin', 'ad\u200bmin'],
    ['other letters of the same name', 'A-1001'.toLowerCase(), 'a-1001'],
  ])('%s: taken as it is', async (_name, sent, read) => {
    expect(await nameOf(sent)).toBe(read)
  })

  test('a NameID with markup is read whole or refused', async () => {
    const marks = fc.constantFrom(
      'a',
      '@',
      '.',
      '<!---->',
      '<![CDATA[b]]>',
      '&amp;',
      '&#98;',
      '<c/>',
      '\u00a0',
      ' ',
      '\n',
      '&lt;!----&gt;',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(marks, { minLength: 1, maxLength: 6 }), async (pieces) => {
        const read = await nameOf(pieces.join(''))
        if (read === 'refused') return
        const whole = pieces
          .join('')
          .replaceAll('&#98;', 'b')
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&amp;', '&')
        expect(read).toBe(whole)
      }),
      { numRuns: 60 },
    )
  })
})

describe('the addressee', () => {
  test('asked by us: the answer to our request is taken', async () => {
    expect(await verify({ inResponseTo: request }, { sentRequest })).toMatchObject({
      ok: true,
      mc: 'AAA',
      nameId: 'A-1001',
    })
  })

  const wrong: [string, Said][] = [
    ['another destination', { destination: 'https://elsewhere.example/sso/saml' }],
    ['a destination with a slash more', { destination: `${sp.acsUrl}/` }],
    ['a destination in capitals', { destination: sp.acsUrl.toUpperCase() }],
    ['no destination', { destination: null }],
    ['another recipient', { recipient: 'https://elsewhere.example/sso/saml' }],
    ['a recipient that begins as ours', { recipient: `${sp.acsUrl}.evil.example` }],
    ['no recipient', { recipient: null }],
    ['another audience', { audience: 'https://elsewhere.example' }],
    ['no audience', { audience: null }],
    ['an empty audience', { audience: '' }],
    [
      'another audience besides, as a restriction of its own',
      { conditions: conditions(`${audience(sp.entityId)}${audience('https://elsewhere.example')}`) },
    ],
    ['another issuer in the response', { responseIssuer: 'https://idp.birch.example' }],
    ['no issuer in the response', { responseIssuer: null }],
    ['an issuer with a space', { issuer: 'https://idp.alder.example/saml ' }],
    ['the answer to a request nobody made', { inResponseTo: request }],
    ['no success', { status: 'AuthnFailed' }],
  ]
  test.each(wrong)('%s: refused', async (_name, said) => {
    expect(await verify(said)).toMatchObject({ ok: false, code: 'REFUSED' })
  })

  test('an issuer that is left out, or another, of the assertion alone', async () => {
    for (const issuerOf of [
      '<saml:Issuer>https://idp.birch.example</saml:Issuer>',
      '<saml:Issuer/>',
      '<saml:Issuer>x</saml:Issuer>'.replaceAll('saml', 'samlp'),
    ]) {
      const bent = (xml: string) =>
        xml.replace(/(<saml:Assertion [^>]*>)<saml:Issuer>[^<]*<\/saml:Issuer>/, `$1${issuerOf}`)
      expect([issuerOf, await isTaken({ bent })]).toEqual([issuerOf, false])
    }
  })

  const answers: [string, Said, boolean][] = [
    ['of another request', { inResponseTo: '_other' }, false],
    ['of none', {}, false],
    ['of ours in the response only', { inResponseTo: request, confirms: null }, false],
    ['of ours in the confirmation only', { inResponseTo: null, confirms: request }, false],
    ['of another one in the confirmation', { inResponseTo: request, confirms: '_other' }, false],
    ['of ours in other letters', { inResponseTo: request.toUpperCase() }, false],
    ['of ours', { inResponseTo: request }, true],
  ]
  test.each(answers)('the answer %s, when we asked: %#', async (_name, said, taken) => {
    expect(await isTaken(said, { sentRequest })).toBe(taken)
  })

  test("the answer to a request to another carrier's provider is refused", async () => {
    expect(await verify({ inResponseTo: request }, { sentRequest: { mc: 'BBB', requestId: request } })).toMatchObject({
      ok: false,
      reason: "another carrier's provider answered",
    })
  })

  test('several audiences in one restriction are alternatives', async () => {
    const both = `<saml:AudienceRestriction><saml:Audience>https://elsewhere.example</saml:Audience><saml:Audience>${sp.entityId}</saml:Audience></saml:AudienceRestriction>`
    expect(await isTaken({ conditions: conditions(both) })).toBe(true)
  })

  test('a confirmation of another kind, two of them, or none', async () => {
    const bends: [string, (xml: string) => string][] = [
      ['holder of key', (xml) => xml.replace('cm:bearer', 'cm:holder-of-key')],
      ['two', (xml) => xml.replace(/<saml:SubjectConfirmation [\s\S]*<\/saml:SubjectConfirmation>/, '$&$&')],
      ['none', (xml) => xml.replace(/<saml:SubjectConfirmation [\s\S]*<\/saml:SubjectConfirmation>/, '')],
      ['without data', (xml) => xml.replace(/<saml:SubjectConfirmationData[^>]*\/>/, '')],
      ['two subjects', (xml) => xml.replace(/<saml:Subject>[\s\S]*<\/saml:Subject>/, '$&$&')],
      ['two names', (xml) => xml.replace(/<saml:NameID>[\s\S]*<\/saml:NameID>/, '$&$&')],
      [
        'a condition nobody knows',
        (xml) =>
          xml.replace(
            '</saml:Conditions>',
            '<saml:Condition xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="x"/></saml:Conditions>',
          ),
      ],
      ['two sets of conditions', (xml) => xml.replace(/<saml:Conditions [\s\S]*<\/saml:Conditions>/, '$&$&')],
      [
        'an element of another namespace',
        (xml) => xml.replace('</saml:Assertion>', '<x xmlns="urn:x"/></saml:Assertion>'),
      ],
      ['version 1.1', (xml) => xml.replaceAll('Version="2.0"', 'Version="1.1"')],
    ]
    for (const [name, bent] of bends) expect([name, await isTaken({ bent })]).toEqual([name, false])
    expect(
      await isTaken({
        bent: (xml) => xml.replace('</saml:AudienceRestriction>', '</saml:AudienceRestriction><saml:OneTimeUse/>'),
      }),
    ).toBe(true)
  })
})

const audience = (name: string) =>
  `<saml:AudienceRestriction><saml:Audience>${name}</saml:Audience></saml:AudienceRestriction>`
const conditions = (content: string) =>
  `<saml:Conditions NotOnOrAfter="2026-03-02T15:05:00.000Z">${content}</saml:Conditions>`

describe('the time', () => {
  const hours = 3600
  const times: [string, Said, boolean][] = [
    ['valid from 60 s ahead', { notBefore: 60 }, true],
    ['valid from 61 s ahead', { notBefore: 61 }, false],
    ['valid without a beginning', { notBefore: null }, true],
    ['over for 60 s', { notOnOrAfter: -60 }, true],
    ['over for 61 s', { notOnOrAfter: -61 }, false],
    ['without an end', { notOnOrAfter: null }, false],
    ['confirmation over for 60 s', { confirmedUntil: -60 }, true],
    ['confirmation over for 61 s', { confirmedUntil: -61 }, false],
    ['confirmation without an end', { confirmedUntil: null }, false],
    ['signed in 8 hours ago', { authnInstant: -8 * hours }, true],
    ['signed in 9 hours ago', { authnInstant: -9 * hours }, false],
    ['signed in 60 s ahead', { authnInstant: 60 }, true],
    ['signed in 61 s ahead', { authnInstant: 61 }, false],
    ['session over for 61 s', { sessionEnd: -61 }, false],
    ['session without an end', { sessionEnd: null }, true],
    ['issued 61 s ahead', { issued: 61 }, false],
    ['no conditions', { conditions: '' }, false],
    ['good for 25 hours', { notOnOrAfter: 25 * hours, confirmedUntil: 25 * hours }, false],
    ['good for 23 hours', { notOnOrAfter: 23 * hours, confirmedUntil: 23 * hours }, true],
  ]
  test.each(times)('%s', async (_name, said, taken) => {
    expect(await isTaken(said)).toBe(taken)
  })

  test.each([
    '2026-03-02T15:05:00',
    '2026-03-02T15:05:00+14:00',
    '2026-03-02',
    'tomorrow',
    '',
    '99999',
    '2026-03-02T15:05:00Z ',
    '+012026-03-02T15:05:00Z',
    '2026-13-02T15:05:00Z',
  ])('the end "%s" is no time', async (text) => {
    const bent = (xml: string) => xml.replace(/(<saml:Conditions [^>]*NotOnOrAfter=)"[^"]*"/, `$1"${text}"`)
    expect(await verify({ bent })).toMatchObject({ ok: false, reason: expect.stringMatching(/no time|node-saml/) })
  })

  test('nobody takes it after the moment it is remembered until', async () => {
    const found = await verify({ notOnOrAfter: 100, confirmedUntil: 200 })
    expect(found.ok && found.until.toISOString()).toBe('2026-03-02T15:02:40.000Z')
    const late = issuer.answer({ now, notOnOrAfter: 100, confirmedUntil: 200 })
    expect((await issuer.verify(late, { now: new Date('2026-03-02T15:02:40.001Z') })).ok).toBe(false)
    expect((await issuer.verify(late, { now: new Date('2026-03-02T15:02:40.000Z') })).ok).toBe(true)
  })
})

describe('what else it says', () => {
  test('carriers, roles and e-mail in it mean nothing', async () => {
    const attributes =
      '<saml:AttributeStatement>' +
      [
        ['masterCarrier', 'BBB'],
        ['role', 'All_Access'],
        ['email', 'adjB@birch.example'],
        ['uid', 'admin'],
        ['NameID', 'admin'],
      ]
        .map(
          ([name, value]) =>
            `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
        )
        .join('') +
      '</saml:AttributeStatement>'
    const found = await verify({ attributes })
    expect(Object.keys(found).sort()).toEqual(['authnInstant', 'entityId', 'id', 'mc', 'nameId', 'ok', 'until'])
    expect(found).toMatchObject({ mc: 'AAA', nameId: 'A-1001' })
    expect(JSON.stringify(found)).not.toMatch(/BBB|All_Access|admin|birch/)
  })

  test('nobody asked: refused for a carrier that did not agree to it, taken for one that did', async () => {
    const careful = openIssuer({ sp, keys: issuer.keys, allowIdpInitiated: false })
    expect(await careful.verify(careful.answer({ now }), { now })).toMatchObject({ ok: false, reason: 'nobody asked' })
    expect((await careful.verify(careful.answer({ now, inResponseTo: request }), { now, sentRequest })).ok).toBe(true)
    expect(await isTaken({})).toBe(true)
  })

  test('a refused assertion is logged without any of its values', async () => {
    const secrets = {
      nameId: ' SECRETNAME',
      destination: 'https://SECRETPLACE.example',
      audience: 'SECRETAUDIENCE',
      status: 'SECRETSTATUS',
    }
    for (const [name, value] of Object.entries(secrets)) {
      const found = await verify({ [name]: value })
      expect([name, found.ok || found.reason.includes('SECRET')]).toEqual([name, false])
    }
  })
})

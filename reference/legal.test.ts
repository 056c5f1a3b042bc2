import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { brand } from '#platform/brand.ts'
import { legalText, otherVersions, publishedTexts, textHash } from './legal.ts'
import { plainDay, privacyVersions, termsVersions } from './legal/versions.ts'

const all = (kind: 'tou' | 'privacy' | 'contact', version?: string) => {
  const text = legalText(kind, version)!
  return [...text.inShort, ...text.sections.flatMap((s) => [s.heading, ...s.paragraphs, ...(s.points ?? [])])].join(
    '\n',
  )
}

describe('Terms of Use', () => {
  test.each([
    ['registration and assent', /Registration and assent/],
    ['updates by major and minor version', /first number rises[\s\S]*second number rises/],
    ['user obligations', /Your obligations/],
    ['site content', /Content of the site/],
    ['submissions', /What you submit/],
    ['use restrictions', /What is not allowed/],
    ['privacy', /The Privacy Notice says which information/],
    ['warranty disclaimer', /without warranty of any kind/],
    ['liability cap', /greater of the fees paid for your access in the three months .*five US dollars \(\$5\.00\)/],
    ['indemnification', /Indemnification/],
    ['copyright notice', /Copyright notice/],
    ['governing law of Florida', /laws of the State of Florida govern/],
    ['venue in the Tampa courts', /courts in Tampa, Florida/],
  ])('3.0 has %s', (_topic, words) => expect(all('tou')).toMatch(words))

  test('is dated version 3.0 of 5/3/2023', () => {
    const { version, revised } = legalText('tou')!
    expect([version, plainDay(revised!)]).toEqual(['3.0', '5/3/2023'])
  })
})

describe('Privacy Notice', () => {
  test.each([
    ['information collected', /Information we collect/],
    ['use', /How we use it/],
    ['disclosure', /When we disclose it/],
    ['cookies and tracking choices', /Cookies and tracking choices/],
    ['communication preferences', /Communication preferences/],
    ['state rights', /Your rights by state/],
    ['changes', /Changes of this notice/],
    ['other sites', /Other sites/],
    ['children', /Children/],
    ['contact', /Contact/],
    ['no sale for money', /do not sell personal information for money/],
    ['private session replay', /replay .*is kept private/],
    ['no knowing collection under 13', /do not knowingly collect information from children under 13/],
    ['the three states', /live in Nebraska, Texas or California/],
    [
      'every right',
      /access:[\s\S]*correction:[\s\S]*deletion:[\s\S]*portability:[\s\S]*opt-out:[\s\S]*appeal:[\s\S]*authorized agent:/,
    ],
    [
      'web form, postal address and phone',
      /web form at https:\/\/\S+, write to .*Tampa, FL 33602, or call \d{3}-\d{3}-\d{4}/,
    ],
    ['two requests a year in California', /California may ask for access up to twice in twelve months/],
    ['no sale or sharing under 16', /do not sell or share personal information of users under 16/],
  ])('6.0 has %s', (_point, words) => expect(all('privacy')).toMatch(words))

  test('is dated version 6.0 of 4/22/2025', () => {
    const { version, revised } = legalText('privacy')!
    expect([version, plainDay(revised!)]).toEqual(['6.0', '4/22/2025'])
  })
})

test('Contact Us has the corporate address and everybody to turn to', () => {
  for (const words of [/Corporate address/, /Human resources/, /Account management/, /Sales/, /Clinical/, /Media/])
    expect(all('contact')).toMatch(words)
})

test('earlier versions stay readable; a version that never was is nothing', () => {
  for (const [kind, versions] of [
    ['tou', termsVersions],
    ['privacy', privacyVersions],
  ] as const) {
    expect(otherVersions(kind, versions[0].version)).toEqual(versions.slice(1))
    for (const { version } of versions) expect(legalText(kind, version)?.version).toBe(version)
    expect(legalText(kind, '99.0')).toBeUndefined()
  }
})

test('no legal text shows an unfilled placeholder', () => {
  for (const kind of ['tou', 'privacy', 'contact'] as const)
    for (const { version } of publishedTexts(kind)) expect(all(kind, version)).not.toMatch(/[{}]/)
})

// What people agreed to is never edited: a change of wording is a new version, added beside the old one.
test.each([
  ['tou', '3.0', 'c6fd0ad651b15fc9'],
  ['tou', '2.0', 'd36dd20806af6019'],
  ['privacy', '6.0', '0d0f4ce33905802e'],
  ['privacy', '5.0', 'db35600bde8dce17'],
] as const)('%s %s stands as it was published', (kind, version, digest) => {
  const text = publishedTexts(kind).find((one) => one.version === version)
  expect(createHash('sha256').update(JSON.stringify(text)).digest('hex').slice(0, 16)).toBe(digest)
})

test('the stored hash of a legal text is that of the text shown', async () => {
  const text = legalText('tou')!
  expect(await textHash(text)).toBe(createHash('sha256').update(JSON.stringify(text)).digest('hex'))
})

test('no text names the provider twice in an address', () => {
  const twice = new RegExp(`${brand.provider},.{0,30}${brand.provider}`)
  for (const kind of ['tou', 'privacy', 'contact'] as const)
    for (const { version } of publishedTexts(kind)) expect(JSON.stringify(legalText(kind, version))).not.toMatch(twice)
})

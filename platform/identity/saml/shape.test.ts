import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { xmlOfBytes, xmlOfField } from './shape.ts'
import { field, newKey, openIssuer, type Issuer } from './testing-issuer.ts'
import { serviceProviderOf } from './single-sign-on.ts'

let issuer: Issuer
beforeAll(async () => {
  const sp = serviceProviderOf('https://portal.example')
  issuer = openIssuer({ sp, keys: [await newKey()] })
})

const reasonOf = (xml: string): string => {
  const shape = xmlOfField(field(xml))
  return shape.ok ? 'taken' : shape.reason
}

test('an answer as providers send it passes and comes out as it was', () => {
  const xml = issuer.answer({ sign: ['Assertion', 'Response'] })
  expect(xmlOfField(field(xml))).toEqual({ ok: true, xml })
  for (const head of [
    '<?xml version="1.0"?>',
    '<?xml version="1.0" encoding="UTF-8"?>\r\n',
    "<?xml version='1.0' encoding='utf-8' standalone='no'?>\n",
  ]) {
    expect(reasonOf(head + xml)).toBe('taken')
  }
  // Some providers break the base64 into lines.
  expect(xmlOfField(field(xml).replace(/(.{76})/g, '$1\r\n')).ok).toBe(true)
})

const inRoot = (content: string) => `<r>${content}</r>`
test.each([
  ['a DTD', '<!DOCTYPE r><r/>', 'a DTD, a comment or CDATA'],
  [
    'an external entity',
    '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>',
    'a DTD, a comment or CDATA',
  ],
  [
    'a parameter entity',
    '<!DOCTYPE r [<!ENTITY % x SYSTEM "http://127.0.0.1:9/x"> %x;]><r/>',
    'a DTD, a comment or CDATA',
  ],
  ['an ID declared in a DTD', '<!DOCTYPE r [<!ATTLIST r x ID #IMPLIED>]><r x="a"/>', 'a DTD, a comment or CDATA'],
  ['a comment', inRoot('a<!---->b'), 'a DTD, a comment or CDATA'],
  ['CDATA', inRoot('<![CDATA[x]]>'), 'a DTD, a comment or CDATA'],
  ['a processing instruction', inRoot('<?x y?>'), 'a processing instruction or another XML declaration'],
  [
    'a style sheet',
    '<?xml version="1.0"?><?xml-stylesheet href="x"?><r/>',
    'a processing instruction or another XML declaration',
  ],
  [
    'another encoding by name',
    '<?xml version="1.0" encoding="UTF-7"?><r/>',
    'a processing instruction or another XML declaration',
  ],
  ['XML 1.1', '<?xml version="1.1"?><r/>', 'a processing instruction or another XML declaration'],
  ['an entity of its own', inRoot('&x;'), 'an entity of its own'],
  ['a bare ampersand', inRoot('a & b'), 'an entity of its own'],
  ['a NUL by number', inRoot('&#0;'), 'a character XML does not have'],
  ['a number beyond Unicode', inRoot('&#x110000;'), 'a character XML does not have'],
  ['half a character by number', inRoot('&#xD800;'), 'a character XML does not have'],
  ['a NUL', inRoot('a\0b'), 'a character XML does not have'],
  ['a byte order mark', '\ufeff<r/>', 'does not begin with its root'],
  ['text before the root', 'x<r/>', 'does not begin with its root'],
  ['two roots', '<r/><r/>', 'something after its root'],
  ['text after the root', '<r/>x', 'something after its root'],
  ['an element left open', '<r><a></r>', 'not well-formed'],
  ['an end without a beginning', '</r>', 'not well-formed'],
  ['no end', '<r>', 'not well-formed'],
  ['an attribute without quotes', '<r a=b/>', 'not well-formed'],
  ['an attribute without a value', '<r a/>', 'not well-formed'],
  ['a "<" in an attribute', '<r a="<"/>', 'not well-formed'],
  ['attributes run together', '<r a="1"b="2"/>', 'not well-formed'],
  ['an attribute twice', '<r a="1" a="2"/>', 'an attribute twice'],
  ['a name with two prefixes', '<a:b:c/>', 'not well-formed'],
  ['a name of another alphabet', '<Аssertion/>', 'not well-formed'],
  ['nothing', '', 'empty or longer than we read'],
  ['no XML at all', 'hello', 'does not begin with its root'],
])('%s is refused', (_name, xml, reason) => {
  expect(reasonOf(xml)).toBe(reason)
})

test.each([
  ['not base64', '%%%', 'not base64'],
  ['base64 with something in between', `${field('<r/>')}!`, 'not base64'],
  ['base64 with spare bits', 'PHIvPh==', 'not base64'],
  ['base64 for addresses', Buffer.from('<r>\u00ff\u00fe?</r>').toString('base64url'), 'not base64'],
  ['UTF-16', Buffer.from('\ufeff<r/>', 'utf16le').toString('base64'), 'not UTF-8'],
  ['UTF-16 without a mark', Buffer.from('<r/>', 'utf16le').toString('base64'), 'a character XML does not have'],
  ['latin 1', Buffer.from('<r>\u00e9</r>', 'latin1').toString('base64'), 'not UTF-8'],
  ['UTF-8 in more bytes than needed', Buffer.from([0x3c, 0x72, 0xc0, 0xaf, 0x3e]).toString('base64'), 'not UTF-8'],
])('%s is refused', (_name, sent, reason) => {
  expect(xmlOfField(sent)).toEqual({ ok: false, reason })
})

test('whatever is built to be slow is refused by a limit of what is read, before it grows', () => {
  const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')
  const attributes = Array.from({ length: 12_000 }, (_, at) => ` a${at}="1"`).join('')
  const bombs: [name: string, xml: string, reason: string][] = [
    ['billion laughs', `<!DOCTYPE r [<!ENTITY l0 "ha">${laughs}]><r>&l9;</r>`, 'a DTD, a comment or CDATA'],
    ['depth 10,000', '<a>'.repeat(10_000) + '</a>'.repeat(10_000), 'too deep'],
    ['elements', inRoot('<a/>'.repeat(45_000)), 'too many elements'],
    ['attributes', `<r${attributes}/>`, 'not well-formed'],
    ['a tag without an end', `<r ${'a="1" '.repeat(30_000)}`, 'not well-formed'],
    ['spaces in a tag', `<r${' '.repeat(180_000)}`, 'not well-formed'],
    ['references', inRoot('&#x41;'.repeat(30_000) + '&x;'), 'an entity of its own'],
    ['quotes', `<r a="${"'".repeat(180_000)}`, 'not well-formed'],
    ['five megabytes', inRoot('x'.repeat(5_000_000)), 'empty or longer than we read'],
  ]
  for (const [name, bomb, reason] of bombs) expect([name, reasonOf(bomb)]).toEqual([name, reason])
})

test('a response of the greatest length that is read is taken', () => {
  expect(reasonOf(inRoot('<a b="c">d</a>'.repeat(3_990)))).toBe('taken')
  expect(reasonOf(inRoot('&lt;'.repeat(45_000)))).toBe('taken')
})

test('a file people write may hold comments, and nothing else more', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  expect(xmlOfBytes(bytes('<!-- a --><r><!-- b - c --></r>'), { comments: true }).ok).toBe(true)
  expect(xmlOfBytes(bytes('<r><!-- a -- b --></r>'), { comments: true }).ok).toBe(false)
  expect(xmlOfBytes(bytes('<!DOCTYPE r><r/>'), { comments: true }).ok).toBe(false)
  expect(xmlOfBytes(bytes('<!-- <!DOCTYPE r> --><r/>'), { comments: true }).ok).toBe(true)
})

test('no text makes it throw, and what it takes has the marks of nothing hidden', () => {
  const piece = fc.constantFrom(
    '<a>',
    '</a>',
    '<a/>',
    '<a b="c">',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?x',
    '?>',
    '&amp;',
    '&',
    '"',
    "'",
    '\0',
    'x',
    ' ',
    '<',
  )
  let taken = 0
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), (pieces, inside) => {
      const shape = xmlOfField(field(inside ? inRoot(pieces.join('')) : pieces.join('')))
      if (!shape.ok) return true
      taken += 1
      return !/<!|<\?x|\0|&(?!amp;)/.test(shape.xml)
    }),
    { numRuns: 5_000 },
  )
  expect(taken).toBeGreaterThan(50)
})

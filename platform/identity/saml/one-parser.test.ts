import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// The bytes that are verified are the bytes that are read. Another parser would read them another way.

const root = join(import.meta.dirname, '../../..')
const files = globSync('{platform,features,reference,database}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !file.includes('.test.'),
)
const importing = (pattern: RegExp): string[] =>
  files.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8'))).map((file) => file.replaceAll('\\', '/'))

test('one file parses XML, with the parser the signature is checked with', () => {
  expect(importing(/from '@xmldom\/xmldom'/)).toEqual(['platform/identity/saml/xml.ts'])
  expect(
    importing(
      /from '(?:xml2js|sax|saxes|fast-xml-parser|libxmljs2?|htmlparser2|xml-js|jsdom|linkedom|@xmldom\/(?!xmldom'))[^']*'|new DOMParser\(/,
    ),
  ).toEqual(['platform/identity/saml/xml.ts'])
})

test('one copy of the XML parser is installed', () => {
  const copies = globSync('node_modules/**/@xmldom/xmldom/package.json', { cwd: root })
  expect(copies.map((file) => file.replaceAll('\\', '/'))).toEqual(['node_modules/@xmldom/xmldom/package.json'])
})

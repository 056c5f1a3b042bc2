import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { productFiles, textOf } from './source.ts'

const page = readFileSync('docs/guide/several-processes.md', 'utf8')
const isServer = (file: string) =>
  /^platform\/(?!browser\/|ui\/).*\.ts$|^features\/.*\b(handlers?|jobs|rules|sql)\.ts$/.test(file)

test('an operator finds in the guide what a process remembers between requests', () => {
  // Variables of a module, and Maps and Sets that begin empty.
  const remembers = /^(?:export )?(?:let \w+|const \w+(?::[^=]+)? = new (?:Map|Set)(?:<[^(]*>)?\(\))/m
  const unsaid = productFiles
    .filter((file) => isServer(file) && remembers.test(textOf(file)))
    .filter((file) => !page.includes(file) && !page.includes(`\`${file.slice(0, file.lastIndexOf('/'))}\``))
  expect(unsaid).toEqual([])
})

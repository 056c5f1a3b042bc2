/**
 * `npm run new -- feature <word>`: writes a feature that answers one call, with its rule, statement, sample and test, and
 * its line in features/all.ts. What is computed from the calls (docs/policy.csv) is written again.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { addToList, skeleton, whyNotName } from './new/skeleton.ts'

const root = join(import.meta.dirname, '..')
const [kind, word] = process.argv.slice(2)

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

if (kind !== 'feature' || !word)
  fail('Usage: npm run new -- feature <word>, such as: npm run new -- feature claim-notes')
const why = whyNotName(word)
if (why) fail(why)
if (existsSync(join(root, 'features', word))) fail(`features/${word} exists already.`)

const { everyCall } = await import('#registry')
for (const [path, text] of Object.entries(skeleton(word, everyCall))) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
  console.log(`wrote ${path}`)
}
const list = join(root, 'features/all.ts')
writeFileSync(list, addToList(readFileSync(list, 'utf8'), word))
console.log(`added '${word}' to features/all.ts: move the line to the layer the feature belongs to`)
const written = spawnSync(process.execPath, [join(root, 'tools/policy.ts')], { cwd: root, stdio: 'inherit' })
process.exitCode = written.status ?? 1

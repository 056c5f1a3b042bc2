import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type Entry = { version?: string; resolved?: string; optionalDependencies?: Record<string, string> }

const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as {
  packages: Record<string, Entry>
}
const all = Object.entries(lock.packages)

test('the lock names every package of every platform: npm ci refuses one that leaves out what other systems need', () => {
  const missing = all.flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {}).filter(
      (name) => !(`${path}/node_modules/${name}` in lock.packages) && !(`node_modules/${name}` in lock.packages),
    ),
  )
  expect(missing).toEqual([])
})

test('the lock says what, not from where: every machine has its own registry', () => {
  expect(all.filter(([, entry]) => entry.resolved !== undefined).map(([path]) => path)).toEqual([])
})

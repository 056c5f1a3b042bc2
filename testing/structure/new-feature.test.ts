import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** What a process of its own says of the copied tree. */
const program = `
import { everyCall, everyHandler } from '#registry'
import { partsOf } from './feature-parts.ts'
const call = everyCall.find((one) => one.name === 'scratchPad.summary')
const samples = (await partsOf('samples.ts')).flatMap((part) => Object.keys(part.samples))
console.log(JSON.stringify([call?.line, 'scratchPad.summary' in everyHandler, samples.includes('scratchPad.summary')]))
`

test('npm run new writes a feature that has its call, handler and sample, and is named on one line outside its folder', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'new-feature-'))
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  for (const name of ['features', 'platform', 'reference', 'testing', 'tools', 'docs', 'demo', 'database'])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  for (const name of [
    'package.json',
    'vitest.config.ts',
    'registry.ts',
    'feature-parts.ts',
    'app.ts',
    'start.ts',
    '.oxfmtrc.json',
  ])
    cpSync(join(root, name), join(copy, name))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
  const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })

  const made = run('tools/new.ts', 'feature', 'scratch-pad')
  expect(made.stderr + made.stdout).toContain('wrote features/scratch-pad/contract.ts')
  expect(readFileSync(join(copy, 'features/all.ts'), 'utf8').match(/'scratch-pad'/g)).toHaveLength(1)
  expect(run('tools/new.ts', 'feature', 'scratch-pad').stderr).toContain('exists already')
  expect(run('tools/new.ts', 'feature', 'my-utils').stderr).toContain('the word its users say')

  const format = run('node_modules/oxfmt/bin/oxfmt', '--check', 'features/scratch-pad', 'features/all.ts')
  expect(format.stdout + format.stderr).not.toContain('Format issues')
  const named = globSync('**/*.{ts,tsx,csv,md,json}', { cwd: copy, exclude: (name) => name === 'node_modules' })
    .filter((file) => /scratch-?pad/i.test(readFileSync(join(copy, file), 'utf8')))
    .map((file) => file.replaceAll('\\', '/'))
  expect(named.filter((file) => !file.startsWith('features/scratch-pad/') && !isOwn(file)).sort()).toEqual([
    'docs/policy.csv', // computed
    'features/all.ts',
  ])

  writeFileSync(join(copy, 'program.ts'), program)
  expect(JSON.parse(run('program.ts').stdout)).toEqual(['GET /scratchPad', true, true])
  // The files it wrote hold what the checks ask for: their own test runs in a database of its own.
  const tested = run('tools/test.ts', 'features/scratch-pad')
  expect(tested.stdout).toMatch(/\n2 passed, 0 failed/)
})

/** This test names it, too. */
const isOwn = (file: string): boolean => file === 'testing/structure/new-feature.test.ts'

/**
 * `npm run test:hours`: the tests at moments of another day, one after the other: tests that pass in the afternoon may fail in
 * the evening of a month's end. Arguments are names of moments and files: `npm run test:hours -- year features/letters`.
 * All processes see the same moved clock (tools/test-run/another-time.c), so it needs Linux and a C compiler.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { momentsAfter, type Moment } from './test-run/moments.ts'

const root = join(import.meta.dirname, '..')
const everything = ['features/', 'platform/', 'journeys/', 'testing/', 'reference/', 'database/', 'demo/', 'tools/']
const all = momentsAfter(new Date())
const args = process.argv.slice(2)
const isMoment = (word: string) => all.some(({ name }) => name === word)
const named = all.filter(({ name }) => args.includes(name))
const files = args.filter((word) => !isMoment(word))

const folder = mkdtempSync(join(tmpdir(), 'rxdocket-hours-'))
chmodSync(folder, 0o755) // PostgreSQL may run as another user
const library = join(folder, 'another-time.so')
try {
  const source = join(import.meta.dirname, 'test-run/another-time.c')
  const made = spawnSync('cc', ['-O2', '-shared', '-fPIC', '-o', library, source, '-ldl'], { encoding: 'utf8' })
  if (made.status !== 0) {
    console.error(`It needs Linux and a C compiler (cc): ${made.error?.message ?? made.stderr}`)
    process.exitCode = 1
  } else process.exitCode = runAt(named.length > 0 ? named : all)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Runs the tests at each moment, and says at the end at which they failed. */
function runAt(moments: readonly Moment[]): number {
  const failed = moments.filter(({ name, at }) => {
    console.log(`\n${name}: ${at.toLocaleString('en-US', { timeZone: 'America/New_York' })} in New York`)
    const away = Math.round((at.getTime() - Date.now()) / 1000)
    const { status } = spawnSync(
      process.execPath,
      [join(root, 'tools/test.ts'), ...(files.length > 0 ? files : everything)],
      { stdio: 'inherit', env: { ...process.env, LD_PRELOAD: library, ANOTHER_TIME_SECONDS: String(away) } },
    )
    return status !== 0
  })
  console.log(failed.length === 0 ? '\nAll passed.' : `\nFailed at: ${failed.map(({ name }) => name).join(', ')}`)
  return failed.length === 0 ? 0 : 1
}

import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesOf } from '../../testing/structure/source.ts'
import type { Look, Verdict } from './second-look.ts'

const root = join(import.meta.dirname, '../..')
const kept = join(root, '.test/exhaustive.json')
const page = join(root, 'docs/testing.md')

type Kept = { commit: string; seed: number; seconds: number; done: Look[] }

/**
 * The exhaustive run of a commit, which may be cut and goes on where it was: files that passed are not run again. With changes
 * that are not committed, or another commit, it begins from the start.
 */
export class ExhaustiveRun {
  #state: Kept
  #began = performance.now()

  constructor(seed: number) {
    const commit = commitShown()
    const before = read()
    const goesOn = before?.commit === commit && !commit.endsWith('+') && before.seed === seed
    this.#state = goesOn ? before : { commit, seed, seconds: 0, done: [] }
    if (this.#state.done.length > 0) console.log(`Goes on after ${this.#state.done.length} files that passed.`)
  }

  /** The files that are still to be run. */
  get files(): string[] {
    const passed = new Set(this.#state.done.map(({ file }) => file))
    return filesOf('{platform,features,demo,reference,database,testing,tools,journeys}/**/*.test.{ts,tsx}').filter(
      (file) => !passed.has(file),
    )
  }

  /** Keeps what a file showed, if it passed. */
  add(look: Look): void {
    if (look.faults.length > 0) return
    this.#state.done.push(look)
    this.#keep(this.#seconds())
  }

  /** Writes the result into docs/testing.md once every file has been run. */
  finish({ failed, flaky }: Verdict): void {
    const seconds = this.#seconds()
    this.#keep(seconds)
    const { done, commit, seed } = this.#state
    const passed =
      done.reduce((sum, look) => sum + look.passed, 0) + flaky.reduce((sum, { second }) => sum + second.passed, 0)
    const faults = failed.reduce((sum, look) => sum + look.faults.length, 0)
    const date = new Date().toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'America/New_York' })
    const names = flaky.length === 0 ? 'none' : flaky.map(({ file }) => file).join(', ')
    const result = [
      '| What | Result |',
      '|---|---|',
      `| Date | ${date} |`,
      `| Commit | ${commit} |`,
      `| Seed | ${seed} |`,
      `| Files | ${done.length + flaky.length + failed.length} |`,
      `| Tests passed | ${passed} |`,
      `| Tests failed | ${faults} |`,
      `| Flaky | ${names} |`,
      `| Time | ${Math.round(seconds / 60)} minutes |`,
    ]
    const text = readFileSync(page, 'utf8')
    writeFileSync(page, `${text.slice(0, text.indexOf(HEADING) + HEADING.length)}\n\n${result.join('\n')}\n`)
  }

  #seconds(): number {
    return this.#state.seconds + (performance.now() - this.#began) / 1000
  }

  #keep(seconds: number): void {
    mkdirSync(dirname(kept), { recursive: true })
    writeFileSync(kept, JSON.stringify({ ...this.#state, seconds }))
  }
}

const HEADING = '## Last exhaustive run'

/** The commit that is checked out, with a plus sign where files differ from it. */
function commitShown(): string {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? ''
  return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : '+')
}

function read(): Kept | undefined {
  try {
    return JSON.parse(readFileSync(kept, 'utf8')) as Kept
  } catch {
    return undefined // there was none
  }
}

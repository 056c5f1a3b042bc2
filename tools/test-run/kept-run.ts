import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Look } from './second-look.ts'

const root = join(import.meta.dirname, '../..')

type Kept = { commit: string; seed: number; seconds: number; done: Look[] }

/**
 * A long run of a commit, which may be cut and goes on where it was: files that passed are not run again. With changes that are
 * not committed, or another commit, it begins from the start.
 */
export class KeptRun {
  readonly #path: string
  readonly #state: Kept
  readonly #all: readonly string[]
  readonly #began = performance.now()

  /** `name` says which kind of run it is, `all` the files of it. */
  constructor(name: string, seed: number, all: readonly string[]) {
    this.#path = join(root, `.test/${name}.json`)
    this.#all = all
    const commit = commitShown()
    const before = read(this.#path)
    const goesOn = before?.commit === commit && !commit.endsWith('+') && before.seed === seed
    this.#state = goesOn ? before : { commit, seed, seconds: 0, done: [] }
    if (this.done.length > 0) console.log(`Goes on after ${this.done.length} files that passed.`)
  }

  get commit(): string {
    return this.#state.commit
  }

  get done(): readonly Look[] {
    return this.#state.done
  }

  /** The files that are still to be run. */
  get files(): string[] {
    const passed = new Set(this.done.map(({ file }) => file))
    return this.#all.filter((file) => !passed.has(file))
  }

  /** Of all its parts. */
  get seconds(): number {
    return this.#state.seconds + (performance.now() - this.#began) / 1000
  }

  /** Keeps what a file showed, if it passed. */
  add(look: Look): void {
    if (look.faults.length > 0) return
    this.#state.done.push(look)
    mkdirSync(dirname(this.#path), { recursive: true })
    writeFileSync(this.#path, JSON.stringify({ ...this.#state, seconds: this.seconds }))
  }
}

/** Writes lines below the heading that ends a page, in place of those that are there. */
export function writeResult(page: string, heading: string, lines: readonly string[]): void {
  const path = join(root, page)
  const text = readFileSync(path, 'utf8')
  const end = text.indexOf(heading) + heading.length
  writeFileSync(path, `${text.slice(0, end)}\n\n${lines.join('\n')}\n`)
}

/** Today, as the pages say it. */
export const today = (): string =>
  new Date().toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'America/New_York' })

/** The commit that is checked out, with a plus sign where files differ from it. */
function commitShown(): string {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? ''
  return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : '+')
}

function read(path: string): Kept | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Kept
  } catch {
    return undefined // there was none
  }
}

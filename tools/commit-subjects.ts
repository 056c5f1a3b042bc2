import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Commits made before this instant are not checked: their subjects may be longer. */
const CHECKED_SINCE = '2026-11-22T18:00:00Z'
/** Without an upstream branch, so many of the last commits are checked. */
const LAST = 50
const MAX_LENGTH = 72
/** A commit that changes more lines of product code than this says why in its body. */
const LINES_WITHOUT_BODY = 10
/** Commits made before this instant may lack a body. */
const BODY_SINCE = Date.parse('2026-11-28T23:00:00Z')
const form = /^(build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(\([a-z0-9][a-z0-9-]*\))?!?: \S.*\S$/
const made = /^(Merge|Revert) /

/** What is wrong with the subject of a commit (CONTRIBUTING.md, Changes); undefined where nothing is. */
export function faultOfSubject(subject: string): string | undefined {
  // Git writes a merge and a revert by itself; the length counts for them, too.
  if (!form.test(subject) && !made.test(subject)) return 'is not of the form `type(scope): what changed`'
  if (subject.length > MAX_LENGTH) return `has ${subject.length} characters, ${MAX_LENGTH} are allowed`
  return undefined
}

/** What is wrong with the body of a commit that changes so many lines of product code. */
export function faultOfBody(body: string, lines: number): string | undefined {
  if (lines <= LINES_WITHOUT_BODY || body.trim() !== '') return undefined
  return `changes ${lines} lines of product code and has no body that says why`
}

/** Lines of product code that were added or deleted, of what `git log --numstat` prints for a commit. */
export function productLines(stat: string): number {
  let lines = 0
  for (const [, added, deleted, file] of stat.matchAll(/^(\d+)\t(\d+)\t(.+)$/gm))
    if (isProduct(file!)) lines += Number(added) + Number(deleted)
  return lines
}

const isProduct = (file: string): boolean =>
  /^(features|platform|reference|database|demo)\/.*\.(tsx?|css|sql)$|^[\w.-]+\.tsx?$/.test(file) &&
  !/(^|\/)testing[-.]|\.test\.tsx?$|(^|\/)samples\.ts$|\.config\.ts$/.test(file)

/** Checks the subjects and bodies of the commits that are not on the upstream branch, or of the last 50. */
export function checkSubjects(cwd = join(import.meta.dirname, '..')): { passed: boolean; output: string } {
  const git = (...args: string[]) => {
    const { status, stdout } = spawnSync('git', args, { cwd, encoding: 'utf8' })
    return status === 0 ? stdout.trim() : undefined
  }
  if (git('rev-parse', 'HEAD') === undefined)
    return { passed: true, output: 'not checked: this is not a git checkout with commits' }
  const base = git('merge-base', 'HEAD', '@{upstream}') ?? git('merge-base', 'HEAD', 'origin/HEAD')
  const range = base === undefined ? [`--max-count=${LAST}`] : [`${base}..HEAD`]
  // One record a commit: hash, instant of the commit, subject, body, then a line for each file with its added and deleted lines.
  const form = '%x00%h%x01%ct%x01%s%x01%b%x01'
  const log = git('log', `--format=${form}`, '--numstat', `--since=${CHECKED_SINCE}`, ...range, '--') ?? ''
  const faults = log
    .split('\0')
    .slice(1)
    .flatMap((record) => {
      const [hash = '', seconds = '', subject = '', body = '', stat = ''] = record.split('\x01')
      const isRecent = Number(seconds) * 1000 >= BODY_SINCE
      const fault = faultOfSubject(subject) ?? (isRecent ? faultOfBody(body, productLines(stat)) : undefined)
      return fault === undefined ? [] : [`${hash} "${subject}" ${fault}`]
    })
  return { passed: faults.length === 0, output: faults.join('\n') }
}

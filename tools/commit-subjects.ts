import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Commits made before this instant are not checked: their subjects may be longer. */
const CHECKED_SINCE = '2026-11-22T18:00:00Z'
/** Without an upstream branch, so many of the last commits are checked. */
const LAST = 50
const MAX_LENGTH = 60
const form = /^(build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(\([a-z0-9][a-z0-9-]*\))?!?: \S.*\S$/
const made = /^(Merge|Revert) /

/** What is wrong with the subject of a commit (CONTRIBUTING.md, Changes); undefined where nothing is. */
export function faultOfSubject(subject: string): string | undefined {
  // Git writes a merge and a revert by itself; the length counts for them, too.
  if (!form.test(subject) && !made.test(subject)) return 'is not of the form `type(scope): what changed`'
  if (subject.length > MAX_LENGTH) return `has ${subject.length} characters, ${MAX_LENGTH} are allowed`
  return undefined
}

/** Checks the subjects of the commits that are not on the upstream branch, or of the last 50. */
export function checkSubjects(cwd = join(import.meta.dirname, '..')): { passed: boolean; output: string } {
  const git = (...args: string[]) => {
    const { status, stdout } = spawnSync('git', args, { cwd, encoding: 'utf8' })
    return status === 0 ? stdout.trim() : undefined
  }
  if (git('rev-parse', 'HEAD') === undefined)
    return { passed: true, output: 'not checked: this is not a git checkout with commits' }
  const base = git('merge-base', 'HEAD', '@{upstream}') ?? git('merge-base', 'HEAD', 'origin/HEAD')
  const range = base === undefined ? [`--max-count=${LAST}`] : [`${base}..HEAD`]
  const log = git('log', '--format=%h%x09%s', `--since=${CHECKED_SINCE}`, ...range, '--')
  const faults = (log ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const [hash, subject] = line.split('\t') as [string, string]
      const fault = faultOfSubject(subject)
      return fault === undefined ? [] : [`${hash} "${subject}" ${fault}`]
    })
  return { passed: faults.length === 0, output: faults.join('\n') }
}

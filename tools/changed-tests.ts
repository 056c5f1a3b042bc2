import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { filesOf, importsOf } from '../testing/structure/source.ts'

const root = join(import.meta.dirname, '..')

/** Files whose change can break what is tested elsewhere: prefix of the changed file, prefix of the tests. */
const elsewhere: readonly (readonly [changed: string, tests: string])[] = [
  ['database/migrations/', 'testing/attacks/tenant-walls'],
  ['database/migrations/', 'testing/attacks/database-rights'],
  ['database/migrations/', 'platform/database/'],
  ['app.ts', 'testing/attacks/samples'],
  ['package', 'tools/lock'],
]

/** The tests for `npm test -- --changed`; `since`: a commit, by default where the branch left its upstream. */
export function testsOfChange(since?: string): string[] {
  return selectTests(changedFiles(since ?? branchPoint()), readTests())
}

type TestFile = { file: string; imports: readonly string[] }

/** Every test of the repository with what it imports. */
export const readTests = (): TestFile[] =>
  filesOf('*/**/*.test.{ts,tsx}').map((file) => ({ file, imports: importsOf(file).map(({ to }) => to) }))

/**
 * Of all tests those that changed, those in the folder of a changed file (the whole feature for a file of a feature), those
 * that import a changed file themselves, and the structure tests. Where a feature has no tests of its own, those that import
 * any of its files, its contract above all. Not those that reach a changed file through other files: every test that calls the
 * API reaches all of them.
 */
export function selectTests(changed: readonly string[], tests: readonly TestFile[]): string[] {
  const touched = new Set(changed)
  const folders = new Set(changed.map(folderOf).filter((folder) => folder !== ''))
  const untested = [...folders].filter(
    (folder) => folder.startsWith('features/') && tests.every(({ file }) => !file.startsWith(folder)),
  )
  return tests
    .filter(
      ({ file, imports }) =>
        file.startsWith('testing/structure/') ||
        touched.has(file) ||
        folders.has(folderOf(file)) ||
        imports.some((to) => touched.has(to) || untested.some((folder) => to.startsWith(folder))) ||
        elsewhere.some(([from, to]) => file.startsWith(to) && changed.some((one) => one.startsWith(from))),
    )
    .map(({ file }) => file)
}

function folderOf(file: string): string {
  const feature = /^features\/[^/]+\//.exec(file)?.[0]
  return feature ?? file.slice(0, file.lastIndexOf('/') + 1)
}

/** Paths of files that differ from a commit, uncommitted and new ones included. */
function changedFiles(since: string): string[] {
  return [...git('diff', '--name-only', '--no-renames', since), ...git('ls-files', '--others', '--exclude-standard')]
}

/** The last commit that the branch has in common with its upstream, or HEAD. */
function branchPoint(): string {
  for (const upstream of ['@{upstream}', 'origin/HEAD', 'origin/main']) {
    const { status, stdout } = spawnSync('git', ['merge-base', 'HEAD', upstream], { cwd: root, encoding: 'utf8' })
    if (status === 0) return stdout.trim()
  }
  return 'HEAD'
}

function git(...args: string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', ['-c', 'core.quotepath=off', ...args], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0)
    throw new Error(`--changed needs git and a commit to compare with: ${stderr?.trim() || 'git was not found'}`)
  return stdout.split('\n').filter((line) => line !== '')
}

import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkSubjects, faultOfBody, faultOfSubject, productLines } from './commit-subjects.ts'

test.each([
  ['feat(letters): fax the request when there is no e-mail', undefined],
  ['fix: properties that a rename had caught', undefined],
  ['refactor(sign-in)!: one cookie', undefined],
  ["Merge branch 'main' into letters", undefined],
  ['Revert "fix(letters): fax it"', undefined],
  [`Merge branch 'main' into ${'x'.repeat(50)}`, 'has 75 characters, 72 are allowed'],
  [`Revert "${'x'.repeat(70)}"`, 'has 79 characters, 72 are allowed'],
  [`docs: ${'x'.repeat(66)}`, undefined],
  [`docs: ${'x'.repeat(67)}`, 'has 73 characters, 72 are allowed'],
  ['faxes the request', 'is not of the form `type(scope): what changed`'],
  ['feat(Letters): fax', 'is not of the form `type(scope): what changed`'],
  ['feat: ', 'is not of the form `type(scope): what changed`'],
])('the subject "%s": %s', (subject, fault) => {
  expect(faultOfSubject(subject)).toBe(fault)
})

test.each([
  ['', 10, undefined],
  ['\n', 11, 'changes 11 lines of product code and has no body that says why'],
  ['Because a fax was lost.', 500, undefined],
])('a commit of the body "%s" and %i lines of product code: %s', (body, lines, fault) => {
  expect(faultOfBody(body, lines)).toBe(fault)
})

test('lines of product code are those that ship: no tests, samples, documents, configuration or pictures', () => {
  expect(
    productLines(
      [
        '',
        '3\t1\tfeatures/letters/sql.ts',
        '2\t0\tdatabase/migrations/0001-first.sql',
        '1\t1\tstart.ts',
        '50\t0\tfeatures/letters/letters.test.ts',
        '50\t0\tfeatures/letters/samples.ts',
        '50\t0\tfeatures/worklist/testing-requests.ts',
        '50\t0\tdocs/words.md',
        '50\t0\tvitest.config.ts',
        '-\t-\tdocs/guide/worklist.png',
      ].join('\n'),
    ),
  ).toBe(8)
})

/** A repository with these commits: author and committer date, subject. */
async function repository(...commits: [date: string, subject: string][]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rxdocket-subjects-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const git = (args: string[], env = {}) => {
    const { status, stderr } = spawnSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, ...env },
    })
    if (status !== 0) throw new Error(stderr)
  }
  git(['init', '-q'])
  for (const [date, subject] of commits) {
    git(
      [
        '-c',
        'user.name=A',
        '-c',
        'user.email=a@b.example',
        '-c',
        'commit.gpgsign=false',
        'commit',
        '-qm',
        subject,
        '--allow-empty',
        '--no-verify',
      ],
      { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
    )
  }
  return folder
}

test('the check names a bad subject and leaves older commits alone', async () => {
  const folder = await repository(
    ['2026-11-20T12:00:00Z', 'an old commit that nobody checks'],
    ['2027-01-02T12:00:00Z', 'feat(letters): fax the request'],
    ['2027-01-03T12:00:00Z', 'faxes more'],
  )
  const { passed, output } = checkSubjects(folder)
  expect(passed).toBe(false)
  expect(output).toMatch(/^[0-9a-f]+ "faxes more" is not of the form `type\(scope\): what changed`$/)
})

test('without git or without commits the check passes and says that it did not look', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rxdocket-subjects-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const nothing = { passed: true, output: 'not checked: this is not a git checkout with commits' }
  expect(checkSubjects(folder)).toEqual(nothing)
  expect(checkSubjects(await repository())).toEqual(nothing)
})

import { expect, test } from 'vitest'
import { filesOf, isTest, textOf } from './source.ts'

// The platform is what a portal of another field could run on. It says `mc` and `carrier`, which is what it calls a tenant,
// `claims` for those of a token and for the ids its audit keeps, and `phi` for what needs an audit.

const fieldWords = new RegExp(
  [
    'stratus|group_?code|nabp|formulary|snooz|prior.?auth|ur_reviewer|prog_special|opioid|injur(?:y|ies|ed)',
    'pharmac|patient|claimant|prescri|employer|drug|adjuster|medication|\\bnurse',
    String.raw`\bworkers?\b|(?:\b|_)(?:pcn|ndc|npi|gpi|icd)(?:\b|_)|[a-z](?:Pcn|Ndc|Npi|Gpi|Icd)(?![a-z])`,
  ].join('|'),
  'i',
)

/** The closed list of codes the API answers, which names what the features refuse. */
const closedList = 'platform/calls/refusal.ts'
/** What stays, by the words of its line, each with the reason. */
const exceptions: readonly { file: string; line: RegExp; reason: string }[] = [
  { file: 'platform/brand.ts', line: /'RxDocket Pharmacy Services'/, reason: "the provider's name" },
  { file: 'platform/bounded/bounded-child.ts', line: /\bWorker\b/, reason: 'the name Node gives a thread' },
  { file: 'platform/http/render.ts', line: /\bWorker\b/, reason: 'the name Node gives a thread' },
  { file: 'platform/bounded/bounded.ts', line: /--allow-worker/, reason: 'and its right to make one' },
  { file: 'platform/jobs/jobs.ts', line: /\bworkers?\b/, reason: 'a worker of a queue of jobs' },
]

const isSaid = (file: string, line: string): boolean =>
  fieldWords.test(line) && !exceptions.some((it) => it.file === file && it.line.test(line))

test('no file of the platform says a word of the pharmacy field', () => {
  const found = filesOf('platform/**/*.{ts,tsx,css,mjs}')
    .filter((file) => !isTest(file) && file !== closedList)
    .flatMap((file) =>
      textOf(file)
        .split('\n')
        .flatMap((line, at) => (isSaid(file, line) ? [`${file}:${at + 1} ${fieldWords.exec(line)![0]}`] : [])),
    )
  expect(found).toEqual([])
})

test.each([
  'pharmacy',
  'Pharmacist',
  'patients',
  'claimant',
  'prescription',
  'prescriber',
  'const ndc = 1',
  'byNpi',
  'x.npi',
  'employer',
  'drug',
  'adjuster',
  'injured worker',
  'x.drug_name',
  'priorAuth',
  'snoozed',
])('a word of the field is found: %s', (line) => {
  expect(isSaid('platform/ids.ts', line)).toBe(true)
})

test.each(['authorization', 'const carrier = 1', 'platform', 'endpoint', 'dispatched'])(
  'a word of any field: %s',
  (line) => {
    expect(isSaid('platform/ids.ts', line)).toBe(false)
  },
)

test('each exception is still needed', () => {
  const unused = exceptions.filter(
    ({ file, line }) =>
      !textOf(file)
        .split('\n')
        .some((one) => line.test(one)),
  )
  expect(unused).toEqual([])
})

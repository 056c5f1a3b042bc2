/**
 * `npm run mutation`: changes the rules one small piece at a time and counts which changes the tests notice (Stryker).
 * Words after `--` choose files by a part of their path; their rows of bench/mutation.md are written, the others stay. What
 * was not touched since the last run is not tried again.
 */
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stryker } from '@stryker-mutator/core'

type Result = Awaited<ReturnType<Stryker['runMutationTest']>>[number]

/** The least share of changes that must be noticed, over all files. */
const GOAL = 90

/** Its type is an enumeration of a package of Stryker's own. */
const quiet: object = { logLevel: 'error' }

const adjudication = [
  'dose-by-day',
  'drug-class',
  'gates/auto-approval-gate',
  'gates/bypass-gate',
  'gates/compensability-gate',
  'gates/dur-gate',
  'gates/eligibility-gate',
  'gates/first-fill',
  'gates/format-gate',
  'gates/identity-gate',
  'gates/interaction-match',
  'gates/opioid-gate',
  'gates/partial-fill',
  'gates/prior-auth-gate',
  'gates/product-gate',
  'gates/provider-gate',
  'gates/quantity-gate',
  'gates/refill',
  'history/opioid-course',
  'history/supplies',
  'mme',
  'outcome/pending-worthy',
  'outcome/rank',
  'pricing/pricing',
  'products/compound',
  'injury-match',
  'refills',
]
const deadlines = ['business-time', 'due', 'plan', 'timer', 'which-pack']
const files = [
  ...adjudication.map((name) => `features/adjudication/${name}.ts`),
  ...deadlines.map((name) => `features/deadlines/${name}.ts`),
  'features/clock/ladder.ts',
  'platform/dates/zone.ts',
  'features/authorizations/transitions.ts',
  'features/authorizations/statuses.ts',
  'features/claim-facts/rests-on.ts',
  'features/decision-rights/license.ts',
  'features/decision-rights/reconsider-until.ts',
  'features/decision-rights/who-decides.ts',
  'features/decisions/clearing.ts',
  'features/decisions/deferral.ts',
  'features/decisions/denial-time.ts',
  'features/decisions/least-grant.ts',
  'features/decisions/reason-fits.ts',
  'features/eligibility/claim-fact-rules.ts',
  'features/prior-auths/findings.ts',
  'features/prior-auths/reach.ts',
]

/**
 * Where a file has tests of its own they come first to notice, and are enough for a lower bound: what they do not notice
 * would be tried against every test that reaches the module, properties and whole cases of a bill among them.
 */
const ownTests: Readonly<Record<string, readonly string[]>> = {
  'adjudication/dose-by-day': ['adjudication/dose-by-day', 'medications/timeline'],
  'adjudication/gates/compensability-gate': [
    'adjudication/gates',
    'adjudication/limits',
    'adjudication/gates/compensability-measure',
    'adjudication/gates/eligibility-gate',
  ],
  'adjudication/gates/eligibility-gate': ['adjudication/gates', 'adjudication/gates/eligibility-gate'],
  'adjudication/gates/interaction-match': ['adjudication/gates/interaction-match', 'adjudication/gates/dur-gate'],
  'adjudication/gates/opioid-gate': [
    'adjudication/gates',
    'adjudication/measure',
    'adjudication/gates/opioid-gate',
    'adjudication/gates/state-opioid-limits',
  ],
  'adjudication/gates/partial-fill': ['adjudication/gates/partial-fill'],
  'adjudication/gates/prior-auth-gate': [
    'adjudication/clearing',
    'adjudication/measure',
    'adjudication/gates/prior-auth-gate',
    'adjudication/products/compound',
  ],
  'adjudication/gates/product-gate': [
    'adjudication/gates',
    'adjudication/gates/product-gate',
    'adjudication/products/compound',
  ],
  'adjudication/gates/quantity-gate': [
    'adjudication/gates',
    'adjudication/gates/quantity-gate',
    'adjudication/gates/partial-fill',
  ],
  'adjudication/gates/refill': ['adjudication/gates/quantity-gate', 'adjudication/gates/same-class'],
  'adjudication/history/supplies': [
    'adjudication/refills',
    'adjudication/history/supplies',
    'adjudication/gates/same-class',
    'adjudication/gates/dur-gate',
  ],
  'adjudication/mme': ['adjudication/mme'],
  'adjudication/pricing/pricing': ['adjudication/pricing/pricing'],
  'adjudication/products/compound': ['adjudication/products/compound', 'adjudication/gates'],
  'authorizations/transitions': ['authorizations/transitions'],
  'authorizations/statuses': ['authorizations/statuses'],
  'claim-facts/rests-on': ['claim-facts/rests-on'],
  'deadlines/which-pack': ['deadlines/which-pack', 'deadlines/rules', 'clock/extension'],
  'decision-rights/license': ['decisions/license'],
  'decision-rights/reconsider-until': ['decision-rights/reconsider-until'],
  'decision-rights/who-decides': ['decision-rights/who-decides'],
  'decisions/deferral': ['decisions/deferral', 'decisions/denial'],
  'decisions/denial-time': ['decisions/denial-time'],
  'decisions/least-grant': ['decisions/least-grant'],
  'decisions/reason-fits': ['decisions/reason-fits', 'decisions/deferral'],
  'eligibility/claim-fact-rules': ['eligibility/claim-fact-rules', 'claim-facts/rests-on'],
  'prior-auths/findings': ['prior-auths/findings', 'adjudication/measure', 'adjudication/clearing'],
}
const testsOf = (file: string): readonly string[] | undefined =>
  ownTests[file.replace(/^features\/|\.ts$/g, '')]?.map((name) => `features/${name}.test.ts`) ??
  (file.startsWith('features/adjudication/') ? ['features/adjudication/**/*.test.ts'] : undefined)

const named = Object.keys(ownTests).flatMap((name) => testsOf(`features/${name}.ts`)!)
const missing = [...files, ...named].filter((file) => !existsSync(file))
if (missing.length > 0) throw new Error(`tools/mutation.ts names files that were moved: ${missing.join(', ')}`)

const wanted = process.argv.slice(2)
const chosen = files.filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
const memory = join('node_modules', '.rxdocket', 'mutation')
await mkdir(memory, { recursive: true })

const noticed = (result: Result): boolean => result.status === 'Killed' || result.status === 'Timeout'
const counts = (result: Result): boolean =>
  noticed(result) || result.status === 'Survived' || result.status === 'NoCoverage'
const percent = (part: number, of: number): string => (of === 0 ? '–' : ((100 * part) / of).toFixed(1))

type Row = { changes: number; noticed: number }
const REPORT = join('bench', 'mutation.md')
const rows = readRows()
for (const file of chosen) {
  const results = (await mutate(file)).filter(counts)
  const dead = results.filter(noticed).length
  rows.set(file, { changes: results.length, noticed: dead })
  for (const one of results.filter((result) => !noticed(result))) console.log(survivor(file, one))
  console.log(`${file}: ${dead} of ${results.length} noticed (${percent(dead, results.length)} %)`)
}
const measured = files.flatMap((file) => rows.get(file) ?? [])
const all = measured.reduce((sum, row) => sum + row.changes, 0)
const killed = measured.reduce((sum, row) => sum + row.noticed, 0)
const sum = `${killed} of ${all} changes noticed: ${percent(killed, all)} %`
console.log(sum)
await writeFile(REPORT, report())
process.exitCode = (100 * killed) / all >= GOAL ? 0 : 1

/** What earlier runs found, by file. */
function readRows(): Map<string, Row> {
  const found = readFileSync(REPORT, 'utf8').matchAll(/^\| (\S+\.ts) \| (\d+) \| (\d+) \|/gm)
  return new Map(
    [...found].map(([, file, changes, dead]) => [file!, { changes: Number(changes), noticed: Number(dead) }]),
  )
}

function line(file: string): string {
  const row = rows.get(file)
  return row
    ? `| ${file} | ${row.changes} | ${row.noticed} | ${percent(row.noticed, row.changes)} |`
    : `| ${file} | not measured | | |`
}

async function mutate(file: string): Promise<Result[]> {
  const tests = testsOf(file)
  if (tests) process.env['RXDOCKET_MUTATION_TESTS'] = tests.join()
  else delete process.env['RXDOCKET_MUTATION_TESTS']
  const stryker = new Stryker({
    mutate: [file],
    testRunner: 'vitest',
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
    vitest: { configFile: 'mutation.config.ts' },
    // TypeScript 7 has no compiler API for Stryker to read the real one with; none is needed.
    tsconfigFile: 'no-tsconfig.json',
    concurrency: 1,
    coverageAnalysis: 'perTest',
    incremental: true,
    incrementalFile: join(memory, `${file.replaceAll('/', '-')}.json`),
    tempDirName: join(tmpdir(), 'rxdocket-mutation'),
    cleanTempDir: 'always',
    ignorePatterns: ['.data', 'bench', 'dist', 'docs', 'journeys'],
    reporters: [],
    allowEmpty: true,
    timeoutMS: 60_000, // a busy machine must not pass for a noticed change
    ...quiet,
  })
  return await stryker.runMutationTest()
}

function survivor(file: string, { location, mutatorName, replacement, status }: Result): string {
  return `  ${file}:${location.start.line}:${location.start.column} ${mutatorName} ${status}: ${(replacement ?? '').replaceAll(/\s+/g, ' ').slice(0, 100)}`
}

function report(): string {
  return [
    '# How much the tests of the rules notice',
    '',
    `${sum}. Every change is a small fault put into a rule (a turned comparison, a dropped condition, another text, an`,
    `emptied block); it is noticed when a test fails or does not end. Goal: ${GOAL} %. Again: \`npm run mutation\`, or for some`,
    'files `npm run mutation -- refill due`.',
    '',
    '| rules | changes | noticed | % |',
    '| --- | ---: | ---: | ---: |',
    ...files.map(line),
    '',
    'The walk of a hundred thousand steps is not among the tests tried: it takes three seconds a change.',
    '',
  ].join('\n')
}

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/**
 * The kinds of test files, by what they start: that says what they cost, in which order they run, and whether a failure may
 * depend on anything but the code.
 */
export type TestKind = 'attacks' | 'programs' | 'seed' | 'browser' | 'calls' | 'structure' | 'rules'

/** Roughly how long a file of a kind takes beside the others: the time left is estimated with it. */
export const weightOf: Readonly<Record<TestKind, number>> = {
  attacks: 40,
  programs: 20,
  seed: 20,
  browser: 25,
  calls: 8,
  structure: 2,
  rules: 0.3,
}

/** Pure rules and the structure of the sources: the same code gives the same result, so a failure is a fault. */
export const isDeterministic = (kind: TestKind): boolean => kind === 'rules' || kind === 'structure'

/** Attacks, races and crashes: what shows rarely there may still be a hole. */
export const isAttack = (file: string): boolean => /^testing\/(attacks\/|.*(race|crash))|-race\.test\./.test(file)

/** The kind of a test file, by its path below the repository's root. */
export function kindOf(file: string): TestKind {
  if (file.startsWith('testing/attacks/')) return 'attacks'
  if (file.startsWith('database/seed/')) return 'seed'
  const starts = startsOf(file)
  if (file.startsWith('testing/structure/') && starts.size === 0) return 'structure'
  if (starts.has('browser')) return 'browser'
  if (starts.has('program')) return 'programs'
  return starts.has('database') || starts.has('port') ? 'calls' : 'rules'
}

type Started = 'browser' | 'program' | 'database' | 'port'
const root = join(import.meta.dirname, '../..')
const known = new Map<string, ReadonlySet<Started>>()

/** What a file of test code starts (a port stands for whatever depends on time or on the machine), itself or through the test code it imports. */
function startsOf(file: string): ReadonlySet<Started> {
  const before = known.get(file)
  if (before) return before
  const starts = new Set<Started>()
  known.set(file, starts) // files that import each other
  const text = readFileSync(join(root, file), 'utf8')
  if (file.startsWith('testing/browser/')) starts.add('browser')
  if (file === 'testing/database.ts' || /^import .*from 'pg'$/m.test(text)) starts.add('database')
  if (/startEmbedded|node:child_process|node:worker_threads|createVitest/.test(text)) starts.add('program')
  if (/'node:(net|https?|dgram|timers\/promises)'|BroadcastChannel|performance\.now|cpuUsage/.test(text))
    starts.add('port')
  for (const [, name] of text.matchAll(/^(?:import|\} from|export)\b.*'([#.][^']+)'$/gm)) {
    const to = name!.startsWith('#') ? name!.slice(1) : normalize(join(dirname(file), name!)).replaceAll('\\', '/')
    if (isTestCode(to) && existsSync(join(root, to))) for (const one of startsOf(to)) starts.add(one)
  }
  return starts
}

const isTestCode = (file: string): boolean =>
  /^(testing|journeys|database\/seed)\//.test(file) || /(^|\/)testing[-.]|(^|\/)samples\.ts$/.test(file)

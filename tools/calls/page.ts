import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyCall } from '#platform/calls/contract.ts'

const root = join(import.meta.dirname, '../..')
const files = (pattern: string): string[] =>
  globSync(pattern, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()

/** Which values of contracts a text names: `worklist.search`, also where it renames the contract. */
function namesIn(text: string): Set<string> {
  const renamed = new Map(
    [...text.matchAll(/import \{[^}]*?(\w+) as (\w+)[^}]*\} from '[^']*contract\.ts'/g)].map(([, from, to]) => [
      to!,
      from!,
    ]),
  )
  const names = text.match(/\b[a-z][A-Za-z]*\.[a-z][A-Za-z]*\b/g) ?? []
  return new Set(
    names.map((name) => {
      const [contract, key] = name.split('.') as [string, string]
      return `${renamed.get(contract) ?? contract}.${key}`
    }),
  )
}

/** The constants of each contract, by the name its calls begin with: some are written in parts. */
function constants(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const file of files('features/**/*contract.ts'))
    for (const [, constant, name] of readFileSync(join(root, file), 'utf8').matchAll(
      /export const (\w+) = calls\('(\w+)'/g,
    ))
      found.set(name!, [...(found.get(name!) ?? [name!]), constant!])
  return found
}

export type CallRow = { id: string; call: AnyCall; screens: string[]; tests: string[] }

/** Each call of the API under each id it answers, with the screens and tests that name it. */
export function callRows(calls: readonly AnyCall[]): CallRow[] {
  const known = constants()
  const read = (pattern: string) =>
    files(pattern).map((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return { file, text, names: namesIn(text) }
    })
  // Also what a page asks with outside of a component.
  const screens = read('features/**/*.tsx').concat(
    read('features/**/*.ts').filter(
      ({ file, text }) => !/(\.test|contract)\.ts$/.test(file) && text.includes("from '#platform/browser/"),
    ),
  )
  const tests = read('{features,platform,testing,journeys,database}/**/*.test.{ts,tsx}')
  const naming = (where: typeof screens, call: AnyCall): string[] => {
    const [contract, key] = call.name.split('.') as [string, string]
    const written = (known.get(contract) ?? [contract]).map((constant) => `${constant}.${key}`)
    const named = where.filter(({ names }) => written.some((one) => names.has(one)))
    // A client that is not ours asks by the address: the part of it before any value.
    const address = call.line.replace(/^\w+ /, '/api').replace(/[{?].*$/, '')
    const asked = named.length > 0 ? named : where.filter(({ text }) => text.includes(address))
    return asked.map(({ file }) => file)
  }
  return calls
    .flatMap((call) =>
      call.id
        .split(',')
        .map((id) => ({ id: id.trim(), call, screens: naming(screens, call), tests: naming(tests, call) })),
    )
    .toSorted((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }) || a.call.name.localeCompare(b.call.name))
}

const short = (paths: readonly string[]): string =>
  paths.length === 0
    ? '–'
    : `\`${paths[0]!.replace(/^features\//, '')}\`${paths.length > 1 ? ` and ${paths.length - 1} more` : ''}`

/** Why a call of the service list that reads like one of a screen has none. */
export const whyNoScreen: Readonly<Record<string, string>> = {
  A08: 'Recovery begins at the page of the identity provider; for providers that ask the portal who somebody is',
  A09: 'The portal is signed in to by redirects and a cookie; for clients that hold a token of the provider',
  B01: 'Pages find a user by the first letters (B03 to B06) and never load all; for other systems',
  B02: 'As B01',
  C003: 'The patient page reads the worklist by claim (C009), with its order and pages; for other systems, which know claim numbers',
  C005: 'As C003',
  C006: 'Home counts by program with the numbers of C007; for other systems',
  C008: 'The worklist is read by C009, which filters and has pages; for other systems',
  C015: 'Assign finds users while a name is typed (B04); for other systems',
  C022: 'The form has its dates with the rest of its rules (C039); for other systems',
  C027: 'The form has the drug codes of each level with its rules (C039); for other systems',
  C036: 'A page opens one request (E05); for other systems that keep several ids',
  C042: 'Pages read the setting with A12; for other systems',
  C046: 'The names come with the values of each request (E05); for other systems',
  C063: 'The form has the reasons of its request with its rules (C039); for other systems',
  C077: 'Pages read A12, which has less; for other systems',
  C144: 'The session has it (A02), and the header hides Log Out by it; for products that frame the portal',
  D02: 'Home counts by C007; for other systems',
  C011: 'A request that is being created has its medication in the form until it is sent, and an open one is changed by C012; for other systems, which may know only its reference number',
  C094: 'Screens have the list of types with them, since it changes only with the portal; for other systems',
}

const screenWords = (id: string, screens: readonly string[]): string => {
  const why = whyNoScreen[id]
  if (why !== undefined && screens.length > 0) throw new Error(`${id} has a screen now: whyNoScreen says it has none.`)
  return why === undefined ? short(screens) : `– ${why}.`
}

/** docs/calls.md. */
export function callsPage(calls: readonly AnyCall[]): string {
  const rows = callRows(calls)
  return [
    '# Calls',
    '',
    `The ${calls.length} calls of the API in the order of the service list, each with a screen and a test that name it. Computed from the contracts by`,
    '`npm run calls`. A, B and C are the calls of the service list, E those it lacks, X our own. The tests in `testing/attacks` reach',
    'every call: rights, other carriers, the audit, made-up input. A dash among the screens is a call for other systems or for jobs.',
    '',
    '| Id | Call | What it answers | Screen | Test |',
    '|---|---|---|---|---|',
    ...rows.map(
      ({ id, call, screens, tests }) =>
        `| ${id} | \`${call.line}\` | ${call.summary.replaceAll('|', '\\|')} | ${screenWords(id, screens)} | ${short(tests)} |`,
    ),
    '',
  ].join('\n')
}

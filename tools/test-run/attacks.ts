import { filesOf } from '../../testing/structure/source.ts'
import { KeptRun, today, writeResult } from './kept-run.ts'
import type { Look } from './second-look.ts'

/** What `npm run attack` tries, in its order: the words of the table, and the test files of it as patterns. */
export const attacks: readonly { what: string; files: readonly string[] }[] = [
  {
    what: 'Ids of another carrier, program or user in every call; tables read past the rights of the portal',
    files: ['testing/attacks/{id-swaps,tenant,tenant-walls,access-taken-away,database-rights}.test.ts'],
  },
  {
    what: 'Roles without a right in every call; managers who give more than they have',
    files: [
      'testing/attacks/{roles,policy,flags,step-up}.test.ts',
      'features/people/{giving,managers}.test.ts',
      'features/carrier-settings/*.test.ts',
    ],
  },
  {
    what: 'Made-up and stolen sessions, forged tokens and SAML answers, tokens of another service',
    files: [
      'testing/attacks/{made-up-sessions,csrf,not-cached}.test.ts',
      'platform/identity/**/{sign-in-refusals,who-is-signed-in,id-token}.test.ts',
      'platform/identity/saml/{assertion,relay,shape,signature,signature-wrapping,one-parser,single-sign-on}.test.ts',
      'features/sign-in/carrier-session.test.ts',
      'platform/portal/*.test.ts',
    ],
  },
  {
    what: 'Wrong, huge and hostile input to every call; requests in a state they are not for; two at once',
    files: [
      'testing/attacks/{fuzz,shapes,edge,hostile-names,regexes,undeclared-refusals,states,openapi}.test.ts',
      'testing/undo-race.test.ts',
    ],
  },
  {
    what: 'Files that take time or memory, hide scripts or are not what they say',
    files: [
      'platform/bounded/*.test.ts',
      'platform/gateways/document-work.test.ts',
      'features/documents/storing.test.ts',
    ],
  },
  { what: 'Clocks days ahead and behind, and set during a tick', files: ['features/clock/*.test.ts'] },
  {
    what: 'Processes killed, a database that is full, silent or away',
    files: [
      'testing/attacks/{unavailable,busy,change-events}.test.ts',
      'testing/{crash,silent-database}.test.ts',
      'features/**/{killed,two-processes}.test.ts',
    ],
  },
  {
    what: 'What stays on record: audit rows of every call, nothing of a patient in logs',
    files: ['testing/attacks/{audit,trips,exports}.test.ts'],
  },
]

/** The files of an attack, each of which belongs to the first that names it. */
export function filesByAttack(): { what: string; files: string[] }[] {
  const known = new Set<string>()
  return attacks.map(({ what, files }) => {
    const mine = files.flatMap((pattern) => filesOf(pattern)).filter((file) => !known.has(file))
    for (const file of mine) known.add(file)
    return { what, files: mine }
  })
}

export const attackRun = (seed: number): KeptRun =>
  new KeptRun(
    'attack',
    seed,
    filesByAttack().flatMap(({ files }) => files),
  )

/** The rows of the table: each attack, how many files of it were run, what held and what did not. */
export function attackRows(looks: readonly Look[], by = filesByAttack()): string[] {
  return by.map(({ what, files }) => {
    const mine = looks.filter(({ file }) => files.includes(file))
    const faults = mine.reduce((sum, look) => sum + look.faults.length, 0)
    const passed = mine.reduce((sum, look) => sum + look.passed, 0)
    return `| ${what} | ${mine.length} of ${files.length} | ${passed} | ${faults} |`
  })
}

/** Writes the result into SECURITY.md. */
export function writeAttacks(run: KeptRun, seed: number, failed: readonly Look[]): void {
  writeResult('SECURITY.md', '## What was tried', [
    '`npm run attack` tries all of it against portals that it starts, with the whole bounds; `npm test` tries a sample of it.',
    `Last on ${today()}, at commit ${run.commit} with seed ${seed}, in ${Math.round(run.seconds / 60)} minutes.`,
    '',
    '| What | Files run | Held | Did not hold |',
    '|---|---|---|---|',
    ...attackRows([...run.done, ...failed]),
  ])
}

import { expect, test } from 'vitest'
import { declaredIn, rawIn, type Declared } from './raw-codes.ts'
import { productFiles, textOf } from './source.ts'

/*
 * Statuses, events, origins and the reject codes that rules compare with have names: `status` and `eventCode` of
 * features/authorizations, `priorAuthStatus` of features/prior-auths, `origin` and `ncpdp` of reference. In SQL:
 * `${integer(status.PENDING)}`, `in (${integers([status.REJECTED, status.REJECTED_NO_PA])})`.
 *
 * Read here is the syntax of every file that ships, and the SQL in its texts. A raw value counts where the other side of a
 * comparison, the name it is given to, the function it is handed to or the column beside it says a status, an event, an
 * origin or a reject code: by its name, or because a type declares it as a `StatusId`.
 */

const tables = new Set([
  'features/authorizations/statuses.ts',
  'features/authorizations/events.ts',
  'features/prior-auths/statuses.ts',
  'reference/origins.ts',
  'reference/ncpdp.ts',
])

const texts = productFiles.map((file) => ({ file, text: textOf(file) }))
const declarations = texts.map(({ file, text }) => declaredIn(file, text))
const declared: Declared = {
  names: new Set(declarations.flatMap(({ names }) => names)),
  takes: declarations
    .flatMap(({ takes }) => takes)
    .reduce((all, [name, at]) => all.set(name, (all.get(name) ?? new Set()).add(at)), new Map<string, Set<number>>()),
}

const found = texts
  .filter(({ file }) => !tables.has(file))
  .map(({ file, text }) => [file, rawIn(file, text, declared)] as const)
  .filter(([, raw]) => raw.length > 0)

test('no file has a raw number of a status, event or origin, nor a raw reject code', () => {
  expect(Object.fromEntries(found)).toEqual({})
})

test.each([
  'if (request.status_id === 20) go()',
  'if (30 === x.status) go()',
  'if (30 <= x.statusId) go()',
  'if (x?.status_id! === 30) go()',
  "if (x['status_id'] === 30) go()",
  'if (statusOf(x) === 30) go()',
  'if (30 !== (await statusOf(x))) go()',
  'const reachedBy = (x: X): StatusId => x.s; if (reachedBy(x) === 30) go()',
  'const lastOf = (x: X) => x.status_id; if (lastOf(x) === 30) go()',
  'const DONE = 30; if (x.status_id === DONE) go()',
  'const done = [30, 31]; if (done.includes(x.status_id)) go()',
  'const done = new Set([30, 31])',
  'const names = new Map([[30, "Approved"], [40, "Rejected"]])',
  'const names = new Map([[30, "Approved"], [40, "Rejected"]]); names.get(x.status_id)',
  'new Set([30]).has(x.statusId)',
  'statusId >= 30',
  '[30, 31].includes(request.status_id)',
  '[30, 31].includes(statusOf(request))',
  'switch (x.status) { case 30: go() }',
  'switch (reached) { case 30: go() }',
  "switch (String(x.status)) { case '30': go() }",
  "if (`${x.status_id}` === '30') go()",
  'const row = { status_id: 20 }',
  'const step = { to: 20 }',
  'const step = { to: silent ? 20 : 30 }',
  'const { status = 20 } = x',
  'x.status_id = 20',
  'const labels = { 30: "Approved", 40: "Rejected" }',
  'type Labels = { 30: string; 40: string }',
  'type Row = { status_id: 30 | 40 }',
  'statusLabels[30]',
  "mayMove(request.status_id, 22, 'approve')",
  'function may(x: X, to: StatusId) {}; may(x, 30)',
  'const of = (x: X): StatusId => (x.done ? 30 : 20)',
  'const to = letter.auth_status === status.PENDING ? 20 : letter.auth_status',
  'event({ ...line, to: status.PENDING }, 153, {})',
  'lineOf(at, 134, { user })',
  'event(by, grants ? 130 : 140, {})',
  'log.find(({ eventCode }) => eventCode === 130)',
  'log.find((it) => 130 === it.event_code)',
  'const texts = { 130: "Approved", 140: "Rejected" }',
  'request.channel === 1',
  'const row = { origin_code: 10 }',
  '[2, 7, 8, 9].includes(x.claim_channel_type)',
  "reject.rejectCode === '79'",
  "'79' === reject.rejectCode",
  "codes.every((code) => code === '79')",
  "codes.includes('79')",
  "only(c, ['75', 'MR'])",
])('finds the raw value in: %s', (line) => {
  const own = declaredIn('a.ts', line)
  const takes = new Map(own.takes.map(([name, at]) => [name, new Set([at])]))
  expect(rawIn('a.ts', line, { names: new Set(own.names), takes })).not.toEqual([])
})

test.each([
  'where a.status_id in (30, 31)',
  'where a.status_id not in (30, 31)',
  'where a.status_id = 30',
  'where 30 = a.status_id',
  'where 30 = a."status_id"',
  'where a.status_id = (30)',
  'where a.status_id::int = 30',
  'where coalesce(a.status_id, 0) = 30',
  'where a.status_id is distinct from 30',
  'where a.status_id between 20 and 29',
  'where a.status_id not between 20 and 29',
  "where a.status_id = any('{30,40}')",
  "where a.status_id <> all('{30, 40}'::int[])",
  'where a.status_id = any(array[30, 40])',
  "select case a.status_id when 30 then 'a' end",
  "select case a.status_id when ${status.PENDING} then 'b' end, case status_id when 30 then 'a' end",
  'update x set status_id = case when true then 30 else ${status.PENDING} end',
  'WHERE A.STATUS_ID = 30',
  'where a.status in (30, 40)',
  'where p.status_id = 3',
  'where a.status_id in (${integers([30, 31])})',
  'where a.status_id = ${30}',
  'where e.event_code in (110, 111)',
  'where a.claim_channel_type not in (1, 3)',
  'where a.origin_code = 10',
])('finds the raw value in the statement: %s', (statement) => {
  expect(rawIn('a.ts', `const a = sql\`${statement}\``, { names: new Set(), takes: new Map() })).not.toEqual([])
})

test('finds the number that a statement is given by another name', () => {
  const text = 'const DONE = 30\nconst a = sql`select 1 from b where status_id = ${integer(DONE)}`'
  expect(rawIn('a.ts', text, { names: new Set(), takes: new Map() })).not.toEqual([])
})

test.each([
  'if (response.status === 404) go()',
  '// status_id === 20 is what a comment may say',
  'const a = sql`where a.status_id = ${integer(status.PENDING)}`',
  'const a = sql`where a.status_id in (${integers([status.REJECTED, status.REJECTED_NO_PA])}) limit 20`',
  'const a = sql`-- status_id = 20\nselect 1`',
  'event(at, eventCode.APPROVED, { n: 130 })',
  'isOpen(request.status_id)',
  'const limit = { page: 20 }',
  "if (kind === '79') go()",
])('finds nothing in: %s', (line) => {
  expect(rawIn('a.ts', line, { names: new Set(), takes: new Map() })).toEqual([])
})

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { everyCall } from '#registry'
import { codesOf } from '#platform/calls/api-description.ts'
import type { AnyCall } from '#platform/calls/contract.ts'
import { refusalStatus, type RefusalCode } from '#platform/calls/refusal.ts'
import { placesOf } from '#platform/calls/wire.ts'
import type { Answer } from '../api.ts'
import { bound } from '../bounds.ts'
import { testSeed } from '../test-seed.ts'
import { attempt, pharmacy, send, sender, type Attempt, type Sender } from './attempt.ts'
import { around, hostile, nearly, valid, type Known } from './arbitrary.ts'
import { openPrepared } from './prepared.ts'
import type { Prepared } from './place.ts'
import { sampleOf } from './samples.ts'
import { ECHO, inputSchema, type Schema } from './schema.ts'

// Whatever is sent to whichever call, the answer is one its contract declares, and never a fault of ours.

/** FUZZ_SEED, FUZZ_RUNS (requests a call) and FUZZ_CALL (one call by name) repeat, lengthen or narrow a run. */
const seed = Number(process.env['FUZZ_SEED'] ?? testSeed)
const runs = Number(process.env['FUZZ_RUNS'] ?? bound(12, 130))
const only = process.env['FUZZ_CALL']
const together = 4

let prepared: Prepared
let people: Sender[]
let known: Known
/** Requests that are still open when the fuzz begins; acts use them up. */
const targets: string[] = []

const signedIn = (): Promise<Sender[]> =>
  Promise.all(
    ['adj.aaa', 'super.aaa', 'clin.aaa', 'adj.sub1', 'read.only'].map(async (name) =>
      sender(await prepared.api.signIn(name), 'AAA'),
    ),
  )

/** Whether the function that hostile texts call has ever run: a sequence stays moved even when its transaction is taken back. */
const wasInjected = async () =>
  (await prepared.api.db.query<{ called: boolean }>('select is_called as called from injections')).rows[0]!.called

beforeAll(async () => {
  prepared = await openPrepared()
  await prepared.api.db.query(
    `create sequence injections;
     create function injected() returns bigint language sql security definer as $$ select nextval('injections') $$`,
  )
  people = await signedIn()
  for (let n = 0; n < 12; n += 1) targets.push(await prepared.fresh(n % 3 ? 'AAA1' : 'AAA2').request())
  for (let n = 0; n < 3; n += 1) targets.push((await prepared.fresh('AAA1').decided()).id)
  for (const call of everyCall) await sampleOf(call, prepared.same('AAA1'))
  const tcn = await prepared.same('AAA1').paid()
  known = {
    ids: [...targets, await prepared.same('BBB1').request()],
    words: [
      'AAA',
      'AAA1',
      'AAA2',
      'AAA1GRP',
      'BBB',
      'BBB1',
      'ALL',
      'settingsLevelGlobal',
      'ortega',
      'Maria',
      'adj.aaa',
      'u1000@carrier.example',
      '1043391',
      '610014',
      'WCPBM',
      'SUBAAA11',
      '75',
      '76',
      'FL',
      'CA',
      'clinical',
      'ur',
      'pending',
      'reopen',
      'withdraw',
      'csv',
      'PDF',
      'America/New_York',
      '2026-01-31',
      '98001002201',
      'statutoryDueAt,asc',
      tcn,
    ],
  }
})
afterAll(() => prepared.close())

type Plan = { input: Record<string, unknown>; by: number; extra: Record<string, string>; raw: string | undefined }

/** A request near the sample: some of its fields valid otherwise, one or none of them wrong; or all of it made up. */
function plans(call: AnyCall, sample: Record<string, unknown>): fc.Arbitrary<Plan> {
  const schema = inputSchema(call)
  const fields = Object.entries(schema.properties ?? {})
  const right = (part: Schema) => valid(part, known)
  const other = fc.record(Object.fromEntries(fields.map(([name, one]) => [name, right(one)])), {
    requiredKeys: [],
    noNullPrototype: true,
  })
  const some = other.map((made) => ({ ...sample, ...made }))
  const like = (made: (part: Schema) => fc.Arbitrary<unknown>) =>
    (fields.length === 0 ? fc.constant({ [ECHO]: 1 }) : around(schema, sample, made)) as fc.Arbitrary<
      Record<string, unknown>
    >
  const input: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
    { weight: 2, arbitrary: some },
    { weight: 5, arbitrary: fields.length === 0 ? fc.constant({}) : like(right) },
    { weight: 2, arbitrary: like((part) => nearly(part, known)) },
    { weight: 2, arbitrary: like(() => hostile) },
    {
      weight: 1,
      arbitrary: some.chain((whole) =>
        fc.subarray(Object.keys(whole)).map((kept) => Object.fromEntries(kept.map((name) => [name, whole[name]]))),
      ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(some, fc.dictionary(fc.string({ maxLength: 12 }), hostile, { maxKeys: 2 }))
        .map(([whole, more]) => ({ ...whole, ...more })),
    },
  )
  const extra = fc.oneof(
    { weight: 8, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Record<string, string>>(
        { 'idempotency-key': 'fuzz-key-1' },
        { 'idempotency-key': 'x' },
        { 'x-user-activity': '1' },
        { 'x-time-zone': 'Mars/Base' },
        { 'x-time-zone': 'Asia/Kolkata' },
        { 'x-master-carrier': 'BBB' },
        { 'user-agent': 'x'.repeat(2000) },
        { accept: 'text/html' },
      ),
    },
  )
  const raw = fc.oneof(
    { weight: 12, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.json({ maxDepth: 4 })) },
  )
  return fc.record({ input, by: fc.nat(people.length - 1), extra, raw })
}

/** As a careless client would put it on the wire: also what `encodeURIComponent` refuses. */
function onTheWire(call: AnyCall, { input, by, extra, raw }: Plan): Attempt {
  const travels = new Set([...placesOf(call).inPath, ...placesOf(call).inQuery])
  const wellFormed = Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      travels.has(name) && typeof value === 'string'
        ? value.toWellFormed()
        : travels.has(name) && Array.isArray(value)
          ? value.map((item) => String(item).toWellFormed())
          : value,
    ]),
  )
  const path = Object.fromEntries(placesOf(call).inPath.map((name) => [name, wellFormed[name] ?? '']))
  const made = attempt(call, { ...wellFormed, ...path }, call.gate === 'service' ? pharmacy : people[by]!)
  return {
    ...made,
    headers: { ...made.headers, ...extra },
    payload: raw !== undefined && made.payload !== undefined ? raw : made.payload,
  }
}

const Problem = z.strictObject({
  status: z.strictObject({ code: z.enum(Object.keys(refusalStatus) as [string]), message: z.string().min(1).max(500) }),
  data: z.unknown(),
  supportId: z.uuid(),
  fields: z.array(z.strictObject({ path: z.string(), code: z.string(), message: z.string() })),
})

// Texts the specifications write with the value in them, and one that names who is on file: an earlier request of the fuzz may have added them.
const repeated =
  /^(Unsupported status: |Unsupported form filter( field)? type: |Invalid settings level: |Unknown e-mail: )| is on file with this NPI\.$/

/** What is wrong with an answer; nothing when it keeps its promise. */
function broken(call: AnyCall, answer: Answer): string | undefined {
  if (answer.status >= 500) return `answered ${answer.status}`
  if (answer.status === 404 && answer.headers['content-type'] !== 'application/json; charset=utf-8') return 'a bare 404'
  if (answer.status === 200) {
    if (call.file !== undefined)
      return String(answer.headers['content-disposition']).startsWith('attachment')
        ? undefined
        : 'a file that is not an attachment'
    const parsed = call.output.safeParse(answer.body)
    return parsed.success
      ? undefined
      : `a body that breaks the contract: ${parsed.error.issues[0]?.path.join('.')} ${parsed.error.issues[0]?.message}`
  }
  const problem = Problem.safeParse(answer.body)
  if (!problem.success) return `not a refusal: ${answer.text.slice(0, 200)}`
  const { status, fields } = problem.data
  if (refusalStatus[status.code as keyof typeof refusalStatus] !== answer.status)
    return `${status.code} with ${answer.status}`
  if (!codesOf(call).has(status.code as RefusalCode)) return `undeclared ${answer.status} ${status.code}`
  const words = [status.message, ...fields.map((field) => field.message)]
    .filter((message) => !repeated.test(message))
    .join(' ')
  if (words.includes(ECHO) || (typeof problem.data.data === 'string' && problem.data.data.includes(ECHO)))
    return 'an answer that repeats what was sent'
  if (/node_modules|\.ts:\d|syntax error|relation "|column "|invalid input syntax/i.test(answer.text))
    return 'an answer that speaks of our insides'
  if (
    /Invalid (input|option|key|element|string|number|UUID)|Unrecognized key|Too (big|small):|[Ee]xpected \w+,? (but )?received|\[object /.test(
      words,
    )
  )
    return `the validator's own words: ${words.slice(0, 120)}`
  return undefined
}

test('a text that runs as a statement is noticed, even when its transaction is taken back', async () => {
  const { db } = prepared.api
  expect(await wasInjected()).toBe(false)
  for (const statement of ['begin', 'set local role rxdocket_app', 'select injected()', 'rollback'])
    await db.query(statement)
  expect(await wasInjected()).toBe(true)
  await db.query(`select setval('injections', 1, false)`)
})

test(`thousands of requests, right, nearly right and hostile, get an answer of the contract (seed ${seed})`, async () => {
  const found = new Map<string, string>()
  const statuses: Record<number, number> = {}
  const succeeded = new Set<string>()
  let total = 0
  // Logging out or signing in again ends or replaces sessions: those calls run signed out, or as another user.
  const leaving = new Set([
    'session.logout',
    'session.chooseCarrier',
    'session.exchange',
    'account.changePassword',
    'session.acceptTerms',
    'session.acceptTermsAgain',
  ])
  // Reads first: the acts add thousands of rows that the planner has no statistics of yet.
  const inOrder = everyCall.toSorted((a, b) => (a.kind === b.kind ? 0 : a.kind === 'read' ? -1 : 1))
  for (const [at, call] of inOrder.entries()) {
    if (only !== undefined && call.name !== only) continue
    // The test database has no autovacuum: without statistics a sorted search reads every claim for every row.
    if (at % bound(60, 10) === 0) await prepared.api.db.query('analyze')
    if (call.stepUp) people = await signedIn() // such calls want a user who logged in minutes ago
    const sample = await sampleOf(call, prepared.fresh(leaving.has(call.name) ? 'AAA2' : 'AAA1'))
    // First the sample as it is: a fuzz of calls that are only ever refused would test nothing.
    const first: Plan = { input: sample, by: 0, extra: {}, raw: undefined }
    const made = [first, ...fc.sample(plans(call, sample), { seed: seed + at, numRuns: runs })]
    for (let next = 0; next < made.length; next += together) {
      await Promise.all(
        made.slice(next, next + together).map(async (plan) => {
          const sent = onTheWire(call, plan)
          if (leaving.has(call.name)) sent.headers['cookie'] = 'rxdocket=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
          const answer = await send(prepared.api, sent)
          total += 1
          statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
          if (answer.status === 200) succeeded.add(call.name)
          const what = broken(call, answer)
          if (what) {
            const { supportId } = answer.body as { supportId: string }
            const line =
              answer.status === 500
                ? prepared.api.logged.findLast((one) => one.includes(supportId) && one.includes('fault'))
                : undefined
            const [fault = '', ...stack] = line
              ? (JSON.parse(line) as { err: { stack: string } }).err.stack.split('\n')
              : []
            const kind = `${call.name}: ${what} ${fault.replaceAll(/"[^"]*"/g, '""')}`
            if (!found.has(kind))
              found.set(
                kind,
                `${fault} ${stack.slice(0, 6).join(' ')}\n  ${sent.method} ${sent.url.slice(0, 300)} ${(sent.payload ?? '').slice(0, 800)}\n  ${answer.text.slice(0, 300)}`,
              )
          }
        }),
      )
    }
  }
  console.log(`fuzz: seed ${seed}, ${total} requests, ${JSON.stringify(statuses)}`)
  expect([...found].map(([kind, example]) => `${kind}\n  ${example}`).join('\n')).toBe('')
  expect(await wasInjected(), 'a text that was sent ran as a statement').toBe(false)
  if (only !== undefined) return
  expect(total).toBe(everyCall.length * (runs + 1))
  expect(
    everyCall.filter((call) => !succeeded.has(call.name) && !leaving.has(call.name)).map((call) => call.name),
  ).toEqual([])
  const canary = prepared.api.logged.filter((line) => /Ortega|SUBAAA|1979-03-14/.test(line))
  expect(canary).toEqual([])
}, 600_000)

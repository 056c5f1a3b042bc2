import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { worklist } from '#features/worklist/contract.ts'
import { owners } from '#features/owners/contract.ts'
import { everyCall } from '#registry'
import type { AnyCall } from '#platform/calls/contract.ts'
import { placesOf } from '#platform/calls/wire.ts'
import type { Answer } from '../api.ts'
import { exhaustive } from '../bounds.ts'
import { idOf } from '../fixtures.ts'
import { attempt, codeOf, pharmacy, send, sender, withoutSupportId, type Sender, wordsOf } from './attempt.ts'
import { changingNothing, drawn, together, tried } from './drawn.ts'
import { openPrepared } from './prepared.ts'
import type { Place, Prepared } from './place.ts'
import { sampleOf } from './samples.ts'

// Over HTTP: nobody reads, writes or guesses what belongs to another carrier or sub-carrier.

let prepared: Prepared
let adjuster: Sender
let ofSub1: Sender
const place = (sub: Place['sub']) => prepared.same(sub)

beforeAll(async () => {
  prepared = await openPrepared()
  const { api } = prepared
  adjuster = sender(await api.signIn('adj.aaa'), 'AAA')
  ofSub1 = sender(await api.signIn('adj.sub1'), 'AAA')
  for (const sub of ['AAA1', 'AAA2', 'BBB1'] as const) {
    for (const call of everyCall) await sampleOf(call, place(sub))
    for (let more = 0; more < 3; more += 1) await prepared.fresh(sub).request()
  }
  // Escalated, so that the list of them has something to hide too.
  await api.db.query(
    'update rx_authorization set escalated = true, escalation_level = 1 where status_id between 20 and 29',
  )
})
afterAll(() => prepared.close())

const by = (call: AnyCall, person: Sender): Sender => (call.gate === 'service' ? pharmacy : person)
const ask = async (call: AnyCall, input: Record<string, unknown>, person = adjuster): Promise<Answer> => {
  const answer = await send(prepared.api, attempt(call, input, by(call, person)))
  return { ...answer, text: wordsOf(answer) }
}
const failures = async (call: AnyCall): Promise<number> =>
  (
    await prepared.api.db.query(
      `select count(*)::int as n from security_event where event = 'authz_fail' and call = $1`,
      [call.name],
    )
  ).rows[0].n as number

/** What only another carrier has. */
const canary = /ZZBBBCANARY|BBB1/
/** What only the other sub-carrier has. */
const secondSub = /Ortegatwo|AAA2/

const nameOf = (call: AnyCall): string => call.name
const withCarrier = everyCall.filter((call) => call.carrier.length > 0)

test("a carrier in a field that is not the session's own is not there, for any call", () =>
  changingNothing(prepared.api, withCarrier, nameOf, async (call) => {
    for (const field of call.carrier) {
      const input = await sampleOf(call, place('AAA1'))
      const foreign: string[] = []
      const noted = await failures(call)
      // Another carrier, and one that there is not: the answers are the same.
      const others = ['BBB', ...tried(call, ['CCC', 'ZZZ'], 1, field)]
      for (const other of others) {
        const answer = await ask(call, { ...input, [field]: other })
        expect([call.name, other, answer.status, codeOf(answer)]).toEqual([call.name, other, 404, 'NOT_FOUND'])
        foreign.push(withoutSupportId(answer))
      }
      expect([call.name, await failures(call)]).toEqual([call.name, noted + others.length])
      expect([call.name, new Set(foreign).size]).toEqual([call.name, 1])
      const odds = [
        'bbb',
        'aaa',
        ' BBB',
        'AAA ',
        'BBB\u0000',
        'AAA,BBB',
        ['AAA', 'BBB'],
        { $ne: '' },
        null,
        1,
        true,
        '*',
        '%',
        '',
        '_BBB',
        'AAA/../BBB',
        'AAA%2f..%2fBBB',
        "AAA' or '1'='1",
      ]
      for (const odd of tried(call, odds, 2, field)) {
        const answer = await ask(call, { ...input, [field]: odd })
        expect([call.name, odd, [400, 404].includes(answer.status) ? '400 or 404' : answer.status]).toEqual([
          call.name,
          odd,
          '400 or 404',
        ])
        expect(answer.text).not.toMatch(canary)
      }
      const { [field]: _, ...without } = input
      if (call.kind === 'read' && !placesOf(call).inPath.includes(field))
        expect((await ask(call, without)).text).not.toMatch(canary)
    }
  }))

test('somebody who works for both carriers works in one at a time', () =>
  together(drawn(withCarrier, 30, 'both carriers'), async (call) => {
    const both = sender(await prepared.api.signIn('multi', 'AAA'), 'AAA')
    const input = await sampleOf(call, place('AAA1'))
    for (const field of call.carrier)
      expect([call.name, field, (await ask(call, { ...input, [field]: 'BBB' }, both)).status]).toEqual([
        call.name,
        field,
        404,
      ])
  }))

/** An id of the same form that nobody has. */
const strange = (id: string): string => (/^\d+$/.test(id) ? Array.from(id, () => randomInt(10)).join('') : randomUUID())

describe('the ids of every call', () => {
  const withIds = everyCall.filter((call) => Object.keys(call.ids).length > 0)
  const isMany = async (call: AnyCall, field: string) => Array.isArray((await sampleOf(call, place('AAA1')))[field])

  test("another carrier's, another sub-carrier's and nobody's are the same 404, byte for byte; a malformed one is a 400", () =>
    changingNothing(prepared.api, withIds, nameOf, async (call) => {
      for (const [field, table] of Object.entries(call.ids)) {
        if (await isMany(call, field)) continue
        const name = `${call.name} ${field}`
        const [own, theirs] = [await sampleOf(call, place('AAA1')), await prepared.idIn(table, place('BBB1'))]
        const random = strange(theirs)
        const variants: [what: string, id: string, person: Sender][] = [
          ["another carrier's, in capitals", theirs.toUpperCase(), adjuster],
          ["nobody's, for somebody of a sub-carrier", random, ofSub1],
        ]
        // The pharmacy network has no sub-carriers.
        if (call.gate !== 'service')
          variants.push(["another sub-carrier's", await prepared.idIn(table, place('AAA2')), ofSub1])
        const asked: typeof variants = [
          ["another carrier's", theirs, adjuster],
          ["nobody's", random, adjuster],
          ...tried(call, variants, 1, field),
        ]
        const answers: string[] = []
        const noted = await failures(call)
        for (const [what, id, person] of asked) {
          const answer = await ask(call, { ...own, [field]: id }, person)
          expect([name, what, answer.status, codeOf(answer)]).toEqual([name, what, 404, 'NOT_FOUND'])
          answers.push(withoutSupportId(answer))
        }
        expect([name, await failures(call)]).toEqual([name, noted + asked.length])
        expect([name, new Set(answers).size]).toEqual([name, 1])
        const odds = [
          'x',
          `${theirs}x`,
          `${theirs},${theirs}`,
          "' or ''='",
          '*',
          '%',
          '1e5',
          '-1',
          `{${theirs}}`,
          `${theirs}\u0000`,
        ]
        for (const odd of tried(call, odds, 1, field))
          expect([name, odd, (await ask(call, { ...own, [field]: odd })).status]).toEqual([name, odd, 400])
      }
    }))

  test('one of another carrier among own ones is simply absent', () =>
    together(withIds, async (call) => {
      for (const [field, table] of Object.entries(call.ids)) {
        if (!(await isMany(call, field))) continue
        const name = `${call.name} ${field}`
        const own = await sampleOf(call, place('AAA1'))
        const mine = await prepared.idIn(table, place('AAA1'))
        const [theirs, second] = [await prepared.idIn(table, place('BBB1')), await prepared.idIn(table, place('AAA2'))]
        const random = strange(theirs)
        const answerWithoutClocks = async (id: string, person: Sender) => {
          const answer = await ask(call, { ...own, [field]: [mine, id] }, person)
          expect([name, answer.status]).toEqual([name, 200])
          expect(answer.text).toContain(mine)
          expect(answer.text).not.toMatch(canary)
          // Clocks of the row go on between two answers.
          return answer.text.replaceAll(id, 'id').replaceAll(/"(ageHours|hoursToDue)":-?[\d.]+/g, '')
        }
        expect(await answerWithoutClocks(theirs, adjuster)).toBe(await answerWithoutClocks(random, adjuster))
        expect(await answerWithoutClocks(second, ofSub1)).toBe(await answerWithoutClocks(random, ofSub1))
        expect((await ask(call, { ...own, [field]: [mine, 'x'] })).status).toBe(400)
      }
    }))
})

test('a tab that shows another carrier gets 409 and writes nothing, for any call', async () => {
  const ofPeople = everyCall.filter((call) => call.gate === 'carrier' || call.gate === 'session')
  const both = sender(await prepared.api.signIn('multi', 'AAA'))
  const tabs = [adjuster, both].flatMap((person) =>
    ['BBB', 'ZZZ', 'aaa', 'AAA, BBB', '*'].map((carrier) => ({ ...person, carrier })),
  )
  await changingNothing(prepared.api, ofPeople, nameOf, async (call) => {
    const input = await sampleOf(call, place('AAA1'))
    for (const tab of tried(call, tabs, 1, 'tab')) {
      const answer = await ask(call, input, tab)
      expect([call.name, tab.carrier, answer.status, codeOf(answer)]).toEqual([
        call.name,
        tab.carrier,
        409,
        'CARRIER_CHANGED',
      ])
    }
  })
})

const reads = everyCall.filter((call) => call.kind === 'read' && call.gate !== 'service' && call.gate !== 'public')

test('what a carrier may read holds nothing of another one', async () => {
  await together(reads, async (call) => {
    const answer = await ask(call, await sampleOf(call, place('AAA1')))
    expect([call.name, answer.status]).toEqual([call.name, 200])
    expect([call.name, canary.exec(answer.text)?.[0]]).toEqual([call.name, undefined])
  })
  // The same questions in the other carrier do show it: the canaries are where the lists would find them.
  const theirs = sender(await prepared.api.signIn('adj.bbb'), 'BBB')
  const singers = [
    'worklist.pending',
    'worklist.search',
    'worklist.escalated',
    'worklist.export',
    'authorizations.one',
    'authorizations.many',
    'history.story',
  ]
  const singing: string[] = []
  for (const call of reads.filter(({ name }) => exhaustive || singers.includes(name)))
    if (canary.test((await ask(call, await sampleOf(call, place('BBB1')), theirs)).text)) singing.push(call.name)
  expect(singing).toEqual(expect.arrayContaining(singers))
})

test('somebody of one sub-carrier sees that one only, in lists, numbers and files', async () => {
  await together(reads, async (call) => {
    const answer = await ask(call, await sampleOf(call, place('AAA1')), ofSub1)
    expect([
      call.name,
      answer.status === 200 ||
        answer.status === 403 ||
        (answer.status === 404 &&
          /^(team\.|chat\.(refresh|transcript)$|bulkActs\.of$|accessReview\.(lines|export)$|eligibilityFeed\.refused$|exports\.job$|(data|kept)Extracts\.)/.test(
            call.name,
          )),
    ]).toEqual([call.name, true]) // 403: asks about somebody else's work; 404: another's team, chat or export, a review they do not make, a file of all programs, no program to extract from
    expect([call.name, secondSub.exec(answer.text)?.[0]]).toEqual([call.name, undefined])
  })
  const { rows } = await prepared.api.db.query(
    `select count(*)::int as n from rx_authorization where mc = 'AAA' and sub_carrier = 'AAA1' and status_id between 20 and 29`,
  )
  const pending = (await ask(worklist.pending, { mc: 'AAA', size: 100 }, ofSub1)).body as {
    totalElements: number
    content: unknown[]
  }
  expect([pending.totalElements, pending.content.length]).toEqual([rows[0].n, rows[0].n])
  const counts = (await ask(worklist.counts, { mc: 'AAA' }, ofSub1)).body as { carrierPendingCount: number }
  expect(counts.carrierPendingCount).toBe(rows[0].n)
  await together(reads, async (call) => {
    // A field that names a sub-carrier is no way in.
    const input = await sampleOf(call, place('AAA1'))
    for (const field of ['subCarrier', 'subCarrierCode', 'sc'].filter((name) => name in (call.input.shape as object))) {
      for (const other of tried(call, ['AAA2', 'BBB1'], 1, field))
        expect([
          call.name,
          field,
          secondSub.exec((await ask(call, { ...input, [field]: other }, ofSub1)).text.replaceAll(other, ''))?.[0],
        ]).toEqual([call.name, field, undefined])
    }
  })
})

test('a search is scoped before it matches: found elsewhere is the same as not found', async () => {
  const theirs = place('BBB1')
  const id = await theirs.request()
  const reference = (
    await prepared.api.db.query('select reference_number as r from rx_authorization where id = $1', [id])
  ).rows[0].r as string
  const pairs: [elsewhere: Record<string, unknown>, nowhere: Record<string, unknown>][] = [
    [
      { authSearchKey: 'Au', authSearchValue: id },
      { authSearchKey: 'Au', authSearchValue: randomUUID() },
    ],
    [
      { authSearchKey: 'Au', authSearchValue: reference },
      { authSearchKey: 'Au', authSearchValue: strange(reference) },
    ],
    [
      { authSearchKey: 'N', authSearchValue: 'Ortega-ZZBBBCANARY' },
      { authSearchKey: 'N', authSearchValue: 'Nobody' },
    ],
    [
      { authSearchKey: 'A', authSearchValue: theirs.email },
      { authSearchKey: 'A', authSearchValue: 'nobody@carrier.example' },
    ],
    [
      { authSearchKey: 'A', authSearchValue: 'bbb, adj' },
      { authSearchKey: 'A', authSearchValue: 'nobody, adj' },
    ],
    [{ caseOwners: [theirs.userId] }, { caseOwners: [randomUUID()] }],
    [{ subCarrier: 'BBB1' }, { subCarrier: 'ZZZ1' }],
  ]
  for (const [elsewhere, nowhere] of pairs) {
    for (const [call, base] of [
      [worklist.search, { mc: 'AAA' }],
      [worklist.filterOptions, {}],
      [worklist.export, { type: 'csv' }],
    ] as const) {
      const [found, not] = [await ask(call, { ...base, ...elsewhere }), await ask(call, { ...base, ...nowhere })]
      expect([call.name, found.status]).toEqual([call.name, 200])
      // A file says in its last lines what was looked for and when.
      if (call !== worklist.export) expect(found.text).toBe(not.text)
      else expect(found.text.split('\n').length).toBe(not.text.split('\n').length)
      expect(
        found.text.replaceAll(/ZZBBBCANARY|BBB1/g, (word) => (JSON.stringify(elsewhere).includes(word) ? '' : word)),
      ).not.toMatch(canary)
    }
  }
})

test('a user who names people of another carrier finds nobody', async () => {
  const theirs = place('BBB1')
  for (const [call, base, email, username] of [
    [worklist.counts, { mc: 'AAA' }, 'email', 'username'],
    [worklist.escalated, { masterCarrier: 'AAA' }, 'userEmail', 'username'],
  ] as const) {
    const foreign = await ask(call, { ...base, [email]: theirs.email, [username]: theirs.username })
    expect([foreign.status, withoutSupportId(foreign)]).toEqual([
      403,
      withoutSupportId(await ask(call, { ...base, [email]: 'nobody@carrier.example', [username]: 'nobody' })),
    ])
    // And so is a colleague one does not supervise.
    expect((await ask(call, { ...base, [username]: 'adj.aaa2' })).status).toBe(403)
  }
  const id = await prepared.fresh('AAA1').request()
  const [foreign, unknown] = [
    await ask(owners.assign, { id, version: 1, userEmails: [theirs.email] }),
    await ask(owners.assign, { id, version: 1, userEmails: ['nobody@carrier.example'] }),
  ]
  expect([foreign.status, withoutSupportId(foreign).replaceAll(theirs.email, '')]).toEqual([
    400,
    withoutSupportId(unknown).replaceAll('nobody@carrier.example', ''),
  ])
  for (const chars of ['bbb', '%%', '__', '..', '.*', "' or"])
    expect([chars, (await ask(owners.typeAhead, { authId: id, chars })).body]).toEqual([chars, []])
  expect(
    ((await ask(owners.typeAhead, { authId: id, chars: 'adj' })).body as { userId: string }[]).some(
      (one) => one.userId === idOf('adj.aaa2'),
    ),
  ).toBe(true)
})

test('the cursor of a list is bound to its carrier and its search', async () => {
  const theirs = sender(await prepared.api.signIn('adj.bbb'), 'BBB')
  const next = async (mc: string, person: Sender) =>
    ((await ask(worklist.search, { mc, size: 1 }, person)).body as { next: string }).next
  const [mine, foreign] = [await next('AAA', adjuster), await next('BBB', theirs)]
  const go = async (after: string, more: Record<string, unknown> = {}) =>
    (await ask(worklist.search, { mc: 'AAA', size: 1, after, ...more })).status
  expect(await go(mine)).toBe(200)
  expect(await go(foreign)).toBe(400)
  expect(await go(mine, { isEscalatedOnly: true })).toBe(400)
  expect(await go(mine, { sort: 'requestReceivedDate,asc' })).toBe(400)
  for (const bent of [
    mine.slice(0, -3),
    `${mine}AA`,
    mine.toUpperCase(),
    'x'.repeat(10_000),
    '',
    'AAAA',
    Buffer.from('[1,2,3]').toString('base64url'),
  ])
    expect([bent.slice(0, 20), await go(bent)]).toEqual([bent.slice(0, 20), 400])
})

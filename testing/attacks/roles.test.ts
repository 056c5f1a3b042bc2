import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyCall } from '#registry'
import type { AnyCall } from '#platform/calls/contract.ts'
import type { Answer, Visitor } from '../api.ts'
import { sample } from '../bounds.ts'
import { idOf } from '../fixtures.ts'
import { attempt, codeOf, nobody, pharmacy, send, sender, type Sender } from './attempt.ts'
import { changingNothing, drawn, together, tried } from './drawn.ts'
import { openPrepared } from './prepared.ts'
import type { Prepared } from './place.ts'
import { sampleOf } from './samples.ts'

// What a role forbids is forbidden by the server, whatever is sent.

const nameOf = (call: AnyCall): string => call.name
const namesNobody = (call: AnyCall): boolean => call.name === 'savedViews.save'
const restricted = ['read.only', 'read.mess', 'prog.spec', 'both', 'no.role']

let prepared: Prepared
const people: Record<string, Sender> = {}
beforeAll(async () => {
  prepared = await openPrepared()
  for (const username of [...restricted, 'adj.aaa', 'adj.bbb', 'terms.old'])
    people[username] = sender(await prepared.api.signIn(username))
  for (const call of everyCall) await sampleOf(call, prepared.same('AAA1'))
})
afterAll(() => prepared.close())

const ask = async (call: AnyCall, by: Sender, more: Record<string, string> = {}): Promise<Answer> => {
  const made = attempt(call, await sampleOf(call, prepared.same('AAA1')), by)
  return send(prepared.api, { ...made, headers: { ...made.headers, ...more } })
}
const noted = async (call: AnyCall, username: string): Promise<string[]> =>
  (
    await prepared.api.db.query(
      `select detail ->> 'code' as code from security_event where event = 'authz_fail' and call = $1 and user_id = $2 order by id`,
      [call.name, idOf(username)],
    )
  ).rows.map((row) => String(row.code))

const acts = everyCall.filter((call) => call.kind === 'act' && call.gate === 'carrier' && !call.own)
const reads = everyCall.filter((call) => call.kind === 'read' && call.gate === 'carrier')
const blocked = [403, 'UPDATE_BLOCKED', 'Update functionality is blocked for user']
const refusalOf = (answer: Answer) => [
  answer.status,
  codeOf(answer),
  (answer.body as { status?: { message: string } }).status?.message,
]

test('what those who only look do for themselves is known by name', async () => {
  expect(
    everyCall
      .filter(({ own }) => own)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([
    'chat.end',
    'chat.rate',
    'chat.send',
    'chat.start',
    'chat.startTyping',
    'chat.stopTyping',
    'exports.answer',
    'notifications.choose',
    'notifications.markRead',
    'notifications.markUnread',
    'patients.addRecent',
  ])
  const choose = everyCall.find(({ name }) => name === 'notifications.choose')!
  for (const username of restricted) expect((await ask(choose, people[username]!)).status).toBe(200)
})

describe('every act', () => {
  test('of a read-only user changes nothing, and the attempt is audited', async () => {
    await changingNothing(prepared.api, acts, nameOf, async (call) => {
      for (const username of tried(call, restricted, 1, 'read-only')) {
        const before = await noted(call, username)
        expect([call.name, username, ...refusalOf(await ask(call, people[username]!))]).toEqual([
          call.name,
          username,
          ...blocked,
        ])
        expect([call.name, username, await noted(call, username)]).toEqual([
          call.name,
          username,
          [...before, 'UPDATE_BLOCKED'],
        ])
      }
    })
  })

  test('of a user of another carrier gets 404', async () => {
    // A view of the own list names nothing of anybody: it is saved, at the user's own carrier.
    const [own, others] = [acts.filter(namesNobody), acts.filter((call) => !namesNobody(call))]
    await changingNothing(prepared.api, others, nameOf, async (call) => {
      const before = await noted(call, 'adj.bbb')
      expect([call.name, ...refusalOf(await ask(call, people['adj.bbb']!))]).toEqual([
        call.name,
        404,
        'NOT_FOUND',
        'Not found.',
      ])
      expect([call.name, await noted(call, 'adj.bbb')]).toEqual([call.name, [...before, 'NOT_FOUND']])
    })
    expect(own.map(nameOf)).toEqual(['savedViews.save'])
    expect((await ask(own[0]!, people['adj.bbb']!)).status).toBe(200)
    const saved = await prepared.api.db.query(`delete from saved_view where user_id = $1 returning mc`, [
      idOf('adj.bbb'),
    ])
    expect(saved.rows).toEqual([{ mc: 'BBB' }])
  })

  test('gives no access for headers and fields that a client sets about itself', async () => {
    const claims = {
      'x-role': 'supervisor',
      'x-roles': 'all_access',
      'x-user-roles': 'adjuster',
      'x-is-admin': 'true',
      'x-update-blocked': 'false',
      'x-user-id': idOf('adj.aaa'),
      'x-forwarded-user': 'adj.aaa',
      'x-real-ip': '10.0.0.1',
    }
    const withCookies = {
      ...claims,
      cookie: `roles=all_access; ${people['read.only']!.cookie}; isAdmin=1; updateBlocked=false`,
    }
    await changingNothing(prepared.api, drawn(acts, 12, 'claims about oneself'), nameOf, async (call) => {
      for (const headers of [claims, withCookies])
        expect([call.name, ...refusalOf(await ask(call, people['read.only']!, headers))]).toEqual([
          call.name,
          ...blocked,
        ])
      const made = attempt(
        call,
        {
          ...(await sampleOf(call, prepared.same('AAA1'))),
          roles: ['all_access'],
          isAdmin: true,
          updateBlocked: false,
        },
        people['read.only']!,
      )
      // What has no body has no place for them.
      expect([call.name, (await send(prepared.api, made)).status]).toEqual([
        call.name,
        call.line.startsWith('GET ') ? 403 : 400,
      ])
    })
  })
})

test('every read answers who may only look, also by POST', () =>
  together(
    reads.flatMap((call) => tried(call, restricted, 1, 'may only look').map((username) => [call, username] as const)),
    async ([call, username]) => {
      const answer = await ask(call, people[username]!)
      // Flags, and what a setting would have changed, are for account managers.
      if (answer.status === 403 && /^(flags\.(list|changes|tried)|carrierSettings\.(preview|rerun))$/.test(call.name))
        return
      // Whose numbers these are is another rule: one's own and those of people one supervises.
      // Without a role nothing of a patient is read, nor counted.
      if (username === 'no.role' && (call.phi !== 'none' || call.roles))
        expect([call.name, codeOf(answer)]).toEqual([call.name, 'NOT_ALLOWED'])
      else if (codeOf(answer) === 'NOT_ALLOWED')
        expect([username, call.name]).toEqual([
          username,
          expect.stringMatching(
            /^(worklist\.(counts|escalated)|(callbacks|keying)\.queue|callbacks\.(lately|mine)|chat\.(queue|conversation)|people\.(changes|export|lately|list|work)|exports\.(list|one|again|weeks)|monitoring\.pageUse|support\.(queues|elsewhere|find)|accessReview\.overview|scim\.tokens|carrierSettings\.(list|changes)|surveys\.followUps|eligibilityFeed\.(exceptions|refused)|patientAccess\.(views|carrier)|turnaround\.(figures|requests))$/,
          ),
        ])
      // Checks of a change before it is made are for users who may make it.
      else if (codeOf(answer) === 'UPDATE_BLOCKED')
        expect([username, call.name]).toEqual([
          username,
          expect.stringMatching(/^(eligibility\.(duplicates|validate)|outOfOffice\.(standIns|preview))$/),
        ])
      // The team of a supervisor, the chat, the moves, the bulk acts and the exports of a user and the programs of an extract are not found by anybody else.
      else if (answer.status === 404)
        expect([username, call.name]).toEqual([
          username,
          expect.stringMatching(
            /^(team\.(authorizations|workload|members|preview|exportMove)|chat\.(refresh|conversation|transcript)|accessReview\.(lines|export)|bulkActs\.of|exports\.job|(dataExtracts|keptExtracts)\.\w+)$/,
          ),
        ])
      else expect([username, call.name, answer.status]).toEqual([username, call.name, 200])
    },
  ))

test('the numbers and the escalated of oneself are for everybody with a role', async () => {
  for (const name of ['worklist.counts', 'worklist.escalated']) {
    const call = everyCall.find((one) => one.name === name)!
    for (const username of restricted)
      expect([
        username,
        (
          await send(
            prepared.api,
            attempt(call, name === 'worklist.counts' ? { mc: 'AAA' } : { masterCarrier: 'AAA' }, people[username]!),
          )
        ).status,
      ]).toEqual([username, username === 'no.role' && call.phi !== 'none' ? 403 : 200])
  }
})

test.each<[what: string, roles: string[], rights: 'none' | 'update']>([
  ['in capitals', ['READ_ONLY'], 'none'],
  ['before a tab', ['read_only\t'], 'none'],
  ['before a space of another alphabet', ['Read_Only\u00a0'], 'none'],
  ['beside a role that may update', ['adjuster', 'read_only'], 'none'],
  ['beside it, before a tab', ['adjuster', '\tread_only'], 'none'],
  ['beside it, before such a space', ['adjuster', 'READ_ONLY\u00a0'], 'none'],
  ['the other restricted role beside it', ['supervisor', ' Prog_Special\u2003'], 'none'],
  ['a role nobody knows', ['grand_master'], 'none'],
  ['roles nobody knows', ['admin', 'root', '*', '%'], 'none'],
  ['an empty word', [''], 'none'],
  ['no role', [], 'none'],
  ['a list in one word', ['adjuster,supervisor'], 'none'],
  ['the role itself, in disorder', [' Adjuster\t'], 'update'],
  ['a role nobody knows beside it', ['adjuster', 'grand_master'], 'update'],
])('a role %s gives what it means and never more', async (what, roles, rights) => {
  const { db } = prepared.api
  await db.query('update user_carrier set roles = $1 where user_id = $2', [roles, idOf('ext.aaa')])
  const person = sender(await prepared.api.signIn('ext.aaa'))
  // A dry run is an act that needs nothing but the right to update, and leaves nothing behind.
  const asked =
    rights === 'none' ? sample(acts, 3, what) : acts.filter((call) => call.name === 'newAuthorization.trial')
  await changingNothing(prepared.api, asked, nameOf, async (call) => {
    const answer = await ask(call, person)
    expect([call.name, ...(rights === 'none' ? refusalOf(answer) : [answer.status])]).toEqual([
      call.name,
      ...(rights === 'none' ? blocked : [200]),
    ])
  })
})

test('a nurse reads, and changes nothing that no call gives to nurses', async () => {
  await prepared.api.db.query(`update user_carrier set roles = '{nurse_case_manager}' where user_id = $1`, [
    idOf('ext.aaa'),
  ])
  const nurse = sender(await prepared.api.signIn('ext.aaa'))
  const others = acts.filter((call) => !call.roles?.includes('nurse_case_manager'))
  await changingNothing(prepared.api, drawn(others, 20, 'nurse'), nameOf, async (call) =>
    expect([call.name, ...refusalOf(await ask(call, nurse))]).toEqual([call.name, ...blocked]),
  )
})

test('a carrier that was taken away is gone with the next request', async () => {
  const person = sender(await prepared.api.signIn('ext.aaa'))
  const { db } = prepared.api
  await db.query('update user_carrier set active = false where user_id = $1', [idOf('ext.aaa')])
  await together(drawn([...acts, ...reads], 30, 'carrier taken away'), async (call) =>
    expect([call.name, ...refusalOf(await ask(call, person))]).toEqual([
      call.name,
      403,
      'CARRIER_REQUIRED',
      'Select a carrier first.',
    ]),
  )
  await db.query('update user_carrier set active = true where user_id = $1', [idOf('ext.aaa')])
})

describe('the gates', () => {
  const carrierGated = everyCall.filter((call) => call.gate === 'carrier')
  const gated = everyCall.filter((call) => call.gate === 'carrier' || call.gate === 'session')

  test('a user who has to register first is refused every other call, even those a session alone allows', async () => {
    const { db } = prepared.api
    const secret = 'ticket-of-a-newcomer'
    await db.query(
      `insert into registration_ticket (token_hash, issuer, subject, email, started_at, expires_at)
         values (sha256($1::bytea), 'test', 'newcomer', 'n@newcomers.example', now(), now() + interval '30 minutes')`,
      [Buffer.from(secret)],
    )
    await changingNothing(prepared.api, drawn(gated, 40, 'has to register'), nameOf, async (call) =>
      expect([call.name, ...refusalOf(await ask(call, { cookie: `rxdocket=${secret}` }))]).toEqual([
        call.name,
        403,
        'REGISTRATION_REQUIRED',
        'Complete your registration first.',
      ]),
    )
  })

  test('a user who has not accepted the current terms is refused', async () => {
    await together(drawn(carrierGated, 40, 'terms'), async (call) =>
      expect([call.name, ...refusalOf(await ask(call, people['terms.old']!))]).toEqual([
        call.name,
        403,
        'TERMS_REQUIRED',
        expect.any(String),
      ]),
    )
  })

  test('a user of several carriers has to choose one first', async () => {
    const multi = sender(await prepared.api.signIn('multi', null))
    await together(drawn(carrierGated, 40, 'has to choose'), async (call) =>
      expect([call.name, ...refusalOf(await ask(call, multi))]).toEqual([
        call.name,
        403,
        'CARRIER_REQUIRED',
        'Select a carrier first.',
      ]),
    )
  })

  test('a disabled account, an ended session, a foreign cookie and nobody are not let in', async () => {
    const { api } = prepared
    const gone = await api.signIn('gone.aaa')
    const [idle, expired, ended] = [
      await api.signIn('adj.aaa2'),
      await api.signIn('adj.aaa2'),
      await api.signIn('adj.aaa2'),
    ]
    const change = (visitor: Visitor, text: string) =>
      api.db.query(`update session set ${text} where token_hash = sha256($1::bytea)`, [
        Buffer.from(visitor.cookie!.split('=')[1]!),
      ])
    await change(idle, `last_activity_at = last_activity_at - interval '901 seconds'`)
    await change(expired, `expires_at = now() - interval '1 second'`)
    await change(ended, `ended_at = now(), ended_reason = 'user'`)
    const cases: [Sender, string][] = [
      [sender(gone), 'SESSION_REVOKED'],
      [sender(idle), 'SESSION_IDLE'],
      [sender(expired), 'SESSION_EXPIRED'],
      [sender(ended), 'SESSION_REVOKED'],
      [nobody, 'SESSION_REQUIRED'],
      [{ cookie: 'rxdocket=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }, 'SESSION_REQUIRED'],
      [{ cookie: 'rxdocket=' }, 'SESSION_REQUIRED'],
      [{ cookie: `rxdocket=${'A'.repeat(4000)}` }, 'SESSION_REQUIRED'],
      [{ cookie: `other${people['adj.aaa']!.cookie}` }, 'SESSION_REQUIRED'],
      [pharmacy, 'SESSION_REQUIRED'],
    ]
    await changingNothing(api, gated, nameOf, async (call) => {
      for (const [by, code] of tried(call, cases, 1, 'not let in'))
        expect([call.name, ...refusalOf(await ask(call, by))]).toEqual([call.name, 401, code, expect.any(String)])
    })
  })

  test('a caller without a session gets 401 before anything of the request is read', async () => {
    await together(drawn(gated, 40, 'before anything is read'), async (call) => {
      const { method, url, headers } = attempt(call, await sampleOf(call, prepared.same('AAA1')), nobody)
      expect([
        call.name,
        (await send(prepared.api, { method, url, headers, payload: method === 'GET' ? undefined : '{"not json' }))
          .status,
      ]).toEqual([call.name, 401])
    })
  })

  test('a visitor without a session may make every public call', async () => {
    for (const call of everyCall.filter((one) => one.gate === 'public'))
      expect([
        call.name,
        (await send(prepared.api, attempt(call, await sampleOf(call, prepared.fresh('AAA1')), nobody))).status,
      ]).toEqual([call.name, 200])
  })
})

test('forty refused acts at once over two connections are all answered and all on record', async () => {
  const { app } = prepared.api.built.portal.pools
  const most = app.options.max
  app.options.max = 2
  const call = acts.find(({ name }) => name === 'decision.approve')!
  const before = (await noted(call, 'read.only')).length
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask(call, people['read.only']!)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403))
  expect((await noted(call, 'read.only')).length).toBe(before + 40)
  app.options.max = most
})

test('a read that says a person did something keeps the session alive, and a poll does not', async () => {
  const { api } = prepared
  const visitor = await api.signIn('adj.aaa2')
  const lastSeen = async () =>
    (
      await api.db.query('select last_activity_at as at from session where token_hash = sha256($1::bytea)', [
        Buffer.from(visitor.cookie!.split('=')[1]!),
      ])
    ).rows[0].at.getTime() as number
  for (const call of drawn(reads, 12, 'keeps alive')) {
    await api.db.query(
      `update session set last_activity_at = now() - interval '60 seconds' where token_hash = sha256($1::bytea)`,
      [Buffer.from(visitor.cookie!.split('=')[1]!)],
    )
    const before = await lastSeen()
    await ask(call, sender(visitor))
    expect([call.name, await lastSeen()]).toEqual([call.name, before])
    expect([call.name, (await ask(call, sender(visitor), { 'x-user-activity': '1' })).status < 500]).toEqual([
      call.name,
      true,
    ])
    expect([call.name, (await lastSeen()) > before]).toEqual([call.name, true])
  }
})

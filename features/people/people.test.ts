import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { everyJob, everyTick } from '#registry'
import { session } from '#features/sign-in/contract.ts'
import { startJobs } from '#platform/jobs/jobs.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { account } from '#features/account/contract.ts'
import { eventually } from '#testing/eventually.ts'
import { people } from './contract.ts'
import { whyNotChange, whyNotGrant, whyNotInvite, whyNotThere } from './rules.ts'

// The users of a carrier, and invitations.

let api: TestApi
let admin: Visitor
let theirs: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await api.db.query(`update user_carrier set roles = '{account_admin}' where user_id = any($1)`, [
    [idOf('super.aaa'), idOf('adj.bbb')],
  ])
  admin = await api.signIn('super.aaa')
  theirs = await api.signIn('adj.bbb')
})
afterAll(() => api.close())

const someone = { firstName: 'Noor', lastName: 'Haddad', roles: ['adjuster' as const] }
const codeOf = ({ status, body }: { status: number; body: { status?: { code: string } } }) => [
  status,
  body.status?.code,
]
const audits = async (call: string) =>
  (
    await api.db.query('select object_type, object_id, user_id, detail from access_audit where call = $1 order by id', [
      call,
    ])
  ).rows

describe('rules for users and invitations', () => {
  test.each<[string, string[] | null, string[] | null, boolean]>([
    ['all, from all', null, null, true],
    ['one, from all', null, ['AAA1'], true],
    ['one of several', ['AAA1', 'AAA2'], ['AAA2'], true],
    ['all, from one', ['AAA1'], null, false],
    ['another one', ['AAA1'], ['AAA1', 'AAA2'], false],
  ])('sub-carriers given away: %s', (_what, own, given, may) =>
    expect(whyNotGrant({ subCarriers: own }, given)?.code).toBe(may ? undefined : 'NOT_ALLOWED'),
  )
  test('an administrator cannot give a user a sub-carrier that does not exist', () => {
    expect(whyNotThere([], [], 'x')).toBeUndefined()
    expect(whyNotThere(['A'], ['A', 'B'], 'x')).toBeUndefined()
    expect(whyNotThere(['A', 'C'], ['A', 'B'], 'x')).toMatchObject({ code: 'VALIDATION', field: 'x' })
  })
  test('an address is invited once, and not when it belongs to a user of the carrier', () => {
    const open = { invited_by_name: 'Kit Moss', created_at: 'a', expires_at: 'b', listed: true }
    const nobody = { member: false, former: false, open: undefined }
    expect(whyNotInvite(nobody)).toBeUndefined()
    expect(whyNotInvite({ ...nobody, member: true })?.code).toBe('DUPLICATE')
    expect(whyNotInvite({ ...nobody, former: true })?.message).toContain('worked for other programs too')
    expect(whyNotInvite({ ...nobody, open })).toMatchObject({
      code: 'DUPLICATE',
      current: { by: 'Kit Moss', at: 'a', expiresAt: 'b' },
    })
    // To programs that are not the caller's: there is one, and nothing else of it.
    expect(whyNotInvite({ ...nobody, open: { ...open, listed: false } })).not.toHaveProperty('current')
  })
  test('nobody changes their own membership', () => {
    expect(whyNotChange({ id: 'a' }, 'b')).toBeUndefined()
    expect(whyNotChange({ id: 'b' }, 'b')?.code).toBe('RULE')
  })
})

describe('the list of users', () => {
  test('shows an administrator every user of the carrier and no others', async () => {
    const { status, body } = await admin.ask(people.list, { masterCarrier: 'AAA', size: 100 })
    expect(status).toBe(200)
    const expected = (
      await api.db.query(
        `select u.username from user_carrier w join app_user u on u.id = w.user_id where w.mc = 'AAA' order by 1`,
      )
    ).rows.map(({ username }) => String(username))
    expect(body.content.map(({ username }) => username).toSorted()).toEqual(expected.toSorted())
    expect(body.totalElements).toBe(expected.length)
    expect(body.content.find(({ username }) => username === 'gone.aaa')).toMatchObject({
      status: 'DISABLED',
      active: true,
    })
    const paged: string[] = []
    for (let after: string | undefined, more = true; more;) {
      const part = (await admin.ask(people.list, { size: 5, ...(after !== undefined && { after }) })).body
      paged.push(...part.content.map(({ username }) => username))
      expect(part.totalElements).toBe(expected.length)
      more = part.next !== null
      after = part.next ?? undefined
    }
    expect(paged).toEqual(body.content.map(({ username }) => username))
    expect((await theirs.ask(people.list, {})).body.content.map(({ username }) => username).toSorted()).toEqual([
      'adj.bbb',
      'multi',
    ])
  })

  test('is refused to users who are not account managers', async () => {
    for (const username of ['adj.aaa', 'read.only', 'pharm.aaa'])
      expect([username, codeOf(await (await api.signIn(username)).ask(people.list, {}))]).toEqual([
        username,
        [403, 'NOT_ALLOWED'],
      ])
  })
})

describe('an invitation', () => {
  test('is unique for an address and carrier, in any case; a second one is answered with the first; after it expires another is possible', async () => {
    const email = 'Noor.One@elsewhere.example'
    const first = await admin.ask(people.invite, {
      ...someone,
      email,
      subCarriers: ['AAA1'],
      approvalLimit: 500,
      licenseStates: ['FL'],
    })
    expect(first.status).toBe(200)
    expect(Math.round((Date.parse(first.body.expiresAt) - api.clock.now().getTime()) / 86_400_000)).toBe(14)
    const again = await admin.ask(people.invite, { ...someone, email: email.toLowerCase() })
    expect([...codeOf(again), again.body.data]).toEqual([
      409,
      'DUPLICATE',
      { by: 'Super aaa', at: expect.any(String), expiresAt: expect.any(String) },
    ])
    expect((await theirs.ask(people.invite, { ...someone, email })).status).toBe(200) // Another carrier does not see it.
    const listed = (await admin.ask(people.list, {})).body.invitations.filter((one) => one.email === email)
    expect(listed).toEqual([
      {
        invitationId: first.body.invitationId,
        email,
        name: 'Noor Haddad',
        roles: ['adjuster'],
        invitedBy: 'Super aaa',
        createdAt: expect.any(String),
        expiresAt: first.body.expiresAt,
      },
    ])
    await api.db.query(
      `update invitation set created_at = created_at - interval '15 days', expires_at = expires_at - interval '15 days' where mc = 'AAA' and email = $1`,
      [email],
    )
    expect((await admin.ask(people.list, {})).body.invitations.filter((one) => one.email === email)).toEqual([])
    expect((await admin.ask(people.invite, { ...someone, email })).status).toBe(200)
    expect(
      (
        await api.db.query(`select outcome from invitation where mc = 'AAA' and email = $1 order by created_at`, [
          email,
        ])
      ).rows,
    ).toEqual([{ outcome: 'EXPIRED' }, { outcome: null }])
    expect((await audits('people.invite')).filter(({ object_id }) => object_id === first.body.invitationId)).toEqual([
      {
        object_type: 'invitation',
        object_id: first.body.invitationId,
        user_id: idOf('super.aaa'),
        detail: { roles: ['adjuster'], subCarriers: ['AAA1'], approvalLimit: 500 },
      },
    ])
  })

  test('sent four times at once is made once', async () => {
    const email = 'race@elsewhere.example'
    const answers = await Promise.all(Array.from({ length: 4 }, () => admin.ask(people.invite, { ...someone, email })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  })

  test('is sent as an e-mail that names who, what and until when, and contains no secret', async () => {
    const email = 'mailed@elsewhere.example'
    await admin.ask(people.invite, { ...someone, email })
    const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
    onTestFinished(() => jobs.stop())
    await jobs.relay()
    await eventually(async () => {
      const { rows } = await api.db.query('select * from outside_message where address = $1', [email])
      expect(rows).toMatchObject([
        { mc: 'AAA', channel: 'MAIL', recipient: 'Noor Haddad', status: 'SENT', authorization_id: null },
      ])
      expect(rows[0].subject).toBe('Your invitation to RxDocket')
      expect(rows[0].body).toContain('Super aaa invited you to RxDocket for Alder Mutual.')
      expect(rows[0].body).toContain('http://localhost:3000/user/registerOkta and log in')
      expect(rows[0].body).toMatch(/good until .*\d/)
    })
  })

  test.each<[string, object, number, string, string[]]>([
    ['an address that is none', { email: 'noor' }, 400, 'VALIDATION', ['email']],
    ['an address that works here', { email: 'U1000@carrier.example' }, 409, 'DUPLICATE', ['email']],
    ['no role', { roles: [] }, 400, 'VALIDATION', ['roles']],
    ['a role there is not', { roles: ['operator'] }, 400, 'VALIDATION', ['roles.0']],
    ["another carrier's sub-carrier", { subCarriers: ['AAA1', 'BBB1'] }, 400, 'VALIDATION', ['subCarriers']],
    ['nothing to extract from', { dataExtractSubCarriers: ['BBB1'] }, 400, 'VALIDATION', ['dataExtractSubCarriers']],
    ['a limit below nothing', { approvalLimit: -1 }, 400, 'VALIDATION', ['approvalLimit']],
    ['a name of blanks', { firstName: '  ' }, 400, 'VALIDATION', ['firstName']],
    ['another carrier', { masterCarrier: 'BBB' }, 404, 'NOT_FOUND', []],
  ])('%s is refused', async (_what, more, status, code, paths) => {
    const answer = await admin.ask(people.invite, {
      ...someone,
      email: `${randomUUID()}@elsewhere.example`,
      ...more,
    } as never)
    expect([...codeOf(answer), answer.body.fields.map(({ path }) => path)]).toEqual([status, code, paths])
  })

  test('is limited to the sub-carriers of the inviting user', async () => {
    await api.db.query(`update user_carrier set roles = '{account_admin}' where user_id = $1`, [idOf('adj.sub1')])
    const small = await api.signIn('adj.sub1')
    const invited = (subCarriers: string[] | null) =>
      small.ask(people.invite, { ...someone, email: `${randomUUID()}@elsewhere.example`, subCarriers })
    expect((await invited(['AAA1'])).status).toBe(200)
    for (const more of [null, ['AAA2'], ['AAA1', 'AAA2']])
      expect(codeOf(await invited(more))).toEqual([403, 'NOT_ALLOWED'])
  })
})

describe('a membership change', () => {
  const version = async (username: string, mc = 'AAA') =>
    (await api.db.query('select version from user_carrier where user_id = $1 and mc = $2', [idOf(username), mc]))
      .rows[0].version as number

  test('of roles applies to the next request, and is recorded with old and new values', async () => {
    const person = await api.signIn('read.only')
    expect(codeOf(await person.ask(people.signOut, { id: idOf('adj.aaa') }))).toEqual([403, 'UPDATE_BLOCKED'])
    const { status, body } = await admin.ask(people.change, {
      id: idOf('read.only'),
      version: 1,
      roles: ['supervisor', 'supervisor'],
      approvalLimit: null,
      reason: 'Leads the Florida team',
    })
    expect([status, body]).toEqual([
      200,
      { success: true, id: idOf('read.only'), version: 2, waitsForSecond: false, waitsFor: [] },
    ])
    expect(codeOf(await person.ask(people.signOut, { id: idOf('adj.aaa') }))).toEqual([403, 'NOT_ALLOWED'])
    const last = (await audits('people.change')).at(-1)
    expect(last).toMatchObject({
      object_id: idOf('read.only'),
      user_id: idOf('super.aaa'),
      detail: {
        before: { active: true, roles: ['read_only'] },
        after: { active: true, roles: ['supervisor'] },
        reason: 'Leads the Florida team',
      },
    })
  })

  test('that removes the membership ends the sessions there at once, and only there', async () => {
    const [here, there] = [await api.signIn('multi', 'AAA'), await api.signIn('multi', 'BBB')]
    expect((await admin.ask(people.change, { id: idOf('multi'), version: 1, active: false })).status).toBe(200)
    expect(codeOf(await here.ask(session.details, {}))).toEqual([401, 'SESSION_REVOKED'])
    const user = (await there.ask(session.details, {})).body
    expect([user.masterCarrier?.code, user.masterCarrierOptions]).toEqual(['BBB', 'BBB'])
    // A restored member has the old membership as it was.
    expect((await admin.ask(people.change, { id: idOf('multi'), version: 2, active: true })).body.version).toBe(3)
    expect(
      (await (await api.signIn('multi', 'AAA')).ask(account.profile, {})).body.memberships.map(
        (one) => one.masterCarrier.code,
      ),
    ).toEqual(['AAA', 'BBB'])
  })

  test('from a stale list is answered with who changed it and when, without a version refused; of many at once one wins', async () => {
    const id = idOf('pharm.aaa')
    const change = () => admin.ask(people.change, { id, version: 1, licenseStates: ['FL'] })
    const answers = await Promise.all([change(), change(), change()])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const lost = answers.find(({ status }) => status === 409)!
    expect([lost.body.status.code, lost.body.data]).toEqual([
      'CONFLICT',
      { by: 'Super aaa', at: expect.stringMatching(/Z$/), version: 2 },
    ])
    expect(await version('pharm.aaa')).toBe(2)
    expect(codeOf(await admin.ask(people.change, { id, licenseStates: [] }))).toEqual([428, 'PRECONDITION_REQUIRED'])
    expect(await version('pharm.aaa')).toBe(2)
  })

  test('is refused for oneself, for users of other carriers, and beyond the caller’s own rights', async () => {
    const change = (by: Visitor, id: string, more: object = {}) => by.ask(people.change, { id, version: 1, ...more })
    expect(codeOf(await change(admin, idOf('super.aaa'), { active: false }))).toEqual([422, 'RULE'])
    const [foreign, nobody] = [await change(admin, idOf('adj.bbb')), await change(admin, randomUUID())]
    expect(
      [foreign, nobody].map((answer) => [...codeOf(answer), answer.text.replace(/"supportId":"[^"]+"/, '')]),
    ).toEqual(Array.from({ length: 2 }, () => [404, 'NOT_FOUND', nobody.text.replace(/"supportId":"[^"]+"/, '')]))
    expect(codeOf(await change(admin, idOf('adj.aaa'), { subCarriers: ['BBB1'] }))).toEqual([400, 'VALIDATION'])
    const small = await api.signIn('adj.sub1')
    // A user of all programs is not there for an account manager of one.
    expect(codeOf(await change(small, idOf('adj.aaa'), { subCarriers: ['AAA1'] }))).toEqual([404, 'NOT_FOUND'])
    await api.db.query(`update user_carrier set sub_carriers = '{AAA1}' where user_id = $1`, [idOf('ur.aaa')])
    expect(codeOf(await change(small, idOf('ur.aaa'), { subCarriers: ['AAA2'] }))).toEqual([403, 'NOT_ALLOWED'])
    expect(codeOf(await change(await api.signIn('adj.aaa2'), idOf('adj.aaa')))).toEqual([403, 'NOT_ALLOWED'])
    expect(codeOf(await change(await api.signIn('prog.spec'), idOf('adj.aaa')))).toEqual([403, 'UPDATE_BLOCKED'])
    expect(await version('adj.aaa')).toBe(1)
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestApi, Visitor } from '#testing/api.ts'
import { bound, numberFrom } from '#testing/bounds.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { testSeed } from '#testing/test-seed.ts'
import { accessReview, people } from './contract.ts'
import { covers, rolesOfTwo } from './rules.ts'

// Account managers of some programs and of all, over HTTP: whom they see and change, and what needs two of them.

let api: TestApi
beforeAll(async () => void (api = await startFixtureApi({ keep: true })))
afterAll(() => api.close())

/** Every user of the carrier as these tests begin: three account managers of all programs or one, and users of each. */
const begin: Record<string, { roles: string[]; subs: string[] | null; extract?: string[]; active?: boolean }> = {
  'super.aaa': { roles: ['account_admin'], subs: null },
  'adj.aaa': { roles: ['adjuster'], subs: null },
  'adj.aaa2': { roles: ['adjuster'], subs: ['AAA2'] },
  'adj.sub1': { roles: ['account_admin'], subs: ['AAA1'] },
  'clin.aaa': { roles: ['account_admin'], subs: ['AAA1'] },
  'ext.aaa': { roles: ['adjuster'], subs: ['AAA1'], extract: ['AAA2'] },
  'ur.aaa': { roles: ['adjuster'], subs: ['AAA1'] },
  'pharm.aaa': { roles: ['adjuster', 'clinical_pharmacist'], subs: ['AAA1'], active: false },
}
const set = (username: string, { roles, subs, extract = [], active = true }: (typeof begin)[string]) =>
  api.db.query(
    `update user_carrier set roles = $2, sub_carriers = $3, data_extract_sub_carriers = $4, active = $5 where user_id = $1 and mc = 'AAA'`,
    [idOf(username), roles, subs, extract, active],
  )
const toBegin = async () => {
  for (const [username, one] of Object.entries(begin)) await set(username, one)
  await api.db.query('delete from rights_change')
  await api.db.query('delete from admin_grant')
}
beforeEach(toBegin)

const codeOf = ({ status, body }: { status: number; body: { status?: { code: string } } }) => [
  status,
  body.status?.code,
]
type Row = { version: number; roles: string[]; active: boolean; subs: string[] | null; extract: string[] }
const rowOf = async (username: string): Promise<Row> =>
  (
    await api.db.query(
      `select version, roles, active, sub_carriers as subs, data_extract_sub_carriers as extract from user_carrier
        where user_id = $1 and mc = 'AAA'`,
      [idOf(username)],
    )
  ).rows[0]
const changeBy = async (by: Visitor, username: string, change: object) =>
  by.ask(people.change, { id: idOf(username), version: (await rowOf(username)).version, ...change })
const as = (username: string): Promise<Visitor> => api.signIn(username, 'AAA')

describe('an account manager of one program', () => {
  test('lists, counts and exports users whose programs are all their own', async () => {
    const [small, whole] = [await as('adj.sub1'), await as('super.aaa')]
    const theirs = ['adj.sub1', 'clin.aaa', 'pharm.aaa', 'ur.aaa']
    const { body } = await small.ask(people.list, { size: 100 })
    expect(body.content.map(({ username }) => username).toSorted()).toEqual(theirs)
    expect(body.totalElements).toBe(theirs.length)
    expect(body.counts).toMatchObject({ ACTIVE: 3, OFF: 1 })
    const file = (await small.ask(people.export, {})).text
    for (const username of Object.keys(begin))
      expect([username, file.includes(`"${username}"`)]).toEqual([username, theirs.includes(username)])
    const all = (await whole.ask(people.list, { size: 100 })).body
    expect(all.content.map(({ username }) => username)).toEqual(expect.arrayContaining(Object.keys(begin)))
  })

  test.each(['adj.aaa', 'adj.aaa2', 'ext.aaa'])('finds nothing of %s, who has another program', async (username) => {
    const small = await as('adj.sub1')
    const id = idOf(username)
    const before = await rowOf(username)
    for (const change of [
      { approvalLimit: 1_000_000 },
      { licenseStates: ['FL'] },
      { active: false },
      { roles: ['supervisor'] },
      { subCarriers: ['AAA1'], dataExtractSubCarriers: [] },
    ])
      expect([change, codeOf(await changeBy(small, username, change))]).toEqual([change, [404, 'NOT_FOUND']])
    const here = await api.signIn(username, 'AAA')
    for (const answer of [
      await small.ask(people.signOut, { id }),
      await small.ask(people.work, { id }),
      await small.ask(people.changes, { id }),
    ])
      expect(codeOf(answer)).toEqual([404, 'NOT_FOUND'])
    expect((await here.ask(people.list, {})).status).toBe(403) // still signed in
    expect(await rowOf(username)).toEqual(before)
  })

  test('invites to their own programs, sees those invitations alone, and of another one only that there is one', async () => {
    const [small, whole] = [await as('adj.sub1'), await as('super.aaa')]
    const invite = (by: Visitor, more: object) =>
      by.ask(people.invite, { firstName: 'Noor', lastName: 'Haddad', roles: ['adjuster'], ...more } as never)
    const [mine, theirs] = [`${randomUUID()}@elsewhere.example`, `${randomUUID()}@elsewhere.example`]
    expect((await invite(small, { email: mine, subCarriers: ['AAA1'] })).status).toBe(200)
    expect((await invite(whole, { email: theirs, subCarriers: ['AAA1', 'AAA2'] })).status).toBe(200)
    for (const more of [
      {},
      { subCarriers: ['AAA1', 'AAA2'] },
      { subCarriers: ['AAA1'], dataExtractSubCarriers: ['AAA2'] },
    ])
      expect(codeOf(await invite(small, { email: `${randomUUID()}@elsewhere.example`, ...more }))).toEqual([
        403,
        'NOT_ALLOWED',
      ])
    const again = await invite(small, { email: theirs, subCarriers: ['AAA1'] })
    expect([...codeOf(again), again.text.includes('Super aaa')]).toEqual([409, 'DUPLICATE', false])
    const listed = (await small.ask(people.list, {})).body
    expect([listed.invitations.map(({ email }) => email), listed.counts.INVITED]).toEqual([[mine], 1])
  })

  test('reviews their users alone; the review is closed once the others are answered too', async () => {
    const [small, other, whole] = [await as('adj.sub1'), await as('clin.aaa'), await as('super.aaa')]
    const { reviewId } = (await whole.ask(accessReview.open, {})).body
    const lines = async (by: Visitor) => (await by.ask(accessReview.lines, { reviewId, size: 100 })).body
    const mine = await lines(small)
    expect(mine.content.map(({ username }) => username).toSorted()).toEqual(['adj.sub1', 'clin.aaa', 'ur.aaa'])
    expect(mine.review).toMatchObject({ users: 3, toReview: 3 })
    expect((await small.ask(accessReview.overview, {})).body.open).toMatchObject({ users: 3 })
    const foreign = { reviewId, userId: idOf('adj.aaa'), version: (await rowOf('adj.aaa')).version }
    expect(codeOf(await small.ask(accessReview.keep, foreign))).toEqual([404, 'NOT_FOUND'])
    const remove = { ...foreign, answer: 'REMOVE' as const, note: 'Not for this injury' }
    expect(codeOf(await small.ask(accessReview.change, remove))).toEqual([404, 'NOT_FOUND'])
    const keep = async (by: Visitor, userId: string, version: number) =>
      expect((await by.ask(accessReview.keep, { reviewId, userId, version })).status).toBe(200)
    for (const one of mine.content) await keep(one.username === 'adj.sub1' ? other : small, one.userId, one.version)
    const early = await small.ask(accessReview.close, { reviewId })
    expect([...codeOf(early), early.text]).toEqual([422, 'RULE', expect.stringContaining('Users of other programs')])
    const csv = (await small.ask(accessReview.export, { reviewId })).text
    expect([csv.includes('"ur.aaa"'), csv.includes('"adj.aaa"'), csv.includes('Users of AAA1 only.')]).toEqual([
      true,
      false,
      true,
    ])
    for (const one of (await lines(whole)).content)
      if (one.answer === null && one.whyNot === null) await keep(whole, one.userId, one.version)
    // The only account manager of all programs has nobody who could review them, and is not waited for.
    expect((await small.ask(accessReview.close, { reviewId })).status).toBe(200)
    expect((await whole.ask(accessReview.export, { reviewId })).text).toContain(
      '"Not reviewed: no other account manager"',
    )
  })
})

describe('an invitation', () => {
  const outcomes = async (email: string) =>
    (await api.db.query('select outcome from invitation where email = $1', [email])).rows.map((row) => row.outcome)
  const inviteBy = async (by: Visitor, subCarriers: string[] | null) => {
    const email = `${randomUUID()}@elsewhere.example`
    const of = { email, firstName: 'Noor', lastName: 'Haddad', roles: ['adjuster' as const], subCarriers }
    expect((await by.ask(people.invite, of)).status).toBe(200)
    return email
  }

  test('ends with the right of who made it: the role, the access or the program was taken from them', async () => {
    const whole = await as('super.aaa')
    for (const taken of [{ roles: ['adjuster'] }, { active: false }, { roles: ['account_admin', 'read_only'] }]) {
      await toBegin()
      const email = await inviteBy(await as('clin.aaa'), ['AAA1'])
      const other = await inviteBy(await as('adj.sub1'), ['AAA1'])
      expect((await changeBy(whole, 'clin.aaa', { approvalLimit: 5 })).status).toBe(200)
      expect([await outcomes(email), await outcomes(other)]).toEqual([[null], [null]])
      expect((await changeBy(whole, 'clin.aaa', taken)).status).toBe(200)
      expect([await outcomes(email), await outcomes(other)]).toEqual([['WITHDRAWN'], [null]])
    }
    await set('clin.aaa', { roles: ['account_admin'], subs: ['AAA1', 'AAA2'] })
    const second = await as('clin.aaa')
    const [mine, theirs] = [await inviteBy(second, ['AAA1']), await inviteBy(second, ['AAA2'])]
    expect((await changeBy(whole, 'clin.aaa', { subCarriers: ['AAA1'] })).status).toBe(200)
    expect([await outcomes(mine), await outcomes(theirs)]).toEqual([[null], ['WITHDRAWN']])
  })

  test('gives nobody back who worked for other programs too', async () => {
    const small = await as('adj.sub1')
    const invite = async (username: string) => {
      const { rows } = await api.db.query('select email from app_user where id = $1', [idOf(username)])
      const of = {
        email: rows[0].email,
        firstName: 'A',
        lastName: 'B',
        roles: ['adjuster' as const],
        subCarriers: ['AAA1'],
      }
      return codeOf(await small.ask(people.invite, of))
    }
    for (const username of ['adj.aaa', 'ext.aaa']) {
      await set(username, { ...begin[username]!, active: false })
      expect([username, ...(await invite(username))]).toEqual([username, 409, 'DUPLICATE'])
    }
    expect(await invite('pharm.aaa')).toEqual([200, undefined])
  })

  test('changes nobody who was given access in another way meanwhile', async () => {
    const whole = await as('super.aaa')
    await set('ur.aaa', { roles: ['read_only'], subs: ['AAA1'], active: false })
    const { rows } = await api.db.query('select email from app_user where id = $1', [idOf('ur.aaa')])
    const of = { email: rows[0].email, firstName: 'A', lastName: 'B', roles: ['adjuster' as const], subCarriers: null }
    expect((await whole.ask(people.invite, of)).status).toBe(200)
    expect((await changeBy(whole, 'ur.aaa', { active: true })).status).toBe(200)
    await api.db.query(`select accept_invitations($1, $2, $3, null, now())`, [idOf('ur.aaa'), of.email, randomUUID()])
    expect(await rowOf('ur.aaa')).toMatchObject({ roles: ['read_only'], subs: ['AAA1'] })
    expect(await outcomes(of.email)).toEqual(['ACCEPTED'])
  })
})

test('an account manager who may only read is none: whose rights were taken so, nobody is alone for a week', async () => {
  const whole = await as('super.aaa')
  await set('clin.aaa', { roles: ['account_admin'], subs: null })
  expect((await changeBy(whole, 'clin.aaa', { roles: ['account_admin', 'read_only'] })).status).toBe(200)
  const { authority } = (await whole.ask(people.list, {})).body
  expect(authority.managers.some(({ id }) => id === idOf('clin.aaa'))).toBe(false)
  expect(codeOf(await changeBy(whole, 'adj.aaa', { roles: ['adjuster', 'all_access'] }))).toEqual([422, 'RULE'])
})

test('the database holds it too: its functions know nobody of other programs and give none', async () => {
  await set('adj.aaa2', { roles: ['adjuster'], subs: ['AAA2'] })
  const asSmall = async (statement: string, values: unknown[]) => {
    await api.db.query('begin')
    try {
      await api.db.query('set local role rxdocket_app')
      await api.db.query(
        `select set_config('app.mc', 'AAA', true), set_config('app.user', $1, true), set_config('app.actor', 'x', true),
          set_config('app.subs', 'AAA1', true)`,
        [idOf('adj.sub1')],
      )
      return (await api.db.query(statement, values)).rows
    } finally {
      await api.db.query('rollback')
    }
  }
  const change = `select * from change_colleague($1, $2, true, '{adjuster}', $3, '{}', '{}', null, now(), null, null)`
  for (const username of ['adj.aaa', 'adj.aaa2', 'ext.aaa', 'ur.aaa']) {
    const [id, mine] = [idOf(username), username === 'ur.aaa']
    const { version } = await rowOf(username)
    expect([username, (await asSmall('select from colleague_for_change($1)', [id])).length]).toEqual([username, +mine])
    expect(await asSmall('select end_colleague_sessions($1, now()) is null as hidden', [id])).toEqual([
      { hidden: !mine },
    ])
    expect((await asSmall(change, [id, version, ['AAA1']])).length).toBe(+mine)
    for (const more of [null, ['AAA1', 'AAA2']]) expect(await asSmall(change, [id, version, more])).toEqual([])
  }
})

test('the condition of the database and the rule say the same of any programs', async () => {
  const lists = [null, [], ['A'], ['B'], ['A', 'B'], ['A', 'B', 'C']]
  const extracts = lists.filter((one) => one !== null)
  const all = lists.flatMap((own) => lists.flatMap((subs) => extracts.map((extract) => ({ own, subs, extract }))))
  for (const { own, subs, extract } of all) {
    const { rows } = await api.db.query('select covers_programs($1, $2, $3) as yes', [own, subs, extract])
    expect([own, subs, extract, rows[0].yes]).toEqual([
      own,
      subs,
      extract,
      covers(own, { sub_carriers: subs, data_extract_sub_carriers: extract }),
    ])
  }
})

describe('a role of two', () => {
  test.each(rolesOfTwo)(
    '%s waits for a second account manager of the same programs, who confirms it alone',
    async (role) => {
      const [small, other, whole] = [await as('adj.sub1'), await as('clin.aaa'), await as('super.aaa')]
      const roles = ['supervisor', role]
      const asked = await changeBy(small, 'ur.aaa', { roles })
      expect(asked.body).toMatchObject({ waitsForSecond: true, waitsFor: [role] })
      expect((await rowOf('ur.aaa')).roles).toEqual(['supervisor'])
      expect((await changeBy(small, 'ur.aaa', { roles })).body.waitsFor).toEqual([role])
      const [listed] = (await other.ask(people.list, { search: 'ur.aaa' })).body.content
      expect(listed!.asked).toMatchObject({ userId: idOf('adj.sub1'), roles: [role] })
      // What was not asked waits in its turn.
      const more = role === 'all_access' ? 'account_admin' : 'all_access'
      expect((await changeBy(other, 'ur.aaa', { roles: [...roles, more] })).body.waitsFor).toEqual([more])
      expect((await rowOf('ur.aaa')).roles).toEqual(roles)
      const last = (await whole.ask(people.changes, { id: idOf('ur.aaa') })).body.changes[0]!
      expect([last.by, last.askedBy]).toEqual(['Clin aaa', 'Adj sub1'])
    },
  )

  test('reaches more programs by two, who mean the same programs', async () => {
    const whole = await as('super.aaa')
    await set('clin.aaa', { roles: ['account_admin'], subs: null })
    const second = await as('clin.aaa')
    await set('ur.aaa', { roles: ['adjuster', 'clinical_pharmacist'], subs: ['AAA1'] })
    const more = { subCarriers: ['AAA1', 'AAA2'], approvalLimit: 700 }
    expect((await changeBy(whole, 'ur.aaa', more)).body.waitsFor).toEqual(['clinical_pharmacist'])
    expect(await rowOf('ur.aaa')).toMatchObject({ roles: ['adjuster', 'clinical_pharmacist'], subs: ['AAA1'] })
    expect((await changeBy(second, 'ur.aaa', { subCarriers: null })).body.waitsFor).toEqual(['clinical_pharmacist'])
    expect((await rowOf('ur.aaa')).subs).toEqual(['AAA1'])
    expect((await changeBy(whole, 'ur.aaa', more)).body.waitsFor).toEqual([])
    expect((await rowOf('ur.aaa')).subs).toEqual(['AAA1', 'AAA2'])
    expect((await changeBy(second, 'ur.aaa', { subCarriers: ['AAA2'] })).body.waitsFor).toEqual([])
  })

  test('comes back with access only by two; by invitation not at all', async () => {
    const [small, other] = [await as('adj.sub1'), await as('clin.aaa')]
    expect((await changeBy(small, 'pharm.aaa', { active: true })).body.waitsFor).toEqual(['clinical_pharmacist'])
    expect(await rowOf('pharm.aaa')).toMatchObject({ active: true, roles: ['adjuster'] })
    const roles = ['adjuster', 'clinical_pharmacist']
    expect((await changeBy(other, 'pharm.aaa', { roles })).body.waitsFor).toEqual([])
    expect((await rowOf('pharm.aaa')).roles).toEqual(roles)
    for (const role of rolesOfTwo) {
      const answer = await small.ask(people.invite, {
        email: `${randomUUID()}@elsewhere.example`,
        firstName: 'Noor',
        lastName: 'Haddad',
        roles: ['adjuster', role],
        subCarriers: ['AAA1'],
      })
      expect([role, ...codeOf(answer), answer.body.fields.map(({ path }) => path)]).toEqual([
        role,
        422,
        'RULE',
        ['roles'],
      ])
    }
  })

  test('is given alone only where nobody could confirm it and no account manager lost anything for a week', async () => {
    const whole = await as('super.aaa')
    // Nobody else has all programs of this user.
    expect((await changeBy(whole, 'adj.aaa', { roles: ['adjuster', 'all_access'] })).body.waitsFor).toEqual([])
    await set('adj.aaa', begin['adj.aaa']!)
    for (const loss of [{ active: false }, { roles: ['adjuster'] }, { subCarriers: [], dataExtractSubCarriers: [] }]) {
      await api.db.query('delete from rights_change')
      if ('subCarriers' in loss) await set('clin.aaa', { roles: ['account_admin'], subs: null })
      const taken = 'subCarriers' in loss ? { subCarriers: ['AAA1'] } : loss
      expect((await changeBy(whole, 'clin.aaa', taken)).status).toBe(200)
      const refused = await changeBy(whole, 'adj.aaa', { roles: ['adjuster', 'all_access'] })
      expect(codeOf(refused)).toEqual([422, 'RULE'])
      expect(refused.body.fields.map(({ path }) => path)).toEqual(['roles'])
      expect(refused.text).toMatch(/Until \w+ \w+ \d+, \d{4} at .* two account managers give Full access/)
      const invited = await whole.ask(people.invite, {
        email: `${randomUUID()}@elsewhere.example`,
        firstName: 'Noor',
        lastName: 'Haddad',
        roles: ['all_access'],
      })
      expect(codeOf(invited)).toEqual([422, 'RULE'])
      // The rest can be saved meanwhile.
      expect((await changeBy(whole, 'adj.aaa', { roles: ['adjuster', 'supervisor'] })).status).toBe(200)
      await api.db.query(`update rights_change set at = at - interval '8 days'`)
      expect((await changeBy(whole, 'adj.aaa', { roles: ['adjuster', 'all_access'] })).body.waitsFor).toEqual([])
      for (const username of ['adj.aaa', 'clin.aaa']) await set(username, begin[username]!)
    }
  })

  test('the last account manager of all programs keeps role, access and programs', async () => {
    const whole = await as('super.aaa')
    await set('clin.aaa', { roles: ['account_admin'], subs: null })
    const second = await as('clin.aaa')
    const answers = await Promise.all([
      changeBy(whole, 'clin.aaa', { subCarriers: ['AAA1'] }),
      changeBy(second, 'super.aaa', { subCarriers: ['AAA1'] }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { rows } = await api.db.query(
      `select from user_carrier where mc = 'AAA' and active and roles @> '{account_admin}' and sub_carriers is null`,
    )
    expect(rows).toHaveLength(1)
  })
})

test('whatever a handful of account managers send, nobody gets a program of nobody, nor a role of two by one', async () => {
  const names = ['super.aaa', 'adj.sub1', 'clin.aaa', 'adj.aaa', 'ur.aaa', 'ext.aaa']
  let drawn = 0
  const pick = <T>(of: readonly T[]): T => of[numberFrom(`${testSeed} managers ${(drawn += 1)}`) % of.length]!
  /** Who sent which roles of two for whom. */
  const sent: { by: string; of: string; roles: string[] }[] = []
  const done = { given: 0, refused: 0, hidden: 0 }
  const some = () => Object.values(done).includes(0)
  // Until every way was met, whatever is drawn. They begin again now and then: once all but one lost the role, nothing is given.
  for (let time = 0; time < bound(60, 400) || (some() && time < 2000); time += 1) {
    if (time % 15 === 0) {
      await toBegin()
      sent.length = 0
    }
    const [by, of] = [pick(names), pick(names)]
    const [giver, before] = [await rowOf(by), await rowOf(of)]
    const change = pick<object>([
      { active: pick([true, false]) },
      { roles: ['adjuster', pick(rolesOfTwo), pick(rolesOfTwo)] },
      { roles: ['supervisor'], subCarriers: pick([null, ['AAA1'], ['AAA2'], ['AAA1', 'AAA2']]) },
      { dataExtractSubCarriers: pick([[], ['AAA1'], ['AAA2']]) },
      { roles: ['adjuster', 'account_admin'], subCarriers: pick([null, ['AAA1']]) },
    ])
    if (!giver.active) continue
    const answer = await changeBy(await api.signIn(by, 'AAA'), of, change)
    const after = await rowOf(of)
    if (answer.status !== 200) {
      expect([change, [403, 404, 422].includes(answer.status)]).toEqual([change, true])
      expect(after).toEqual(before)
      done[answer.status === 404 ? 'hidden' : 'refused'] += 1
      continue
    }
    expect(giver.roles).toContain('account_admin')
    expect(covers(giver.subs, { sub_carriers: before.subs, data_extract_sub_carriers: before.extract })).toBe(true)
    expect(covers(giver.subs, { sub_carriers: after.subs, data_extract_sub_carriers: after.extract })).toBe(true)
    const wanted = { ...before, ...change } as Row
    const twos = (row: Row) => (row.active ? row.roles.filter((role) => rolesOfTwo.includes(role as never)) : [])
    sent.push({ by, of, roles: twos(wanted) })
    const reaches = (row: Row, role: string) =>
      twos(row).includes(role) && covers(row.subs, { sub_carriers: after.subs, data_extract_sub_carriers: [] })
    for (const role of twos(after).filter((one) => !reaches(before, one))) {
      done.given += 1
      const seconds = sent.filter((one) => one.of === of && one.by !== by && one.by !== of && one.roles.includes(role))
      const { rows } = await api.db.query(
        `select from user_carrier where mc = 'AAA' and active and roles @> '{account_admin}' and user_id <> all($1)
           and covers_programs(sub_carriers, $2, $3)`,
        [[idOf(by), idOf(of)], after.subs, after.extract],
      )
      expect([role, of, seconds.length > 0 || rows.length === 0]).toEqual([role, of, true])
    }
  }
  for (const [way, times] of Object.entries(done)) expect([way, times > 0]).toEqual([way, true])
})

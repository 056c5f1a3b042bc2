import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutSupportId } from '#testing/attacks/attempt.ts'
import type { TestApi } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { colleagues } from './contract.ts'
import { groupWords, userType, type UserType } from './rules.ts'

test.each<[UserType, string[]]>([
  ['ADJUSTER', ['adjuster']],
  ['ADJUSTER', ['adjuster', 'account_admin']],
  ['SUPERVISOR', [' Supervisor ', 'adjuster', 'clinical_pharmacist']],
  ['CLINICAL', ['adjuster', 'override_all_edit_clinical']],
  ['CLINICAL', ['ur_reviewer']],
  ['CLINICAL', ['nurse_case_manager']],
  ['SUPPORT', ['pbm_support']],
  ['SUPPORT', ['all_access']],
  ['SUPPORT', ['account_admin']],
  ['READ_ONLY', ['read_only', 'supervisor']],
  ['PROGRAM', ['prog_special', 'read_only', 'adjuster']],
  ['READ_ONLY', []],
  ['READ_ONLY', ['grand_master']],
])('a user is of type %s with %j', (type, roles) => expect(userType(roles)).toBe(type))

test.each([
  ['', 0],
  ['G1', 1],
  ['G1 and G2', 2],
  ['G1, G2 and G3', 3],
  ['G1, G2, G3 and 1 more group', 4],
  ['G1, G2, G3 and 8 more groups', 11],
])('groups in words: %s', (words, count) =>
  expect(groupWords(Array.from({ length: count }, (_, at) => ({ groupCode: `G${at + 1}` })))).toBe(words),
)

describe('colleagues of a carrier', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startFixtureApi({ keep: true })
    await api.db.query(`update app_user set sso_user = true where username = 'adj.aaa2'`)
  })
  afterAll(() => api.close())

  test('the groups are those the user works for and the caller may see', async () => {
    await api.db.query(
      `insert into client_group (mc, group_code, sub_carrier, name, state, effective_date, term_date, auto_pa)
        values ('AAA', 'AAA1OLD', 'AAA1', 'Ended', 'FL', '2015-01-01', current_date - 1, true),
          ('AAA', 'AAA1MAN', 'AAA1', 'By hand', 'GA', '2015-01-01', null, false)`,
    )
    const adjuster = await api.signIn('adj.aaa')
    const small = await api.signIn('adj.sub1')
    const codes = async (visitor: typeof adjuster, userId?: string) =>
      (await visitor.ask(colleagues.groups, { masterCarrier: 'AAA', ...(userId && { userId }) })).body.map(
        (one) => one.groupCode,
      )
    expect(await codes(adjuster)).toEqual(['AAA1GRP', 'AAA1MAN', 'AAA2GRP'])
    expect(await codes(adjuster, 'ADJ.SUB1')).toEqual(['AAA1GRP', 'AAA1MAN'])
    expect(await codes(small)).toEqual(['AAA1GRP', 'AAA1MAN'])
    expect(await codes(small, idOf('adj.aaa'))).toEqual(['AAA1GRP', 'AAA1MAN'])
    expect((await adjuster.ask(colleagues.groups, { masterCarrier: 'AAA' })).body[1]).toEqual({
      groupCode: 'AAA1MAN',
      groupName: 'By hand',
      subCarrier: 'AAA1',
      state: 'GA',
      autoPa: false,
    })
    for (const userId of ['adj.bbb', idOf('adj.bbb'), 'nobody'])
      expect([userId, (await adjuster.ask(colleagues.groups, { masterCarrier: 'AAA', userId })).status]).toEqual([
        userId,
        404,
      ])
  })

  test('a colleague is shown with name, type and channel; a user of another carrier is answered like a missing one', async () => {
    const adjuster = await api.signIn('adj.aaa')
    const id = idOf('clin.aaa')
    expect((await adjuster.ask(colleagues.fullName, { id })).body).toEqual({ id, fullName: 'Clin aaa' })
    expect((await adjuster.ask(colleagues.type, { id })).body).toEqual({ type: 'CLINICAL', ssoUser: false })
    expect((await adjuster.ask(colleagues.type, { id: idOf('adj.aaa2') })).body).toEqual({
      type: 'ADJUSTER',
      ssoUser: true,
    })
    for (const call of [colleagues.fullName, colleagues.type]) {
      const answers = []
      for (const stranger of [idOf('adj.bbb'), idOf('nobody at all'), randomUUID()])
        answers.push(withoutSupportId(await adjuster.ask(call, { id: stranger })))
      expect(new Set(answers).size).toBe(1)
      expect((await adjuster.ask(call, { id: idOf('adj.bbb') })).status).toBe(404)
      // A name finds somebody too, for the address of a list; a name of nobody here is answered like any missing one.
      const byName = (await adjuster.ask(call, { id: 'Clin.AAA' })).status
      expect(byName).toBe(call === colleagues.fullName ? 200 : 400)
      if (call === colleagues.fullName)
        for (const stranger of ['adj.bbb', 'nobody.here'])
          expect(answers).toContain(withoutSupportId(await adjuster.ask(call, { id: stranger })))
    }
    // A user of both carriers is a colleague in each.
    expect((await (await api.signIn('adj.bbb')).ask(colleagues.fullName, { id: idOf('multi') })).status).toBe(200)
  })

  test('an address finds the users of a sub-carrier and group, as far as the caller may see them', async () => {
    const adjuster = await api.signIn('adj.aaa')
    const small = await api.signIn('adj.sub1')
    const emailOf = async (username: string) =>
      (await api.db.query('select email from app_user where username = $1', [username])).rows[0].email as string
    const ask = (visitor: typeof adjuster, a: string, c: string, d: string, b = 'AAA') =>
      visitor.ask(colleagues.nameByEmail, { a, b, c, d })
    const mine = await emailOf('adj.sub1')
    expect((await ask(adjuster, mine.toUpperCase(), 'AAA1', 'AAA1GRP')).body).toEqual({
      fullName: 'Adj sub1',
      active: true,
      email: mine,
    })
    expect((await ask(adjuster, mine, 'ALL', 'ALL')).status).toBe(200)
    expect((await ask(adjuster, await emailOf('gone.aaa'), 'ALL', 'ALL')).body.active).toBe(false)
    for (const [visitor, a, c, d, b] of [
      [adjuster, mine, 'AAA2', 'ALL'],
      [adjuster, mine, 'AAA1', 'AAA2GRP'],
      [adjuster, mine, 'AAA1', 'NONE'],
      [adjuster, await emailOf('adj.bbb'), 'ALL', 'ALL'],
      [adjuster, mine, 'ALL', 'ALL', 'BBB'],
      [small, await emailOf('adj.aaa'), 'AAA2', 'ALL'],
    ] as const)
      expect([a, c, d, (await ask(visitor, a, c, d, b)).status]).toEqual([a, c, d, 404])
    expect(api.logged.join('\n')).not.toContain('@carrier.example')
    expect(api.logged.join('\n')).toContain('/api/user/:a/:b/:c/:d/fullNameByEmailAndCarrier')
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { complete, newcomersAt } from '#features/registration/testing-newcomers.ts'
import { INVITATION_WITHDRAWN } from '#features/registration/rules.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { people } from './contract.ts'
import { whyNotWithdrawInvitation } from './rules.ts'

// An invitation is taken back: by whom, and what becomes of it when somebody accepts it at the same time.

let api: TestApi
let at: ReturnType<typeof newcomersAt>
let admin: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  at = newcomersAt(api)
  await api.db.query(`update user_carrier set roles = '{account_admin}' where user_id = any($1)`, [
    [idOf('super.aaa'), idOf('adj.sub1')],
  ])
  admin = await api.signIn('super.aaa', 'AAA')
})
afterAll(() => api.close())

const idOfInvitation = async (email: string): Promise<string> =>
  (await api.db.query(`select id from invitation where email = $1`, [email])).rows[0].id
const rowOf = async (email: string) =>
  (await api.db.query(`select outcome, closed_by_name from invitation where email = $1`, [email])).rows[0]
const mailsTo = async (email: string) =>
  (await api.db.query(`select subject from outside_message where address = $1`, [email])).rows.map((row) => row.subject)
const codeOf = ({ status, body }: { status: number; body: { status?: { code: string } } }) => [
  status,
  body.status?.code,
]

test.each([
  [{ outcome: null, expired: false }, undefined],
  [{ outcome: null, expired: true }, 'The invitation has expired.'],
  [{ outcome: 'EXPIRED', expired: true }, 'The invitation has expired.'],
  [{ outcome: 'WITHDRAWN', expired: false }, 'The invitation was withdrawn by Kit Moss.'],
  [{ outcome: 'ACCEPTED', expired: true }, 'Noor Haddad has accepted the invitation. Take the access away instead.'],
] as const)('an invitation %j: %s', (of, words) => {
  const closed = { name: 'Noor Haddad', closedBy: 'Kit Moss', closedAt: null }
  expect(whyNotWithdrawInvitation({ ...of, ...closed })?.message).toBe(words)
})

describe('an account manager', () => {
  test('withdraws an invitation: it leaves the list, is on the audit trail, and its link says so', async () => {
    const person = await at.newcomer()
    const browser = await person.ticket()
    const invitationId = await idOfInvitation(person.email)
    const listed = async () => (await admin.ask(people.list, {})).body.invitations.map((one) => one.invitationId)
    expect(await listed()).toContain(invitationId)
    expect(codeOf(await admin.ask(people.withdraw, { invitationId }))).toEqual([200, undefined])
    expect(await listed()).not.toContain(invitationId)
    expect(await rowOf(person.email)).toEqual({ outcome: 'WITHDRAWN', closed_by_name: 'Super aaa' })
    expect(await mailsTo(person.email)).toEqual(['Your invitation to RxDocket was withdrawn'])
    const { rows } = await api.db.query(
      `select user_id, detail from access_audit where call = 'people.withdraw' and object_type = 'invitation' and object_id = $1`,
      [invitationId],
    )
    expect(rows).toMatchObject([{ user_id: idOf('super.aaa'), detail: { withdrawn: true } }])
    const refused = await complete(browser, person)
    expect([refused.status, refused.body.data]).toEqual([422, INVITATION_WITHDRAWN])
    expect(await at.userOf(person)).toBeUndefined()

    const again = await admin.ask(people.withdraw, { invitationId })
    expect([...codeOf(again), again.body.data]).toEqual([
      409,
      'ALREADY_DECIDED',
      { outcome: 'WITHDRAWN', by: 'Super aaa', at: expect.any(String) },
    ])
    // Another invitation of the address opens again.
    await at.invite(person.email)
    expect((await complete(await person.ticket(), person)).status).toBe(200)
  })

  test('withdraws neither what expired, nor what others may see alone, nor what is not there', async () => {
    const [over, wide, theirs] = [await at.newcomer({ days: 1 }), await at.newcomer(), await at.newcomer({ mc: 'BBB' })]
    const small = await api.signIn('adj.sub1', 'AAA')
    const adjuster = await api.signIn('adj.aaa', 'AAA')
    const [wideId, theirId] = [await idOfInvitation(wide.email), await idOfInvitation(theirs.email)]
    expect(codeOf(await small.ask(people.withdraw, { invitationId: wideId }))).toEqual([404, 'NOT_FOUND'])
    expect(codeOf(await adjuster.ask(people.withdraw, { invitationId: wideId }))).toEqual([403, 'NOT_ALLOWED'])
    for (const invitationId of [theirId, randomUUID()])
      expect(codeOf(await admin.ask(people.withdraw, { invitationId }))).toEqual([404, 'NOT_FOUND'])
    at.minutes(24 * 60 + 1)
    admin = await api.signIn('super.aaa', 'AAA')
    const late = await admin.ask(people.withdraw, { invitationId: await idOfInvitation(over.email) })
    expect([...codeOf(late), late.body.status.message]).toEqual([409, 'ALREADY_DECIDED', 'The invitation has expired.'])
    expect([await rowOf(wide.email), await rowOf(theirs.email)]).toMatchObject([{ outcome: null }, { outcome: null }])
  })

  test('and somebody who accepts at the same time: one of them is first, and the other learns that', async () => {
    for (let round = 0; round < 8; round += 1) {
      const person = await at.newcomer()
      const browser = await person.ticket()
      const invitationId = await idOfInvitation(person.email)
      const [accepted, withdrawn] = await Promise.all([
        complete(browser, person),
        admin.ask(people.withdraw, { invitationId }),
      ])
      const { outcome } = await rowOf(person.email)
      const user = await at.userOf(person)
      if (outcome === 'ACCEPTED') {
        expect([accepted.status, ...codeOf(withdrawn)]).toEqual([200, 409, 'ALREADY_DECIDED'])
        expect(withdrawn.body.data).toEqual({ outcome, by: 'Noor Haddad', at: expect.any(String) })
        expect(await mailsTo(person.email)).toEqual([])
        const { rows } = await api.db.query('select active from user_carrier where user_id = $1', [user!['id']])
        expect(rows).toEqual([{ active: true }])
      } else {
        expect([outcome, accepted.status, withdrawn.status, user]).toEqual(['WITHDRAWN', 422, 200, undefined])
      }
    }
  })
})

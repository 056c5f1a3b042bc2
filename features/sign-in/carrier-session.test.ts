import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { account } from '#features/account/contract.ts'
import { credentials } from '#features/account/sql.ts'
import { worklist } from '#features/worklist/contract.ts'
import { openSession } from '#platform/session/sessions.ts'
import { prove } from '#platform/session/step-up.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { session } from './contract.ts'
import { whyNotCarrier } from './rules.ts'

// A session that a carrier's own identity provider vouched for works at that carrier alone, also where its user works for
// several: every way to another carrier is tried here.

let api: TestApi
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await api.db.query(`update app_user set idp_issuer = 'test'`)
})
afterAll(() => api.close())

/** Signs in as the carrier's answer does; without a carrier, as the user's own sign-in does. */
async function signedIn(username: string, ssoMc: string | null) {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest()
  const { text, values } = openSession({
    id: randomUUID(),
    hash,
    issuer: 'test',
    subject: username,
    idleSeconds: 900,
    minutes: 720,
    limited: false,
    sid: null,
    idTokenEncrypted: null,
    refreshTokenEncrypted: null,
    renewAt: null,
    authTime: null,
    acr: null,
    amr: [],
    secondFactor: null,
    ssoMc,
    held: undefined,
    samePerson: false,
    once: undefined,
    requestId: randomUUID(),
    ip: '127.0.0.1',
    userAgent: 'test',
    failures: 0,
    now: api.clock.now().toISOString(),
  })
  const { rows } = await api.db.query<{ refusal: string | null }>(text, values as unknown[])
  const cookie = `${api.built.portal.cookies.session}=${token}`
  const ask: Visitor['ask'] = (call, input, options = {}) =>
    api.anonymous.ask(call, input, { ...options, headers: { cookie, ...options.headers } })
  return { hash, cookie, ask, refusal: rows[0]!.refusal }
}
const codeOf = ({ status, body }: { status: number; body: { status?: { code: string } } }) => [
  status,
  status === 200 ? undefined : body.status?.code,
]

test('it is at that carrier at once, and is offered no other', async () => {
  const multi = await signedIn('multi', 'BBB')
  const { body } = await multi.ask(session.details, {})
  expect(body).toMatchObject({
    masterCarrier: { code: 'BBB' },
    masterCarrierOptions: 'BBB',
    selectMasterCarrier: false,
  })
  expect([body.carriers.map(({ code }) => code), body.previousMasterCarrier]).toEqual([['BBB'], null])
  expect(JSON.stringify((await multi.ask(account.profile, {})).body)).not.toContain('AAA')
  expect((await multi.ask(worklist.counts, { mc: 'BBB' })).status).toBe(200)
  expect((await multi.ask(worklist.counts, { mc: 'AAA' })).status).toBe(404)
})

test("choosing another carrier is refused with the remedy, whether it is the user's or not, and the session goes on", async () => {
  const multi = await signedIn('multi', 'AAA')
  for (const masterCarrierCode of ['BBB', 'ZZZ']) {
    const answer = await multi.ask(session.chooseCarrier, { masterCarrierCode })
    expect([...codeOf(answer), answer.headers['set-cookie']]).toEqual([422, 'RULE', undefined])
    expect(JSON.stringify(answer.body)).toMatch(
      /Your organization logged you in for [^"]+ alone\. To work at another carrier, log out and log in with your own username and password\./,
    )
  }
  expect((await multi.ask(session.details, {})).body.masterCarrier?.code).toBe('AAA')
  const own = await multi.ask(session.chooseCarrier, { masterCarrierCode: 'AAA' })
  const cookie = String(own.headers['set-cookie']).split(';')[0]!
  // The other cookie is of the same session: it does not choose either.
  const again = await multi.ask(session.chooseCarrier, { masterCarrierCode: 'BBB' }, { headers: { cookie } })
  expect(codeOf(again)).toEqual([422, 'RULE'])
})

test('neither a header, nor another tab, nor renewing the session brings it to another carrier', async () => {
  const multi = await signedIn('multi', 'AAA')
  const tab = await multi.ask(worklist.counts, { mc: 'AAA' }, { carrier: 'BBB' })
  expect(codeOf(tab)).toEqual([409, 'CARRIER_CHANGED'])
  const refreshed = await multi.ask(session.refresh, {}, { carrier: 'BBB', headers: { 'x-user-activity': '1' } })
  expect(codeOf(refreshed)).toEqual([409, 'CARRIER_CHANGED'])
  expect((await multi.ask(session.refresh, {})).status).toBe(200)
  expect((await multi.ask(session.details, {})).body.masterCarrier?.code).toBe('AAA')
})

test('the database holds it: whatever asks, the session has that carrier or none, and always the same', async () => {
  const { hash } = await signedIn('multi', 'AAA')
  const change = (set: string) =>
    api.db.query(`update session set ${set} where token_hash = $1`, [hash]).then(
      () => 'changed',
      (error: Error) => error.message,
    )
  expect(await change(`mc = 'BBB'`)).toContain('session_of_its_carrier')
  expect(await change(`sso_mc = 'BBB', mc = 'BBB'`)).toBe('the carrier that vouched for a session does not change')
  expect(await change('sso_mc = null')).toBe('the carrier that vouched for a session does not change')
  const chosen = await api.db.query('select * from choose_carrier($1, $2, $3)', [hash, randomBytes(32), 'BBB'])
  expect(chosen.rows).toEqual([])
})

test('whose place at that carrier was taken away has no other one there', async () => {
  const multi = await signedIn('multi', 'AAA')
  const place = (active: boolean) =>
    api.db.query(
      `update user_carrier w set active = $1 from app_user u where u.id = w.user_id and u.username = 'multi' and w.mc = 'AAA'`,
      [active],
    )
  await place(false)
  try {
    expect(codeOf(await multi.ask(worklist.counts, { mc: 'AAA' }))).toEqual([403, 'CARRIER_REQUIRED'])
    expect((await multi.ask(session.details, {})).body).toMatchObject({ masterCarrier: null, carriers: [] })
    expect(codeOf(await multi.ask(session.chooseCarrier, { masterCarrierCode: 'BBB' }))).toEqual([422, 'RULE'])
    // And nobody is signed in there, though the user works elsewhere.
    expect((await signedIn('multi', 'AAA')).refusal).toBe('NOT_REGISTERED')
  } finally {
    await place(true)
  }
  expect((await signedIn('adj.bbb', 'AAA')).refusal).toBe('NOT_REGISTERED')
})

test('it changes no password: that would open the other carriers', async () => {
  const managedElsewhere = async (ssoMc: string | null) => {
    const { hash } = await signedIn('multi', ssoMc)
    await api.db.query('begin')
    try {
      await api.db.query(
        `select enter($1, null, true, 'session', null, 'account.changePassword', $2, '', false, null)`,
        [hash, randomUUID()],
      )
      const { text, values } = credentials()
      return (await api.db.query<{ sso_user: boolean }>(text, values as unknown[])).rows[0]!.sso_user
    } finally {
      await api.db.query('rollback')
    }
  }
  expect([await managedElsewhere(null), await managedElsewhere('AAA')]).toEqual([false, true])
})

test('a carrier confirms nothing that is asked at another one', async () => {
  const confirmed = async (of: { ssoMc: string | null; mc: string }, by: string | null) => {
    const { hash } = await signedIn('multi', of.ssoMc)
    if (of.ssoMc === null) await api.db.query('update session set mc = $2 where token_hash = $1', [hash, of.mc])
    const id = randomUUID()
    const now = api.clock.now().toISOString()
    await api.db.query('select ask_step_up($1, $2, $3, $4, $5)', [id, hash, 'people.invite', randomBytes(32), now])
    const { text, values } = prove({
      id,
      issuer: 'test',
      subject: 'multi',
      held: hash,
      next: randomBytes(32),
      ssoMc: by,
      requestId: randomUUID(),
      ip: '127.0.0.1',
      now,
    })
    return (await api.db.query<{ proof: string }>(text, values as unknown[])).rows[0]!.proof
  }
  expect(await confirmed({ ssoMc: 'AAA', mc: 'AAA' }, 'AAA')).toBe('PROVEN')
  expect(await confirmed({ ssoMc: 'AAA', mc: 'AAA' }, 'BBB')).toBe('OTHER_PERSON')
  expect(await confirmed({ ssoMc: null, mc: 'AAA' }, 'BBB')).toBe('OTHER_PERSON')
  expect(await confirmed({ ssoMc: null, mc: 'AAA' }, null)).toBe('PROVEN')
})

test("a user's own sign-in goes on at every carrier of theirs", async () => {
  const multi = await signedIn('multi', null)
  const { body } = await multi.ask(session.details, {})
  expect([body.selectMasterCarrier, body.carriers.map(({ code }) => code).toSorted()]).toEqual([true, ['AAA', 'BBB']])
  expect((await multi.ask(session.chooseCarrier, { masterCarrierCode: 'BBB' })).status).toBe(200)
})

test.each([
  [null, 'AAA', false],
  [{ mc: 'AAA', name: 'Alder' }, 'AAA', false],
  [{ mc: 'AAA', name: 'Alder' }, 'BBB', true],
])('vouched for %o, choosing %s is refused: %s', (vouched, wanted, refused) => {
  expect(whyNotCarrier(vouched, wanted) !== undefined).toBe(refused)
})

import { describe, expect, it, test } from 'vitest'
import { dueAt } from '#features/deadlines/due.ts'
import { packFor } from '#features/deadlines/which-pack.ts'
import { decision } from '#features/decisions/contract.ts'
import { drugs } from '#reference/drugs.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { decisionRows, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { arrivalAtSending, arrivalOf, dueOf, instantSaid, whyNotArrived, type ArrivalSaid } from './arrival.ts'
import { newAuthorization } from './contract.ts'

const PORTAL = 10
const at = (text: string): string => new Date(text).toISOString()
const of = (jurisState: string) => ({
  jurisState,
  channel: PORTAL,
  level: 0,
  dateOfInjury: '2026-01-15',
  deniedAt: null as string | null,
})
const request = (juris_state: string) => ({
  juris_state,
  claim_channel_type: PORTAL,
  reconsideration_level: 0,
  date_written: null,
})
const now = at('2026-11-18T15:00Z') // a Wednesday
const dueIn = (state: string, said: ArrivalSaid) => dueOf(request(state), arrivalOf(said, of(state), now)).due.dueAt

describe('the due time of a request that is keyed after it came', () => {
  it.each<[string, string, ArrivalSaid, string]>([
    // Florida has an hour of closing and none of receiving: a Friday fax at 18:30 has its three days Mon, Tue, Wed.
    ['FL', 'a fax after hours', { receivedAt: '2026-11-13T18:30', receivedHow: 'FAX' }, '2026-11-18T17:00-05:00'],
    ['FL', 'a fax in the morning', { receivedAt: '2026-11-13T08:05', receivedHow: 'FAX' }, '2026-11-18T17:00-05:00'],
    ['FL', 'a call on a Saturday', { receivedAt: '2026-11-14T10:00', receivedHow: 'PHONE' }, '2026-11-18T17:00-05:00'],
    // New York counts calendar days.
    [
      'NY',
      'an e-mail late in the day',
      { receivedAt: '2026-11-16T23:50', receivedHow: 'EMAIL' },
      '2026-11-20T23:59:59.999-05:00',
    ],
    // Texas: after 17:00 central time counts as received on the next working day.
    [
      'TX',
      'a fax a minute after five',
      { receivedAt: '2026-11-16T17:01', receivedHow: 'FAX' },
      '2026-11-20T17:00-06:00',
    ],
    // An instant with its zone is that instant: 23:30 in New York is 22:30 in Texas.
    [
      'TX',
      'a fax stamped in another zone',
      { receivedAt: '2026-11-16T18:01-05:00', receivedHow: 'FAX' },
      '2026-11-20T17:00-06:00',
    ],
  ])('in %s, of %s', (state, _, said, due) => {
    expect(dueIn(state, said)).toBe(at(due))
  })

  it('in California does not count the weekend of a Saturday fax, and counts one after 5:30 pm from the next working day', () => {
    const fax = (receivedAt: string) => dueIn('CA', { receivedAt, receivedHow: 'FAX' })
    const [fridayThe20th, mondayThe23rd] = [at('2026-11-20T23:59:59.999-08:00'), at('2026-11-23T23:59:59.999-08:00')]
    expect([fax('2026-11-13T17:29'), fax('2026-11-14T09:00')]).toEqual([fridayThe20th, fridayThe20th])
    expect([fax('2026-11-13T17:31'), fax('2026-11-16T09:00')]).toEqual([mondayThe23rd, mondayThe23rd])
  })

  it('adds California’s days for mail to the postmark of a letter, and none to a letter whose coming was noted', () => {
    const posted = arrivalOf({ receivedHow: 'MAIL', postedOn: '2026-11-10' }, of('CA'), now)
    const counted = dueOf(request('CA'), posted).due
    expect(counted.arithmetic[0]).toMatch(/counts as received 5 days later/)
    const noted = { receivedHow: 'MAIL', receivedAt: '2026-11-10T10:00' } as const
    expect(Date.parse(dueIn('CA', noted))).toBeLessThan(Date.parse(counted.dueAt))
    expect(dueIn('CA', noted)).toBe(dueIn('CA', { ...noted, receivedHow: 'PHONE' }))
  })

  it('is that of the urgent rule where the prescriber certifies it, and of care under way where it is; of both the earlier', () => {
    const fax = { receivedAt: '2026-11-16T10:00', receivedHow: 'FAX' } as const
    const pack = (said: ArrivalSaid, state: string) => dueOf(request(state), arrivalOf(said, of(state), now)).pack.kind
    expect(pack(fax, 'CA')).toBe('prospective')
    expect(pack({ ...fax, urgent: true }, 'CA')).toBe('expedited')
    expect(pack({ ...fax, concurrent: true }, 'TX')).toBe('concurrent')
    const both = dueIn('CA', { ...fax, urgent: true, concurrent: true })
    const each = [dueIn('CA', { ...fax, urgent: true }), dueIn('CA', { ...fax, concurrent: true })]
    expect(both).toBe(each.toSorted()[0])
  })

  it('reads a wall time in the zone of the jurisdiction, and an instant as it is', () => {
    expect(instantSaid('2026-11-20T17:31', 'America/Los_Angeles')).toBe('2026-11-21T01:31:00.000Z')
    expect(instantSaid('2026-11-20T17:31:00Z', 'America/Los_Angeles')).toBe('2026-11-20T17:31:00.000Z')
    expect(instantSaid('2026-11-20T17:31-05:00', 'America/Los_Angeles')).toBe('2026-11-20T22:31:00.000Z')
  })

  it('counts from the sending where nothing was said, and from the coming where it was', () => {
    const later = at('2026-11-18T19:00Z')
    const nothing = arrivalOf({}, of('NY'), now)
    expect(arrivalAtSending({}, nothing, of('NY'), later).request_received_at).toBe(later)
    const called = arrivalOf({ receivedHow: 'PHONE' }, of('NY'), now)
    expect(arrivalAtSending({}, called, of('NY'), later).request_received_at).toBe(now)
    expect(arrivalAtSending({ urgent: true }, called, of('NY'), later)).toMatchObject({
      request_received_at: now,
      received_how: 'PHONE',
      urgent: true,
    })
    // Only how it came is corrected: when it came stays.
    const posted = arrivalOf({ receivedHow: 'MAIL', postedOn: '2026-11-16' }, of('CA'), now)
    expect(arrivalAtSending({ receivedHow: 'FAX' }, posted, of('CA'), later)).toMatchObject({
      request_received_at: posted.request_received_at,
      received_how: 'FAX',
      posted_on: null,
    })
  })
})

test.each<[ArrivalSaid, string, Partial<ReturnType<typeof of>>?]>([
  [{ receivedAt: '2026-11-17T09:00' }, 'receivedHow'],
  [{ receivedAt: '2026-11-18T10:01', receivedHow: 'FAX' }, 'receivedAt'],
  [{ receivedAt: '2026-11-17T09:00', receivedHow: 'FAX' }, 'receivedAt', { dateOfInjury: '2026-11-18' }],
  [{ receivedAt: '2026-10-18T09:00', receivedHow: 'FAX' }, 'receivedAt'],
  [{ receivedAt: '2026-11-16T09:00', receivedHow: 'FAX' }, 'receivedAt', { deniedAt: at('2026-11-17T09:00Z') }],
  [{ postedOn: '2026-11-17', receivedHow: 'FAX' }, 'postedOn', { jurisState: 'CA' }],
  [{ postedOn: '2026-11-17' }, 'postedOn', { jurisState: 'CA' }],
  [{ postedOn: '2026-11-17', receivedAt: '2026-11-18T09:00', receivedHow: 'MAIL' }, 'postedOn', { jurisState: 'CA' }],
  [{ postedOn: '2026-11-19', receivedHow: 'MAIL' }, 'postedOn', { jurisState: 'CA' }],
  [{ postedOn: '2026-11-17', receivedHow: 'MAIL' }, 'receivedAt'],
])('what cannot be so is refused and names its field: %j at %s', (said, field, more = {}) => {
  expect(whyNotArrived(said, { ...of('NY'), ...more }, now)).toMatchObject({ code: 'VALIDATION', field })
})

const pregabalin = drugs.find((one) => one.name.startsWith('Pregabalin 75 mg') && one.brandFlag === 'G')!
const claim = (n: number) => idOf(`AAA AAA1 claim ${n}`)
const build = (who: Visitor, n: number, more: object = {}) =>
  who.ask(newAuthorization.build, {
    stratusClaimId: claim(n),
    ndc: pregabalin.ndc,
    quantity: 60,
    daysSupply: 30,
    ...more,
  })
const mailOf = async (api: TestApi) =>
  (await api.db.query(`select email from app_user where username = 'adj.aaa'`)).rows[0].email
const rowOf = async (api: TestApi, id: string) =>
  (
    await api.db.query(
      `select status_id, request_received_at, received_how, urgent, concurrent, statutory_due_at, due_pack, silence_approves
        from rx_authorization where id = $1`,
      [id],
    )
  ).rows[0]

test('an adjuster keys a fax of the day before yesterday: its legal clock counts from the fax, not from the keying', async () => {
  const api = await startFixtureApi()
  await api.db.query(`update wc_claim set juris_state = 'NY' where id = $1`, [claim(1)])
  const adjuster = await api.signIn('adj.aaa')
  const receivedAt = new Date(api.clock.now().getTime() - 47 * 3_600_000).toISOString()
  const due = dueAt(packFor('NY', 'prospective', receivedAt), { receivedAt }).dueAt
  const built = await build(adjuster, 1, { receivedAt, receivedHow: 'FAX', urgent: true })
  expect(built.body).toMatchObject({ receivedAt, statutoryDueAt: due })
  expect(built.body.dueArithmetic[0]).toMatch(/^Received /)
  const { authorizationId } = built.body
  const made = await adjuster.ask(newAuthorization.create, {
    authorizationId,
    selectedCaseOwners: [await mailOf(api)],
  })
  expect(made.body).toMatchObject({ authorizationStatusId: 20, receivedAt, statutoryDueAt: due, warnings: [] })
  expect(await rowOf(api, authorizationId)).toMatchObject({
    request_received_at: new Date(receivedAt),
    received_how: 'FAX',
    urgent: true,
    statutory_due_at: new Date(due),
    silence_approves: true,
  })
})

test('a fax keyed after its answer was due is approved by law: the adjuster is warned, and nobody can deny it', async () => {
  const api = await startFixtureApi()
  await api.db.query(`update wc_claim set juris_state = 'NY' where id = $1`, [claim(1)])
  const adjuster = await api.signIn('adj.aaa')
  const { authorizationId } = (await build(adjuster, 1)).body
  const receivedAt = new Date(api.clock.now().getTime() - 9 * 86_400_000).toISOString()
  const made = await adjuster.ask(newAuthorization.create, {
    authorizationId,
    selectedCaseOwners: [await mailOf(api)],
    receivedAt,
    receivedHow: 'FAX',
  })
  expect(made.body.warnings[0]).toMatch(/^The answer was due .+, before the request was keyed\. .+ deemed approved\.$/)
  const denied = await adjuster.ask(decision.reject, {
    id: authorizationId,
    version: 2,
    reasonId: 22,
    note: 'Not for this injury',
  })
  expect(denied.body.status.code).toBe('ALREADY_DECIDED')
  expect(await rowOf(api, authorizationId)).toMatchObject({ status_id: 33 })
})

test('a request said to have come tomorrow, before the injury or in the year 1026 is refused, and nothing is written', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const before = await decisionRows(api)
  const tomorrow = new Date(api.clock.now().getTime() + 86_400_000).toISOString()
  for (const receivedAt of [tomorrow, '2001-02-03T04:05', '1026-11-20T17:31', '2026-02-30T10:00', 'yesterday']) {
    const { status, body } = await build(adjuster, 1, { receivedAt, receivedHow: 'FAX' })
    expect([receivedAt, status, body.fields?.map(({ path }) => path)]).toEqual([receivedAt, 400, ['receivedAt']])
  }
  expect(await decisionRows(api)).toBe(before)
})

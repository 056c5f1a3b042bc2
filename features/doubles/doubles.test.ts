import { afterAll, beforeAll, expect, test } from 'vitest'
import { eligibility } from '#features/eligibility/contract.ts'
import { eligibilityFeed } from '#features/eligibility-feed/contract.ts'
import { patients } from '#features/patients/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { anotherWorker } from '#testing/another-worker.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { day } from '#testing/new-york-day.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { giveTextConsent } from '#testing/text-consent.ts'
import { doubles } from './contract.ts'

let api: TestApi
let support: Visitor
let adjuster: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await api.db.query(
    `update user_carrier set roles = '{pbm_support}' where user_id = (select id from app_user where username = 'ext.aaa')`,
  )
  support = await api.signIn('ext.aaa')
  adjuster = await api.signIn('adj.aaa')
})
afterAll(() => api.close())

let last = 100
/** Two workers with a claim each, alike but for their last names: which are they, and the ids of the claims. */
async function two() {
  const [a, b] = [(last += 1), (last += 1)]
  await anotherWorker(api, 'AAA1', a)
  await anotherWorker(api, 'AAA1', b)
  const claim = (at: number) => idOf(`AAA AAA1 claim ${at}`)
  return { a, b, one: claim(a), other: claim(b), number: (at: number) => `WC-AAA1${at}` }
}
const merge = (of: { one: string; other: string }, more: Record<string, unknown> = {}, by = support) =>
  by.ask(doubles.merge, {
    claimId: of.one,
    otherClaimId: of.other,
    version: 1,
    otherVersion: 1,
    reason: 'Married name, same person',
    confirmed: ['NAME'],
    ...more,
  })
const undo = (mergeId: string, by = support) => by.ask(doubles.undo, { mergeId, reason: 'Two sisters after all' })
const workerOf = async (claim: string): Promise<string> =>
  (await api.db.query('select claimant_id as id from wc_claim where id = $1', [claim])).rows[0].id
const patientIdOf = async (claim: string): Promise<string> =>
  (
    await api.db.query(
      'select t.patient_id as id from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id where c.id = $1',
      [claim],
    )
  ).rows[0].id
const events = async (id: string): Promise<string[]> =>
  (
    await api.db.query<{ text: string }>(
      'select event_text as text from authorization_event where authorization_id = $1 and event_code in (104, 105) order by id',
      [id],
    )
  ).rows.map(({ text }) => text)
const changed = async (claimId: string) =>
  (await adjuster.ask(eligibility.history, { claimId })).body.content.map(({ kind, changedBy, fields, note }) => ({
    kind,
    changedBy,
    fields,
    note,
  }))

test('Support merges two records: claims, requests and fills of both are of one patient, and each says so', async () => {
  const of = await two()
  const [first, second] = [
    await raiseAuthorization(api, { sub: 'AAA1', at: of.a }),
    await raiseAuthorization(api, { sub: 'AAA1', at: of.b }),
  ]
  const [stays, gone] = [await patientIdOf(of.one), await patientIdOf(of.other)]
  const { status, body } = await merge(of)
  expect([status, body]).toMatchObject([
    200,
    { success: true, patientId: stays, mergedPatientId: gone, claims: 1, openRequests: 2 },
  ])
  expect(await workerOf(of.other)).toBe(await workerOf(of.one))
  expect(await changed(of.other)).toEqual([
    {
      kind: 'PERSON',
      changedBy: 'Ext aaa',
      fields: [{ label: 'Patient ID', before: gone, after: stays }],
      note: 'Married name, same person',
    },
  ])
  for (const id of [first, second])
    expect(await events(id)).toEqual([`Patient ${gone} merged into ${stays} by Ext aaa`])
  const { rows: audit } = await api.db.query(
    `select claim_ids, detail from access_audit where call = 'doubles.merge' and object_id = $1`,
    [body.mergeId],
  )
  expect(audit).toMatchObject([{ claim_ids: expect.arrayContaining([of.one, of.other]), detail: { claims: 1 } }])
  const { rows: outbox } = await api.db.query(
    `select payload->>'claimId' as claim from outbox where topic = 'claim.workerChanged' and payload->>'change' like '%' || $1 || '%'`,
    [gone],
  )
  expect(new Set(outbox.map(({ claim }) => claim))).toEqual(new Set([of.one, of.other]))
  // Nothing that hangs on the claims was touched.
  const { rows } = await api.db.query('select stratus_claim_id as claim from rx_authorization where id = any($1)', [
    [first, second],
  ])
  expect(new Set(rows.map(({ claim }) => claim))).toEqual(new Set([of.one, of.other]))
})

test('What a merged patient takes on one claim stops a fill on the other, and no more after an undo', async () => {
  const [of, control] = [await two(), await two()]
  const codes = async (at: number, drug: string, rx: string) =>
    (
      await api.service.ask(transactions.intake, pharmacyClaim({ sub: 'AAA1', at, drug, rx, date: day(0) }))
    ).body.rejects.map(({ code }) => code)
  for (const at of [of.a, control.a]) expect(await codes(at, 'naproxen', `81${at}`)).toEqual([])
  const { body } = await merge(of)
  const stopped = await codes(of.b, 'meloxicam', `82${of.b}`)
  expect(stopped).not.toEqual([])
  expect(await codes(control.b, 'meloxicam', `82${control.b}`)).toEqual([])
  expect((await undo(body.mergeId)).status).toBe(200)
  expect(await codes(of.b, 'meloxicam', `83${of.b}`)).toEqual([])
})

test('An undo gives back exactly the claims that went over; a claim that came since stays', async () => {
  const of = await two()
  const [stays, gone] = [await patientIdOf(of.one), await patientIdOf(of.other)]
  const request = await raiseAuthorization(api, { sub: 'AAA1', at: of.b })
  const { body } = await merge(of)
  const later = await two()
  await api.db.query('update wc_claim set claimant_id = $1 where id = $2', [await workerOf(of.one), later.one])
  const undone = await undo(body.mergeId)
  expect([undone.status, undone.body.openRequests]).toEqual([200, 1])
  expect(new Map(undone.body.claims.map((one) => [one.claimId, one.patientId]))).toEqual(
    new Map([
      [of.one, stays],
      [of.other, gone],
      [later.one, stays],
    ]),
  )
  expect(await Promise.all([of.one, of.other, later.one].map(patientIdOf))).toEqual([stays, gone, stays])
  expect((await events(request)).at(-1)).toBe(`Merge of patient ${gone} into ${stays} undone by Ext aaa`)
  expect((await changed(of.other))[0]).toMatchObject({
    kind: 'PERSON',
    fields: [{ before: stays, after: gone }],
    note: 'Two sisters after all',
  })
  const again = await undo(body.mergeId)
  expect([again.status, again.body.status]).toMatchObject([
    409,
    { code: 'ALREADY_DECIDED', message: 'Ext aaa has undone this merge already.' },
  ])
})

test('Of merges one after the other the last is undone first, and both ways back lead to the records as they were', async () => {
  const [of, onto] = [await two(), await two()]
  const ids = [of.one, of.other, onto.one]
  const before = await Promise.all(ids.map(patientIdOf))
  const first = (await merge(of)).body
  const [{ version }] = (await api.db.query('select version from claimant where id = $1', [await workerOf(of.one)]))
    .rows
  const second = await merge({ one: onto.one, other: of.one }, { otherVersion: version })
  expect(second.body).toMatchObject({ success: true, claims: 2 })
  const early = await undo(first.mergeId)
  expect([early.status, early.body.status.message]).toEqual([
    422,
    `The patient was merged into ${before[2]} since. Undo that first.`,
  ])
  // Both former patient IDs still find the claims.
  for (const id of before.slice(0, 2)) {
    const { body } = await adjuster.ask(patients.byNumber, { mc: 'AAA', searchType: 'M', value: id })
    expect(body.content.map(({ claimId }) => claimId).toSorted()).toEqual(ids.toSorted())
  }
  await undo(second.body.mergeId)
  await undo(first.mergeId)
  expect(await Promise.all(ids.map(patientIdOf))).toEqual(before)
})

const rows: [what: string, sql: string, more: Record<string, unknown>, status: number, message: RegExp][] = [
  ['another Social Security number', `ssn_last4 = '9999'`, {}, 422, /Social Security numbers differ: these are two/],
  ['a death on one record only', `deceased_on = '2026-01-01'`, {}, 422, /date of death is on one record only/],
  [
    'another birth date, not confirmed',
    `dob = '1980-03-14'`,
    {},
    422,
    /date of birth differs: 03\/14\/1979, 03\/14\/1980/,
  ],
  ['another gender, not confirmed', `gender = 'M'`, {}, 422, /gender differs: F, M/],
  ['another name, not confirmed', `version = 1`, { confirmed: [] }, 422, /name differs: Maria Ortega\d+, Maria Ortega/],
  ['a version that was not seen', `version = 2`, {}, 409, /changed one of these patients meanwhile/],
  ['a reason of two letters', `version = 1`, { reason: 'no' }, 400, /./],
  ['the number of one unknown', `ssn_last4 = null`, {}, 200, /./],
  ['a birth date that was confirmed', `dob = '1980-03-14'`, { confirmed: ['NAME', 'BIRTH'] }, 200, /./],
  ['a gender that is not known', `gender = 'U'`, {}, 200, /./],
  ['the same name in capitals', `last_name = 'ORTEGA'`, {}, 200, /./],
  ['another address', `zip = '10001'`, {}, 200, /./],
]
test.each(rows)('A merge of two records with %s is answered rightly', async (_, sql, more, status, message) => {
  const of = await two()
  await api.db.query(`update claimant set ${sql} where id = $1`, [await workerOf(of.other)])
  const before = await workerOf(of.other)
  const answer = await merge(of, more)
  expect([answer.status, answer.body.status?.message ?? 'done']).toEqual([status, expect.stringMatching(message)])
  expect((await workerOf(of.other)) === before).toBe(status !== 200)
})

test('Adjusters, and supervisors of some programs, see the pair with the reason why they cannot merge it', async () => {
  const of = await two()
  const supervisor = await api.signIn('super.aaa')
  const look = async (by: Visitor) =>
    (await by.ask(doubles.compare, { claimNumber: of.number(of.a), otherClaimNumber: of.number(of.b) })).body
  expect((await look(adjuster)).whyNotMerge?.message).toBe('Support and supervisors merge patients.')
  const refused = await merge(of, {}, adjuster)
  expect([refused.status, refused.body.status.code]).toEqual([403, 'NOT_ALLOWED'])
  expect((await look(supervisor)).whyNotMerge).toBeNull()
  await api.db.query(
    `update user_carrier set sub_carriers = '{AAA1}' where user_id = (select id from app_user where username = 'super.aaa')`,
  )
  expect((await look(await api.signIn('super.aaa'))).whyNotMerge?.message).toMatch(/you work for some programs\.$/)
})

test('Two who merge the same records at once: one wins, and the other hears who', async () => {
  const of = await two()
  const answers = await Promise.all([merge(of), merge({ one: of.other, other: of.one })])
  expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
  const lost = answers.find(({ status }) => status === 409)!
  expect(lost.body.status.message).toBe('Ext aaa merged these patients already. Look at them again.')
  const merged = await api.db.query('select from worker_merge where $1 = any(claims) or $2 = any(claims)', [
    of.one,
    of.other,
  ])
  expect(merged.rowCount).toBe(1)
})

test('A claim that comes for a merged record is of the patient who stays, also while the merge is under way', async () => {
  const of = await two()
  const [stays, gone] = [await workerOf(of.one), await workerOf(of.other)]
  const other = await two()
  const [answer] = await Promise.all([
    merge(of),
    api.db.query('update wc_claim set claimant_id = $1 where id = $2', [gone, other.one]),
  ])
  expect(answer.status).toBe(200)
  expect(await workerOf(other.one)).toBe(stays)
  await api.db.query('update wc_claim set claimant_id = $1 where id = $2', [gone, other.other])
  expect(await workerOf(other.other)).toBe(stays)
})

test('A feed goes on for a merged patient by either name, and finds the worker by either patient ID', async () => {
  const of = await two()
  await api.db.query(
    `update client_group set default_owner_id = (select id from app_user where username = 'adj.aaa') where mc = 'AAA' and group_code = 'AAA1GRP'`,
  )
  const gone = await patientIdOf(of.other)
  await merge(of)
  const [claim] = (
    await api.db.query(
      `select c.doi::text, c.juris_state as state, s.effective_date::text as first from wc_claim c
         join eligibility_span s on s.mc = c.mc and s.stratus_claim_id = c.id where c.id = $1`,
      [of.other],
    )
  ).rows
  const header =
    'claim_number,first_name,last_name,date_of_birth,date_of_injury,state,group,effective_date,patient_id,phone'
  const sent = await api.service.ask(eligibilityFeed.send, {
    masterCarrier: 'AAA',
    file: {
      name: 'feed.csv',
      type: 'text/csv',
      bytes: new TextEncoder().encode(
        [
          header,
          `${of.number(of.b)},Maria,Ortega${of.b},1979-03-14,${claim.doi},${claim.state},AAA1GRP,${claim.first},,813-555-0142`,
          `NEW-${of.b},Maria,Ortega${of.b},1979-03-14,${claim.doi},FL,AAA1GRP,${claim.doi},${gone},`,
        ].join('\n'),
      ),
    },
  })
  await runJobsUntilIdle(api)
  const { body } = await api.service.ask(eligibilityFeed.status, { id: sent.body.feedId, masterCarrier: 'AAA' })
  expect([body.refusals, body.added, body.changed]).toEqual([[], 1, 1])
  const [added] = (
    await api.db.query('select claimant_id as id from wc_claim where claim_number = $1', [`NEW-${of.b}`])
  ).rows
  expect(added.id).toBe(await workerOf(of.one))
})

test.each([
  ['agreed', 2, 2, '8135550171', '8135550172', ['one 2']],
  ['said STOP for another number', 2, 3, '8135550173', '8135550174', ['one 2', 'other 3']],
  ['said STOP for the same number', 2, 3, '8135550175', '8135550175', ['other 3']],
] as const)(
  'Of a patient whose other record %s only consent of their own is left',
  async (_, mine, theirs, to, from, left) => {
    const of = await two()
    const [one, other] = [await workerOf(of.one), await workerOf(of.other)]
    await giveTextConsent(api.db, to, { state: mine, which: `t.id = '${one}'` })
    await giveTextConsent(api.db, from, { state: theirs, which: `t.id = '${other}'` })
    expect((await merge(of)).status).toBe(200)
    const { rows } = await api.db.query<{ who: string }>(
      `select case claimant_id when $1 then 'one ' else 'other ' end || state as who from sms_campaign
      where claimant_id in ($1, $2) and until is null order by 1`,
      [one, other],
    )
    expect(rows.map(({ who }) => who)).toEqual(left)
  },
)

test('Likely doubles are listed with their claims until they are merged or kept as two; a correction finds new ones', async () => {
  const of = await two()
  const [a, b] = [await patientIdOf(of.one), await patientIdOf(of.other)]
  const listed = async (): Promise<boolean> => {
    for (let page = 0; ; page += 1) {
      const { body } = await support.ask(doubles.list, { masterCarrier: 'AAA', page, size: 100 })
      const found = body.pairs.find(
        (one) => [one.one.patientId, one.other.patientId].toSorted().join() === [a, b].toSorted().join(),
      )
      if (found) expect([found.score >= 55, found.differences.map(({ code }) => code)]).toEqual([true, ['NAME']])
      if (found || !body.more) return found !== undefined
    }
  }
  await api.db.query(`update claimant set dob = '1951-02-03' where id = any($1)`, [
    [await workerOf(of.one), await workerOf(of.other)],
  ])
  expect(await listed()).toBe(true)
  const { body } = await merge(of)
  expect(await listed()).toBe(false)
  await undo(body.mergeId)
  expect(await listed()).toBe(true)
  const kept = await support.ask(doubles.differ, { claimId: of.one, otherClaimId: of.other, reason: 'Two sisters' })
  expect(kept.status).toBe(200)
  expect(await listed()).toBe(false)
  const { rows } = await api.db.query(
    `select different_by_name as by, reason from worker_pair where different_at is not null and one_id = any($1) and other_id = any($1)`,
    [[await workerOf(of.one), await workerOf(of.other)]],
  )
  expect(rows).toEqual([{ by: 'Ext aaa', reason: 'Two sisters' }])
})

test('The list of merges names both records, who merged and undid them and why, also of one patient alone', async () => {
  const of = await two()
  const [stays, gone] = [await patientIdOf(of.one), await patientIdOf(of.other)]
  const { body } = await merge(of)
  await undo(body.mergeId)
  const ofClaim = await support.ask(doubles.merges, { masterCarrier: 'AAA', claimId: of.other })
  expect(ofClaim.body.merges).toMatchObject([
    {
      mergeId: body.mergeId,
      stays: { patientId: stays },
      goes: { patientId: gone },
      claims: [{ claimId: of.other }],
      by: 'Ext aaa',
      reason: 'Married name, same person',
      undone: { by: 'Ext aaa', reason: 'Two sisters after all' },
      whyNotUndo: { code: 'ALREADY_DECIDED' },
    },
  ])
  const all = await support.ask(doubles.merges, { masterCarrier: 'AAA' })
  expect(all.body.merges[0]!.mergeId).toBe(body.mergeId)
})

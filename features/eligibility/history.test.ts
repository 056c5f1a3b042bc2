import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { day } from '#testing/new-york-day.ts'
import { usDate } from '#platform/dates/day.ts'
import { eligibility } from './contract.ts'
import { changedFields } from './history.ts'

let api: TestApi
let owner: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await api.db.query('update wc_claim set doi = $1', [day(-200)])
  await api.db.query('update eligibility_span set effective_date = $1', [day(-200)])
  owner = await api.signIn('adj.aaa')
})
afterAll(() => api.close())

const claimId = idOf('AAA AAA1 claim 1')
const eligibilityId = idOf('AAA AAA1 claim 1 span')
const history = (by = owner, more: Record<string, unknown> = {}) =>
  by.ask(eligibility.history, { claimId, ...more } as never)

describe('the change history of coverage', () => {
  test('says who changed what and when, before and after, the newest first, and its reading is audited', async () => {
    await owner.ask(eligibility.edit, {
      claimId,
      eligibilityId,
      effectiveDate: day(-200),
      termDate: day(30),
      planLevel: 'MAINTENANCE',
      reasonCode: 'SETTLEMENT',
      note: 'Compromise and release approved.',
      version: 1,
    })
    await owner.ask(eligibility.update, { claimId, mobile: '(813) 555-0144', language: 'es', version: 1 })
    const { status, body } = await history()
    expect([status, body.totalElements, body.totalIsExact]).toEqual([200, 2, true])
    expect(body.content).toEqual([
      {
        changeId: expect.any(String),
        kind: 'CONTACT',
        eligibilityId: null,
        at: expect.stringMatching(/Z$/),
        changedBy: 'Adj aaa',
        fields: [
          { label: 'Mobile', before: 'none', after: '8135550144' },
          { label: 'Language', before: 'English', after: 'Spanish' },
        ],
        note: '',
      },
      {
        changeId: expect.any(String),
        kind: 'SPAN',
        eligibilityId,
        at: expect.stringMatching(/Z$/),
        changedBy: 'Adj aaa',
        fields: [
          { label: 'Coverage ends', before: 'open', after: usDate(day(30)) },
          { label: 'Plan level', before: 'Full coverage', after: 'Maintenance drugs' },
          { label: 'Reason', before: 'New coverage', after: 'Settlement, coverage ends' },
        ],
        note: 'Compromise and release approved.',
      },
    ])
    const { rows } = await api.db.query(`select claim_ids from access_audit where call = 'eligibility.history'`)
    expect(rows).toEqual([{ claim_ids: [claimId] }])
  })

  test('leaves out a telephone number that was only written in another way', async () => {
    const other = idOf('AAA AAA1 claim 2')
    await api.db.query(
      `update claimant set phone = '315-555-0140' where id = (select claimant_id from wc_claim where id = $1)`,
      [other],
    )
    await owner.ask(eligibility.update, { claimId: other, phone: '(315) 555-0140', city: 'Albany', version: 1 })
    const { body } = await history(owner, { claimId: other })
    expect(body.content.map((one) => one.fields)).toEqual([[{ label: 'City', before: 'none', after: 'Albany' }]])
  })

  test('is read page by page, and of one period of coverage alone', async () => {
    expect((await history(owner, { page: 1, size: 1 })).body).toMatchObject({
      page: 1,
      totalPages: 2,
      content: [{ kind: 'SPAN' }],
    })
    expect((await history(owner, { eligibilityId })).body.content.map((one) => one.kind)).toEqual(['SPAN'])
  })

  test('is open to readers, and not found by other carriers and programs', async () => {
    expect((await history(await api.signIn('read.only'))).status).toBe(200)
    expect((await history(await api.signIn('adj.bbb'))).status).toBe(404)
    const sub = await api.signIn('adj.sub1')
    expect((await history(sub, { claimId: idOf('AAA AAA2 claim 1') })).status).toBe(404)
  })
})

test.each([
  ['the same', { doi: '2024-01-02' }, { doi: '2024-01-02' }, []],
  ['an end that was taken away', { termDate: '2024-01-02' }, { termDate: null }, [['01/02/2024', 'open']]],
  ['something new', null, { planLevel: 'FULL' }, [[null, 'Full coverage']]],
  ['a field the record before did not have', {}, { group: 'G1' }, [['none', 'G1']]],
  ['an unknown code', { reasonCode: 'OLD_CODE' }, { reasonCode: 'NEW' }, [['OLD_CODE', 'New coverage']]],
  ['what users are not shown', { id: 'a', version: 1 }, { id: 'b', version: 2 }, []],
])('A reader sees of %s what differs', (_, before, after, changed) => {
  expect(changedFields(before, after).map((one) => [one.before, one.after])).toEqual(changed)
})

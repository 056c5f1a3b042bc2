import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { claimNotes } from '#features/claim-notes/contract.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { day } from '#testing/new-york-day.ts'
import { usDate } from '#platform/dates/day.ts'
import { eligibility } from './contract.ts'

// Coverage of a claim over HTTP, on the fixture data: one open period since the injury, 200 days ago.

let api: TestApi
let owner: Visitor
let support: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await api.db.query(
    `update user_carrier set roles = '{pbm_support}' where user_id = (select id from app_user where username = 'ext.aaa')`,
  )
  // The fixtures count days in UTC; here they are counted where the carrier is.
  await api.db.query('update wc_claim set doi = $1', [doi])
  await api.db.query('update eligibility_span set effective_date = $1', [doi])
  owner = await api.signIn('adj.aaa')
  support = await api.signIn('ext.aaa')
})
afterAll(() => api.close())

const claimOf = (at: number, sub = 'AAA1', mc = 'AAA') => idOf(`${mc} ${sub} claim ${at}`)
const spanOf = (at: number) => idOf(`AAA AAA1 claim ${at} span`)
const doi = day(-200)
type Edit = Record<string, unknown>
const edit = (by: Visitor, at: number, more: Edit = {}) =>
  by.ask(eligibility.edit, {
    claimId: claimOf(at),
    eligibilityId: spanOf(at),
    effectiveDate: doi,
    termDate: null,
    planLevel: 'FULL',
    reasonCode: 'NEW',
    version: 1,
    ...more,
  } as never)
const spans = async (at: number) =>
  (
    await api.db.query(
      `select effective_date::text, term_date::text, plan_level, reason_code, source, version from eligibility_span where stratus_claim_id = $1
        order by effective_date`,
      [claimOf(at)],
    )
  ).rows
const flag = (key: string, on: boolean) =>
  api.db.query(`insert into feature_flag_override (mc, key, enabled) values ('AAA', $1, $2)`, [key, on])
const noFlags = () => api.db.query('delete from feature_flag_override')

describe('the case owner', () => {
  test('ends coverage: saved with its reason, kept before and after, with the note about it, and what follows is said', async () => {
    const { status, body } = await edit(owner, 1, {
      termDate: day(30),
      reasonCode: 'SETTLEMENT',
      note: 'Compromise and release approved.',
    })
    expect(status).toBe(200)
    expect(body.span).toMatchObject({
      effectiveDate: doi,
      termDate: day(30),
      reason: 'Settlement, coverage ends',
      planLevelName: 'Full coverage',
      status: 'CURRENT',
      version: 2,
    })
    expect(body.effects).toContainEqual({
      tone: 'good',
      title: `The card stays valid to ${usDate(day(30))}`,
      detail: 'Fills pay as before.',
    })
    const { rows } = await api.db.query(
      'select kind, changed_by_name, before, after, note from eligibility_change where stratus_claim_id = $1',
      [claimOf(1)],
    )
    expect(rows).toEqual([
      {
        kind: 'SPAN',
        changed_by_name: 'Adj aaa',
        before: expect.objectContaining({ termDate: null, doi, version: 1 }),
        after: expect.objectContaining({ termDate: day(30), reasonCode: 'SETTLEMENT', doi }),
        note: 'Compromise and release approved.',
      },
    ])
    const notes = await owner.ask(claimNotes.ofEligibility, { claimId: claimOf(1), eligibilityId: spanOf(1) })
    expect(notes.body.content).toMatchObject([
      { kind: 'ELIGIBILITY', text: 'Compromise and release approved.', author: 'Adj aaa' },
    ])
    // A period of coverage alone names its claim; nothing named is refused, another carrier's is not found.
    const byPeriod = (by: Visitor, more: Edit) => by.ask(claimNotes.ofEligibility, more as never)
    expect((await byPeriod(owner, { eligibilityId: spanOf(1) })).body.content).toEqual(notes.body.content)
    expect((await byPeriod(owner, {})).body.fields).toMatchObject([{ path: 'claimId' }])
    expect((await byPeriod(await api.signIn('adj.bbb'), { eligibilityId: spanOf(1) })).status).toBe(404)
    expect((await byPeriod(owner, { claimId: claimOf(2), eligibilityId: spanOf(1) })).status).toBe(404)
    const audit = await api.db.query(
      `select detail from access_audit where call = 'eligibility.edit' and claim_ids = $1`,
      [[claimOf(1)]],
    )
    expect(audit.rows).toHaveLength(1)
    expect(audit.rows[0].detail).toMatchObject({ before: { termDate: null }, after: { termDate: day(30) } })
  })

  test('adds a period after one that ended, and the gap between them is shown', async () => {
    await edit(owner, 2, { termDate: day(-50), reasonCode: 'TERM_CLOSED' })
    const added = await edit(owner, 2, {
      eligibilityId: undefined,
      version: undefined,
      effectiveDate: day(-20),
      reasonCode: 'REINSTATE',
    })
    expect(added.status).toBe(200)
    const { body } = await owner.ask(eligibility.of, { id: claimOf(2) })
    expect(body).toMatchObject({ coverage: 'COVERED', gaps: [{ from: day(-49), to: day(-21) }], whyNotEdit: null })
    expect(body.spans.map((one) => [one.status, one.termDate])).toEqual([
      ['ENDED', day(-50)],
      ['CURRENT', null],
    ])
    const summary = await owner.ask(eligibility.summary, {
      claimId: claimOf(2),
      masterCarrier: 'AAA',
      subCarrier: 'AAA1',
    })
    expect(summary.body).toMatchObject({
      status: 'COVERED',
      nextTermination: null,
      acceptedIcd: [{ code: 'S33.5XXA' }],
      formularyName: expect.stringMatching(/ drug list$/),
      // Florida lets the worker choose the pharmacy, New York does not.
      network: 'Any pharmacy; outside the network at the fee schedule',
    })
  })

  test('two at once: the second hears that the first changed it, and nothing is lost', async () => {
    const ends = [day(10), day(20)]
    const answers = await Promise.all(ends.map((termDate) => edit(owner, 3, { termDate })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const lost = answers.find(({ status }) => status === 409)!
    expect(lost.body.status).toMatchObject({
      code: 'CONFLICT',
      message: 'Somebody else changed this coverage meanwhile. Look at it again.',
    })
    expect((await spans(3))[0].version).toBe(2)
  })
})

describe('a change of coverage is refused at its field, and nothing is written:', () => {
  beforeEach(noFlags)
  test.each<[string, Edit, number, string, string]>([
    ['an end before the start', { termDate: day(-201) }, 422, 'termDate', 'Coverage cannot end before it starts.'],
    [
      'a start before the injury',
      { effectiveDate: day(-201) },
      422,
      'effectiveDate',
      `Coverage cannot start before the date of injury, ${usDate(doi)}.`,
    ],
    ['an injury in the future', { doi: day(2) }, 422, 'doi', 'The date of injury cannot be in the future.'],
    [
      'a group of another program',
      { group: 'AAA2GRP' },
      422,
      'group',
      'Choose a group of the same program that is in force.',
    ],
    [
      'a second period beside an open one',
      { eligibilityId: undefined, version: undefined, effectiveDate: day(-10) },
      422,
      'effectiveDate',
      `Overlaps Full coverage (${usDate(doi)} to open). End that coverage first.`,
    ],
    ['a day that does not exist', { effectiveDate: '2026-02-30' }, 400, 'effectiveDate', 'This day does not exist.'],
    ['a plan level that does not exist', { planLevel: 'GOLD' }, 400, 'planLevel', 'Choose a plan level.'],
    ['a reason that does not exist', { reasonCode: 'BECAUSE' }, 400, 'reasonCode', 'Choose a reason for the change.'],
  ])('%s', async (_, more, status, path, message) => {
    const before = await spans(4)
    const answer = await edit(owner, 4, more)
    expect([answer.status, answer.body.fields?.[0]]).toMatchObject([status, { path, message }])
    expect(await spans(4)).toEqual(before)
  })

  test.each<[string, Edit, string, string]>([
    [
      'an end inside the period that follows',
      { termDate: day(-10) },
      'termDate',
      `Overlaps Full coverage (${usDate(day(-20))} to open) by 11 days. End on ${usDate(day(-21))} or earlier.`,
    ],
    [
      'an injury after the period that follows began',
      { doi: day(-15), effectiveDate: day(-15), termDate: day(-14) },
      'doi',
      `Coverage starts on ${usDate(day(-20))}, before this date of injury.`,
    ],
    ['an injury before birth', { doi: '1979-03-14' }, 'doi', 'The date of injury must be after the date of birth.'],
    [
      'an end in another century',
      { termDate: day(366 * 80) },
      'termDate',
      'Coverage is at most 75 years long. Leave the end empty for open coverage.',
    ],
  ])('%s', async (_, more, path, message) => {
    // Claim 2: one period that ended 50 days ago, one from 20 days ago.
    const before = await spans(2)
    const answer = await edit(owner, 2, { version: 2, termDate: day(-50), ...more })
    expect([answer.status, answer.body.fields?.[0]]).toMatchObject([422, { path, message }])
    expect(await spans(2)).toEqual(before)
  })
  test('a start inside the period before', async () => {
    const { rows } = await api.db.query(
      'select id from eligibility_span where stratus_claim_id = $1 and term_date is null',
      [claimOf(2)],
    )
    const answer = await edit(owner, 2, { eligibilityId: rows[0].id, effectiveDate: day(-60) })
    expect([answer.status, answer.body.fields?.[0]]).toMatchObject([
      422,
      {
        path: 'effectiveDate',
        message: `Overlaps Full coverage (${usDate(doi)} to ${usDate(day(-50))}) by 11 days. Start on ${usDate(day(-49))} or later.`,
      },
    ])
  })
  test('an injury at an age nobody works at, until it is confirmed', async () => {
    const refused = await edit(owner, 3, { version: 2, doi: '1989-03-14', effectiveDate: '1989-03-14' })
    expect([refused.status, refused.body.fields]).toMatchObject([
      422,
      [{ path: 'confirmed', message: 'The patient would have been 10 years old when injured.' }],
    ])
  })

  test('an end before the last paid fill, until it is confirmed', async () => {
    await api.db.query(
      `insert into rx_transaction (mc, id, tcn, reference_number, sub_carrier, stratus_claim_id, status, claim_channel_type, rx_number, fill_number,
        fill_date, submitted_at, adjudicated_at, ndc, gpi, drug_name, generic_or_brand, quantity, days_supply, pharmacy_nabp, prescriber_npi)
       values ('AAA', gen_random_uuid(), '7001', '700000000001', 'AAA1', $1, 'P', 1, '1', 0, $2, now(), now(), '00000000000', '72600057000110',
        'Pregabalin', 'G', 60, 30, '1043391', '1932102084')`,
      [claimOf(4), day(-5)],
    )
    const refused = await edit(owner, 4, { termDate: day(-6) })
    expect([refused.status, refused.body.fields]).toMatchObject([
      422,
      [
        {
          path: 'confirmed',
          code: 'BEFORE_PAID_FILL',
          message: `The last paid fill, ${usDate(day(-5))}, would not be covered.`,
        },
      ],
    ])
    expect((await spans(4))[0].term_date).toBeNull()
    expect((await edit(owner, 4, { termDate: day(-6), confirmed: ['BEFORE_PAID_FILL'] })).status).toBe(200)
  })

  test('past the end of a closed claim, without a note', async () => {
    await api.db.query(`update wc_claim set status = 'CLOSED', closed_date = $2 where id = $1`, [claimOf(5), day(-3)])
    const refused = await edit(owner, 5, {})
    expect([refused.status, refused.body.fields]).toMatchObject([
      422,
      [{ path: 'note', message: 'The claim is closed: say in the note why coverage goes on.' }],
    ])
    expect((await edit(owner, 5, { note: 'Medical stays open by order.' })).status).toBe(200)
  })

  test('by who may not: another adjuster, readers, other carriers and programs; the switch of the carrier', async () => {
    const no = async (who: string, at = 6, more: Edit = {}) => {
      const { status, body } = await edit(await api.signIn(who), at, more)
      return [status, body.status.code]
    }
    expect(await no('adj.aaa2')).toEqual([403, 'NOT_ALLOWED'])
    expect(await no('read.only')).toEqual([403, 'UPDATE_BLOCKED'])
    expect(await no('prog.spec')).toEqual([403, 'UPDATE_BLOCKED'])
    expect(await no('adj.bbb')).toEqual([404, 'NOT_FOUND'])
    expect(await no('adj.sub1', 6, { claimId: claimOf(1, 'AAA2') })).toEqual([404, 'NOT_FOUND'])
    expect(await no('adj.aaa', 6, { eligibilityId: spanOf(1) })).toEqual([404, 'NOT_FOUND'])
    await flag('edit_patient_mc_disabled', true)
    expect(await no('adj.aaa')).toEqual([403, 'FEATURE_OFF'])
    await noFlags()
    expect((await edit(support, 6, { termDate: day(5) })).body.span).toMatchObject({ source: 'SUPPORT' })
    expect((await edit(await api.signIn('super.aaa'), 6, { termDate: null, version: 2 })).status).toBe(200)
  })

  test('in the database too: periods of a claim cannot share a day', async () => {
    await expect(
      api.db.query(
        `insert into eligibility_span (mc, id, stratus_claim_id, effective_date) values ('AAA', gen_random_uuid(), $1, $2)`,
        [claimOf(6), day(1)],
      ),
    ).rejects.toMatchObject({ code: '23P01' })
  })
})

describe('a check before saving', () => {
  test('says what is wrong with the nearest day, what to confirm and what follows, and writes nothing', async () => {
    const before = await spans(6)
    const { body } = await owner.ask(eligibility.validate, {
      span: {
        claimId: claimOf(6),
        eligibilityId: spanOf(6),
        effectiveDate: day(-201),
        termDate: null,
        planLevel: 'FULL',
        reasonCode: 'NEW',
      },
    })
    expect(body).toMatchObject({
      valid: false,
      errors: [{ path: 'effectiveDate', nearest: doi }],
      warnings: [],
      possibleDuplicates: [],
    })
    expect(await spans(6)).toEqual(before)
    expect((await owner.ask(eligibility.validate, {})).body.fields).toMatchObject([{ path: 'span' }])
  })
})

describe("a worker's contact data", () => {
  const update = (by: Visitor, more: Edit = {}, at = 6) =>
    by.ask(eligibility.update, { claimId: claimOf(at), version: 1, ...more } as never)
  test('is changed by anybody who may update, with before and after kept; the loser of a race hears it', async () => {
    const { status, body } = await update(owner, {
      mobile: '+1 (813) 555-0144',
      email: 'maria@mail.example',
      zip: '33601-1234',
      preferredPharmacyNabp: '1043391',
    })
    expect([status, body.patient]).toMatchObject([
      200,
      {
        mobile: '8135550144',
        email: 'maria@mail.example',
        preferredPharmacy: 'Meridian Pharmacy #112',
        ssn: '•••-••-1120',
        version: 2,
      },
    ])
    expect((await update(owner, { mobile: '8135550145' })).status).toBe(409)
    const { rows } = await api.db.query(
      `select before ->> 'mobile' as before, after ->> 'mobile' as after from eligibility_change where kind = 'CONTACT'`,
    )
    expect(rows).toEqual([{ before: '', after: '8135550144' }])
  })
  test.each<[Edit, string]>([
    [{ mobile: '555-0144' }, 'mobile'],
    [{ phone: '0135550144' }, 'phone'],
    [{ email: 'nobody' }, 'email'],
    [{ zip: '3360' }, 'zip'],
    [{ address1: 'a\u202eb' }, 'address1'],
    [{ language: 'fr' }, 'language'],
    [{ preferredPharmacyNabp: '9999999' }, 'preferredPharmacyNabp'],
    [{ lastName: 'Other' }, 'lastName'],
  ])('%j is refused at its field', async (more, path) => {
    const { status, body } = await update(owner, { version: 2, ...more })
    expect([status, body.fields?.[0]?.path]).toEqual([400, path])
  })
  test('is changed by nobody who only reads, who is elsewhere, or where the carrier switched it off', async () => {
    const no = async (who: string, more: Edit = {}) => {
      const { status, body } = await update(await api.signIn(who), { version: 2, mobile: '8135550146', ...more })
      return [status, body.status.code]
    }
    expect(await no('read.only')).toEqual([403, 'UPDATE_BLOCKED'])
    expect(await no('prog.spec')).toEqual([403, 'UPDATE_BLOCKED'])
    expect(await no('adj.bbb')).toEqual([404, 'NOT_FOUND'])
    expect(await no('adj.sub1', { claimId: claimOf(1, 'AAA2') })).toEqual([404, 'NOT_FOUND'])
    await flag('edit_patient_mc_disabled', true)
    expect(await no('adj.aaa')).toEqual([403, 'FEATURE_OFF'])
    await noFlags()
    const reader = await api.signIn('read.only')
    const span = { claimId: claimOf(6), effectiveDate: doi, termDate: null, planLevel: 'FULL', reasonCode: 'NEW' }
    expect((await reader.ask(eligibility.validate, { span } as never)).body).toMatchObject({
      status: { code: 'UPDATE_BLOCKED' },
    })
    const search = { lastName: 'Ortega1', firstName: 'Maria', dob: '1979-03-14' }
    expect((await reader.ask(eligibility.duplicates, search)).body).toMatchObject({
      status: { code: 'UPDATE_BLOCKED' },
    })
  })
  test('is not shown to a prescriber who calls: covered or not, nothing else', async () => {
    const { body, text } = await owner.ask(eligibility.of, { id: claimOf(6), isPrescriberCall: 'true' })
    expect(body).toMatchObject({
      coverage: 'COVERED',
      planLevel: 'FULL',
      formulary: { name: expect.stringMatching(/ drug list$/), path: '/drugs' },
      patient: null,
      claim: null,
      spans: [],
    })
    expect(text).not.toMatch(/Ortega|1120|1979|8135550144|strain/i)
    expect((await (await api.signIn('adj.bbb')).ask(eligibility.of, { id: claimOf(6) })).status).toBe(404)
  })
})

describe('support adds a worker and a claim', () => {
  const nora = {
    firstName: 'Nora',
    lastName: 'Quist',
    dob: '1981-02-03',
    gender: 'F' as const,
    ssn4: '4411',
    zip: '33601',
    doi: day(-20),
    jurisState: 'FL',
    groupCode: 'AAA1GRP',
    claimNumber: 'nq-1',
    caseOwnerId: idOf('adj.aaa'),
    effectiveDate: day(-20),
  }
  const add = (by: Visitor, more: Edit = {}) =>
    by.ask(eligibility.add, { ...nora, ...more } as never, {
      key: `add-${createHash('sha256')
        .update(`${JSON.stringify(more)} ${by.cookie}`)
        .digest('hex')
        .slice(0, 32)}`,
    })
  test('who can fill prescriptions at once, once', async () => {
    const { status, body } = await add(support)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      patientId: expect.stringMatching(/^P\d{9}$/),
      subscriberNumber: expect.stringMatching(/^[0-9A-F]{11}$/),
    })
    expect((await add(support)).body).toEqual(body)
    const found = await owner.ask(eligibility.of, { id: body.claimId })
    expect(found.body).toMatchObject({
      coverage: 'COVERED',
      claim: { claimNumber: 'NQ-1' },
      patient: { lastName: 'Quist', ssn: '•••-••-4411' },
    })
  })
  test('not twice: the same person is refused with who they are, and a further claim goes to that worker', async () => {
    const again = await add(support, { claimNumber: 'NQ-2', doi: day(-10), effectiveDate: day(-10) })
    expect([again.status, again.body.status]).toMatchObject([
      409,
      { code: 'DUPLICATE', message: expect.stringMatching(/^This patient is on file as P\d{9}\./) },
    ])
    const { body } = await support.ask(eligibility.duplicates, {
      lastName: 'QUIST',
      firstName: 'nora',
      dob: nora.dob,
      ssn4: '4411',
    })
    expect(body.exact).toMatchObject([{ claimNumber: 'NQ-1', score: 95 }])
    const claimantId = body.exact[0]!.claimantId
    const more = await add(support, { claimNumber: 'NQ-2', doi: day(-10), effectiveDate: day(-10), claimantId })
    expect(more.status).toBe(200)
    const { rows } = await api.db.query('select count(*)::int as n from wc_claim where claimant_id = $1', [claimantId])
    expect(rows).toEqual([{ n: 2 }])
  })
  test('and two of them one claim number: one hears that it is taken', async () => {
    const both = await Promise.all(
      [1, 2].map((at) =>
        add(support, { claimNumber: 'RACE-1', lastName: `Racer${at}`, dob: `19${80 + at}-01-01`, ssn4: undefined }),
      ),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
  test.each<[Edit, string]>([
    [{ dob: day(1) }, 'dob'],
    [{ doi: day(1) }, 'doi'],
    [{ effectiveDate: day(-21) }, 'effectiveDate'],
    [{ jurisState: 'ZZ' }, 'jurisState'],
    [{ groupCode: 'NOGROUP' }, 'groupCode'],
    [{ groupCode: 'BBB1GRP' }, 'groupCode'],
    [{ caseOwnerId: idOf('adj.bbb') }, 'caseOwnerId'],
    [{ claimantId: idOf('BBB BBB1 claim 1 person') }, 'claimantId'],
    [{ claimNumber: 'a' }, 'claimNumber'],
    [{ firstName: '\u202eevil' }, 'firstName'],
    [{ ssn4: '12345' }, 'ssn4'],
  ])('%j is refused at its field', async (more, path) => {
    const { status, body } = await add(support, { lastName: 'Other', claimNumber: 'OTHER-1', ...more })
    expect([status, body.fields?.[0]?.path]).toEqual([400, path])
  })
  test('only with the right to, and where the carrier lets them', async () => {
    expect((await add(owner, { claimNumber: 'X-1' })).body.status.code).toBe('NOT_ALLOWED')
    await api.db.query(`update app_user set add_patient_feature = true where username = 'adj.aaa'`)
    expect(
      (await add(owner, { claimNumber: 'X-2', lastName: 'Xenon', dob: '1990-01-01', ssn4: undefined })).status,
    ).toBe(200)
    await flag('add_patient_mc_disabled', true)
    expect(
      (await add(support, { claimNumber: 'X-3', lastName: 'Yonder', dob: '1991-01-01', ssn4: undefined })).body.status
        .code,
    ).toBe('FEATURE_OFF')
    await noFlags()
  })
  test('names outside one carrier and program are not found by the search for duplicates', async () => {
    const search = { lastName: 'Ortega-ZZBBBCANARY1', firstName: 'Maria', dob: '1979-03-14', ssn4: '1120' }
    expect((await support.ask(eligibility.duplicates, search)).text).not.toContain('CANARY')
    const sub1 = await (await api.signIn('adj.sub1')).ask(eligibility.duplicates, { ...search, lastName: 'Ortegatwo1' })
    expect(sub1.text).not.toContain('Ortegatwo')
  })
})

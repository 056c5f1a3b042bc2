import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contactNotes } from '#features/contact-notes/contract.ts'
import { everyJob } from '#registry'
import { startJobs, type Jobs } from '#platform/jobs/jobs.ts'
import type { Outgoing } from '#platform/gateways/gateways.ts'
import { RefusedAddress } from '#platform/gateways/refused-address.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { eventually } from '#testing/eventually.ts'
import { surveys } from './contract.ts'
import { linkEnds } from '#features/contact-notes/invite.ts'
import { needsFollowUp, surveyState } from './rules.ts'

// The survey, the link of the e-mail, and the follow-up of a low rating, over HTTP on the fixture data.

const DAY = 86_400_000
let api: TestApi
let jobs: Jobs
const mails: Outgoing[] = []
let gateway: () => Promise<'taken'> = async () => 'taken'
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  Object.assign(api.built.portal, {
    gateways: {
      ...api.built.portal.gateways,
      MAIL: { send: async (message: Outgoing) => (mails.push(message), gateway()) },
    },
  })
  await api.db.query(
    `update user_carrier set roles = '{pbm_support}' where user_id in (select id from app_user where username in ('ext.aaa', 'clin.aaa'))`,
  )
  jobs = await startJobs(api.built.portal, api.url, everyJob, {}, 1e9)
})
afterAll(async () => {
  await jobs.stop()
  await api.close()
})

const one = async <Row>(text: string, values: unknown[] = []): Promise<Row> =>
  (await api.db.query(text, values)).rows[0] as Row
const noteOf = (id: string) => one<Record<string, Date | null>>('select * from claim_contact_note where id = $1', [id])
const responseOf = (id: string) =>
  one<Record<string, unknown> | undefined>('select * from survey_response where claim_contact_note_id = $1', [id])
const codeOf = (answer: { status: number; body: { status?: { code: string } } }) => [
  answer.status,
  answer.body.status?.code,
]

/** A contact that support took about a claim, with the code of the link in its e-mail. */
async function contact(
  at = 1,
  sub: 'AAA1' | 'AAA2' | 'BBB1' = 'AAA1',
): Promise<{ id: string; code: string; by: Visitor }> {
  const by = await api.signIn(sub === 'BBB1' ? 'adj.bbb' : 'ext.aaa')
  const { body } = await by.ask(contactNotes.add, {
    claimId: idOf(`${sub.slice(0, 3)} ${sub} claim ${at}`),
    contactType: 'PHONE',
    callerRole: 'PHARMACY',
    callerName: 'Kim at the counter',
    callerEmail: 'kim@counter.example',
    reason: 'auth',
    text: 'Why was it stopped?',
  })
  const id = body.note.claimContactNoteId
  const { body: mail } = await one<{ body: string }>(
    'select o.body from claim_contact_note n join outside_message o on o.id = n.survey_message_id where n.id = $1',
    [id],
  )
  return { id, code: /survey#(\S+)/.exec(mail)![1]!, by }
}
const answers = (of: { id: string; code?: string }, more: Record<string, unknown> = {}) => ({
  claimContactNoteId: of.id,
  ...(of.code !== undefined && { token: of.code }),
  surveyQuestionId: 1,
  question1Response: 4,
  question2Response: 'YES' as const,
  question3Response: 'Answer sooner',
  ...more,
})

describe('the survey e-mail', () => {
  test('is sent once, records that it was sent, and is retried when the gateway fails', async () => {
    const { id, code } = await contact()
    const before = mails.length
    gateway = async () => {
      gateway = async () => 'taken'
      throw new Error('Busy')
    }
    await eventually(async () => {
      await jobs.relay()
      expect((await noteOf(id))['survey_sent_at']).not.toBeNull()
    })
    const mine = mails.slice(before).filter(({ text }) => text.includes(code))
    expect(mine).toMatchObject([{ to: 'kim@counter.example' }, { to: 'kim@counter.example' }])
    expect(new Set(mine.map((mail) => mail.id)).size).toBe(1) // The id by which a gateway recognizes a repeat.
    expect(await one('select status from outside_message where id = $1', [mine[0]!.id])).toEqual({ status: 'SENT' })
    // The same outbox entry twice sends nothing: the next one is done, as it was.
    await api.db.query(
      `insert into outbox (mc, id, topic, payload, available_at, created_at)
        values ('AAA', gen_random_uuid(), 'survey.invite', jsonb_build_object('claimContactNoteId', $1::text), now(),
          now())`,
      [id],
    )
    const next = await contact()
    await eventually(async () => {
      await jobs.relay()
      expect((await noteOf(next.id))['survey_sent_at']).not.toBeNull()
    })
    expect(mails.filter(({ text }) => text.includes(code)).length).toBe(2)
  })

  test('is not sent again to an address the mail server refused', async () => {
    const { id, code } = await contact()
    gateway = async () => {
      gateway = async () => 'taken'
      throw new RefusedAddress('The mail server refused the address (550).')
    }
    await eventually(async () => {
      await jobs.relay()
      expect(
        await one(
          'select o.status, o.error, n.survey_sent_at from claim_contact_note n join outside_message o on o.id = n.survey_message_id where n.id = $1',
          [id],
        ),
      ).toEqual({ status: 'FAILED', error: 'The mail server refused the address (550).', survey_sent_at: null })
    })
    expect(mails.filter(({ text }) => text.includes(code)).length).toBe(1)
  })
})

describe('the survey link', () => {
  test('shows the three questions, accepts one answer, and then says so', async () => {
    const of = await contact()
    const open = () => api.anonymous.ask(surveys.open, { token: of.code.toLowerCase() })
    expect((await open()).body).toEqual({
      state: 'OPEN',
      claimContactNoteId: of.id,
      carrier: 'Alder Mutual',
      phone: expect.any(String),
      expiresAt: linkEnds((await noteOf(of.id))['created_at']!.toISOString()),
      completedAt: null,
      surveyId: 1,
      questions: [
        {
          surveyQuestionId: 1,
          order: 1,
          text: 'How satisfied are you with the help you received?',
          type: 'RATING',
          required: true,
          options: ['1', '2', '3', '4', '5'],
        },
        {
          surveyQuestionId: 2,
          order: 2,
          text: 'Was your question resolved?',
          type: 'YESNO',
          required: false,
          options: ['YES', 'NO'],
        },
        {
          surveyQuestionId: 3,
          order: 3,
          text: 'What could we do better?',
          type: 'TEXT',
          required: false,
          options: [],
        },
      ],
    })
    const listed = await api.anonymous.ask(surveys.questions, { id: 1, is_active: true, token: of.code })
    expect(listed.body.questions).toEqual((await open()).body.questions)

    const sent = await api.anonymous.ask(
      surveys.submit,
      answers(of, {
        // The link says who answers and the clock when, whatever the body claims.
        userFullName: 'Somebody Else',
        userEmail: 'else@where.example',
        surveyCreatedDateTime: '2020-01-01T00:00:00Z',
        surveyAnsweredDateTime: '2020-01-01T00:00:00Z',
      }),
    )
    expect(sent.body).toMatchObject({ success: true, claimContactNoteId: of.id, version: 1 })
    const kept = await responseOf(of.id)
    expect(kept).toMatchObject({
      name: 'Kim at the counter',
      email: 'kim@counter.example',
      r1: 4,
      r2: true,
      r3: 'Answer sooner',
      user_id: null,
      follow_up: 'NONE',
    })
    expect((kept!['answered'] as Date).toISOString()).toBe(sent.body.completedAt)
    expect((await of.by.ask(contactNotes.surveyed, { claimContactNoteId: of.id })).body).toEqual({
      completed: true,
      completedAt: sent.body.completedAt,
    })
    expect((await open()).body).toMatchObject({ state: 'ANSWERED', completedAt: sent.body.completedAt, questions: [] })

    // The same answer again succeeds; another is refused.
    expect((await api.anonymous.ask(surveys.submit, answers(of))).body).toEqual(sent.body)
    const other = await api.anonymous.ask(surveys.submit, answers(of, { question1Response: 1 }))
    expect([codeOf(other), other.body.status?.message, other.body]).toEqual([
      [409, 'DUPLICATE'],
      'This survey was answered already.',
      expect.objectContaining({ data: { completedAt: sent.body.completedAt } }),
    ])
    expect((await responseOf(of.id))!['r1']).toBe(4)
    expect(
      await one(`select actor, claim_ids, detail from access_audit where call = 'surveys.submit' and object_id = $1`, [
        of.id,
      ]),
    ).toEqual({
      actor: 'Caller',
      claim_ids: [idOf('AAA AAA1 claim 1')],
      detail: { rating: 4, followUp: false },
    })
  })

  test('of two different answers at the same moment exactly one is stored', async () => {
    const of = await contact(2)
    const both = await Promise.all(
      [5, 1].map((rating) => api.anonymous.ask(surveys.submit, answers(of, { question1Response: rating }))),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await responseOf(of.id))!['r1']).toBe(both[0]!.status === 200 ? 5 : 1)
  })

  test('is valid for thirty days; an answered survey stays answered', async () => {
    const [late, answered] = [await contact(3), await contact(3)]
    await api.anonymous.ask(surveys.submit, answers(answered))
    api.clock.move(30 * DAY - 60_000)
    expect((await api.anonymous.ask(surveys.open, { token: late.code })).body.state).toBe('OPEN')
    api.clock.move(120_000)
    expect((await api.anonymous.ask(surveys.open, { token: late.code })).body).toMatchObject({
      state: 'EXPIRED',
      questions: [],
    })
    const refused = await api.anonymous.ask(surveys.submit, answers(late))
    expect([codeOf(refused), refused.body.status.message]).toEqual([
      [409, 'CONFLICT'],
      expect.stringMatching(/^This link has expired\. Please call \S+\.$/),
    ])
    expect(codeOf(await api.anonymous.ask(surveys.questions, { id: 1, token: late.code }))).toEqual([404, 'NOT_FOUND'])
    expect((await api.anonymous.ask(surveys.open, { token: answered.code })).body.state).toBe('ANSWERED')
    expect(await responseOf(late.id)).toBeUndefined()
  })

  test('opens only the contact it was sent for', async () => {
    const [mine, other] = [await contact(4), await contact(4, 'BBB1')]
    for (const token of [
      'X',
      '0000-0000-0000-0000-0000',
      `${mine.code.slice(0, -1)}${mine.code.endsWith('0') ? '1' : '0'}`,
    ]) {
      expect(codeOf(await api.anonymous.ask(surveys.open, { token }))).toEqual([404, 'NOT_FOUND'])
      expect(codeOf(await api.anonymous.ask(surveys.submit, answers({ id: mine.id, code: token })))).toEqual([
        404,
        'NOT_FOUND',
      ])
    }
    expect(codeOf(await api.anonymous.ask(surveys.submit, answers({ id: other.id, code: mine.code })))).toEqual([
      404,
      'NOT_FOUND',
    ])
    expect(
      codeOf(await api.anonymous.ask(surveys.questions, { id: 1, token: mine.code, claimContactNoteId: other.id })),
    ).toEqual([404, 'NOT_FOUND'])
    // Another survey than the one it was sent for, and one no longer in use.
    await api.db.query(`insert into survey values (2, 'Old', false)`)
    await api.db.query(`insert into survey_question values (2, 4, 1, 'Was it good?', 'RATING', true)`)
    expect(codeOf(await api.anonymous.ask(surveys.questions, { id: 2, is_active: false, token: mine.code }))).toEqual([
      404,
      'NOT_FOUND',
    ])
    expect((await api.anonymous.ask(surveys.submit, answers(mine, { surveyQuestionId: 4 }))).body).toMatchObject({
      fields: [{ path: 'surveyQuestionId' }],
    })
    expect(await responseOf(mine.id)).toBeUndefined()
    expect(api.logged.join('')).not.toContain(mine.code.replaceAll('-', ''))
  })

  test.each([
    [{ question1Response: 0 }, 'question1Response', 'Enter a rating from 1 to 5.'],
    [{ question1Response: 6 }, 'question1Response', 'Enter a rating from 1 to 5.'],
    [{ question1Response: 4.5 }, 'question1Response', 'Enter a rating from 1 to 5.'],
    [{ question1Response: '4' }, 'question1Response', 'Enter a rating from 1 to 5.'],
    [{ question2Response: 'maybe' }, 'question2Response', 'Enter YES or NO.'],
    [{ question3Response: 'x'.repeat(1001) }, 'question3Response', 'Write 1,000 characters at most.'],
    [{ surveyQuestionId: 99 }, 'surveyQuestionId', 'This is no question of the survey.'],
    [{ userEmail: 'nobody' }, 'userEmail', 'Enter an e-mail address.'],
  ])('refuses %j at its field', async (more, path, message) => {
    const of = await contact(5)
    const { status, body } = await api.anonymous.ask(surveys.submit, answers(of, more) as never)
    expect([status, body.fields]).toEqual([400, [expect.objectContaining({ path, message })]])
    expect(await responseOf(of.id)).toBeUndefined()
  })
})

describe('a signed-in user', () => {
  test('sees the questions and answers for a contact of their own, in their own name', async () => {
    const { id } = await contact(6)
    const reader = await api.signIn('read.only')
    const caller = await api.signIn('adj.aaa2')
    await api.db.query(
      `update claim_contact_note set caller_email = (select upper(email) from app_user where username = 'adj.aaa2') where id = $1`,
      [id],
    )
    expect((await reader.ask(surveys.questions, { id: 1 })).body.questions.length).toBe(3)
    expect(codeOf(await reader.ask(surveys.questions, { id: 2 }))).toEqual([404, 'NOT_FOUND'])
    expect((await reader.ask(surveys.questions, { id: 2, is_active: false })).body.questions.length).toBe(1)
    const sent = await caller.ask(
      surveys.submit,
      answers({ id }, { userFullName: 'Somebody Else', question2Response: null, question3Response: '  ' }),
    )
    expect(sent.status).toBe(200)
    expect(await responseOf(id)).toMatchObject({
      name: expect.any(String),
      user_id: idOf('adj.aaa2'),
      email: expect.stringContaining('@carrier.example'),
      r2: null,
      r3: null,
    })
    expect(
      await one(`select user_id, actor from access_audit where call = 'surveys.submit' and object_id = $1`, [id]),
    ).toEqual({ user_id: idOf('adj.aaa2'), actor: expect.any(String) })
  })

  test.each(['read.only', 'prog.spec', 'adj.aaa2', 'super.aaa'])(
    '%s does not answer for somebody else, whose link still works',
    async (username) => {
      const of = await contact(6)
      const before = await noteOf(of.id)
      const { status, body } = await (await api.signIn(username)).ask(surveys.submit, answers({ id: of.id }))
      expect([status, ['NOT_ALLOWED', 'UPDATE_BLOCKED'].includes(body.status.code)]).toEqual([403, true])
      expect(await responseOf(of.id)).toBeUndefined()
      expect(await noteOf(of.id)).toEqual(before)
      expect((await api.anonymous.ask(surveys.submit, answers(of))).status).toBe(200)
    },
  )

  test('does not rate their own help or a contact they may not see; without a session or a link the call is refused', async () => {
    const of = await contact(6)
    expect(codeOf(await of.by.ask(surveys.submit, answers({ id: of.id })))).toEqual([403, 'NOT_ALLOWED'])
    const elsewhere = await contact(1, 'AAA2')
    expect(codeOf(await (await api.signIn('adj.sub1')).ask(surveys.submit, answers({ id: elsewhere.id })))).toEqual([
      404,
      'NOT_FOUND',
    ])
    expect(codeOf(await (await api.signIn('adj.bbb')).ask(surveys.submit, answers({ id: of.id })))).toEqual([
      404,
      'NOT_FOUND',
    ])
    expect(codeOf(await api.anonymous.ask(surveys.submit, answers({ id: of.id })))).toEqual([401, 'SESSION_REQUIRED'])
    expect(codeOf(await api.anonymous.ask(surveys.questions, { id: 1 }))).toEqual([401, 'SESSION_REQUIRED'])
    // The same authentication as for any other call.
    expect(codeOf(await (await api.signIn('terms.old')).ask(surveys.questions, { id: 1 }))).toEqual([
      403,
      'TERMS_REQUIRED',
    ])
    expect(codeOf(await (await api.signIn('multi', null)).ask(surveys.questions, { id: 1 }))).toEqual([
      403,
      'CARRIER_REQUIRED',
    ])
    expect(await responseOf(of.id)).toBeUndefined()
  })
})

describe('a low rating', () => {
  test('is notified to support, listed in their queue, and closed by the first user who follows it up', async () => {
    const of = await contact(4, 'AAA2')
    await api.anonymous.ask(surveys.submit, answers(of, { question1Response: 2, question2Response: 'NO' }))
    const { rows } = await api.db.query(
      `select u.username, n.title from user_notification n join app_user u on u.id = n.user_id
        where n.kind = 'surveyFollowUp'
          and n.at = (select answered from survey_response where claim_contact_note_id = $1)
        order by 1`,
      [of.id],
    )
    const title = 'Somebody who got in touch was not satisfied: 2 of 5. Please follow up.'
    expect(rows).toEqual([
      { username: 'clin.aaa', title },
      { username: 'ext.aaa', title },
    ])
    const [first, second] = [await api.signIn('ext.aaa'), await api.signIn('clin.aaa')]
    const queue = async () =>
      (await first.ask(surveys.followUps, {})).body.followUps.filter((it) => it.claimContactNoteId === of.id)
    expect(await queue()).toMatchObject([
      {
        claimNumber: 'WC-20004',
        rating: 2,
        resolved: false,
        comment: 'Answer sooner',
        callerName: 'Kim at the counter',
        callerEmail: 'kim@counter.example',
        agent: 'Ext aaa',
      },
    ])
    const adjuster = await api.signIn('adj.aaa')
    expect(codeOf((await adjuster.ask(surveys.followUps, {})) as never)).toEqual([403, 'NOT_ALLOWED'])
    const close = (by: Visitor, note = 'Called back') => by.ask(surveys.followedUp, { claimContactNoteId: of.id, note })
    expect(codeOf(await close(adjuster))).toEqual([403, 'NOT_ALLOWED'])
    expect(codeOf(await close(await api.signIn('adj.bbb')))).toEqual([404, 'NOT_FOUND'])
    expect((await close(first, ' ')).body).toMatchObject({ fields: [{ path: 'note' }] })
    const closed = await close(first)
    expect(closed.status).toBe(200)
    const lost = await close(second)
    expect([codeOf(lost), lost.body]).toEqual([
      [409, 'ALREADY_DECIDED'],
      expect.objectContaining({ data: { by: 'Ext aaa', at: closed.body.followedUpAt } }),
    ])
    expect(await responseOf(of.id)).toMatchObject({ follow_up: 'DONE', follow_up_note: 'Called back' })
    expect(await queue()).toEqual([])
    // The list of contacts says what was answered, and what came of it.
    const { rows: notes } = await api.db.query(
      'select stratus_claim_id as claim, sub_carrier as sub from claim_contact_note where id = $1',
      [of.id],
    )
    const { body } = await adjuster.ask(contactNotes.of, {
      masterCarrier: 'AAA',
      subCarrier: notes[0].sub as string,
      claimId: notes[0].claim as string,
    })
    expect(body.content.find((one) => one.claimContactNoteId === of.id)?.survey?.answer).toEqual({
      rating: 2,
      resolved: false,
      comment: 'Answer sooner',
      followUp: 'DONE',
      followUpNote: 'Called back',
    })
  })

  test('is two or less; a better one needs no follow-up', async () => {
    expect([1, 2, 3, 4, 5].map(needsFollowUp)).toEqual([true, true, false, false, false])
    const of = await contact(5, 'AAA2')
    await api.anonymous.ask(surveys.submit, answers(of, { question1Response: 3 }))
    const closed = await of.by.ask(surveys.followedUp, { claimContactNoteId: of.id, note: 'Called' })
    expect(codeOf(closed)).toEqual([409, 'ALREADY_DECIDED'])
  })
})

test.each([
  [null, '2026-12-20T00:00:00.000Z', '2026-12-19T23:59:59.999Z', 'OPEN'],
  [null, '2026-12-20T00:00:00.000Z', '2026-12-20T00:00:00.000Z', 'EXPIRED'],
  ['2026-12-01T00:00:00.000Z', '2026-12-20T00:00:00.000Z', '2027-01-01T00:00:00.000Z', 'ANSWERED'],
  [null, null, '2027-01-01T00:00:00.000Z', 'OPEN'],
])('answered %s, ends %s: at %s it is %s', (completedAt, expiresAt, now, state) =>
  expect(surveyState({ completedAt, expiresAt }, now)).toBe(state),
)

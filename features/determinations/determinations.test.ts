import { usDate } from '#platform/dates/day.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { provenance } from '#features/provenance/contract.ts'
import { day } from '#testing/new-york-day.ts'
import { decisionRows } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { authorizations } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { history } from '#features/history/contract.ts'
import { determinations } from './contract.ts'
import { determinationKinds } from '#features/authorizations/determination-kinds.ts'
import { currentOf } from './saying.ts'
import type { Visitor } from '#testing/api.ts'
import { board, denied, startDeterminations, type DeterminationsWorld, type Record_ } from './testing-determinations.ts'

let adjuster: DeterminationsWorld['adjuster']
let supervisor: DeterminationsWorld['supervisor']
let reviewer: DeterminationsWorld['reviewer']
let support: DeterminationsWorld['support']
let query: DeterminationsWorld['query']
let open: DeterminationsWorld['open']
let record: DeterminationsWorld['record']
let api: DeterminationsWorld['api']

beforeAll(async () => {
  ;({ api, adjuster, supervisor, reviewer, support, query, open, record } = await startDeterminations())
})
afterAll(() => api.close())

const review = { kind: 'UR', authority: 'Evergreen Review', number: 'UR-9' } as const

test('a supervisor records an order once: log, audit and a notification to the owner are written, and a repeated call adds nothing', async () => {
  const id = await open()
  const key = 'determination-once-0001'
  const [first, again] = await Promise.all([
    supervisor.ask(determinations.record, board(id), { key }),
    supervisor.ask(determinations.record, board(id), { key }),
  ])
  expect(first.body).toMatchObject({ success: true, authorizationId: id, version: 2 })
  expect(again.body).toEqual(first.body)
  expect(
    await query('select kind, result, recorded_by_name, withdrawn_at from determination where authorization_id = $1', [
      id,
    ]),
  ).toEqual([{ kind: 'BOARD', result: 'CERTIFIED', recorded_by_name: expect.any(String), withdrawn_at: null }])
  const log = await adjuster.ask(history.eventLog, { stratusAuthId: id })
  expect(log.body.events.find(({ eventCode }) => eventCode === 167)).toMatchObject({
    eventText: `Determination recorded: certified by Workers’ Compensation Appeals Board (ADJ 1234567), ${usDate(day(-2))} - ${usDate(day(58))}`,
  })
  expect(
    await query(
      `select n.title, u.username from user_notification n join app_user u on u.id = n.user_id where n.authorization_id = $1 and n.kind = 'determined'`,
      [id],
    ),
  ).toEqual([
    {
      username: 'adj.aaa',
      title: expect.stringMatching(/^A determination of the board was recorded on request \d+: certified\.$/),
    },
  ])
  expect(
    await query(
      `select detail -> 'kind' as kind from access_audit where call = 'determinations.record' and object_id = $1`,
      [id],
    ),
  ).toEqual([{ kind: 'BOARD' }])
  const { body } = await adjuster.ask(authorizations.one, { id })
  expect(body.determination).toMatchObject({
    determinationId: first.body.determinationId,
    kind: 'BOARD',
    number: 'ADJ 1234567',
    startDate: day(-2),
    drugLevel: 8,
    recordedBy: expect.stringContaining('Super'),
  })
})

test('an approval follows the order alone: the form, its limits, the prior authorization, the reason and the record', async () => {
  const id = await open(6, { drug: 'tizanidine' })
  await record(
    supervisor,
    board(id, { maxQty: 30, maxDays: 15, result: 'MODIFIED', determinedOn: day(-1), number: 'S-2' }),
  )
  const { body: rules } = await adjuster.ask(decision.editRules, { authorizationId: id, action: 'APPROVE' })
  expect(rules).toMatchObject({
    situation: 'Utilization review or board order',
    fields: {
      startDate: { editable: false, default: day(-2) },
      endDate: { editable: false, default: day(58) },
      oneTimeFill: { editable: false, default: false },
      drugLevel: { allowed: [8], default: 8 },
      paMaxFill: { visible: true, min: 3, max: 3 },
      overrideAllRejections: { visible: false },
    },
  })
  const before = await decisionRows(api)
  for (const [field, wrong] of [
    ['endDate', { endDate: day(30) }],
    ['startDate', { startDate: day(0) }],
    ['drugLevel', { drugLevel: 14 }],
    ['paMaxFill', { paMaxFill: 1 }],
    ['oneTimeFill', { oneTimeFill: true }],
    ['maxQty', { maxQty: 10 }],
    ['maxDays', { maxDays: 30 }],
    ['overrideAllRejections', { overrideAllRejections: true }],
  ] as const) {
    const { status, body } = await adjuster.ask(decision.approve, { id, version: 2, ...wrong })
    expect([field, status >= 400, body.fields?.[0]?.path]).toEqual([field, true, field])
  }
  for (const denial of [decision.reject, decision.rejectThisFill])
    expect(
      (await adjuster.ask(denial, { id, version: 2, reasonId: 6, note: 'Not for this injury' })).body.status,
    ).toEqual({
      code: 'NEEDS_UR_DECISION',
      message: 'The board granted this. Only another determination can deny it.',
    })
  expect(await decisionRows(api)).toBe(before)

  const { status, body } = await adjuster.ask(decision.approve, { id, version: 2 })
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      authorizationStatusId: 30,
      priorAuth: {
        startDate: day(-2),
        endDate: day(58),
        level: 8,
        maxFills: 3,
        maxQtyPerFill: 30,
        maxDaysPerFill: 15,
        reasonDesc: 'Court or board order / stipulation',
      },
    },
  })
  expect(await query('select reason_id from authorization_decision where authorization_id = $1', [id])).toEqual([
    { reason_id: 11 },
  ])
  const kept = await adjuster.ask(provenance.of, { id })
  expect(kept.body.records[0]!.record).toMatchObject({
    determination: { kind: 'BOARD', result: 'MODIFIED', number: 'S-2', maxQty: 30 },
  })
  // What is decided is decided: nothing is written down or withdrawn any more.
  expect((await supervisor.ask(determinations.record, board(id, { version: 3 }))).body.status).toMatchObject({
    code: 'ALREADY_DECIDED',
  })
})

test('a withdrawn determination has no effect, but stays listed with who withdrew it and why', async () => {
  const id = await open(1)
  const limits = async () => (await adjuster.ask(decision.editRules, { authorizationId: id, action: 'APPROVE' })).body
  const before = await limits()
  const determinationId = await record(supervisor, board(id))
  expect(await limits()).not.toEqual(before)
  const withdraw = { id, determinationId, version: 2, reason: 'Order of another worker' }
  expect((await adjuster.ask(determinations.withdraw, withdraw)).status).toBe(403)
  expect((await reviewer.ask(determinations.withdraw, withdraw)).status).toBe(403)
  expect((await supervisor.ask(determinations.withdraw, { ...withdraw, version: 1 })).body.status.code).toBe('CONFLICT')
  expect(await supervisor.ask(determinations.withdraw, withdraw)).toMatchObject({ status: 200, body: { version: 3 } })
  expect(await limits()).toEqual(before)
  expect((await supervisor.ask(determinations.withdraw, { ...withdraw, version: 3 })).body).toMatchObject({
    status: { code: 'CONFLICT', message: expect.stringMatching(/^Super .* withdrew this determination already\.$/) },
    data: expect.anything(),
  })
  const { body } = await adjuster.ask(determinations.list, { id })
  expect(body.determinations).toMatchObject([
    {
      determinationId,
      stands: false,
      withdrawn: { by: expect.stringMatching(/^Super/), reason: 'Order of another worker' },
    },
  ])
  expect((await adjuster.ask(authorizations.one, { id })).body.determination).toBeNull()
  expect((await adjuster.ask(decision.approve, { id, version: 3 })).body.priorAuth).toMatchObject({ level: 14 })
})

test('the database refuses to change or delete a determination', async () => {
  const id = await open(2)
  const determinationId = await record(supervisor, board(id))
  await supervisor.ask(determinations.withdraw, { id, determinationId, version: 2, reason: 'As agreed by phone' })
  for (const change of [
    `result = 'DENIED'`,
    'withdrawn_at = null',
    `withdrawn_reason = 'y'`,
    'end_date = end_date + 1',
  ])
    await expect(api.db.query(`update determination set ${change} where id = $1`, [determinationId])).rejects.toThrow(
      'a determination is withdrawn, never changed',
    )
  const grants = await query(
    `select privilege_type as may from information_schema.role_table_grants where table_name = 'determination' and grantee = 'rxdocket_app' order by 1`,
  )
  expect(grants.map(({ may }) => may)).toEqual(['INSERT', 'SELECT'])
})

test('a licensed reviewer records reviews, a supervisor or support records orders, and nobody else may', async () => {
  const [california, florida] = [await open(6, { drug: 'metaxalone' }), await open(3)]
  const before = await decisionRows(api)
  const refused = async (who: Visitor, input: Record_) => {
    const { status, body } = await who.ask(determinations.record, input)
    return [status, body.status?.code]
  }
  const readOnly = await api.signIn('read.only')
  const pharmacist = await api.signIn('pharm.aaa')
  expect(await refused(readOnly, board(california))).toEqual([403, 'UPDATE_BLOCKED'])
  expect(await refused(adjuster, board(california))).toEqual([403, 'NOT_ALLOWED'])
  expect(await refused(pharmacist, board(california, review))).toEqual([403, 'NOT_ALLOWED'])
  expect(await refused(supervisor, board(california, review))).toEqual([403, 'NOT_ALLOWED'])
  expect(await refused(reviewer, board(california))).toEqual([403, 'NOT_ALLOWED'])
  // The licence is for California and Texas.
  expect(await refused(reviewer, board(florida, review))).toEqual([403, 'NOT_ALLOWED'])
  expect(await refused(supervisor, board(california, { version: undefined }))).toEqual([428, 'PRECONDITION_REQUIRED'])
  expect(await refused(supervisor, board(california, { version: 9 }))).toEqual([409, 'CONFLICT'])
  expect(await refused(supervisor, board(california, { endDate: day(-9) }))).toEqual([400, 'VALIDATION'])
  const others = [
    await (await api.signIn('adj.bbb')).ask(determinations.record, board(california)),
    await (await api.signIn('adj.bbb')).ask(determinations.list, { id: california }),
    await supervisor.ask(determinations.record, board(idOf('nowhere'))),
    await supervisor.ask(determinations.record, board(california, { documentId: idOf('no paper') })),
    await supervisor.ask(determinations.withdraw, {
      id: california,
      determinationId: idOf('none'),
      version: 1,
      reason: 'As agreed by phone',
    }),
  ]
  for (const { status, body } of others) expect([status, body.status.code]).toEqual([404, 'NOT_FOUND'])
  expect(await decisionRows(api)).toBe(before)
  await record(reviewer, board(california, review))
  await record(support, board(florida))
})

test('at level 3 support records an outside decision, and the decision of support follows it', async () => {
  const id = await open(5)
  await query('update rx_authorization set status_id = 24, reconsideration_level = 3 where id = $1', [id])
  expect((await supervisor.ask(determinations.record, board(id))).body.status.message).toBe(
    'Level 3 is decided outside; support records the outcome.',
  )
  await record(support, board(id, { kind: 'COURT' }))
  const note = 'Decided on the date of the order.'
  expect((await support.ask(decision.reject, { id, version: 2, reasonId: 22, note })).status).toBeGreaterThanOrEqual(
    400,
  )
  expect(
    (await support.ask(decision.approve, { id, version: 2, endDate: day(9), note })).status,
  ).toBeGreaterThanOrEqual(400)
  expect((await support.ask(decision.approve, { id, version: 2, note })).body.priorAuth).toMatchObject({
    endDate: day(58),
    level: 8,
  })
})

test('an adjuster cannot approve against a board’s denial, but can against a review’s, and the record says so', async () => {
  const [bound, free] = [await open(1, { drug: 'tizanidine' }), await open(6, { drug: 'metaxalone' })]
  const orderId = await record(supervisor, denied(bound))
  expect((await adjuster.ask(decision.approve, { id: bound, version: 2 })).body.status).toEqual({
    code: 'RULE',
    message: 'The board denied this. It may be approved when a later order or stipulation is recorded.',
  })
  // A stipulation of a later day opens the way again; an older one does not.
  await record(supervisor, board(bound, { version: 2, determinedOn: day(-10), number: 'older' }))
  expect((await adjuster.ask(decision.approve, { id: bound, version: 3 })).status).toBe(422)
  await record(supervisor, board(bound, { version: 3, determinedOn: day(-1), number: 'stipulation' }))
  const { body } = await adjuster.ask(determinations.list, { id: bound })
  expect(body.determinations.map((one) => [one.number, one.stands])).toEqual([
    ['stipulation', true],
    ['older', false],
    ['ADJ 1234567', false],
  ])
  expect(body.determinations.at(-1)!.determinationId).toBe(orderId)
  expect((await adjuster.ask(decision.approve, { id: bound, version: 4 })).status).toBe(200)

  await record(reviewer, denied(free, review))
  // California leaves denials to its reviewers, also where one of them has said no already (T09).
  expect(
    (await adjuster.ask(decision.reject, { id: free, version: 2, reasonId: 6, note: 'Not for this injury' })).body
      .status.code,
  ).toBe('NEEDS_UR_DECISION')
  expect((await adjuster.ask(decision.approve, { id: free, version: 2, note: 'We grant it.' })).status).toBe(200)
  const kept = await adjuster.ask(provenance.of, { id: free })
  expect(kept.body.records[0]!.record!.overridden).toContainEqual({
    what: 'Determination',
    means: 'Utilization review denied it: Evergreen Review, UR-9',
    why: expect.stringContaining('We grant it.'),
  })
})

test('of two users who record a determination at once one gets a conflict, as does a decision at the same moment', async () => {
  for (let round = 0; round < 3; round += 1) {
    const id = await open(2, { drug: 'tizanidine' })
    const answers = await Promise.all([
      supervisor.ask(determinations.record, board(id)),
      support.ask(determinations.record, board(id, { kind: 'COURT' })),
      adjuster.ask(decision.approve, { id, version: 1 }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const [{ n, status }] = (await query<{ n: number; status: number }>(
      'select (select count(*)::int from determination d where d.authorization_id = a.id) as n, status_id as status from rx_authorization a where id = $1',
      [id],
    )) as [{ n: number; status: number }]
    expect(n === 1 ? status === 20 : n === 0 && status === 30).toBe(true)
    if (status === 20) await adjuster.ask(decision.approve, { id, version: 2 })
    await query(`update prior_auth set status_id = 6 where authorization_id = $1`, [id])
  }
})

test('a determination can name a document: only reports and orders of this request are offered', async () => {
  const id = await open(1, { drug: 'metaxalone' })
  const other = await open(2, { drug: 'metaxalone' })
  const file = async (of: string, type: number, name: string) =>
    (
      await query<{ id: string }>(
        `insert into document (mc, id, sub_carrier, stratus_claim_id, authorization_id, type_id, group_id, file_name, mime, bytes, sha256, source,
          created_at, received_at)
         select a.mc, gen_random_uuid(), a.sub_carrier, a.stratus_claim_id, a.id, $2, 1, $3, 'application/pdf', 900, sha256('x'), 'PORTAL', now(),
           now() from rx_authorization a where a.id = $1 returning id`,
        [of, type, name],
      )
    )[0]!.id
  const [order, note, theirs] = [
    await file(id, 9, 'order.pdf'),
    await file(id, 7, 'note.pdf'),
    await file(other, 9, 'o.pdf'),
  ]
  expect((await supervisor.ask(determinations.list, { id })).body.documents).toMatchObject([
    { documentId: order, fileName: 'order.pdf', typeName: 'Board or court order' },
  ])
  for (const documentId of [note, theirs])
    expect((await supervisor.ask(determinations.record, board(id, { documentId }))).status).toBe(404)
  await record(supervisor, board(id, { documentId: order }))
  expect((await adjuster.ask(authorizations.one, { id })).body.determination?.documentId).toBe(order)
})

test('the database and the rules agree on the determination in force after any records and withdrawals', async () => {
  const id = await open(3, { drug: 'metaxalone' })
  let version = 1
  for (let step = 0; step < 14; step += 1) {
    const kind = determinationKinds[(step * 7) % 4]!
    await query(`update rx_authorization set reconsideration_level = 3 where id = $1`, [id])
    const { body } = await support.ask(
      determinations.record,
      denied(id, { version, kind, determinedOn: day(-1 - ((step * 5) % 3)), number: `n${step}` }),
    )
    version = body.version
    const before = (await adjuster.ask(determinations.list, { id })).body.determinations
    if (step % 3 === 2) {
      const top = currentOf(before)!
      const gone = await support.ask(determinations.withdraw, {
        id,
        determinationId: top.determinationId,
        version,
        reason: 'As agreed by phone',
      })
      version = gone.body.version
    }
    const all = (await adjuster.ask(determinations.list, { id })).body.determinations
    const shown = (await adjuster.ask(authorizations.one, { id })).body.determination
    expect(shown?.determinationId).toBe(currentOf(all)?.determinationId)
    expect(all.filter(({ stands }) => stands).map((one) => one.determinationId)).toEqual(
      shown ? [shown.determinationId] : [],
    )
  }
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { nextLevel } from '#features/decision-rights/reconsider-until.ts'
import { owners } from '#features/owners/contract.ts'
import { worklist } from '#features/worklist/contract.ts'
import { careScores } from '#features/care-score/contract.ts'
import { census, fits } from './census.ts'
import { countsOf, faultsOf, lateOf } from './checks.ts'
import { targetsOf } from './sizes.ts'
import { asOf, claimOf, codesOf, openDemo, today, type Demo } from './testing-demo.ts'

// The demo as it is shipped: loaded once, counted, and looked at through the calls people use.
let close: Demo['close']
let db: Demo['db']
let as: Demo['as']
let rows: Demo['rows']
let listed: Demo['listed']
let shown: Demo['shown']
let fillsOf: Demo['fillsOf']
let logOf: Demo['logOf']
let priorAuthOf: Demo['priorAuthOf']

beforeAll(async () => {
  ;({ close, db, as, rows, listed, shown, fillsOf, logOf, priorAuthOf } = await openDemo(Date.now()))
})
afterAll(() => close())

describe('the demo as a whole', () => {
  test('has as many rows as the size table says, within a tenth', async () => {
    const found = await countsOf(db)
    const wanted = targetsOf({ size: 'demo' }) as unknown as Record<string, number>
    const far = Object.entries(found).filter(([name, count]) => Math.abs(count - wanted[name]!) > wanted[name]! * 0.1)
    expect(far.map(([name, count]) => [name, count, wanted[name]])).toEqual([])
  })

  test('breaks none of the database invariants', async () => {
    expect(await faultsOf(db)).toEqual([])
  })

  test('has requests late by design, no more than two in a hundred or so, and some for the next hours', async () => {
    const { late, open, soon } = await lateOf(db)
    expect(late).toBeGreaterThanOrEqual(1)
    expect(late / open).toBeLessThan(0.03)
    expect(soon).toBeGreaterThanOrEqual(5)
  })

  test('has the numbers of requests and people that were planned', async () => {
    const figures = await census(db)
    expect(figures.length).toBeGreaterThan(125)
    expect(
      figures
        .filter((figure) => !fits(figure))
        .map(({ of, name, wanted, found }) => `${of}: ${name} ${found.toFixed(2)} instead of ${wanted}`),
    ).toEqual([])
  })

  test('Dana’s list begins with what is late and goes on with what two keys approve', async () => {
    const { body } = await as['dana.ruiz']!.ask(worklist.search, {
      mc: 'NWM',
      caseOwners: ['me'],
      size: 100,
    })
    expect(body.totalElements).toBe(38)
    const [late, next] = body.content
    expect(late!.hoursToDue).toBeLessThan(0)
    expect(next!.hoursToDue).toBeGreaterThan(0)
    expect(next!.rejects.every((one) => !one.safety && one.canCallerOverride)).toBe(true)
    expect(body.content.filter((row) => row.escalated).length).toBeGreaterThanOrEqual(5)
    expect(body.content.some((row) => row.pharmacyWaiting)).toBe(true)
    expect(body.content.some((row) => row.rejects.some((one) => one.safety))).toBe(true)
  })

  test('denials are looked at again by somebody else, level after level, with everything the portal keeps of it', async () => {
    const levels = await rows(`
      select r.reconsideration_level as level, b.reconsideration_level as before, b.juris_state, b.claim_channel_type,
        b.status_id in (40, 41) as of_denial, r.status_id in (30, 40, 41) as decided,
        r.completed_by <> b.completed_by as by_another, w.effective_date >= b.completed_at::date as later,
        exists (select from user_carrier k where k.mc = r.mc and k.user_id = r.completed_by
          and k.roles && '{clinical_pharmacist,override_all_edit_clinical}') as by_pharmacist,
        (select array_agg(e.event_code order by e.id) from authorization_event e where e.mc = r.mc
          and e.authorization_id = r.id and e.event_code in (110, 200)) as opened,
        exists (select from decision_record d where d.mc = r.mc and d.authorization_id = r.id) as kept
      from rx_authorization r join rx_authorization b on b.mc = r.mc and b.id = r.original_auth_id
        join authorization_wish w on w.mc = r.mc and w.authorization_id = r.id`)
    expect(levels.length).toBe((await rows('select from rx_authorization where reconsideration_level > 0')).length)
    expect(levels.length).toBeGreaterThanOrEqual(3)
    for (const { level, before, juris_state, claim_channel_type, by_pharmacist, ...rest } of levels) {
      // In New York the first is Level 2 already.
      const denied = { jurisState: String(juris_state), channelType: Number(claim_channel_type), level: Number(before) }
      expect(level).toBe(nextLevel(denied))
      if (level === 2) expect(by_pharmacist).toBe(true)
      expect(rest).toEqual({
        of_denial: true,
        decided: true,
        by_another: true,
        later: true,
        opened: [110, 200],
        kept: true,
      })
    }
  })

  test('requests wait for a reviewer and came back from one; boards and courts have spoken, and a wrong entry is withdrawn', async () => {
    const reviews = await rows(`
      select r.result, a.status_id, r.juris_state = a.juris_state as same, r.due_at = a.statutory_due_at as due,
        r.reviewer_name is null as nobody from ur_referral r
        join rx_authorization a on a.mc = r.mc and a.id = r.authorization_id order by r.result`)
    expect(reviews).toEqual([
      { result: 'RETURNED', status_id: 20, same: true, due: true, nobody: false },
      { result: null, status_id: 23, same: true, due: true, nobody: true },
    ])
    const orders = await rows(`
      select d.kind, d.result, d.withdrawn_at is not null as withdrawn,
        exists (select from document p where p.mc = d.mc and p.id = d.document_id and p.type_id = 9) as filed, a.status_id
        from determination d join rx_authorization a on a.mc = d.mc and a.id = d.authorization_id order by d.kind, d.result, d.recorded_at`)
    expect(orders).toEqual([
      { kind: 'BOARD', result: 'DENIED', withdrawn: false, filed: false, status_id: 20 },
      { kind: 'BOARD', result: 'MODIFIED', withdrawn: false, filed: true, status_id: 20 },
      { kind: 'COURT', result: 'MODIFIED', withdrawn: true, filed: false, status_id: 20 },
      { kind: 'COURT', result: 'MODIFIED', withdrawn: false, filed: false, status_id: 20 },
      { kind: 'UR', result: 'MODIFIED', withdrawn: false, filed: false, status_id: 20 },
    ])
    const { body: list } = await as['dana.ruiz']!.ask(worklist.search, { mc: 'NWM', caseOwners: ['me'], size: 100 })
    const found = await Promise.all(
      list.content.map(({ authorizationId }) => as['dana.ruiz']!.ask(authorizations.one, { id: authorizationId })),
    )
    expect(found.filter(({ body }) => body.determination !== null).map(({ body }) => body.allowedActions)).toEqual([
      expect.arrayContaining(['approve']),
    ])
  })

  test('letters fail and run out, too: the owner of one that failed still waits and was notified', async () => {
    const failed = await rows(`
      select l.attempts, l.last_error <> '' as why, a.status_id, exists (select from authorization_event e
        where e.mc = l.mc and e.authorization_id = a.id and e.event_text like 'Letter failed%') as logged,
        exists (select from user_notification n where n.mc = l.mc and n.authorization_id = a.id and n.kind = 'letterFailed') as notified
      from lomn_request l join rx_authorization a on a.mc = l.mc and a.id = l.authorization_id where l.status = 5`)
    expect(failed.length).toBeGreaterThan(0)
    for (const one of failed)
      expect(one).toEqual({ attempts: 2, why: true, status_id: 21, logged: true, notified: true })
    const late = await rows(`
      select l.received_at, l.closed_at is not null as closed, exists (select from authorization_event e
        where e.mc = l.mc and e.authorization_id = l.authorization_id and e.event_code = 153) as logged
      from lomn_request l where l.status = 8`)
    expect(late.length).toBeGreaterThan(0)
    for (const one of late) expect(one).toEqual({ received_at: null, closed: true, logged: true })
  })

  test('where the state directs care, what somebody else prescribed was stopped', async () => {
    const stopped = await rows(
      `select distinct a.juris_state as state, exists (select from claim_treating_provider v where v.mc = a.mc
         and v.stratus_claim_id = a.stratus_claim_id and v.npi = a.prescriber_npi) as theirs
         from rx_authorization a, jsonb_array_elements(a.rejects) r where r ->> 'rejectCode' = '71'
           and r ->> 'message' like '%is not the authorized treating provider of this claim%'`,
    )
    expect(stopped.length).toBeGreaterThan(0)
    expect(stopped.filter(({ state, theirs }) => theirs || !['FL', 'GA', 'NC', 'NJ'].includes(String(state)))).toEqual(
      [],
    )
  })

  test('Sam has the escalated requests of three workers', async () => {
    const { body } = await as['sam.okafor']!.ask(worklist.escalated, { masterCarrier: 'NWM' })
    expect((Object.values(body) as unknown[][]).map((groups) => groups.length)).toEqual([3])
  })

  test('the checks find a row that breaks an invariant', async () => {
    const spoiled = [
      [`update prior_auth set fills_used = 0 where kind = 'PERMIT' and fills_used = 1`, 'fills used'],
      [`delete from authorization_decision where decision = 'REJECT'`, 'a decided request'],
      [`update prior_auth set authorization_id = null where kind = 'BLOCK'`, 'a denial has one block'],
      [`update authorization_event set new_status_id = 20 where event_code = 140`, 'replaying the log'],
      [`update rx_transaction set mme_per_day = 1 where mme_per_day = 15`, "each fill's MME"],
      [`update rx_transaction set message = '' where status = 'R'`, 'every reject'],
      [
        `update rx_authorization set reference_number = lpad((random() * 1e9)::bigint::text, 12, '7') where status_id = 20`,
        'the reference',
      ],
      [`update rx_authorization set last_transaction_id = id where status_id = 30`, 'the last fill'],
    ] as const
    for (const [statement, rule] of spoiled) {
      await db.query('begin')
      await db.query(`set local session_replication_role = replica`)
      await db.query(statement)
      // The checks read inside the transaction that is taken back: their own begin and rollback would end it.
      const query = db.query.bind(db)
      db.query = ((text: unknown, ...more: never[]) =>
        text === 'begin'
          ? query('savepoint looking')
          : text === 'rollback'
            ? query('rollback to looking')
            : query(text as string, ...more)) as never
      const faults = await faultsOf(db).finally(() => (db.query = query as never))
      await db.query('rollback')
      expect(
        faults.map((fault) => fault.rule).filter((one) => one.startsWith(rule)),
        rule,
      ).toHaveLength(1)
    }
  })
})

describe('the scenario cards', () => {
  test('1: a New York worker, not accepted yet, first opioid fill of sixty for ten days', async () => {
    const request = await shown(1, 'dana.ruiz')
    expect(request).toMatchObject({
      authorizationStatusId: 20,
      jurisState: 'NY',
      quantity: 60,
      daysSupply: 10,
      pharmacyWaiting: true,
    })
    expect(request.claim).toMatchObject({ compensability: 'PENDING', daysSinceInjury: 6 })
    expect(codesOf(request)).toEqual(['925', '75'])
    expect(request.mme).toMatchObject({ now: 0, after: 45 })
    // Four calendar days, the day of receipt not counted: Sunday night.
    expect(request.statutoryDueAt).toBe('2026-11-23T04:59:59.999Z')
  })

  test('2: California, at level 2 by the ladder, five hours before the law’s time, and only review may deny', async () => {
    const request = await shown(2, 'lee.park at CSC', 'CSC')
    expect(request).toMatchObject({
      jurisState: 'CA',
      authorizationStatusId: 20,
      escalated: true,
      escalationLevel: 2,
      hoursToDue: 5,
      snoozedUntil: null,
    })
    expect(request.due.pack).toMatch(/^CA\/expedited/)
    expect(request.guideline).toMatchObject({ whoMayDeny: 'physician', text: [expect.stringContaining('72 hours')] })
    expect((await logOf(request.authorizationId)).filter((line) => line['event_code'] === 172)).toMatchObject([
      { event_text: 'Escalated to level 1' },
      { event_text: 'Escalated to level 2' },
    ])
    const { body } = await as['lee.park at CSC']!.ask(worklist.escalated, {
      userEmail: 'u5513@northwind.example',
      username: 'lee.park',
      masterCarrier: 'CSC',
    })
    expect(JSON.stringify(body)).toContain('DEMO-002')
    const denied = await as['lee.park at CSC']!.ask(decision.reject, {
      id: request.authorizationId,
      version: request.version,
      reasonId: 14,
      priorauthReasonDesc: 'Documentation missing',
      note: 'No letter.',
    })
    expect(denied.status).toBe(422)
    expect(denied.body.status.code).toBe('NEEDS_UR_DECISION')
  })

  test('3: a stable drug nine days early: no rule lets it through, a person does with one tap', async () => {
    const request = await shown(3, 'dana.ruiz')
    expect(codesOf(request)).toEqual(['79'])
    expect(request.rejects[0]).toMatchObject({
      canCallerOverride: true,
      message: expect.stringContaining('Payable 11/27/2026'),
    })
    const { body } = await as['dana.ruiz']!.ask(decision.approve, {
      id: request.authorizationId,
      version: request.version,
    })
    expect(body).toMatchObject({ authorizationStatusId: 30 })
  })

  test('4: opioid, benzodiazepine and carisoprodol: the pharmacist wants a call, the adjuster cannot clear it', async () => {
    const request = await shown(4, 'dana.ruiz')
    expect(request.recommendation).toMatchObject({ source: 'PHARMACIST', action: 'P2P', by: 'Rita Chen' })
    const trio = request.rejects.find((one) => one.overridableBy === 'O')!
    for (const drug of ['Oxycodone', 'Alprazolam', 'Carisoprodol']) expect(trio.message).toContain(drug)
    expect(request.rejects.map((one) => one.canCallerOverride)).not.toContain(true)
  })

  test('5: a compound cream of 900 dollars needs the supervisor', async () => {
    const request = await shown(5, 'dana.ruiz')
    expect(request.estimatedCost).toBe(900)
    expect(codesOf(request)).toEqual(['75', '7Y'])
    const may = async (who: string) =>
      (await shown(5, who)).rejects.find((one) => one.rejectCode === '7Y')!.canCallerOverride
    expect([await may('dana.ruiz'), await may('sam.okafor')]).toEqual([false, true])
  })

  test('6: the claim ended yesterday and the worker stands at the counter', async () => {
    const request = await shown(6, 'dana.ruiz')
    expect(codesOf(request)).toEqual(['69'])
    expect(request.pharmacyWaiting).toBe(true)
    expect(await rows(`select status, closed_date::text from wc_claim where claim_number = $1`, claimOf(6))).toEqual([
      { status: 'CLOSED', closed_date: '2026-11-17' },
    ])
  })

  test('7: a federal worker’s twenty-ninth day on an opioid, and the letter is missing', async () => {
    const request = await shown(7, 'fed.jones', 'FDW')
    expect(codesOf(request)).toEqual(expect.arrayContaining(['75', '88']))
    expect(request.rejects.find((one) => one.rejectCode === '88')!.message).toContain('letter of medical necessity')
    expect(
      await rows(
        `select count(*)::int as read from lomn_request where authorization_id = $1 and status = 7`,
        request.authorizationId,
      ),
    ).toEqual([{ read: 0 }])
    const days = (await fillsOf(7)).filter((fill) => fill['status'] === 'P').map((fill) => String(fill['fill_date']))
    expect((Date.parse(today) - Date.parse(days[0]!)) / 86_400_000).toBe(28)
  })

  test('8: a letter was answered and waits for review', async () => {
    const request = await shown(8, 'dana.ruiz')
    expect(request.authorizationStatusId).toBe(20)
    const letters = await rows(
      `select status, reviewed_at, received_document_ids from lomn_request where authorization_id = $1`,
      request.authorizationId,
    )
    expect(letters).toMatchObject([{ status: 6, reviewed_at: null }])
    expect((letters[0]!['received_document_ids'] as string[]).length).toBeGreaterThan(0)
  })

  test('9: a reimbursement with its paper, and no explanation of bill review', async () => {
    const request = await shown(9, 'lee.park')
    expect(request.claimChannelType).toBe(7)
    const papers = await rows(
      `select d.type_id, d.transaction_id is not null as of_the_bill, substr(k.content, 1, 5) = '%PDF-'::bytea as pdf,
         length(k.content) = d.bytes and sha256(k.content) = d.sha256 as whole
         from document d join document_content k on k.mc = d.mc and k.document_id = d.id where d.authorization_id = $1`,
      request.authorizationId,
    )
    expect(papers).toEqual([{ type_id: 12, of_the_bill: true, pdf: true, whole: true }])
    expect(await rows('select from eobr_note where authorization_id = $1', request.authorizationId)).toEqual([])
  })

  test('10: J1030 is billed after the code was deleted', async () => {
    const [bill, ...more] = await fillsOf(10)
    expect(more).toEqual([])
    expect(bill).toMatchObject({
      status: 'R',
      claim_channel_type: 8,
      reject_codes: ['54'],
      request: { hcpcs: { code: 'J1030' } },
    })
    expect(String(bill!['fill_date']) > '2024-03-31').toBe(true)
  })

  test('11: the prescriber is on the block list', async () => {
    const request = await shown(11, 'dana.ruiz')
    expect(codesOf(request)).toEqual(['71'])
    expect(
      await rows(`select fraud from practitioner_block where mc = 'NWM' and npi = $1`, request.prescriber.npi),
    ).toEqual([{ fraud: false }])
  })

  test('12: a brand with a generic, and the prescriber insists', async () => {
    const request = await shown(12, 'dana.ruiz')
    expect(request).toMatchObject({ genericOrbrand: 'B', medication: { daw: '1' } })
    expect(codesOf(request)).toEqual(['AJ'])
    expect(
      await rows(
        `select count(*) > 0 as generic from drug where gpi = $1 and facts ->> 'brandFlag' = 'G'`,
        request.gpi,
      ),
    ).toEqual([{ generic: true }])
  })

  test('13: the request was deemed approved last night', async () => {
    const request = await shown(13, 'dana.ruiz')
    expect(request).toMatchObject({ authorizationStatusId: 33, jurisState: 'NY', decision: { decision: 'DEEMED' } })
    const ended = Date.parse(request.completedAt!)
    expect(asOf.getTime() - ended).toBeLessThan(24 * 3_600_000)
    expect(ended).toBeGreaterThan(Date.parse(request.statutoryDueAt))
    expect((await logOf(request.authorizationId)).map((line) => line['event_code'])).toContain(210)
    expect(await priorAuthOf(request.authorizationId)).toMatchObject({ kind: 'PERMIT', one_time: true })
  })

  test('14: the same drug waits twice, from two pharmacies', async () => {
    const both = await listed(14, 'dana.ruiz')
    expect(both.map((row) => row.authorizationStatusId)).toEqual([20, 20])
    expect(new Set(both.map((row) => row.gpi.slice(0, 10))).size).toBe(1)
    expect(new Set(both.map((row) => row.pharmacyNabp)).size).toBe(2)
  })

  test('15: the owner is away and the delegate sees it among his own', async () => {
    const [row] = await listed(15, 'lee.park', 'NWM', { caseOwners: ['me'] })
    expect(row).toMatchObject({ authorizationStatusId: 20, caseOwnerFirstName: 'Lee' })
    expect((await logOf(row!.authorizationId)).map((line) => line['event_code'])).toContain(181)
    const away = await rows(
      `select o.delegates = array[(select id from app_user where username = 'lee.park')] as lee from wc_claim c
         join out_of_office o on o.mc = c.mc and o.user_id = c.owner_id
        where c.claim_number = $1 and $2::timestamptz between o.start_at and o.end_at`,
      claimOf(15),
      asOf,
    )
    expect(away).toEqual([{ lee: true }])
  })

  test('16: both fills of a prior authorization are used', async () => {
    const [open, granted] = await listed(16, 'dana.ruiz')
    expect(codesOf(open!)).toContain('PA')
    expect(await priorAuthOf(granted!.authorizationId)).toMatchObject({ status_id: 4, max_fills: 2, fills_used: 2 })
  })

  test('17: sildenafil is billed on a wrist claim', async () => {
    const request = await shown(17, 'dana.ruiz')
    expect(request.drugName).toBe('Sildenafil')
    expect(request.claim.injury).toMatch(/^Wrist/)
    expect(codesOf(request)).toEqual(['75', '80'])
  })

  test('18: one worker, two claims of the same carrier, one of them closed', async () => {
    expect(
      await rows(
        `select status from wc_claim where (mc, claimant_id) = (select mc, claimant_id from wc_claim where claim_number = $1) order by doi`,
        claimOf(18),
      ),
    ).toEqual([{ status: 'CLOSED' }, { status: 'OPEN' }])
    expect((await listed(18, 'lee.park'))[0]).toMatchObject({ authorizationStatusId: 20 })
  })

  test('19: after a hurricane an early refill pays, and a row says why', async () => {
    const request = await shown(19, 'lee.park')
    expect(request.authorizationStatusId).toBe(32)
    expect(codesOf(request)).toEqual(['79'])
    expect((await fillsOf(19)).map((fill) => fill['status'])).toEqual(['P', 'P'])
    expect(
      await rows(
        `select b.reason, b.status, b.fills_used, e.action, e.actor_name from auth_bypass b
           join auth_bypass_event e on e.mc = b.mc and e.bypass_id = b.id join wc_claim c on c.mc = b.mc
           and c.id = b.stratus_claim_id where c.claim_number = $1`,
        claimOf(19),
      ),
    ).toEqual([{ reason: 'DISASTER', status: 'ACTIVE', fills_used: 1, action: 'SET', actor_name: 'Sam Okafor' }])
  })

  test('20: the fill was reversed, and the one-time prior authorization is usable again', async () => {
    const request = await shown(20, 'lee.park')
    expect(request.authorizationStatusId).toBe(30)
    expect(await priorAuthOf(request.authorizationId)).toMatchObject({ one_time: true, status_id: 3, fills_used: 0 })
    expect((await fillsOf(20)).map((fill) => fill['status'])).toEqual(['R', 'X'])
  })

  test('21: the care score is severe and rising', async () => {
    const { body } = await as['lee.park']!.ask(careScores.status, {
      masterCarrier: 'NWM',
      stratusClaimId: (await rows(`select id from wc_claim where claim_number = $1`, claimOf(21)))[0]!['id'] as string,
    })
    expect(body).toMatchObject({ enabled: true, band: 'SEVERE', trend: 'UP', asOf: today })
    expect(body.score).toBeGreaterThanOrEqual(75)
  })

  test('22: a Spanish-speaking worker who gets text messages', async () => {
    const who = await rows(
      `select t.language, g.state, t.mobile is not null as mobile from claimant t join wc_claim c on c.mc = t.mc
         and c.claimant_id = t.id left join sms_campaign g on g.mc = t.mc and g.claimant_id = t.id and g.until is null
         where c.claim_number = $1`,
      claimOf(22),
    )
    expect(who).toEqual([{ language: 'es', state: 2, mobile: true }])
    const request = await shown(22, 'lee.park')
    expect(
      await rows(`select channel, body from outside_message where authorization_id = $1`, request.authorizationId),
    ).toMatchObject([{ channel: 'SMS', body: expect.stringContaining('Su receta') }])
  })

  test('23: the federal examiner is written to, and may be again', async () => {
    const request = await shown(23, 'fed.jones', 'FDW')
    const sent = () =>
      rows(
        `select address, status from outside_message where authorization_id = $1 and channel = 'MAIL' order by created_at`,
        request.authorizationId,
      )
    expect(await sent()).toEqual([{ address: 'examiners@fedworker.example', status: 'SENT' }])
    expect((await logOf(request.authorizationId)).map((line) => line['event_code'])).toContain(310)
    const { status } = await as['fed.jones']!.ask(owners.mailExaminer, {
      authorizationId: request.authorizationId,
      message: 'Is the condition still accepted?',
    })
    expect(status).toBe(200)
    expect((await sent()).map((mail) => mail['address'])).toEqual([
      'examiners@fedworker.example',
      'examiners@fedworker.example',
    ])
  })

  test('24: a name with an apostrophe and a hyphen, and a birthday today', async () => {
    const request = await shown(24, 'lee.park')
    expect(request.claimant.lastName).toMatch(/’.*-/)
    expect(request.claimant.dateOfBirth.slice(5)).toBe(today.slice(5))
    const { body } = await as['lee.park']!.ask(worklist.search, {
      mc: 'NWM',
      authSearchKey: 'N',
      authSearchValue: "O'DWYER-F",
    })
    expect(body.content.map((row) => row.claimNumber)).toEqual([claimOf(24)])
  })

  test('25: the worker has a history of six hundred fills', async () => {
    const fills = await fillsOf(25)
    expect(fills.filter((fill) => fill['status'] === 'P').length).toBe(600)
    expect(fills.filter((fill) => fill['status'] !== 'P').length).toBe(1)
  })
})

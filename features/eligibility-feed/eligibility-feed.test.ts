import { afterAll, beforeAll, expect, test } from 'vitest'
import { eligibility } from '#features/eligibility/contract.ts'
import type { TestApi } from '#testing/api.ts'
import { everyJob } from '#registry'
import { runJob } from '#platform/jobs/run-job.ts'
import type { Job, JobThatEnds } from '#platform/jobs/jobs.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { eligibilityFeed } from './contract.ts'

let api: TestApi
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
})
afterAll(() => api.close())

const header =
  'claim_number,first_name,last_name,date_of_birth,date_of_injury,state,group,effective_date,term_date,plan_level,ssn_last4,patient_id,phone'
const send = async (text: string, masterCarrier = 'AAA') =>
  api.service.ask(eligibilityFeed.send, {
    masterCarrier,
    file: { name: 'feed.csv', type: 'text/csv', bytes: new TextEncoder().encode(text) },
  })
/** Sends a file and waits until it is loaded. */
const load = async (lines: readonly string[]) => {
  const sent = await send([header, ...lines].join('\n'))
  expect(sent.status).toBe(200)
  await runJobsUntilIdle(api)
  const { body } = await api.service.ask(eligibilityFeed.status, { id: sent.body.feedId, masterCarrier: 'AAA' })
  const { status, added, changed, unchanged, refused, refusals } = body
  return { status, counts: [added, changed, unchanged, refused], refusals, feedId: sent.body.feedId }
}
const coverage = async (claim: string) =>
  (
    await api.db.query<{ start: string; end: string | null; source: string }>(
      `select s.effective_date::text as start, s.term_date::text as end, s.source from eligibility_span s
         join wc_claim c on c.mc = s.mc and c.id = s.stratus_claim_id where c.mc = 'AAA' and c.claim_number = $1 order by 1`,
      [claim],
    )
  ).rows
const worker = async (claim: string) =>
  (
    await api.db.query<{ patient: string; name: string; phone: string | null }>(
      `select t.patient_id as patient, t.last_name || ', ' || t.first_name as name, t.phone from claimant t
         join wc_claim c on c.mc = t.mc and c.claimant_id = t.id where c.mc = 'AAA' and c.claim_number = $1`,
      [claim],
    )
  ).rows[0]
const owner = async () =>
  api.db.query(
    `update client_group set default_owner_id = (select id from app_user where username = 'adj.aaa'), effective_date = '2020-01-01'
      where mc = 'AAA' and group_code = 'AAA1GRP'`,
  )
const zoe = 'F-1001,Zoë,Vanderquill,1980-05-17,2026-01-12,CA,AAA1GRP,2026-01-12,,FULL,4711,,(559) 555-0164'

test('A carrier sends a feed: workers, claims and coverage are there, and sending it again changes nothing', async () => {
  await owner()
  const first = await load([
    zoe,
    'F-1002,Bob,Ochre,05/17/1975,20260210,CA,AAA1GRP,2026-02-10,2026-12-31,first_fill,,,',
    'F-1003,Bob,Ochre,05/17/1975,20260310,CA,AAA1GRP,2026-03-10,,,,,',
  ])
  expect([first.status, first.counts, first.refusals]).toEqual(['LOADED', [3, 0, 0, 0], []])
  expect(await coverage('F-1001')).toEqual([{ start: '2026-01-12', end: null, source: 'FEED' }])
  expect(await worker('F-1001')).toMatchObject({ name: 'Vanderquill, Zoë', phone: '5595550164' })
  // Two lines of one person are two claims of one worker.
  expect((await worker('F-1002'))!.patient).toBe((await worker('F-1003'))!.patient)
  const rows = async () => (await api.db.query(`select count(*)::int as n from eligibility_change`)).rows[0].n
  const before = await rows()
  const same = await load([
    zoe,
    'F-1002,Bob,Ochre,05/17/1975,20260210,CA,AAA1GRP,2026-02-10,2026-12-31,first_fill,,,',
    'F-1003,Bob,Ochre,05/17/1975,20260310,CA,AAA1GRP,2026-03-10,,,,,',
  ])
  expect([same.feedId, same.counts]).toEqual([first.feedId, [3, 0, 0, 0]])
  const otherFile = await load([zoe, ''])
  expect([otherFile.feedId === first.feedId, otherFile.counts]).toEqual([false, [0, 0, 1, 0]])
  expect(await rows()).toBe(before)
})

test('A feed that returns to an earlier state is loaded: the same bytes are the same feed only while no other came after', async () => {
  const until = (end: string) => [`F-1050,Ann,Lark,1981-05-17,2026-01-12,CA,AAA1GRP,2026-01-12,${end},FULL,,,`]
  const first = await load(until('2026-06-30'))
  await load(until('2026-12-31'))
  const again = await load(until('2026-06-30'))
  expect([again.feedId === first.feedId, again.counts]).toEqual([false, [0, 1, 0, 0]])
  expect(await coverage('F-1050')).toEqual([{ start: '2026-01-12', end: '2026-06-30', source: 'FEED' }])
  const third = await load(until('2026-06-30'))
  expect(third.feedId).toBe(again.feedId)
})

test('Feeds that were sent before the first was loaded are loaded in the order in which they came', async () => {
  const long = Array.from(
    { length: 2500 },
    (_, at) => `F-6${at},Eve,Lark${at},1981-05-17,2026-01-12,CA,AAA1GRP,2026-01-12,,FULL,,,`,
  )
  const until = (end: string) => `F-1060,Ann,Wren,1981-05-17,2026-01-12,CA,AAA1GRP,2026-01-12,${end},FULL,,,`
  // The line stands at the end of the longer one, so that the short one would be done first.
  await send([header, ...long, until('2026-06-30')].join('\n'))
  await load([until('2026-12-31')])
  expect(await coverage('F-1060')).toEqual([{ start: '2026-01-12', end: '2026-12-31', source: 'FEED' }])
})

test('A feed changes coverage and contact data of a claim on file, with what was before, and the owner sees it', async () => {
  const { counts } = await load([
    'F-1001,Zoë,Vanderquill,1980-05-17,2026-01-12,CA,AAA1GRP,2026-01-12,2026-06-30,FULL,4711,,559-555-0199',
    'F-1001,Zoë,Vanderquill,1980-05-17,2026-01-12,CA,AAA1GRP,2026-07-01,,LIMITED_DRUGS,4711,,559-555-0199',
  ])
  expect(counts).toEqual([0, 2, 0, 0])
  expect(await coverage('F-1001')).toEqual([
    { start: '2026-01-12', end: '2026-06-30', source: 'FEED' },
    { start: '2026-07-01', end: null, source: 'FEED' },
  ])
  expect((await worker('F-1001'))!.phone).toBe('5595550199')
  const { rows } = await api.db.query<{ id: string; kinds: string[]; by: string }>(
    `select c.id, array_agg(h.kind order by h.at, h.kind) as kinds, min(h.changed_by_name) as by from wc_claim c
       join eligibility_change h on h.mc = c.mc and h.stratus_claim_id = c.id where c.claim_number = 'F-1001' group by c.id`,
  )
  expect([rows[0]!.kinds.toSorted(), rows[0]!.by]).toEqual([['ADDED', 'CONTACT', 'SPAN', 'SPAN'], 'Eligibility feed'])
  const { body } = await (await api.signIn('adj.aaa')).ask(eligibility.of, { id: rows[0]!.id })
  expect(body.spans.map((one) => one.planLevel)).toEqual(['FULL', 'LIMITED_DRUGS'])
})

test('Lines that cannot be taken are refused with their column and how to put them right; the others are loaded', async () => {
  const line = (number: string, more: Partial<Record<string, string>> = {}) => {
    const cells: Record<string, string> = {
      claim_number: number,
      first_name: 'Ida',
      last_name: `Umber${number.slice(2)}`,
      date_of_birth: '1970-02-03',
      date_of_injury: '2026-01-12',
      state: 'CA',
      group: 'AAA1GRP',
      effective_date: '2026-01-12',
      ...more,
    }
    return header
      .split(',')
      .map((name) => cells[name] ?? '')
      .join(',')
  }
  const anotherDay = { date_of_injury: '2026-02-01', effective_date: '2026-02-01' }
  const { counts, refusals } = await load([
    line('F-2001'),
    line('F-2002', { date_of_birth: '02/30/1970' }),
    line('F-2003', { last_name: '' }),
    line('F-2004', { effective_date: '2026-01-01' }),
    line('F-2005', { group: 'NOGROUP' }),
    line('F-2006', { date_of_injury: '1960-01-01' }),
    line('F-2007', { ...anotherDay, first_name: 'Zoe', last_name: 'Vanderquill', date_of_birth: '1980-05-17' }),
    line('F-2008', { first_name: 'Zoe', last_name: 'Vanderquill', date_of_birth: '1980-05-17', patient_id: 'NEW' }),
    zoe.replace('1980-05-17', '1980-05-18'),
    zoe.replace('2026-01-12,,FULL', '2026-03-01,,FULL'),
    line('F-2009', { plan_level: 'EVERYTHING' }),
    line('F-2010', { last_name: 'Um\0ber' }),
    line('F-2011', { term_date: '2025-12-31' }),
  ])
  expect(counts).toEqual([2, 0, 0, 11])
  expect(refusals.map((one) => `${one.line} ${one.column}: ${one.message}`)).toEqual([
    '3 date_of_birth: Enter a day as YYYY-MM-DD or MM/DD/YYYY.',
    '4 last_name: Fill in this column; it is needed.',
    '5 effective_date: Coverage cannot start before the date of injury, 01/12/2026.',
    '6 case_owner_email: Choose a case owner who works for this group.',
    '6 group: Choose a group.',
    '7 date_of_injury: The date of injury must be after the date of birth.',
    expect.stringMatching(
      /^8 patient_id: A patient on file looks like this one\. Write their patient ID here, P\d{9}, or NEW for another person\.$/,
    ),
    '10 date_of_birth: This claim is on file with another date of birth. Correct the line, or the claim.',
    expect.stringMatching(/^11 (effective|term)_date: Overlaps /),
    '12 plan_level: Choose a plan level.',
    '13 line: This line has a character that cannot be stored (NUL).',
    '14 term_date: Coverage cannot end before it starts.',
  ])
  expect((await worker('F-2001'))!.name).toBe('Umber2001, Ida')
  expect(await worker('F-2007')).toBeUndefined()
})

test('A file that is no feed fails as a whole and says why; an empty one, another carrier and a user are refused', async () => {
  const failed = await send('a,b\n1,2\n')
  await runJobsUntilIdle(api)
  const { body } = await api.service.ask(eligibilityFeed.status, { id: failed.body.feedId, masterCarrier: 'AAA' })
  expect([body.status, body.problem]).toEqual([
    'FAILED',
    expect.stringContaining('The first line lacks "claim_number"'),
  ])
  expect((await send('')).status).toBe(422)
  expect((await send(header, 'NOWHERE'.slice(0, 6))).status).toBe(404)
  const other = await api.service.ask(eligibilityFeed.status, { id: failed.body.feedId, masterCarrier: 'BBB' })
  expect(other.status).toBe(404)
  const adjuster = await api.signIn('adj.aaa')
  expect((await adjuster.ask(eligibilityFeed.status, { id: failed.body.feedId, masterCarrier: 'AAA' })).status).toBe(
    401,
  )

  // Support sees what was refused until somebody says that they looked at it; each file is of all programs.
  await api.db.query(
    `update user_carrier set roles = '{pbm_support}' where user_id = (select id from app_user where username = 'ext.aaa')`,
  )
  const support = await api.signIn('ext.aaa')
  const queue = async () => (await support.ask(eligibilityFeed.exceptions, {})).body.files
  const waiting = await queue()
  expect(waiting.map((one) => [one.status, one.refused, one.waits])).toEqual([
    ['LOADED', 11, true],
    ['FAILED', 0, true],
  ])
  const lines = (page: number) => support.ask(eligibilityFeed.refused, { id: waiting[0]!.feedId, page, size: 10 })
  const [first, second] = [(await lines(0)).body, (await lines(1)).body]
  expect([first.lines.length, first.more, second.lines.at(-1)?.column, second.more]).toEqual([
    10,
    true,
    'term_date',
    false,
  ])
  expect((await adjuster.ask(eligibilityFeed.exceptions, {})).body.status).toMatchObject({ code: 'NOT_ALLOWED' })
  const done = () => support.ask(eligibilityFeed.reviewed, { id: waiting[0]!.feedId })
  expect((await done()).status).toBe(200)
  expect((await done()).body.status).toMatchObject({
    code: 'ALREADY_DECIDED',
    message: 'Ext aaa has looked at this file already.',
  })
  expect((await queue()).map((one) => one.feedId)).toEqual([failed.body.feedId])
  await api.db.query(
    `update user_carrier set sub_carriers = '{AAA1}' where user_id = (select id from app_user where username = 'ext.aaa')`,
  )
  expect((await support.ask(eligibilityFeed.exceptions, {})).body.status).toMatchObject({ code: 'NOT_ALLOWED' })
  for (const call of [eligibilityFeed.refused, eligibilityFeed.reviewed])
    expect((await support.ask(call, { id: failed.body.feedId })).status).toBe(404)
})

test('What a feed has no column for stays as it is on file; a heading that is none of ours, or twice, refuses the file', async () => {
  await load(['F-7001,Ivy,Quarry,1981-01-02,2026-01-12,CA,AAA1GRP,2026-01-12,2026-11-30,FIRST_FILL,,,'])
  const [before] = await coverage('F-7001')
  expect(before).toMatchObject({ end: '2026-11-30' })
  const plain = 'claim_number,first_name,last_name,date_of_birth,date_of_injury,state,group,effective_date'
  const line = 'F-7001,Ivy,Quarry,1981-01-02,2026-01-12,CA,AAA1GRP,2026-01-12'
  const loaded = async (text: string) => {
    const { body } = await send(text)
    await runJobsUntilIdle(api)
    return (await api.service.ask(eligibilityFeed.status, { id: body.feedId, masterCarrier: 'AAA' })).body
  }
  expect(await loaded(`${plain}\n${line}\n`)).toMatchObject({ status: 'LOADED', unchanged: 1, changed: 0 })
  expect((await coverage('F-7001'))[0]).toEqual(before)
  for (const [heading, says] of [
    ['termination_date', 'The first line has "termination_date", which is no column of this file.'],
    ['group', 'The first line has "group" twice.'],
  ] as const)
    expect(await loaded(`${plain},${heading}\n${line},x\n`)).toMatchObject({
      status: 'FAILED',
      problem: expect.stringContaining(says),
    })
})

test('Of workers who look alike, another Social Security number is another person, in the file as on file', async () => {
  const line = (claim: string, first: string, ssn: string, more = '', patient = '') =>
    `${claim},${first},Merriweather,1981-05-17,2026-01-12,CA,AAA1GRP,2026-01-12,,FULL,${ssn},${patient},${more}`
  // Brothers hurt in one accident, in one file.
  expect((await load([line('P-1', 'Abel', '4711'), line('P-2', 'Cain', '4712')])).counts).toEqual([2, 0, 0, 0])
  const patients = async (...claims: string[]) =>
    await Promise.all(claims.map(async (claim) => (await worker(claim))?.patient))
  const [abel, cain] = await patients('P-1', 'P-2')
  expect(abel).not.toBe(cain)
  // A third in a file of his own, and another claim of the first.
  expect((await load([line('P-3', 'Seth', '4713'), line('P-4', 'Abel', '4711')])).counts).toEqual([2, 0, 0, 0])
  const [seth, again] = await patients('P-3', 'P-4')
  expect([seth !== abel && seth !== cain, again]).toEqual([true, abel])
  // The same first name with another number: somebody looks, on file and in the file.
  const doubtful = await load([line('P-5', 'Abel', '4714'), line('P-6', 'Noah', '1001'), line('P-7', 'Noah', '1002')])
  expect(doubtful.counts).toEqual([1, 0, 0, 2])
  expect(doubtful.refusals.map((one) => [one.line, one.column, one.message.slice(0, 41)])).toEqual([
    [2, 'patient_id', 'A patient on file looks like this one. Wr'],
    [4, 'patient_id', 'The patient of line 3 looks like this one'],
  ])
  expect((await load([line('P-5', 'Abel', '4714', '', 'NEW'), line('P-7', 'Noah', '1002', '', 'NEW')])).counts).toEqual(
    [2, 0, 0, 0],
  )

  // What contradicts a claim on file is named, column by column, and changes nothing.
  const other = (change: (cells: string[]) => void) => {
    const cells = line('P-1', 'Abel', '4711', '(559) 555-0123').split(',')
    change(cells)
    return cells.join(',')
  }
  const refused = await load([
    other((cells) => (cells[5] = 'TX')),
    other((cells) => (cells[6] = 'AAA2GRP')),
    other((cells) => (cells[10] = '9999')),
    other((cells) => (cells[11] = cain!)),
    other((cells) => (cells[11] = 'P000000000')),
  ])
  expect([refused.counts, refused.refusals.map((one) => one.column)]).toEqual([
    [0, 0, 0, 5],
    ['state', 'group', 'ssn_last4', 'patient_id', 'patient_id'],
  ])
  expect((await worker('P-1'))!.phone).toBeNull()
  // Sent again word for word it is tried again: what was wrong may be right on file by then.
  await api.db.query(`update claimant set ssn_last4 = '9999' where patient_id = $1`, [abel])
  const lines = [other((cells) => (cells[10] = '9999'))]
  expect((await load(lines)).counts).toEqual([0, 1, 0, 0])
  const text = [header, line('P-8', 'Enos', '4715').replace('AAA1GRP', 'LATER')].join('\n')
  const counts = async () => {
    const sent = await send(text)
    await runJobsUntilIdle(api)
    return (await api.service.ask(eligibilityFeed.status, { id: sent.body.feedId, masterCarrier: 'AAA' })).body
  }
  expect(await counts()).toMatchObject({ added: 0, refused: 1 })
  await api.db.query(
    `insert into client_group select (jsonb_populate_record(g, '{"group_code": "LATER"}')).* from client_group g
      where g.mc = 'AAA' and g.group_code = 'AAA1GRP'`,
  )
  expect(await counts()).toMatchObject({ added: 1, refused: 0 })
})

test('A feed corrects gender, injury and a number that was missing, with what was before; periods are stored as they follow', async () => {
  const columns = `${header},gender,injury`
  const line = (start: string, end: string, ssn: string, more: string) =>
    `Q-1,Tess,Underhill,1981-05-17,2026-01-12,CA,AAA1GRP,${start},${end},FULL,${ssn},,,${more}`
  const loaded = async (...lines: string[]) => {
    const sent = await send([columns, ...lines].join('\n'))
    await runJobsUntilIdle(api)
    return (await api.service.ask(eligibilityFeed.status, { id: sent.body.feedId, masterCarrier: 'AAA' })).body
  }
  expect(await loaded(line('2026-01-12', '', '', ','))).toMatchObject({ added: 1, refused: 0 })
  expect(await loaded(line('2026-01-12', '', '4711', 'F,Lower back strain'))).toMatchObject({ changed: 1, refused: 0 })
  expect(await loaded(line('2026-01-12', '', '4711', 'F,Lower back strain'), '')).toMatchObject({ unchanged: 1 })
  expect(await loaded(line('2026-01-12', '', '', ','))).toMatchObject({ unchanged: 1 })
  const { rows } = await api.db.query<{ before: object; after: object; id: string }>(
    `select h.before, h.after, c.id from eligibility_change h join wc_claim c on c.mc = h.mc and c.id = h.stratus_claim_id
      where c.claim_number = 'Q-1' and h.kind = 'CONTACT'`,
  )
  expect(rows).toHaveLength(1)
  const history = await (await api.signIn('adj.aaa')).ask(eligibility.history, { claimId: rows[0]!.id, page: 0 })
  expect(history.body.content.find((one) => one.kind === 'CONTACT')!.fields).toEqual([
    { label: 'Gender', before: 'Unknown', after: 'Female' },
    { label: 'Social Security number', before: 'none', after: '•••-••-4711' },
    { label: 'Injury', before: 'none', after: 'Lower back strain' },
  ])
  // The later period is listed before the line that closes the first.
  const both = await loaded(line('2026-07-01', '', '4711', ','), line('2026-01-12', '2026-06-30', '4711', ','))
  expect(both).toMatchObject({ changed: 2, refused: 0 })
  expect(await coverage('Q-1')).toEqual([
    { start: '2026-01-12', end: '2026-06-30', source: 'FEED' },
    { start: '2026-07-01', end: null, source: 'FEED' },
  ])
})

test('A feed whose loading fails for good ends as failed, with what to do, and can be sent again', async () => {
  const job = everyJob['eligibility.feed'] as JobThatEnds
  const run = (part: Job, feedId: string) =>
    runJob(api.built.portal, 'eligibility.feed', part, { mc: 'AAA', payload: { feedId } })
  await api.db.query(
    `create function stop_here() returns trigger language plpgsql as $$ begin raise exception 'stop'; end $$`,
  )
  await api.db.query(
    `create trigger stop_here before insert on wc_claim for each row when (new.claim_number = 'R-1') execute function stop_here()`,
  )
  const text = [header, 'R-1,Ida,Stopping,1981-05-17,2026-01-12,CA,AAA1GRP,2026-01-12,,FULL,,,'].join('\n')
  const first = (await send(text)).body.feedId
  const behind = (
    await send([header, 'R-2,Ada,Following,1981-05-17,2026-01-12,CA,AAA1GRP,2026-01-12,,FULL,,,'].join('\n'))
  ).body.feedId
  await expect(run(job.run, first)).rejects.toThrow('stop')
  // The one behind has not been tried: it does not end because of the first.
  await run(job.gaveUp, behind)
  const status = async (id: string) =>
    (await api.service.ask(eligibilityFeed.status, { id, masterCarrier: 'AAA' })).body
  expect([(await status(first)).status, (await status(behind)).status]).toEqual(['LOADING', 'LOADING'])
  await run(job.gaveUp, first)
  expect(await status(first)).toMatchObject({
    status: 'FAILED',
    problem: 'The file could not be loaded, and nothing of it was. Send it again; if it stops again, call support.',
  })
  await runJobsUntilIdle(api)
  expect((await status(behind)).status).toBe('LOADED')
  await api.db.query('drop trigger stop_here on wc_claim')
  const again = (await send(text)).body.feedId
  await runJobsUntilIdle(api)
  expect([again === first, (await status(again)).status]).toEqual([false, 'LOADED'])
})

test('A feed of thousands of lines is loaded in parts, and what a cut-off job did is not done again', async () => {
  const lines = Array.from(
    { length: 2100 },
    (_, at) => `G-${10_000 + at},Ann${at},Longfeed${at},1980-05-17,2026-01-12,CA,AAA1GRP,2026-01-12,,,,,`,
  )
  const { body } = await send([header, ...lines].join('\r\n'))
  await runJobsUntilIdle(api)
  const { rows } = await api.db.query<{ parts: number; content: unknown; lines: string }>(
    `select (select count(*)::int from outbox o where o.topic = 'eligibility.feed' and o.payload ->> 'feedId' = f.id::text) as parts, f.content,
       f.lines_done as lines from eligibility_feed f where id = $1`,
    [body.feedId],
  )
  expect(rows[0]).toEqual({ parts: 2, content: null, lines: '2101' })
  const done = await api.service.ask(eligibilityFeed.status, { id: body.feedId, masterCarrier: 'AAA' })
  expect(done.body).toMatchObject({ status: 'LOADED', percent: 100, added: 2100, refused: 0 })
})

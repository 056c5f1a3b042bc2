import { beforeAll, expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { pharmacyStatus } from '#features/pharmacy-status/contract.ts'
import { instantOf } from '#platform/dates/zone.ts'
import { drugs } from '#reference/drugs.ts'
import type { TestApi, Visitor } from '../api.ts'
import { anotherWorker } from '../another-worker.ts'
import { openBrowser } from '../browser/browser.ts'
import { eventually } from '../eventually.ts'
import { raiseAuthorization, startFixtureApi } from '../fixture-api.ts'
import { day } from '../new-york-day.ts'
import { everyJob, everyTick } from '#registry'
import { startJobs } from '#platform/jobs/jobs.ts'
import { untilIdle } from '../run-jobs.ts'
import { giveTextConsent } from '../text-consent.ts'
import { leftSince } from './left.ts'
import { linesOf, statementsIn } from './reading.ts'
import { checkShown, keepShown, type Shown } from './shown.ts'
import { channels, type Channel, type Sent } from './statement.ts'
import { check, checkSince } from './untruths.ts'

const celecoxib = drugs.find(({ name, brandFlag }) => name.startsWith('Celecoxib 200') && brandFlag === 'G')!
let api: TestApi
let adjuster: Visitor
/** A request of which half was approved, one that was denied and one that waits; what was sent of each. */
let half: string
let denied: string
let waits: string
let since: string
let sent: Sent[]
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  api.clock.move(instantOf(day(1), '12:00', 'America/New_York') - api.clock.now().getTime())
  since = api.clock.now().toISOString()
  await api.db.query(
    `update claimant set address1 = '12 Elm Street', city = 'Tampa', state = 'FL', zip = '33601' where mc = 'AAA'`,
  )
  adjuster = await api.signIn('adj.aaa')
  half = await raiseAuthorization(api, await anotherWorker(api, 'AAA1', 401))
  denied = await raiseAuthorization(api, await anotherWorker(api, 'AAA1', 402))
  waits = await raiseAuthorization(api, await anotherWorker(api, 'AAA1', 403))
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  await untilIdle(api, jobs)
  await giveTextConsent(api.db, '8135550144')
  const taken = [
    await adjuster.ask(decision.approve, { id: half, version: 1, maxQty: 30, maxDays: 15 }),
    await adjuster.ask(decision.reject, {
      id: denied,
      version: 1,
      reasonId: 6,
      note: 'Gabapentin was not tried first',
      insteadNdc: celecoxib.ndc,
    }),
  ]
  if (taken.some(({ status }) => status !== 200)) throw new Error(taken.map(({ text }) => text).join('\n'))
  api.clock.move(61_000)
  await untilIdle(api, jobs)
  await jobs.stop()
  sent = await leftSince(api.db, since)
  for (const id of [half, denied, waits]) {
    const { reference_number: referenceNumber } = (
      await api.db.query('select reference_number from rx_authorization where id = $1', [id])
    ).rows[0] as { reference_number: string }
    const { body } = await api.anonymous.ask(pharmacyStatus.check, { referenceNumber })
    const at = api.clock.now().toISOString()
    sent.push({
      channel: 'status page',
      id: referenceNumber,
      mc: 'AAA',
      at,
      about: [id],
      text: `${body.title}. ${body.next}`,
    })
  }
  return () => api.close()
})

const of = (channel: Channel, id: string, words: RegExp = /./): Sent => {
  const found = sent.findLast((one) => one.channel === channel && one.about.includes(id) && words.test(one.text))
  if (!found) throw new Error(`No ${channel} of ${id} was sent.`)
  return found
}
const whyOf = async (one: Sent, more = {}) =>
  (await check(api.db, [one], { strict: true, ...more })).untruths.map(({ why }) => why)

test('what is sent of an approved half, of a denial and of a request that waits is so, in every channel, by the engine too', async () => {
  const found = await check(api.db, sent, { portal: api.built.portal, strict: true })
  expect(found.untruths).toEqual([])
  expect(found.billed).toBeGreaterThanOrEqual(3)
  expect([...new Set(sent.map(({ channel }) => channel))].toSorted()).toEqual(
    channels.filter((channel) => !['call script', 'toast', 'button'].includes(channel)).toSorted(),
  )
  expect((await checkSince(api.db, since, { portal: api.built.portal, strict: true })).untruths).toEqual([])
})

/** Says other words. */
const saying =
  (from: string | RegExp, to: string) =>
  (one: Sent): Sent => ({
    ...one,
    text: one.text.replaceAll(from instanceof RegExp ? new RegExp(from, 'g') : from, to),
  })
/** Reaches those of another request. */
const goingTo =
  (id: () => string) =>
  (one: Sent): Sent => ({ ...one, about: [id()] })
/** Leaves now. */
const leavingNow = (one: Sent): Sent => ({ ...one, at: api.clock.now().toISOString() })
const toHalf = () => half
const toDenied = () => denied
const toWaits = () => waits

// What was sent, changed as a fault of the product would change it: some of each channel.
const planted: readonly (readonly [
  what: string,
  channel: Channel,
  of: () => string,
  words: RegExp,
  plant: (one: Sent) => Sent,
  why: RegExp,
])[] = [
  [
    'is to bill all of it',
    'pharmacy message',
    toHalf,
    /./,
    saying('once, for 30', 'once, for 60'),
    /a fill may have 30/,
  ],
  [
    'reads that all was approved',
    'pharmacy message',
    toHalf,
    /./,
    saying('Partly approved: 30 of 60', 'Approved: 60'),
    /30 for 15 days are approved/,
  ],
  [
    'reads another last day',
    'pharmacy message',
    toHalf,
    /./,
    saying(/no later than \S+\./, 'no later than 12/31/2099.'),
    /it ends on/,
  ],
  [
    'reads of a denial that was an approval',
    'pharmacy message',
    toHalf,
    /./,
    goingTo(toDenied),
    /no approval is in force \(REJECT/,
  ],
  ['reads that what waits is denied', 'pharmacy message', toDenied, /./, goingTo(toWaits), /no denial is in force/],
  [
    'reads the hint of a reason',
    'pharmacy message',
    toDenied,
    /./,
    saying('available.', 'available (name it).'),
    /meant for the writer/,
  ],
  ...(
    [
      ['pharmacy message', /(?=Questions:)/, 'Submit the claim again when the refill is due. '],
      ['status page', /Ask the prescriber about[^.]+\./, 'Ask the prescriber for an amount within the guideline.'],
      ['fax', /Prescribe the generic[^.]+\./, 'The next fill can be billed when the current supply runs out.'],
    ] as const
  ).map(
    ([channel, words, step]) =>
      [
        'reads that it can bill what is blocked',
        channel,
        toDenied,
        words,
        saying(words, step),
        /may bill: it is blocked until/,
      ] as const,
  ),
  ...(['pharmacy message', 'status page'] as const).map(
    (channel) =>
      [
        'reads of no block',
        channel,
        toDenied,
        /is blocked/,
        saying(/The drug is blocked [^.]+\. /, ''),
        /it is blocked until \S+, and nothing says so/,
      ] as const,
  ),
  [
    'reads of another block',
    'pharmacy message',
    toDenied,
    /./,
    saying('The drug is blocked', 'The brand is blocked'),
    /its generics are blocked too/,
  ],
  ...(['pharmacy message', 'fax', 'letter'] as const).map(
    (channel) =>
      [
        'reads of another drug instead',
        channel,
        toDenied,
        /instead/,
        saying(/Celecoxib\s+200/, 'Celecoxib 100'),
        /Celecoxib 200 mg capsule, generic was named instead/,
      ] as const,
  ),
  [
    'reads what nobody understands',
    'pharmacy message',
    toHalf,
    /./,
    saying(/^.+$/, 'All is well.'),
    /nobody knows what it says/,
  ],
  [
    'reads that what is decided waits',
    'status page',
    toHalf,
    /./,
    saying(/^.+$/, 'In review. Keep the claim open.'),
    /nothing waits/,
  ],
  [
    'reads that a pharmacist has it',
    'status page',
    toWaits,
    /./,
    saying('In review', 'With a pharmacist'),
    /does not wait for a pharmacist/,
  ],
  ['reads another amount', 'fax', toHalf, /./, saying('30 of 60', '45 of 60'), /30 for 15 days are approved/],
  [
    'reads another patient',
    'fax',
    toDenied,
    /./,
    saying(/Patient: .+, born/, 'Patient: Nadia Quill, born'),
    /its patient is/,
  ],
  [
    'reads a hint',
    'fax',
    toDenied,
    /./,
    saying(/Reason: .+/, 'Reason: Alternative available (name it)'),
    /meant for the writer/,
  ],
  [
    'reads that all of it was approved',
    'letter',
    toHalf,
    /./,
    saying(/We\s+approved\s+part\s+of\s+it[^]*?not\s+approve\s+the\s+rest\./, 'We approved it.'),
    /30 for 15 days|only a part/,
  ],
  [
    'reads that one fill was denied',
    'letter',
    toDenied,
    /./,
    saying(/We\s+did\s+not\s+approve\s+it/, 'We did not approve this fill'),
    /more than this fill was denied/,
  ],
  [
    'reads that all of it was approved',
    'text',
    toHalf,
    /: Part of/,
    saying(/^.+$/, 'Your prescription was approved. Your pharmacy has been notified. Reply STOP to end.'),
    /only a part is approved/,
  ],
  [
    'reads that a denied one is ready',
    'text',
    toDenied,
    /call your adjuster/,
    saying(/^.+$/, 'Your prescription is ready at your pharmacy. Reply STOP to end.'),
    /no fill is paid/,
  ],
  ['reads that a decided one waits', 'e-mail', toHalf, /waits for your decision/, leavingNow, /nothing waits/],
  [
    'reads that what waits was approved',
    'notice',
    toWaits,
    /./,
    saying('waits for your decision', 'was approved'),
    /no approval is in force/,
  ],
]
test.each(planted)('an untruth is found: its reader %s, by %s', async (_, channel, id, words, plant, why) => {
  const one = of(channel, id(), words)
  expect(await whyOf(one)).toEqual([])
  expect((await whyOf(plant(one))).join('\n')).toMatch(why)
})

test('what support reads to a pharmacy is compared as the message is', async () => {
  const one: Sent = { ...of('pharmacy message', half), channel: 'call script' }
  expect(await whyOf(one)).toEqual([])
  expect((await whyOf({ ...one, about: [waits] })).join()).toMatch(/no approval is in force/)
})

test('an approval that the engine does not pay is found, and a denial that it pays', async () => {
  const { portal } = api.built
  await api.db.query(`update prior_auth set codes_cleared = '{}', findings = null where authorization_id = $1`, [half])
  expect(await whyOf(of('pharmacy message', half), { portal })).toEqual([
    expect.stringMatching(/billed again as it says, it is stopped by 75/),
  ])
  await api.db.query(`update prior_auth set codes_cleared = '{75}' where authorization_id = $1`, [half])
  const ended = {
    ...of('pharmacy message', half),
    text: 'The approval has ended: 60 capsules for 30 days is no longer covered. Do not submit the claim again.',
  }
  expect((await whyOf(ended, { portal })).join()).toMatch(/the approval is in force/)
})

test('a denial that says something else lets it through is found where the engine stops it', async () => {
  const { portal } = api.built
  const message = of('pharmacy message', denied)
  const passes = `${message.text.split(' Questions:')[0]} What came after the decision lets it through: submit the claim again, once.`
  expect((await whyOf({ ...message, text: passes }, { portal })).join()).toMatch(
    /pays now: billed again as it says, it is stopped by/,
  )
})

test('a drug that is named instead and that the engine does not pay is found', async () => {
  const { portal } = api.built
  const named = of('pharmacy message', denied)
  expect(await whyOf(named, { portal })).toEqual([])
  await api.db.query('update prior_auth set gpi_prefix = $2 where authorization_id = $1', [denied, celecoxib.gpi])
  expect((await whyOf(named, { portal })).join()).toMatch(/instead: billed again as it says, it is stopped by 3Y/)
})

test('the last day of a message is compared with the day that was so when it left', async () => {
  const message = of('pharmacy message', half)
  const end = `update prior_auth set status_id = 6, terminated_by = 'Dana Reyes', terminated_reason = 'Drug stopped', ended_on = start_date
    where authorization_id = $1`
  await api.db.query(end, [half])
  expect((await whyOf(message)).join()).toMatch(/it ends on/)
  await api.db.query(
    `insert into authorization_event (mc, authorization_id, event_code, event_text, actor_type, actor_name, at)
     values ('AAA', $1, 192, 'Prior authorization ended', 'user', 'Dana Reyes', $2)`,
    [half, api.clock.now()],
  )
  expect(await whyOf(message)).toEqual([])
})

test('a log that says sent where nothing was sent is found', async () => {
  await api.db.query(
    `insert into authorization_event (mc, authorization_id, event_code, event_text, actor_type, actor_name, at)
     values ('AAA', $1, 304, 'Message to a pharmacy sent', 'system', 'RxDocket', $2)`,
    [waits, api.clock.now()],
  )
  const found = await checkSince(api.db, new Date(api.clock.now().getTime() - 1000).toISOString(), {})
  expect(found.untruths.map(({ text }) => text)).toContain('The log says a message to the pharmacy.')
})

const toastOf = async (words: string, id: string): Promise<Shown> => {
  const { rows } = await api.db.query<{ claim: string; at: Date }>(
    `select c.claim_number as claim, (select max(e.at) from authorization_event e where e.authorization_id = a.id and e.event_code in (130, 140)) as at
       from rx_authorization a join wc_claim c on c.id = a.stratus_claim_id where a.id = $1`,
    [id],
  )
  const { claim, at } = rows[0]!
  return {
    channel: 'toast',
    path: '/home',
    at: new Date(at).toISOString(),
    text: `${words} for Maria O. Born 03/14/1979, claim ${claim}, AAA/AAA1.`,
  }
}
test('a toast and a button are compared with what became of the request', async () => {
  const why = async (one: Shown) => (await checkShown(api.db, [one])).untruths.map((untruth) => untruth.why)
  const { rows } = await api.db.query<{ ends: string }>(
    `select to_char(end_date, 'MM/DD/YYYY') as ends from prior_auth where authorization_id = $1`,
    [half],
  )
  const { ends } = rows[0]!
  expect(await why(await toastOf(`Approved 1 fill until ${ends}`, half))).toEqual([])
  expect(await why(await toastOf('Rejected', denied))).toEqual([])
  expect(await why(await toastOf('Approved 1 fill until 12/31/2099', half))).toEqual([
    expect.stringMatching(/^approved: it ends on/),
  ])
  expect(await why(await toastOf('Rejected this fill', denied))).toEqual([expect.stringMatching(/more than this fill/)])
  expect(await why(await toastOf('Approved', denied))).toEqual([expect.stringMatching(/no approval is in force/)])
  const button = async (text: string): Promise<Shown> => ({
    ...(await toastOf('', half)),
    channel: 'button',
    path: `/authorizations/request/${half}`,
    text,
  })
  expect(await why(await button(`Approve 1 fill until ${ends} 30 a fill, 15 days, this strengthCtrlEnter`))).toEqual([])
  expect(await why(await button(`Save approval, send 7Y to Super aaa 1 fill until ${ends}, this strength`))).toEqual([
    expect.stringMatching(/it is not saved/),
  ])
  expect(await why(await button('Reject requestCtrlEnter'))).toEqual([expect.stringMatching(/no denial is in force/)])
})

test('what a page shows is kept: the button that sends a form, and each toast once', async () => {
  const browser = await openBrowser()
  try {
    const shown: Shown[] = []
    const context = await browser.newContext()
    await keepShown(context, () => new Date(0), shown)
    const page = await context.newPage()
    await page.route('http://portal.test/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form onsubmit="event.preventDefault()"><button id="confirm">Reject request</button></form>
          <section aria-label="Notifications"></section><div role="alert"></div>`,
      }),
    )
    await page.goto('http://portal.test/')
    await page.getByRole('button').click()
    await page.evaluate(() => {
      document.querySelector('section')!.innerHTML = '<div id="toast-1"><b>Rejected for Maria O.</b></div>'
      document.querySelector('[role=alert]')!.textContent = 'NOT approved. Somebody else decided.'
    })
    await eventually(() => {
      expect(shown.map(({ channel, text }) => `${channel}: ${text}`)).toEqual([
        'button: Reject request',
        'toast: Rejected for Maria O.',
        'toast: NOT approved. Somebody else decided.',
      ])
    })
  } finally {
    await browser.close()
  }
})

test('what a text says is read whole: amounts, days, periods, in both languages', () => {
  expect(
    statementsIn(
      'pharmacy message',
      'Partly approved: 15 of 30 tablets for 7 of 14 days. Submit the claim again, once, for 15 tablets and 7 days at most, with a day of service from 11/28/2026 to 12/28/2026.',
    ),
  ).toEqual([
    {
      says: 'approved',
      part: true,
      amounts: { quantity: 15, ofQuantity: 30, days: 7, ofDays: 14 },
      bill: { quantity: 15, days: 7, from: '2026-11-28', to: '2026-12-28' },
    },
  ])
  expect(
    statementsIn(
      'letter',
      'Solicitud 004417733920 Nos pidieron pagar Pregabalin 75 mg capsule, cantidad 60 para 30 días. No lo aprobamos del 28 de noviembre de 2026 al 1 de diciembre de 2026.',
    ),
  ).toMatchObject([
    { says: 'denied', amounts: { quantity: 60, ofDays: 30 }, from: '2026-11-28', to: '2026-12-01' },
    { says: 'names', value: '004417733920' },
  ])
  expect(
    linesOf('Request 004417733920, claim WC-1, waits for a pharmacist.\nRequest 004417733921 was approved.'),
  ).toEqual([
    { reference: '004417733920', says: [{ says: 'waits', for: 'a pharmacist' }] },
    { reference: '004417733921', says: [{ says: 'approved' }] },
  ])
})

test('a denial for another reason is read with what was written, and found where that is left out', async () => {
  const since = api.clock.now().toISOString()
  const id = await raiseAuthorization(api, await anotherWorker(api, 'AAA1', 404))
  const note = 'The worker has left the plan. Bill the new one.'
  expect((await adjuster.ask(decision.reject, { id, version: 1, reasonId: 22, note })).status).toBe(200)
  api.clock.move(61_000)
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  await untilIdle(api, jobs)
  await jobs.stop()
  const one = (await leftSince(api.db, since)).find(({ channel }) => channel === 'pharmacy message')!
  expect(one.text).toContain('Reason: Other: “The worker has left the plan. Bill the new one”. The drug is blocked')
  expect(await whyOf(one, { portal: api.built.portal })).toEqual([])
  expect(await whyOf(saying(/: “[^”]*”/, '')(one))).toEqual([expect.stringContaining('the reason is "Other: “')])
})

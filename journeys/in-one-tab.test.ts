import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { chat } from '#features/chat/contract.ts'
import { chatIntervals } from '#features/chat/limits.ts'
import { decision } from '#features/decisions/contract.ts'
import { flags } from '#features/flags/contract.ts'
import { flagTable } from '#features/flags/flag-table.ts'
import { letters } from '#features/letters/contract.ts'
import { letterStatus } from '#features/letters/machine.ts'
import { practitioners } from '#features/practitioners/contract.ts'
import { provenance } from '#features/provenance/contract.ts'
import { settings } from '#features/settings/contract.ts'
import { session } from '#features/sign-in/contract.ts'
import { startApi, type TestApi, type Visitor } from '#testing/api.ts'
import { dropDatabase, freshDatabase, pastDemoAsOf } from '#testing/database.ts'
import { openTab, type Tab } from '#testing/portal-in-tab.ts'
import { startLife } from '../demo-life.ts'
import { demoSettings } from '../tools/demo/data.ts'

const DANA = 'demo|dana.ruiz'
const atOnce = { claimMs: 0, chatMs: 0, hearMs: 0, letterMs: 0, beatMs: 1_000_000_000 }
let api: TestApi
let tab: Tab
beforeAll(async () => {
  const url = await freshDatabase(true, 'past_demo')
  api = await startApi({ url, keep: true })
  api.clock.move(pastDemoAsOf.getTime() - Date.now())
  tab = await openTab(url, pastDemoAsOf)
})
afterAll(async () => {
  await tab.close()
  await api.close()
  await dropDatabase(api.url)
})

const life = () => startLife({ pages: tab.pages, pace: atOnce, remembered: { billed: [] }, visitor: () => DANA })
const chatCalled = { method: 'PUT', url: '/api/chat/startChat', headers: { 'x-master-carrier': 'NWM' } }
/** What is due after the undo time, until nothing is left to do. */
const settle = async () => {
  tab.pages.clock.move(15_000)
  for (let turn = 0; turn < 30 && (await tab.pages.jobs.turn(true)) > 0; turn += 1);
}
const versionOf = async (id: string) =>
  (await tab.query<{ version: number }>('select version from rx_authorization where id = $1', [id]))[0]!.version

type Rows = Record<string, readonly string[]>
type Ask = (text: string) => Promise<{ line: string }[]>
/** Every row of every table; sessions are of each browser. */
async function rowsOf(ask: Ask): Promise<Rows> {
  const names = await ask(
    `select relname as line from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'session' order by 1`,
  )
  const found: Record<string, string[]> = {}
  for (const { line: name } of names)
    found[name] = (await ask(`select row_to_json(t)::text as line from "${name}" t`)).map(({ line }) => line)
  return found
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const idsIn = (rows: Rows): Set<string> =>
  new Set(Object.values(rows).flatMap((lines) => lines.flatMap((line) => line.match(uuids) ?? [])))

/** Without what no two worlds have in common: ids that only one of them has, times, and what is computed of both. */
const plain = (line: string, known: ReadonlySet<string>): string =>
  line
    .replaceAll(uuids, (id) => (known.has(id) ? id : 'id'))
    .replaceAll(/PA\d{10}/g, 'PA')
    .replaceAll(/[0-9a-f]{64}/g, 'hash')
    .replaceAll(/"hours":[\d.]+/g, '"hours"') // from one time to another
    .replaceAll(/"packed":"[^"]+"/g, '"packed"') // read by its call instead
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[+-]\d\d(?::?\d\d)?|Z)?/g, 'time')

/** The rows that are new or changed, by table. */
function changed(before: Rows, after: Rows, known: ReadonlySet<string>): Rows {
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, lines]) => {
      const old = new Set(before[name])
      const made = lines.filter((line) => !old.has(line)).map((line) => plain(line, known))
      return made.length > 0 ? [[name, made.toSorted()]] : []
    }),
  )
}

/** A pending request of Dana's that needs a prior authorization, which she may decide in this way; both are asked, as looks count. */
async function pendingFor(action: 'approve' | 'reject', onServer: Visitor, inTab: Awaited<ReturnType<Tab['be']>>) {
  const { rows } = await api.db.query<{ id: string; version: number }>(
    `select a.id, a.version from rx_authorization a join app_user u on u.id = a.owner_id
      where u.username = 'dana.ruiz' and a.mc = 'NWM' and a.status_id = 20 and a.snoozed_until is null
        and jsonb_array_length(a.rejects) = 1 and a.rejects @> '[{"rejectCode": "75"}]' order by a.id desc`,
  )
  for (const row of rows) {
    const { allowedActions } = (await onServer.ask(authorizations.one, { id: row.id })).body
    expect((await inTab.ask(authorizations.one, { id: row.id })).allowedActions).toEqual(allowedActions)
    if (allowedActions.includes(action)) return row
  }
  throw new Error('There is none.')
}

test.each([
  ['approved', 'approve', {}],
  ['denied', 'reject', { reasonId: 6, note: 'Ibuprofen was not tried first.' }],
] as const)(
  'the same request %s on a server and in a tab leaves the same rows and decision record, but ids and times',
  async (_name, action, reason) => {
    const onServer = await api.signIn('dana.ruiz')
    const inTab = await tab.be(DANA)
    const input = await pendingFor(action, onServer, inTab)
    const serverRows = () => rowsOf(async (text) => (await api.db.query<{ line: string }>(text)).rows)
    const tabRows = () => rowsOf((text) => tab.query(text))
    const [server, page] = [await serverRows(), await tabRows()]
    const inPage = idsIn(page)
    const known = new Set([...idsIn(server)].filter((id) => inPage.has(id)))
    const decide = { approve: decision.approve, reject: decision.reject }[action]
    const answer = await onServer.ask(decide, { ...input, ...reason } as never)
    expect([answer.status, answer.body]).toEqual([200, expect.anything()])
    await inTab.ask(decide, { ...input, ...reason } as never)
    const left = changed(server, await serverRows(), known)
    expect(Object.keys(left)).toEqual(expect.arrayContaining(['authorization_event', 'prior_auth', 'rx_authorization']))
    expect(changed(page, await tabRows(), known)).toEqual(left)
    const { id } = input
    const onRecord = provenance.of.output.parse((await onServer.ask(provenance.of, { id })).body)
    expect(onRecord).toMatchObject({ intact: true, records: [{ problems: [] }] })
    expect(plain(JSON.stringify(await inTab.ask(provenance.of, { id })), known)).toBe(
      plain(JSON.stringify(onRecord), known),
    )
  },
)

test('the intervals of the demonstration hold in a tab, where a session lasts an hour, and on no server', async () => {
  const onServer = await api.signIn('dana.ruiz')
  const inTab = await tab.be(DANA)
  const f = [...chatIntervals]
  expect(await inTab.ask(chat.settings, { f })).toEqual({ chatCheckInterval: 3000, chatRefreshInterval: 3000 })
  expect((await onServer.ask(chat.settings, { f })).body).toEqual({
    chatCheckInterval: 30_000,
    chatRefreshInterval: 4000,
  })
  expect(await inTab.ask(settings.intervals, { f: ['smsPollInterval', 'tokenRefreshInterval'] })).toEqual({
    smsPollInterval: 6000,
    tokenRefreshInterval: 30_000,
  })
  const lasting = `select extract(epoch from expires_at - started_at)::int as seconds from session order by started_at desc, id desc limit 1`
  expect(await tab.query(lasting)).toEqual([{ seconds: 3600 }])
  const set = 'select distinct key from carrier_setting where key = any ($1) order by key'
  const keys = Object.keys(demoSettings).toSorted()
  expect(await tab.query(set, [keys])).toEqual(keys.map((key) => ({ key })))
  expect((await api.db.query(set, [keys])).rows).toEqual([])
})

test('an account manager sets the flags of demonstrations in a tab and on no server, and only in a tab prescribers are added', async () => {
  const onServer = await api.signIn('kit.moss', 'NWM')
  const inTab = await tab.be('demo|kit.moss')
  const keys = Object.keys(flagTable).filter((key) => flagTable[key]!.demonstrations)
  expect(keys).toHaveLength(8)
  const tryOut = { masterCarrier: 'NWM', reason: 'To see what it does.' }
  for (const key of keys) {
    expect(await inTab.ask(flags.set, { ...tryOut, key, enabled: true }), key).toMatchObject({ after: true })
    await inTab.ask(flags.set, { ...tryOut, key, enabled: null })
    const refused = await onServer.ask(flags.set, { ...tryOut, key, enabled: true })
    expect([refused.status, JSON.stringify(refused.body)], key).toEqual([
      403,
      expect.stringContaining('Outside a demonstration'),
    ])
  }
  const office = {
    masterCarrier: 'NWM',
    npi: '1932103017',
    firstName: 'Nora',
    lastName: 'Quill',
    credential: 'NP',
    specialty: 'Family medicine',
    licenseState: 'FL',
    phone: '8135550190',
    line1: '4 Harbor St',
    city: 'Tampa',
    state: 'FL',
    zip: '33602',
  }
  const dana = await tab.be(DANA)
  await dana.ask(practitioners.add, office)
  expect(await tab.query('select last_name from practitioner where npi = $1', [office.npi])).toEqual([
    { last_name: 'Quill' },
  ])
  expect((await (await api.signIn('dana.ruiz')).ask(practitioners.add, office)).status).toBe(403)
})

test('in a tab the stream of changes of a user who logs out says so and ends', async () => {
  const dana = await tab.be(DANA)
  const parts: Uint8Array[] = []
  const { promise: started, resolve: head } = Promise.withResolvers<number>()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const changes = { method: 'GET', url: '/api/changes', headers: dana.headers, body: undefined }
  await tab.pages.answer(changes, { head, bytes: (part) => void parts.push(part), end, onGone: () => {} })
  expect(await started).toBe(200)
  await dana.ask(session.logout, {})
  await ended
  expect(Buffer.concat(parts).toString()).toMatch(/^data: session$/m)
})

test('in one tab a pharmacy bills by itself, an adjuster approves and takes it back, approves again, and the pharmacy is paid', async () => {
  const going = life()
  const dana = await tab.be(DANA)
  const waiting = `select a.id, a.rx_number from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
    join app_user u on u.id = a.owner_id where u.username = 'dana.ruiz' and c.subscriber_number like 'SNW%' and a.status_id = 20
     and a.juris_state <> 'NV' limit 1`
  let found: { id: string; rx_number: string }[] = []
  for (let billed = 0; found.length === 0 && billed < 24; billed += 1) {
    await going.turn()
    found = await tab.query(waiting)
  }
  const { id, rx_number: rx } = found[0]!
  await dana.ask(decision.approve, { id, version: await versionOf(id) })
  await dana.ask(decision.undo, { id })
  expect(await tab.query('select status_id from rx_authorization where id = $1', [id])).toEqual([{ status_id: 20 }])
  await dana.ask(decision.approve, { id, version: await versionOf(id) })
  await settle()
  going.called({ method: 'PUT', url: `/api/authorizations/${id}/status/approve`, headers: {} })
  await going.turn()
  going.stop()
  expect(
    await tab.query(
      `select status from rx_transaction where rx_number = $1 order by submitted_at desc, tcn desc limit 1`,
      [rx],
    ),
  ).toEqual([{ status: 'P' }])
  const log = await tab.query<{ line: string }>(
    'select event_text as line from authorization_event where authorization_id = $1 order by id',
    [id],
  )
  expect(log.map(({ line }) => line).join('\n')).toMatch(
    /Approved by Dana Ruiz[^]*Undone|taken back[^]*Approved by Dana Ruiz/i,
  )
})

test('in one tab an agent takes a chat and says the sentence of the demonstration to every message', async () => {
  const going = life()
  const dana = await tab.be(DANA)
  going.called(chatCalled)
  await going.turn() // the agent is there
  expect(await dana.ask(chat.check, {})).toMatchObject({ ChatEnabled: 'Open', agentsThere: true })
  const keys = await dana.ask(chat.start, {
    firstName: 'Dana',
    lastName: 'Ruiz',
    email: 'u5512@northwind.example',
    subject: 'Where is the letter?',
    chatData: { reason: 'gen' },
  })
  going.called(chatCalled)
  await going.turn()
  const { chatId, userId, secureKey, alias } = keys
  const own = { chatId, userId, secureKey, alias }
  const said = async () =>
    (await dana.ask(chat.refresh, { ...own, nextPosition: 0 })).messages
      .filter(({ from }) => from.type === 'Agent')
      .map(({ text }) => text)
  const sentence = 'We are experiencing a technical issue. Please try again later'
  expect(await said()).toEqual([sentence])
  await dana.ask(chat.send, { ...own, message: 'And now?', messageKey: crypto.randomUUID() })
  going.called(chatCalled)
  await going.turn()
  await going.turn() // nothing is left to answer
  going.stop()
  expect(await said()).toEqual([sentence, sentence])
})

test('in one tab a prescriber who was asked for a letter answers it', async () => {
  const going = life()
  const dana = await tab.be(DANA)
  const [request] = await tab.query<{ id: string; sub: string; version: number }>(
    `select a.id, a.sub_carrier as sub, a.version from rx_authorization a join app_user u on u.id = a.owner_id
      where u.username = 'dana.ruiz' and a.mc = 'NWM' and a.status_id = 20 and a.snoozed_until is null
        and not exists (select from lomn_request l where l.mc = a.mc and l.authorization_id = a.id) order by a.id limit 1`,
  )
  const office = 'office@clinic.example'
  await dana.ask(letters.email, {
    authorizationId: request!.id,
    masterCarrier: 'NWM',
    subCarrier: request!.sub,
    version: request!.version,
    template: 'general',
    to: [office],
    confirmTo: [office],
  })
  await settle()
  for (const message of tab.sent) going.sent(message)
  await going.turn()
  going.stop()
  const letter = 'select status from lomn_request where authorization_id = $1'
  expect(await tab.query(letter, [request!.id])).toEqual([{ status: letterStatus.RECEIVED }])
})

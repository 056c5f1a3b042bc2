import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { transactionHistory } from '#features/transaction-history/contract.ts'
import { ORIGIN, type TestApi, type Visitor } from '#testing/api.ts'
import { portOf } from '#testing/attacks/raw-socket.ts'
import { bound } from '#testing/bounds.ts'
import { addFills, claimId, copyFills } from '#testing/fills.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { startKillableServer } from '#testing/killable-server.ts'
import { eventually } from '#testing/eventually.ts'
import { toRequest } from '../calls/wire.ts'

// A long file is read while it is sent, a part at a time (docs/decisions/0100-long-files.md).

/** Gives a claim so many transactions, the name of each drug so long. */
async function manyFills(api: TestApi, count: number, letters: number): Promise<void> {
  await addFills(api, [{ ago: 9 }])
  await copyFills(api.db, claimId(), {
    count: count - 1,
    own: { fill_date: 'x.fill_date - n % 300', drug_name: `rpad('=1+1', ${letters}, 'oxycodone ')` },
  })
}

const { method, url, body } = toRequest(transactionHistory.export, {
  type: 'csv',
  claimId: claimId(),
  timeZone: 'UTC',
  patientName: '',
})
const headersOf = (by: Visitor): Record<string, string> => ({
  cookie: by.cookie!,
  origin: ORIGIN,
  'x-portal-request': '1',
  'x-master-carrier': 'AAA',
  'content-type': 'application/json',
})

type Noted = { object_type: string; detail: Record<string, unknown>; claim_ids: string[] }
const audited = async (api: TestApi): Promise<Noted[]> =>
  (
    await api.db.query(`select object_type, detail, claim_ids from access_audit where call = $1 order by id`, [
      transactionHistory.export.name,
    ])
  ).rows as Noted[]

/** A file of 80 MB in any case: of fewer rows, each is longer. The server itself needs 75, and has room for 55 more. */
const [rows, letters] = [bound(20_000, 100_000), bound(3800, 600)]

test(`an adjuster saves ${rows.toLocaleString('en')} transactions from a server that has memory for a part of them`, async () => {
  const api = await startFixtureApi()
  await manyFills(api, rows, letters)
  const server = await startKillableServer(api.url, { heap: 130 })
  const headers = { ...headersOf(await api.signIn('adj.aaa')), 'accept-encoding': 'identity' }
  const address = await server.address()
  const answer = await fetch(`${address}${url}`, { method, headers, body: body as string })
  let [size, lines, formulas] = [0, 0, 0]
  try {
    for await (const part of answer.body!) {
      size += part.length
      const text = Buffer.from(part).toString('latin1')
      lines += text.split('\n').length - 1
      formulas += text.split('"=').length - 1
    }
  } catch (error) {
    throw new Error(`Cut after ${size} bytes: ${server.faults()}`, { cause: error })
  }
  expect([answer.status, size > 75e6, formulas, server.faults()]).toEqual([200, true, 0, ''])
  // Head, rows, and below them an empty line, the claim and who saved it.
  expect(lines).toBe(1 + rows + 3)
  expect(await audited(api)).toMatchObject([
    { object_type: 'export', claim_ids: [claimId()], detail: { rows, truncated: false, filters: [] } },
    { object_type: 'export end', claim_ids: [], detail: { rows, complete: true } },
  ])
})

test('an adjuster who gives up a file ends its statement; how far it went is on record', async () => {
  const api = await startFixtureApi()
  await manyFills(api, 6000, 4000)
  const socket = connect(await portOf(api), '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => {})
  const head = Object.entries({ host: 'localhost:3000', ...headersOf(await api.signIn('adj.aaa')) })
  const lines = [`${method} ${url} HTTP/1.1`, ...head.map(([name, value]) => `${name}: ${value}`)]
  const sent = body as string
  socket.write(`${lines.join('\r\n')}\r\ncontent-length: ${Buffer.byteLength(sent)}\r\n\r\n${sent}`)
  await once(socket, 'readable')
  expect(String(socket.read(200))).toContain('HTTP/1.1 200')
  // Nobody reads on, so the server stops reading too; then the next part has to wait for this lock.
  await api.db.query('begin')
  await api.db.query('lock table rx_transaction in access exclusive mode')
  socket.resume()
  const waiting = async () =>
    (await api.db.query(`select from pg_locks where not granted and relation = 'rx_transaction'::regclass`)).rowCount
  await eventually(async () => expect(await waiting()).toBe(1))
  socket.destroy()
  await eventually(async () => expect(await waiting()).toBe(0))
  await api.db.query('rollback')
  await eventually(async () => expect(await audited(api)).toHaveLength(2))
  const [begun, ended] = await audited(api)
  expect(begun).toMatchObject({ object_type: 'export', detail: { rows: 6000 } })
  expect(ended).toMatchObject({ object_type: 'export end', detail: { complete: false } })
  expect(ended!.detail['rows']).toBeLessThan(6000)
})

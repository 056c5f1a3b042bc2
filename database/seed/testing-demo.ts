import { expect } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { worklist } from '#features/worklist/contract.ts'
import { startApi, type Visitor } from '#testing/api.ts'
import { dropDatabase, freshDatabase } from '#testing/database.ts'
import { loadDemo } from './load.ts'

export const asOf = new Date('2026-11-18T15:42:00.000Z')
export const today = '2026-11-18'

export type Row = Record<string, unknown>
/** The number of the claim of a scenario card. */
export const claimOf = (card: number, suffix = '') => `DEMO-${String(card).padStart(3, '0')}${suffix}`
export const codesOf = (request: { rejects: readonly { rejectCode: string }[] }) => [
  ...new Set(request.rejects.map((one) => one.rejectCode)),
]

/** The demo as it is shipped, loaded into a new database, with its people signed in and what the tests ask of it. */
export async function openDemo(now: number) {
  const url = await freshDatabase(true)
  await loadDemo(url, { size: 'demo', asOf })
  const api = await startApi({ url, keep: true })
  api.clock.move(asOf.getTime() - now)
  const { db } = api
  const as: Record<string, Visitor> = {}
  for (const [name, mc] of [
    ['dana.ruiz', 'NWM'],
    ['lee.park', 'NWM'],
    ['sam.okafor', 'NWM'],
    ['fed.jones', 'FDW'],
  ] as const)
    as[name] = await api.signIn(name, mc)
  as['lee.park at CSC'] = await api.signIn('lee.park', 'CSC')

  const rows = async (sql: string, ...values: unknown[]): Promise<Row[]> => (await db.query<Row>(sql, values)).rows

  /** The requests of a card's claim as the worklist shows them to somebody, the newest first. */
  async function listed(card: number, who: string, mc = 'NWM', more: object = {}) {
    const { body, status } = await as[who]!.ask(worklist.search, {
      mc,
      authSearchKey: 'C',
      authSearchValue: claimOf(card),
      authStatuses: [20, 21, 22, 23, 24, 25, 30, 31, 32, 33, 40, 41, 50, 51],
      ...more,
    })
    expect(status).toBe(200)
    return body.content.toSorted((a, b) => (a.requestReceivedDate < b.requestReceivedDate ? 1 : -1))
  }
  /** The newest of them, with all its evidence. */
  async function shown(card: number, who: string, mc = 'NWM') {
    const [newest] = await listed(card, who, mc)
    const { body, status } = await as[who]!.ask(authorizations.one, { id: newest!.authorizationId })
    expect(status).toBe(200)
    return body
  }
  const fillsOf = (card: number) =>
    rows(
      `select x.status, x.reject_codes, x.fill_date, x.claim_channel_type, x.request, x.prior_auth_id
         from rx_transaction x join wc_claim c on c.mc = x.mc and c.id = x.stratus_claim_id where c.claim_number = $1
         order by x.submitted_at`,
      claimOf(card),
    )
  const logOf = (id: string) =>
    rows(
      'select event_code, event_text, actor_name from authorization_event where authorization_id = $1 order by id',
      id,
    )
  const priorAuthOf = async (id: string) =>
    (
      await rows(
        `select kind, status_id, max_fills, fills_used, one_time from prior_auth where authorization_id = $1`,
        id,
      )
    )[0]
  const close = async () => {
    await db.end()
    await api.built.stop()
    await dropDatabase(url)
  }
  return { api, db, as, rows, listed, shown, fillsOf, logOf, priorAuthOf, close }
}

export type Demo = Awaited<ReturnType<typeof openDemo>>

import { decision } from '#features/authorizations/decision/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { bill } from '../bill.ts'
import { dropDatabase } from '../database.ts'
import type { Desk, Visitor } from '../desk.ts'
import { openWorld } from '../fixture.ts'
import { BIN, idOf, PCN } from '../world.ts'

/** One side of the fixture world, with what is needed to ask every call about it in earnest. */
export type Place = {
  readonly mc: 'AAA' | 'BBB'
  readonly sub: 'AAA1' | 'AAA2' | 'BBB1'
  readonly group: string
  /** Who decides here; no limit of sub-carriers. */
  readonly username: string
  readonly userId: string
  readonly email: string
  readonly routing: { bin: string; pcn: string; insurance: { groupCode: string } }
  /** A pharmacy's claim nobody has sent yet. */
  claim(): Promise<ReturnType<typeof bill>>
  /** An open request nobody has touched. */
  request(): Promise<string>
  /** A request approved a moment ago by `username`, with the days of the decision. */
  decided(): Promise<{ id: string; nabp: string; startDate: string; endDate: string }>
  /** The number of a claim that was paid. */
  paid(): Promise<string>
  /** A message that waits for this pharmacy; answers its seven digits. */
  message(): Promise<string>
}

export type Prepared = {
  desk: Desk
  /** Every question makes its objects anew: for acts that are meant to succeed. */
  fresh(sub: Place['sub']): Place
  /** The same objects each time: for attacks that are meant to change nothing. */
  same(sub: Place['sub']): Place
  /** The id of an object of this table in this place. */
  idIn(table: string, place: Place): Promise<string>
  close(): Promise<void>
}

const decider = { AAA1: 'adj.aaa', AAA2: 'adj.aaa2', BBB1: 'adj.bbb' } as const
/** What the stand-in for an identity provider accepts as the token of a person. */
export const tokenOf = (username: string): string => `token-of-${username}`

/** The portal over the fixture world, open until `close`. */
export async function openPrepared(): Promise<Prepared> {
  const desk = await openWorld({ keep: true })
  // The provider is another house's machine: here it says who a token belongs to, as `idp_subject` in the fixture world.
  Object.assign(desk.built.portal, {
    identity: {
      logoutUrl: async () => null,
      verify: async (token: string) => (token.startsWith(tokenOf('')) ? { issuer: 'test', subject: token.slice(tokenOf('').length), sid: null, refreshHintMinutes: null } : undefined),
    },
  })
  const { rows } = await desk.db.query<{ username: string; email: string }>('select username, email from app_user')
  const emails = new Map(rows.map((row) => [row.username, row.email]))
  const visitors = new Map<string, Promise<Visitor>>()
  const visitor = (username: string): Promise<Visitor> => {
    if (!visitors.has(username)) visitors.set(username, desk.signIn(username))
    return visitors.get(username)!
  }
  let number = 0

  const fresh = (sub: Place['sub']): Place => {
    const mc = sub === 'BBB1' ? 'BBB' : 'AAA'
    const username = decider[sub]
    const next = () => {
      number += 1
      return { sub, at: (number % 3) + 1, rx: String(5_000_000 + number) }
    }
    const sent = async (claim: ReturnType<typeof bill>) => {
      const { status, body } = await desk.service.ask(transactions.intake, claim)
      if (status !== 200) throw new Error(`A claim of the fixture was refused: ${status} ${JSON.stringify(body)}`)
      return body
    }
    const place: Place = {
      mc, sub, group: `${sub}GRP`, username, userId: idOf(username), email: emails.get(username)!,
      routing: { bin: BIN, pcn: PCN, insurance: { groupCode: `${sub}GRP` } },
      claim: async () => bill(next()),
      request: async () => {
        const { authorizationId } = await sent(bill(next()))
        if (!authorizationId) throw new Error('A claim of the fixture raised no request.')
        return authorizationId
      },
      decided: async () => {
        const id = await place.request()
        const { status, body } = await (await visitor(username)).ask(decision.approve, { id, version: 1, supersede: true })
        if (status !== 200 || !body.priorAuth) throw new Error(`An approval of the fixture was refused: ${status} ${JSON.stringify(body)}`)
        const { nabp } = (await desk.db.query<{ nabp: string }>('select pharmacy_nabp as nabp from rx_authorization where id = $1', [id])).rows[0]!
        return { id, nabp, startDate: body.priorAuth.startDate, endDate: body.priorAuth.endDate }
      },
      paid: async () => {
        const { status, tcn } = await sent(bill({ ...next(), drug: 'ibuprofen', quantity: 30, days: 10 }))
        if (status !== 'P') throw new Error('A claim of the fixture was not paid.')
        return tcn
      },
      message: async () => {
        const { id, nabp } = await place.decided()
        await desk.db.query(
          `with told as (update pharmacy_callback set status_id = 2, sent_at = now() where authorization_id = $1 and status_id = 1 returning mc, id)
           insert into pharmacy_message (mc, id, nabp, at, reference_number, rx_number, body)
           select told.mc, told.id, $2, now(), a.reference_number, a.rx_number, jsonb_build_object('messageId', told.id, 'at', now(), 'nabp', $2::text, 'referenceNumber', a.reference_number, 'rxNumber', a.rx_number, 'outcome', 'APPROVED',
             'startDate', null, 'endDate', null, 'oneTime', false, 'maxDays', null, 'maxQty', null, 'priorAuthRef', null, 'text', 'Approved.')
             from told join rx_authorization a on a.id = $1`,
          [id, nabp],
        )
        return nabp
      },
    }
    return place
  }

  const kept = new Map<string, Place>()
  const same = (sub: Place['sub']): Place => {
    const known = kept.get(sub)
    if (known) return known
    const place = fresh(sub)
    const once = <T>(make: () => Promise<T>) => {
      let made: Promise<T> | undefined
      return () => (made ??= make())
    }
    const steady: Place = { ...place, claim: once(place.claim), request: once(place.request), decided: once(place.decided), paid: once(place.paid), message: once(place.message) }
    kept.set(sub, steady)
    return steady
  }

  return {
    desk,
    fresh,
    same,
    idIn: async (table, place) => {
      if (table === 'rx_authorization') return place.request()
      if (table === 'rx_transaction') return place.paid()
      throw new Error(`testing/attacks/prepared.ts cannot make an object of the table ${table} yet.`)
    },
    close: async () => {
      await desk.db.end()
      await desk.built.stop()
      await dropDatabase(desk.url)
    },
  }
}

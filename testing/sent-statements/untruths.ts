import { status } from '#features/authorizations/statuses.ts'
import type pg from 'pg'
import { addDays } from '#platform/dates/day.ts'
import type { Portal } from '#platform/portal/portal.ts'
import { factsOf, type Facts } from './facts.ts'
import { whyNotSo } from './judging.ts'
import { byReference, leftSince, loggedInVain } from './left.ts'
import { billedAgain, type Answered } from './pays.ts'
import { linesOf, statementsIn } from './reading.ts'
import type { BillAgain, MayBill, Sent, Statement, Untruth } from './statement.ts'

type Reads = Pick<pg.Client, 'query'>

export type Checked = {
  /** What was read and what was said, counted: a check that read nothing proves nothing. */
  read: number
  statements: number
  billed: number
  untruths: Untruth[]
}

/** How what left is checked. */
export type How = {
  /** The engine is asked too: by the very intake, for what is not billed since. Only while nothing happened after it left. */
  portal?: Portal
  /** The engine is asked only where nothing has happened to the claim since. */
  untilActed?: boolean
  /** What is not understood is a fault: somebody has to say what it claims. */
  strict?: boolean
  /** Milliseconds before it left in which it may have been so: acts that committed while it was being sent. */
  grace?: number
}

/** What a statement of an approval or a denial claims of the next bill; undefined where it claims nothing. */
const nextBill = (
  said: Statement,
  of: Facts | undefined,
): { pays: boolean | 'not blocked'; bill: BillAgain } | undefined =>
  said.says === 'approved' && said.bill
    ? { pays: true, bill: said.bill }
    : said.says === 'pays now'
      ? { pays: true, bill: {} }
      : said.says === 'instead'
        ? of?.instead
          ? { pays: true, bill: { product: of.instead.ndc } }
          : undefined
        : said.says === 'may bill'
          ? of && { pays: 'not blocked', bill: mayBill(said.how, of) }
          : (said.says === 'approved' && (said.twice ?? said.stops)) || said.says === 'blocked' || said.says === 'ended'
            ? { pays: false, bill: stoppedBill(said, of) }
            : undefined

/** What a denial says may be billed after it: the refill the day its supply ends, half of it, by others. */
function mayBill(how: MayBill, of: Facts): BillAgain {
  switch (how) {
    case 'later':
      return { from: addDays(of.served, of.days) }
    case 'less':
      return { quantity: of.quantity / 2, days: Math.ceil(of.days / 2) }
    case 'elsewhere':
      return { pharmacy: '1043409' }
    case 'by another prescriber':
      return { prescriber: '1999999984' }
    case 'with papers':
      return {}
  }
}

/** The bill that is said to be stopped: of the day that is named, else of the first of an approval that begins after the day of service. */
function stoppedBill(said: Statement, of: Facts | undefined): BillAgain {
  const from = said.says === 'approved' ? (said.twice ?? of?.granted.find((one) => !one.isEnded)?.start) : undefined
  return from === undefined ? {} : { from }
}

const BLOCKED = '3Y'
const wrongBill = (answer: Answered | undefined, pays: boolean | 'not blocked'): string | undefined =>
  answer === undefined || (pays === 'not blocked' ? !answer.codes.includes(BLOCKED) : (answer.status === 'P') === pays)
    ? undefined
    : pays
      ? `billed again as it says, it is stopped by ${answer.codes.join(', ') || answer.status}`
      : 'billed again, it is paid'

/** Checks what was sent, each against the requests it may be about. */
export async function check(db: Reads, sent: readonly Sent[], how: How = {}): Promise<Checked> {
  const found: Checked = { read: sent.length, statements: 0, billed: 0, untruths: [] }
  const numbers = await byReference(db, [
    ...new Set(sent.flatMap(({ text }) => linesOf(text).map((line) => line.reference))),
  ])
  for (const one of sent) {
    const say = (why: string): void =>
      void found.untruths.push({ channel: one.channel, id: one.id, text: one.text, why, about: one.about })
    const said = statementsIn(one.channel, one.text)
    if (said === undefined && how.strict) say('nobody knows what it says')
    const lines = ['e-mail', 'notice'].includes(one.channel) ? linesOf(one.text) : []
    const named = lines.flatMap(({ reference }) => numbers.get(reference) ?? [])
    const facts = await factsAt(db, [...one.about, ...named], one.at, how.grace)
    for (const { reference, says } of lines) {
      const of = facts.get(numbers.get(reference) ?? '')
      found.statements += says.length
      for (const statement of says) {
        const why = of === undefined ? `no request has the number ${reference}` : whyNone(statement, of)
        if (why !== undefined) say(`${reference} ${statement.says}: ${why}`)
      }
    }
    const about = one.about.flatMap((id) => (facts.has(id) ? [facts.get(id)!] : []))
    // Of a text that is about no request in particular: true of one of them.
    for (const statement of said ?? []) {
      found.statements += 1
      // Also of a fill that no request was about.
      if (statement.says === 'reversed' && about.length === 0 && (await isReversed(db, one.id))) continue
      const whys = about.map((of) => whyNone(statement, of))
      if (whys.includes(undefined)) continue
      say(`${statement.says}: ${whys[0] ?? 'it is about no request'}`)
    }
    if (!how.portal || about.length !== 1) continue
    if (how.untilActed ? await isActedOn(db, one) : await isClaimChanged(db, one, how.grace)) continue
    for (const statement of said ?? []) {
      const next = nextBill(statement, about[0]?.[0])
      if (!next) continue
      const answer = await billedAgain(db, how.portal, one.about[0]!, next.bill)
      if (answer) found.billed += 1
      const why = wrongBill(answer, next.pays)
      if (why !== undefined) say(`${statement.says}: ${why}`)
    }
  }
  return found
}

/** Whether something happened to the claim of a request since something about it left. */
async function isActedOn(db: Reads, { about, at }: Sent): Promise<boolean> {
  const { rows } = await db.query<{ acted: boolean }>(
    `select exists (select from rx_authorization b join authorization_event e on e.mc = b.mc and e.authorization_id = b.id
         where b.mc = a.mc and b.stratus_claim_id = a.stratus_claim_id and e.at > $2 and e.event_code < 300)
       or exists (select from rx_transaction x where x.mc = a.mc and x.stratus_claim_id = a.stratus_claim_id and x.submitted_at > $2)
       or exists (select from prior_auth p join prior_auth_change h on h.mc = p.mc and h.prior_auth_id = p.id
         where p.mc = a.mc and p.stratus_claim_id = a.stratus_claim_id and h.at > $2) as acted
       from rx_authorization a where a.id = $1`,
    [about[0], at],
  )
  return rows[0]?.acted ?? true
}

/** Whether a fact of the claim of a request changed its requests or approvals while something about it was being sent. */
async function isClaimChanged(db: Reads, { about, at }: Sent, grace = 0): Promise<boolean> {
  const { rows } = await db.query<{ changed: boolean }>(
    `select exists (select from rx_authorization b join authorization_event e on e.mc = b.mc and e.authorization_id = b.id
       where b.mc = a.mc and b.stratus_claim_id = a.stratus_claim_id and e.at > $2 and e.event_code in (102, 192)) as changed
       from rx_authorization a where a.id = $1`,
    [about[0], new Date(Date.parse(at) - grace).toISOString()],
  )
  return grace > 0 && (rows[0]?.changed ?? false)
}

/** The fill a message is about (it has its id) was reversed. */
async function isReversed(db: Reads, id: string): Promise<boolean> {
  const { rows } = await db.query<{ reversed: boolean }>(
    `select exists (select from rx_transaction where id::text = $1 and status = 'X' and reversed_at is not null) as reversed`,
    [id],
  )
  return rows[0]!.reversed
}

/** A request as it was when something left, and as it was a moment before. */
async function factsAt(db: Reads, ids: readonly string[], at: string, grace = 0): Promise<Map<string, Facts[]>> {
  if (ids.length === 0) return new Map()
  const now = await factsOf(db, ids, at)
  if (grace === 0) return new Map([...now].map(([id, of]) => [id, [of]]))
  const earlier = new Date(Date.parse(at) - grace).toISOString()
  const before = await factsOf(db, ids, earlier)
  // What came since then is read as what waits, also where it was decided with it.
  const then = (id: string, of: Facts): Facts =>
    of.came > earlier ? { ...of, statusId: status.PENDING } : (before.get(id) ?? of)
  return new Map([...now].map(([id, of]) => [id, [of, then(id, of)]]))
}

/** Why a statement was so at none of these moments. */
function whyNone(statement: Statement, moments: readonly Facts[]): string | undefined {
  const whys = moments.map((of) => whyNotSo(statement, of))
  return whys.includes(undefined) ? undefined : whys[0]
}

/** Everything that left after an instant, and what the log says of it. */
export async function checkSince(db: Reads, since: string, how: How = {}): Promise<Checked> {
  const found = await check(db, await leftSince(db, since), how)
  for (const { id, what } of await loggedInVain(db, since))
    found.untruths.push({ channel: 'notice', id, text: `The log says ${what}.`, why: 'there was none', about: [id] })
  return found
}

/** The untruths in words, for the message of a failed test. */
export const inWords = (untruths: readonly Untruth[]): string =>
  untruths
    .map(
      ({ channel, id, text, why, about }) =>
        `${channel} ${id} of ${about.map((one) => one.slice(-12)).join(' ')} : ${why}\n  ${text.replaceAll('\n', '\n  ')}`,
    )
    .join('\n')

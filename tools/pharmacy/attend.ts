import { cardRoute } from '#database/seed/carriers.ts'
import { counters, walkIns, type Counter } from '#database/seed/walk-ins.ts'
import { callbacks } from '#features/callbacks/contract.ts'
import { transactions, type ClaimAnswer } from '#features/transactions/contract.ts'
import { claimOfWalkIn } from './bill.ts'
import type { Portal } from './portal.ts'
import { answered, billed, heard, type Visit } from './words.ts'

const POLL_MS = 2000
const NEXT_MS = 30_000
/** What the engine calls a fill it has paid already. */
const PAID_ALREADY = '83'

export type Options = {
  /** How many claims to bill. */
  count: number
  /** Bill and leave, without waiting for what needs approval. */
  once: boolean
  /** Go on billing, one after the other, until stopped. */
  follow: boolean
}

export type Surroundings = {
  tell: (line: string) => void
  /** The day at the counter, YYYY-MM-DD. */
  day: () => string
  /** A whole number from 0 to below `most`. */
  random: (most: number) => number
  /** Waits; ends early when `stopped` is. */
  wait: (ms: number) => Promise<void>
  stopped: () => boolean
}

export type Served = { billed: number; paid: number; rejected: number; waiting: number }

/**
 * Every prescription there is: the first of everybody, then the second. Its number says whose it is and of which day, so
 * that asking again on one day is asking for the same prescription, in this run or a later one.
 */
function everyVisit({ random, day }: Pick<Surroundings, 'random' | 'day'>): Visit[] {
  const rounds = Math.max(...walkIns.map((who) => who.prescriptions.length))
  const today = day().slice(5).replace('-', '')
  return Array.from({ length: rounds }, (_, round) => {
    const start = random(walkIns.length)
    return walkIns.flatMap((_who, step) => {
      const at = (start + step) % walkIns.length
      const who = walkIns[at]!
      const what = who.prescriptions[round]
      return what ? [{ who, what, rxNumber: `${at + 10}${round}${today}` }] : []
    })
  }).flat()
}

/** The visit a prescription number was given to. */
function visitOf(rxNumber: string): Visit | undefined {
  const who = walkIns[Number(rxNumber.slice(0, 2)) - 10]
  const what = who?.prescriptions[Number(rxNumber[2])]
  return rxNumber.length === 7 && who && what ? { who, what, rxNumber } : undefined
}

/** The counters of the walk-ins: bills one prescription after the other, and bills again what was approved. */
type AtCounters = {
  served: Served
  /** Numbers of the prescriptions that wait for the carrier. */
  waiting: Set<string>
  /** Bills the next prescription that was not paid already; false when everybody was served. */
  next: () => Promise<boolean>
  /** Takes the messages of every counter. */
  listen: () => Promise<void>
}

type AtCounter = Pick<Surroundings, 'tell' | 'day' | 'random' | 'stopped'> & {
  /** A prescription that was billed before and need not be billed now. */
  wasBilled?: (rxNumber: string) => boolean
  onBilled?: (rxNumber: string) => void
}

export function atCounters(portal: Portal, around: AtCounter): AtCounters {
  const { tell, day, stopped, wasBilled = () => false, onBilled = () => {} } = around
  const served: Served = { billed: 0, paid: 0, rejected: 0, waiting: 0 }
  const left = everyVisit(around).filter(({ rxNumber }) => !wasBilled(rxNumber))
  const waiting = new Set<string>()

  const send = (visit: Visit): Promise<ClaimAnswer> =>
    portal.ask(transactions.intake, claimOfWalkIn(visit.who, visit.what, { day: day(), rxNumber: visit.rxNumber }))
  const note = (visit: Visit, answer: ClaimAnswer): void => {
    if (answer.status === 'P') served.paid += 1
    else if (answer.authorizationId === null) served.rejected += 1
    else waiting.add(visit.rxNumber)
  }
  const next = async (): Promise<boolean> => {
    for (let visit = left.shift(); visit; visit = left.shift()) {
      const answer = await send(visit)
      onBilled(visit.rxNumber)
      // The very claim is answered as a duplicate, another of the product and day with a reject.
      if (answer.status === 'D' || answer.rejects.some((reject) => reject.code === PAID_ALREADY)) continue
      served.billed += 1
      tell(`${billed(visit)}: ${answered(answer)}`)
      note(visit, answer)
      return true
    }
    tell('Everybody was served for now; the next fills are not due yet.')
    return false
  }
  const listenAt = async ({ nabp }: Counter): Promise<void> => {
    const insurance = { groupCode: walkIns[0]!.group }
    const { messages } = await portal.ask(callbacks.take, { ...cardRoute, insurance, nabp })
    for (const message of messages) {
      const visit = visitOf(message.rxNumber)
      if (!visit) continue
      tell(heard(visit, message))
      if (message.outcome === 'REVERSED') continue
      waiting.delete(visit.rxNumber)
      if (message.outcome !== 'APPROVED') served.rejected += 1
      else {
        const answer = await send(visit)
        tell(`${billed(visit)} again: ${answered(answer)}`)
        note(visit, answer)
      }
    }
  }
  const listen = async (): Promise<void> => {
    for (const one of counters) if (!stopped()) await listenAt(one)
  }
  return { served, waiting, next, listen }
}

/** Stands at the counters of the walk-ins: bills, waits for the carrier's word, bills again what was approved. */
export async function attend(portal: Portal, options: Options, around: Surroundings): Promise<Served> {
  const { tell, wait, stopped } = around
  const { served, waiting, next, listen } = atCounters(portal, around)

  await listen() // what came while nobody stood there
  let more = true
  while (more && served.billed < options.count && !stopped()) more = await next()
  if (options.once) return { ...served, waiting: waiting.size }
  if (waiting.size > 0) tell('Waiting for the carrier: decide in the portal as dana.ruiz or lee.park. Ctrl-C leaves.')
  let idle = 0
  while ((waiting.size > 0 || (options.follow && more)) && !stopped()) {
    await wait(POLL_MS)
    await listen()
    idle += POLL_MS
    if (options.follow && more && idle >= NEXT_MS && !stopped()) {
      more = await next()
      idle = 0
    }
  }
  return { ...served, waiting: waiting.size }
}

import type pg from 'pg'
import { everyHandler } from '#registry'
import type { ClaimRequest } from '#features/adjudication/claim-request.ts'
import type { ClaimAnswer } from '#features/transactions/contract.ts'
import { Overdue } from '#platform/calls/overdue.ts'
import { UnitOfWork } from '#platform/database/unit-of-work.ts'
import { sql } from '#platform/database/sql.ts'
import { newId } from '#platform/ids.ts'
import type { Portal } from '#platform/portal/portal.ts'
import { dayAt } from '../new-york-day.ts'
import type { BillAgain } from './statement.ts'

/** Carries the answer out of a transaction that is rolled back. */
class Tried extends Error {
  readonly answer: ClaimAnswer
  constructor(answer: ClaimAnswer) {
    super('Tried.')
    this.answer = answer
  }
}

/** The intake's answer to a claim, of which nothing is written; undefined where silence has something to do first. */
async function answerTo(portal: Portal, mc: string, claim: ClaimRequest, now: Date): Promise<ClaimAnswer | undefined> {
  const requestId = newId(now, portal.random)
  const intake = everyHandler['transactions.intake'] as unknown as (context: unknown) => Promise<ClaimAnswer>
  const nothing = (): void => {}
  try {
    return await UnitOfWork.run(portal.pools.app, async (unit): Promise<never> => {
      await unit.db.all(
        sql`select * from enter_service(${mc}, 'Pharmacy', 'transactions.intake', ${requestId}, null, ${now.toISOString()})`,
      )
      throw new Tried(
        await intake({
          input: claim,
          db: unit.db,
          now,
          requestId,
          portal,
          who: () => Promise.resolve({ mc }),
          newId: () => newId(now, portal.random),
          write: nothing,
          note: nothing,
          publishChange: nothing,
          refuse: nothing,
        }),
      )
    })
  } catch (error) {
    if (error instanceof Tried) return error.answer
    if (error instanceof Overdue) return undefined
    throw error
  }
}

type Last = { mc: string; claim: ClaimRequest; isPaid: boolean; served: string }
/** The claim a request was last billed with, where a pharmacy billed it. */
async function lastClaim(db: Pick<pg.Client, 'query'>, id: string): Promise<Last | undefined> {
  const { rows } = await db.query<Last>(
    `select a.mc, x.request as claim, a.date_of_service::text as served, exists (select from rx_transaction p where p.mc = a.mc and p.status in ('P', 'B')
        and p.stratus_claim_id = a.stratus_claim_id and p.rx_number = a.rx_number and p.pharmacy_nabp = a.pharmacy_nabp and p.fill_date >= a.date_of_service
        and p.fill_number >= a.fill_number) as "isPaid"
       from rx_authorization a join rx_transaction x on x.mc = a.mc and x.id = a.last_transaction_id where a.id = $1 and x.request is not null`,
    [id],
  )
  return rows[0]
}

export type Answered = { status: ClaimAnswer['status']; codes: string[] }

/**
 * What a pharmacy is answered that bills a request again as it is asked to, by the very intake, without a trace; undefined where
 * that cannot be tried: nothing was billed, it was paid since, or a mixture is to be made smaller.
 */
export async function billedAgain(
  db: Pick<pg.Client, 'query'>,
  portal: Portal,
  id: string,
  bill: BillAgain = {},
): Promise<Answered | undefined> {
  const last = await lastClaim(db, id)
  if (!last || last.isPaid) return undefined
  const { claim, mc, served } = last
  const less = bill.quantity !== undefined || bill.days !== undefined
  if (less && (claim.compound !== undefined || claim.hcpcs !== undefined)) return undefined
  const now = portal.clock.now()
  const today = dayAt(now)
  // From a later day on: that day, and not before it has come.
  const day =
    bill.product !== undefined
      ? today
      : bill.from === undefined || bill.from <= served
        ? served
        : bill.from > today
          ? bill.from
          : today
  const answer = await answerTo(
    portal,
    mc,
    {
      ...claim,
      ...(day !== served && { dateOfService: day }),
      ...(bill.pharmacy !== undefined && { pharmacyNabp: bill.pharmacy }),
      ...(bill.prescriber !== undefined && { prescriber: { npi: bill.prescriber } }),
      ...((less || bill.product !== undefined) && {
        prescription: {
          ...claim.prescription,
          ...(bill.quantity !== undefined && { quantity: bill.quantity }),
          ...(bill.days !== undefined && { daysSupply: bill.days }),
          ...(bill.product !== undefined && { productId: bill.product, daw: '0' }),
        },
      }),
      // The charges are those of what was billed.
      ...(bill.product !== undefined && { pricing: undefined }),
    },
    day > today ? new Date(`${day}T17:00:00.000Z`) : now,
  )
  return answer && { status: answer.status, codes: answer.rejects.map(({ code }) => code) }
}

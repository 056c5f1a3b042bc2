import { TAKEN_MINUTES, whyNotSupport } from '#features/callbacks/rules.ts'
import { isOpen, statusLabel } from '#features/authorizations/statuses.ts'
import { claimOfRow } from '#features/claims/seen-sql.ts'
import { implement, oneTrip, seen } from '#platform/calls/handler.ts'
import { invalid } from '#platform/calls/refusal.ts'
import { addMs, MINUTE_MS } from '#platform/dates/instant.ts'
import { readCaller, type CallerSearch } from './caller.ts'
import { support, TOO_SHORT, type QueueWaiting } from './contract.ts'
import { supportQueues } from './queues.ts'
import { MOST_CARRIERS, MOST_MATCHES } from './rules.ts'
import * as sql from './sql.ts'

const searchOf = (text: string): CallerSearch => readCaller(text) ?? invalid('text', TOO_SHORT)

export const handlers = implement(support)({
  queues: oneTrip(
    (_, { now }) => ({ found: sql.queues(addMs(now.toISOString(), -TAKEN_MINUTES * MINUTE_MS)) }),
    ({ found }, { person, refuse }) => {
      refuse(whyNotSupport(person))
      return { queues: supportQueues.flatMap((queue) => found.filter((one) => one.queue === queue)) }
    },
  ),

  find: oneTrip(
    ({ text }) => ({ rows: seen(sql.callers(searchOf(text)), claimOfRow) }),
    ({ rows }, { input, person, refuse }) => {
      refuse(whyNotSupport(person))
      return {
        kind: searchOf(input.text).by,
        content: rows.slice(0, MOST_MATCHES).map((row) => ({
          authorizationId: row.id,
          referenceNumber: row.reference_number,
          status: statusLabel(row.status_id),
          open: isOpen(row.status_id),
          claimant: row.claimant,
          dateOfBirth: row.dob,
          claimNumber: row.claim_number,
          drug: row.drug,
          rxNumber: row.rx_number,
          pharmacy: row.pharmacy,
          pharmacyPhone: row.pharmacy_phone,
          receivedAt: row.received_at,
        })),
        more: rows.length > MOST_MATCHES,
      }
    },
  ),

  elsewhere: async ({ db, who, now, refuse }) => {
    const [person, mine] = await Promise.all([who(), db.all(sql.myCarriers())])
    refuse(whyNotSupport(person))
    const others = mine.filter(({ mc }) => mc !== person.mc).slice(0, MOST_CARRIERS)
    const taken = addMs(now.toISOString(), -TAKEN_MINUTES * MINUTE_MS)
    const counted = others.flatMap(({ mc }) => [db.all(sql.workAt(mc)), db.all(sql.queues(taken))])
    // In the order they were sent; the transaction ends at the carrier it began at.
    const [found] = await Promise.all([Promise.all(counted), db.all(sql.workAt(person.mc))])
    return {
      carriers: others.map(({ mc, name }, at) => {
        const queues = found[2 * at + 1] as readonly QueueWaiting[]
        return {
          code: mc,
          name,
          queues: supportQueues.flatMap((queue) => queues.filter((one) => one.queue === queue && one.waiting > 0)),
        }
      }),
    }
  },
})

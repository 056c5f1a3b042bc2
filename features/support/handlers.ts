import { TAKEN_MINUTES, whyNotSupport } from '#features/callbacks/rules.ts'
import { implement, oneTrip } from '#platform/calls/handler.ts'
import { addMs, MINUTE_MS } from '#platform/dates/instant.ts'
import { support, type QueueWaiting } from './contract.ts'
import { supportQueues } from './queues.ts'
import { MOST_CARRIERS } from './rules.ts'
import * as sql from './sql.ts'

export const handlers = implement(support)({
  queues: oneTrip(
    (_, { now }) => ({ found: sql.queues(addMs(now.toISOString(), -TAKEN_MINUTES * MINUTE_MS)) }),
    ({ found }, { person, refuse }) => {
      refuse(whyNotSupport(person))
      return { queues: supportQueues.flatMap((queue) => found.filter((one) => one.queue === queue)) }
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

import { TAKEN_MINUTES, whyNotSupport } from '#features/callbacks/rules.ts'
import { implement, oneTrip } from '#platform/calls/handler.ts'
import { addMs, MINUTE_MS } from '#platform/dates/instant.ts'
import { support } from './contract.ts'
import { supportQueues } from './queues.ts'
import * as sql from './sql.ts'

export const handlers = implement(support)({
  queues: oneTrip(
    (_, { now }) => ({ found: sql.queues(addMs(now.toISOString(), -TAKEN_MINUTES * MINUTE_MS)) }),
    ({ found }, { person, refuse }) => {
      refuse(whyNotSupport(person))
      return { queues: supportQueues.flatMap((queue) => found.filter((one) => one.queue === queue)) }
    },
  ),
})

import { callToMake } from '#features/callbacks/sql.ts'
import { chatToTake } from '#features/chat/sql.ts'
import { feedException } from '#features/eligibility-feed/sql.ts'
import { toBeKeyed } from '#features/keying/sql.ts'
import { openFollowUp } from '#features/survey/sql.ts'
import { supportRoles } from '#features/permissions/roles.ts'
import { integer, sql, type Sql } from '#platform/database/sql.ts'
import type { QueueWaiting } from './contract.ts'
import type { SupportQueue } from './queues.ts'
import { MOST_COUNTED } from './rules.ts'

const most = integer(MOST_COUNTED + 1)
const counted = (queue: SupportQueue, items: Sql): Sql => sql`
  select ${queue} as queue, count(*)::int as waiting, (count(*) filter (where taken))::int as taken, min(since) as since
    from (${items} limit ${most}) as item`

/** What waits in each queue, by the conditions the queues are read with. A user holds a call or a keying for a while only. */
export const queues = (held: string): Sql<QueueWaiting> => sql<QueueWaiting>`
  ${counted(
    'calls',
    sql`select coalesce(k.sent_at, k.created_at) as since, coalesce(k.taken_at > ${held}, false) as taken
      from pharmacy_callback k join rx_authorization a on a.mc = k.mc and a.id = k.authorization_id where ${callToMake}`,
  )}
  union all ${counted(
    'keying',
    sql`select p.created_at as since, coalesce(p.keying_at > ${held}, false) as taken
      from prior_auth p where ${toBeKeyed}`,
  )}
  union all ${counted(
    'follow-ups',
    sql`select r.answered as since, false as taken from survey_response r where ${openFollowUp}`,
  )}
  union all ${counted('chats', sql`select s.waiting_since as since, false as taken from chat_session s where ${chatToTake}`)}
  union all ${counted('eligibility', sql`select f.received_at as since, false as taken from eligibility_feed f where ${feedException}`)}`

/** The carriers the user works at. */
export const myCarriers = (): Sql<{ mc: string; name: string }> =>
  sql<{ mc: string; name: string }>`select mc, name from my_carriers order by name, mc`
/** The statements after this one are of this carrier, as far as the user is support there; of none where they are not. */
export const workAt = (mc: string): Sql<{ works: boolean }> =>
  sql<{ works: boolean }>`select work_at(${mc}, ${[...supportRoles]}) as works`

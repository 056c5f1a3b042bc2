import { drugNamed } from '#features/authorizations/drug-named-sql.ts'
import { callToMake } from '#features/callbacks/sql.ts'
import { chatToTake } from '#features/chat/sql.ts'
import { feedException } from '#features/eligibility-feed/sql.ts'
import { toBeKeyed } from '#features/keying/sql.ts'
import { openFollowUp } from '#features/survey/sql.ts'
import { inScope } from '#features/authorizations/sql.ts'
import { claimsWithWord, searchNameMatches } from '#features/owners/people-sql.ts'
import { openNow } from '#features/worklist/sql.ts'
import { supportRoles } from '#features/permissions/roles.ts'
import { status } from '#features/authorizations/statuses.ts'
import { integer, sql, type Sql } from '#platform/database/sql.ts'
import type { CallerSearch } from './caller.ts'
import type { QueueWaiting } from './contract.ts'
import type { SupportQueue } from './queues.ts'
import { MOST_COUNTED, MOST_MATCHES } from './rules.ts'

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

const claimsNumbered = (numbers: readonly string[]): Sql =>
  sql`select c.id from wc_claim c where c.mc = app_mc() and c.claim_number = any(${numbers})`
const meant = (search: CallerSearch): Sql => {
  switch (search.by) {
    case 'reference':
      return sql`a.reference_number = ${search.reference}`
    case 'phone':
      return sql`a.pharmacy_nabp in (select y.nabp from pharmacy y where y.phone_digits = ${search.phone})`
    case 'number':
      return sql`a.id in (select x.id from rx_authorization x where x.mc = app_mc() and x.rx_number = any(${search.numbers})
        union all select x.id from rx_authorization x where x.mc = app_mc() and x.pharmacy_nabp = any(${search.numbers})
        union all select x.id from rx_authorization x join (${claimsNumbered(search.claims)}) c on c.id = x.stratus_claim_id
          where x.mc = app_mc())`
    case 'claim':
      return sql`a.stratus_claim_id in (${claimsNumbered(search.claims)})`
    case 'name':
      return sql`a.stratus_claim_id in (select c.id from claimant t join wc_claim c on c.mc = t.mc and c.claimant_id = t.id
        where t.mc = app_mc() and (${searchNameMatches(search.names, sql`t.last_folded`, sql`t.first_folded`)})
        union all ${claimsWithWord(search.names)})`
  }
}

export type MatchFound = {
  id: string
  stratus_claim_id: string
  reference_number: string
  status_id: number
  claimant: string
  dob: string
  claim_number: string
  drug: string
  rx_number: string
  pharmacy: string
  pharmacy_phone: string | null
  received_at: string
}
/** The requests a caller means, those that are open first, then the newest; one more than is shown. */
export const callers = (search: CallerSearch): Sql<MatchFound> => sql<MatchFound>`
  with hits as materialized (
    select a.id, ${openNow} as open, a.request_received_at as received_at from rx_authorization a
     where ${inScope.fragment} and a.status_id >= ${integer(status.PENDING)} and ${meant(search)} order by 2 desc, 3 desc, 1 limit ${integer(MOST_MATCHES + 1)})
  select a.id, a.stratus_claim_id, a.reference_number, a.status_id, t.first_name || ' ' || t.last_name as claimant, t.dob, c.claim_number,
    ${drugNamed} as drug, a.rx_number, coalesce(y.name, a.pharmacy_nabp) as pharmacy, y.phone as pharmacy_phone,
    a.request_received_at as received_at
   from hits join rx_authorization a on a.mc = app_mc() and a.id = hits.id
    join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id join claimant t on t.mc = c.mc and t.id = c.claimant_id
    left join pharmacy y on y.nabp = a.pharmacy_nabp
   order by hits.open desc, hits.received_at desc, hits.id`

/** The carriers the user works at. */
export const myCarriers = (): Sql<{ mc: string; name: string }> =>
  sql<{ mc: string; name: string }>`select mc, name from my_carriers order by name, mc`
/** The statements after this one are of this carrier, as far as the user is support there; of none where they are not. */
export const workAt = (mc: string): Sql<{ works: boolean }> =>
  sql<{ works: boolean }>`select work_at(${mc}, ${[...supportRoles]}) as works`

import type { ContactReason } from '#features/contact-notes/rules.ts'
import { status } from '#features/authorizations/statuses.ts'
import { integer, sql, type Sql } from '#platform/database/sql.ts'
import type { Rating } from './limits.ts'
import type { ChatState } from './rules.ts'

export type SessionRow = {
  id: string
  mc: string
  user_id: string
  alias: string
  email: string
  reason: ContactReason
  context: Record<string, string>
  secure_key: string
  sub_carrier: string | null
  stratus_claim_id: string | null
  state: ChatState
  started_at: string
  waiting_since: string
  reply_by: string | null
  agent_id: string | null
  agent_name: string | null
  taken_at: string | null
  next_position: number
  user_typing_until: string | null
  agent_typing_until: string | null
  contact_note_id: string | null
  ended_at: string | null
}
const columns = sql`s.id, s.mc, s.user_id, s.alias, s.email, s.reason, s.context, s.secure_key, s.sub_carrier, s.stratus_claim_id, s.state, s.started_at,
  s.waiting_since, s.reply_by, s.agent_id, s.agent_name, s.taken_at, s.next_position, s.user_typing_until, s.agent_typing_until, s.contact_note_id,
  s.ended_at`
const inScope = sql`s.mc = app_mc() and (s.sub_carrier is null or app_sees(s.sub_carrier))`
/** Whether somebody else sees a conversation s: they work at the carrier, for the program of its claim. */
const seenBy = (userId: Sql): Sql => sql`exists (
  select from user_carrier w join app_user u on u.id = w.user_id
   where w.mc = s.mc and w.user_id = ${userId} and w.active and u.status = 'ACTIVE'
     and (s.sub_carrier is null or w.sub_carriers is null or s.sub_carrier = any (w.sub_carriers)))`
/** The agent of a conversation s still sees it: their programs can change while they have it. */
const agentSees = sql`${seenBy(sql`s.agent_id`)} as agent_sees`
type AgentSees = { agent_sees: boolean }

/** The chats of one user wait for each other. */
export const lockUser = (): Sql =>
  sql`select pg_advisory_xact_lock(hashtextextended('chat ' || app_mc() || app_user(), 0))`
/** The conversation this user has now. */
export const current = (): Sql<SessionRow> => sql<SessionRow>`
  select ${columns} from chat_session s where s.mc = app_mc() and s.user_id = app_user() and s.state <> 'ENDED'`
export const currentLocked = (): Sql<SessionRow> => sql<SessionRow>`${current()} for update`
/** A conversation of this user. */
export const own = (id: string): Sql<SessionRow> => sql<SessionRow>`
  select ${columns} from chat_session s where s.mc = app_mc() and s.user_id = app_user() and s.id = ${id}`
export const ownLocked = (id: string): Sql<SessionRow> => sql<SessionRow>`${own(id)} for update`
/** A conversation as agents see it. */
export const session = (id: string): Sql<SessionRow & AgentSees> =>
  sql<SessionRow & AgentSees>`select ${columns}, ${agentSees} from chat_session s where ${inScope} and s.id = ${id}`
export const locked = (id: string): Sql<SessionRow & AgentSees> =>
  sql<SessionRow & AgentSees>`${session(id)} for update of s`
/** Whether a user sees this conversation. */
export const sees = (id: string, userId: string): Sql<{ sees: boolean }> => sql<{ sees: boolean }>`
  select ${seenBy(sql`${userId}::uuid`)} as sees from chat_session s where s.mc = app_mc() and s.id = ${id}`

export type LoadRow = {
  zone: string
  phone: string
  carrier: string
  date_label: string
  email: string
  agents: number
  talking: number
  waiting: number
}
/** The carrier, this user's address, the agents that are there and the chats there are. */
export const load = (now: string): Sql<LoadRow> => sql<LoadRow>`
  select m.time_zone as zone, m.product_phone as phone, m.name as carrier, m.date_label,
    (select u.email from app_user u where u.id = app_user()) as email,
    (select count(*)::int from chat_agent g where g.mc = m.mc and g.available and g.there_until > ${now}) as agents,
    (select count(*)::int from chat_session s where s.mc = m.mc and s.state = 'TALKING') as talking,
    (select count(*)::int from chat_session s where s.mc = m.mc and s.state = 'WAITING') as waiting
    from master_carrier m where m.mc = app_mc()`

/** The claims with this number that the user sees. */
export const claimsOf = (number: string): Sql<{ id: string; sub_carrier: string }> =>
  sql<{
    id: string
    sub_carrier: string
  }>`select c.id, c.sub_carrier from wc_claim c where c.mc = app_mc() and app_sees(c.sub_carrier) and c.claim_number = ${number} limit 2`

export const insertSession = (of: SessionRow): Sql => sql`
  insert into chat_session (mc, id, user_id, alias, email, reason, context, secure_key, sub_carrier, stratus_claim_id, state, started_at,
    waiting_since, reply_by, next_position)
  values (app_mc(), ${of.id}, app_user(), ${of.alias}, ${of.email}, ${of.reason}, ${JSON.stringify(of.context)}::jsonb, ${of.secure_key},
    ${of.sub_carrier}, ${of.stratus_claim_id}, ${of.state}, ${of.started_at}, ${of.waiting_since}, ${of.reply_by}, ${of.next_position})`

export type MessageRow = {
  position: number
  at: string
  from_type: 'AGENT' | 'CLIENT' | 'SYSTEM'
  from_name: string
  text: string
}
/** Messages from a position on, in their order. */
export const messages = (chatId: string, from: number, most: number): Sql<MessageRow> => sql<MessageRow>`
  select p.position, p.at, p.from_type, p.from_name, p.text from chat_message p join chat_session s on s.mc = p.mc and s.id = p.chat_id
   where ${inScope} and p.chat_id = ${chatId} and p.position >= ${from} order by p.position limit ${most}`
export const ownMessages = (chatId: string, from: number, most: number): Sql<MessageRow> => sql<MessageRow>`
  select p.position, p.at, p.from_type, p.from_name, p.text from chat_message p join chat_session s on s.mc = p.mc and s.id = p.chat_id
   where p.mc = app_mc() and s.user_id = app_user() and p.chat_id = ${chatId} and p.position >= ${from} order by p.position limit ${most}`
/** A message that arrived with this key before. */
export const sentBefore = (chatId: string, key: string): Sql<{ position: number }> => sql<{ position: number }>`
  select p.position from chat_message p where p.mc = app_mc() and p.chat_id = ${chatId} and p.key = ${key}`
/** How many messages its user sent since then, and when the first of them. */
export const sentSince = (chatId: string, since: string): Sql<{ count: number; first: string | null }> => sql<{
  count: number
  first: string | null
}>`select count(*)::int as count, min(p.at) as first from chat_message p
    where p.mc = app_mc() and p.chat_id = ${chatId} and p.from_type = 'CLIENT' and p.at > ${since}`
export const rate = (chatId: string, rating: Rating): Sql =>
  sql`update chat_session set rating = ${rating} where mc = app_mc() and user_id = app_user() and id = ${chatId}`
const writtenIn = (chatId: Sql): Sql => sql`exists (
  select from chat_message p where p.mc = app_mc() and p.chat_id = ${chatId} and p.from_type = 'AGENT')`
/** Whether an agent wrote in it before. */
export const agentWrote = (chatId: string): Sql<{ wrote: boolean }> =>
  sql<{ wrote: boolean }>`select ${writtenIn(sql`${chatId}::uuid`)} as wrote`
/** A message, and the position of the next one. The conversation is locked. */
export const insertMessage = (chatId: string, of: MessageRow & { key: string | null }): Sql => sql`
  with counted as (update chat_session set next_position = ${of.position + 1} where mc = app_mc() and id = ${chatId})
  insert into chat_message (mc, chat_id, position, at, from_type, from_name, text, key)
    values (app_mc(), ${chatId}, ${of.position}, ${of.at}, ${of.from_type}, ${of.from_name}, ${of.text}, ${of.key})`

/** The user types until then, or not, and is on this page; undefined where that was not said. */
export const userTypes = (chatId: string, until: string | null, endpoint?: string): Sql => sql`
  update chat_session set user_typing_until = ${until},
    context = case when ${endpoint ?? null}::text is null then context else jsonb_set(context, '{endpoint}', to_jsonb(${endpoint ?? null}::text)) end
   where mc = app_mc() and id = ${chatId}`
export const agentTypes = (chatId: string, until: string | null): Sql =>
  sql`update chat_session set agent_typing_until = ${until} where mc = app_mc() and id = ${chatId}`

export const end = (chatId: string, of: { by: 'AGENT' | 'CLIENT'; at: string; noteId: string | null }): Sql => sql`
  update chat_session set state = 'ENDED', ended_at = ${of.at}, ended_by = ${of.by}, contact_note_id = ${of.noteId}, user_typing_until = null,
    agent_typing_until = null where mc = app_mc() and id = ${chatId}`

/** Gives a conversation to an agent. */
export const give = (chatId: string, to: { id: string; name: string; at: string }): Sql => sql`
  update chat_session set state = 'TALKING', agent_id = ${to.id}, agent_name = ${to.name}, taken_at = ${to.at}, agent_typing_until = null
   where mc = app_mc() and id = ${chatId}`
/** Puts a conversation back into the queue. It keeps its place: it waits since it first did. */
export const giveBack = (chatId: string, state: ChatState): Sql => sql`
  update chat_session set state = ${state}, agent_id = null, agent_name = null, taken_at = null, agent_typing_until = null
   where mc = app_mc() and id = ${chatId}`

/** A conversation s that no agent has, or one who does not see it any more. */
export const chatToTake = sql`${inScope} and (s.state in ('WAITING', 'LEFT') or s.state = 'TALKING' and not ${seenBy(sql`s.agent_id`)})`

export type Waiting = SessionRow & AgentSees & { question: string; agent_wrote: boolean }
/** The conversations that are open: those of users who are there, then messages that were left, as they are to be answered. */
export const open = (): Sql<Waiting> => sql<Waiting>`
  select ${columns}, ${agentSees}, ${writtenIn(sql`s.id`)} as agent_wrote,
    (select p.text from chat_message p where p.mc = s.mc and p.chat_id = s.id and p.position = 0) as question
    from chat_session s where ${inScope} and s.state <> 'ENDED'
   order by s.state = 'LEFT', case when s.state = 'LEFT' then s.reply_by end, s.waiting_since, s.id limit 200`
/** The claims of those that an agent sees in the queue. */
export const openClaims = (): Sql<{ claim: string }> => sql<{ claim: string }>`
  select s.stratus_claim_id as claim from chat_session s where ${inScope} and s.state <> 'ENDED' and s.stratus_claim_id is not null`
const claimOf = (chatId: string): Sql<{ claim: string }> => sql<{ claim: string }>`
  select s.stratus_claim_id as claim from chat_session s where ${inScope} and s.id = ${chatId} and s.stratus_claim_id is not null`

export type NoteRow = { id: string; at: string; by_name: string; text: string }
export const notes = (chatId: string): Sql<NoteRow> => sql<NoteRow>`
  select n.id, n.at, n.by_name, n.text from chat_note n join chat_session s on s.mc = n.mc and s.id = n.chat_id
   where ${inScope} and n.chat_id = ${chatId} order by n.at, n.id limit 200`
export const insertNote = (chatId: string, of: NoteRow): Sql => sql`
  insert into chat_note (mc, chat_id, id, at, by_name, text) values (app_mc(), ${chatId}, ${of.id}, ${of.at}, ${of.by_name}, ${of.text})`

export type AgentRow = { user_id: string; name: string; available: boolean }
/** The agents that are there. */
export const agents = (now: string): Sql<AgentRow> => sql<AgentRow>`
  select g.user_id, g.name, g.available from chat_agent g where g.mc = app_mc() and g.there_until > ${now} order by g.name, g.user_id limit 200`
/** The others who take chats now and see this one. */
export const agentsFor = (chatId: string, now: string): Sql<AgentRow> => sql<AgentRow>`
  select g.user_id, g.name, g.available from chat_session s join chat_agent g on g.mc = s.mc
   where ${inScope} and s.id = ${chatId} and g.available and g.there_until > ${now} and g.user_id <> app_user() and ${seenBy(sql`g.user_id`)}
   order by g.name, g.user_id limit 200`
/** The agent is there, and counts as there until then; of several pages of theirs the longest counts. */
export const agentIsThere = (of: {
  id: string
  name: string
  available: boolean
  at: string
  until: string
}): Sql => sql`
  insert into chat_agent (mc, user_id, name, available, seen_at, there_until)
  values (app_mc(), ${of.id}, ${of.name}, ${of.available}, ${of.at}, ${of.until})
  on conflict (mc, user_id) do update set name = excluded.name, available = excluded.available,
    seen_at = greatest(chat_agent.seen_at, excluded.seen_at), there_until = greatest(chat_agent.there_until, excluded.there_until)`

export const dueLeft = (now: string, limit: number): Sql<{ mc: string; id: string }> =>
  sql<{ mc: string; id: string }>`select mc, id from due_left_chats(${limit}, ${now})`

/** An id that ends an address of pages. */
const idIn = (before: string) =>
  sql`substring(s.context->>'endpoint' from ${`^${before}/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$`})::uuid`
export type LookingRow = {
  claim: string
  patient: string
  claim_number: string
  doi: string | null
  drug: string | null
  reject_codes: string[] | null
  due_at: string | null
  pharmacy: string | null
  pharmacy_phone: string | null
}
/** The request or the patient of the page that its user is on, where the agent sees them. */
export const lookingAt = (chatId: string): Sql<LookingRow> => sql<LookingRow>`
  select c.id as claim, t.first_name || ' ' || t.last_name as patient, c.claim_number, c.doi, a.drug_name as drug, a.reject_codes,
    a.statutory_due_at as due_at, y.name as pharmacy, y.phone as pharmacy_phone
    from chat_session s
      left join rx_authorization a on a.mc = s.mc and a.id = ${idIn('/authorizations/request')} and app_sees(a.sub_carrier)
        and a.status_id >= ${integer(status.PENDING)}
      join wc_claim c on c.mc = s.mc and c.id = coalesce(a.stratus_claim_id, ${idIn('/patients/[^/]+/[^/]+')}) and app_sees(c.sub_carrier)
      join claimant t on t.mc = c.mc and t.id = c.claimant_id left join pharmacy y on y.nabp = a.pharmacy_nabp
   where ${inScope} and s.id = ${chatId} and s.state <> 'ENDED'`
/** The claims a conversation shows: its own, and that of the page its user is on. */
export const claimsShown = (chatId: string): Sql<{ claim: string }> => sql<{ claim: string }>`
  (${claimOf(chatId)}) union all select looked.claim from (${lookingAt(chatId)}) looked`
export type EarlierRow = Pick<SessionRow, 'id' | 'reason' | 'started_at'> & { ended_at: string; rating: Rating | null }
/** The latest ended chats of the user of a chat. */
export const earlier = (chatId: string): Sql<EarlierRow> => sql<EarlierRow>`
  select s.id, s.reason, s.started_at, s.ended_at, s.rating from chat_session of_now join chat_session s on s.mc = of_now.mc and s.user_id = of_now.user_id
   where of_now.mc = app_mc() and of_now.id = ${chatId} and ${inScope} and s.state = 'ENDED' and s.id <> of_now.id
   order by s.started_at desc limit 5`
/** A conversation for its user, and for agents who see it where the caller is one. */
export const readable = (chatId: string): Sql<SessionRow & { is_own: boolean }> => sql<
  SessionRow & { is_own: boolean }
>`
  select ${columns}, s.user_id = app_user() as is_own from chat_session s where (s.user_id = app_user() or ${inScope}) and s.mc = app_mc() and s.id = ${chatId}`
export const readableMessages = (chatId: string, most: number): Sql<MessageRow> => sql<MessageRow>`
  select p.position, p.at, p.from_type, p.from_name, p.text from chat_message p join chat_session s on s.mc = p.mc and s.id = p.chat_id
   where p.mc = app_mc() and (s.user_id = app_user() or ${inScope}) and p.chat_id = ${chatId} order by p.position limit ${most}`
/** The claim of such a conversation. */
export const readableClaim = (chatId: string): Sql<{ claim: string }> => sql<{ claim: string }>`
  select s.stratus_claim_id as claim from chat_session s
   where s.mc = app_mc() and (s.user_id = app_user() or ${inScope}) and s.id = ${chatId} and s.stratus_claim_id is not null`

/** Of these numbers those that the portal gave itself: transactions of the carrier, and drug codes. */
export const ourNumbers = (numbers: readonly string[]): Sql<{ number: string }> => sql<{ number: string }>`
  select n as number from unnest(${numbers}::text[]) n
   where exists (select from rx_transaction x where x.mc = app_mc() and x.tcn = n) or exists (select from drug d where d.gpi = n)`

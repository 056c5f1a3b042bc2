import { eventCode } from '#features/authorizations/events.ts'
import type { DecisionRow } from '#features/authorizations/rows.ts'
import { inScope } from '#features/authorizations/sql.ts'
import { packed } from '#platform/database/packed-text.ts'
import { integers, sql, type Sql } from '#platform/database/sql.ts'
import { dictionaries, newest } from './dictionaries.ts'

/** How a record is stored: the database takes the fingerprint of the text and keeps the packed one. */
export const storedRecord = (text: string): { record: string; packed: string; dictionary: number } => ({
  record: text,
  packed: packed(text, dictionaries[newest]!),
  dictionary: newest,
})

/** Keeps a record beside its decision. Its place in the chain and its fingerprint are given by the database. */
export const insertRecord = (row: {
  mc: string
  authorizationId: string
  decisionId: string | null
  at: string
  text: string
}): Sql => {
  const { record, packed, dictionary } = storedRecord(row.text)
  return sql`
  insert into decision_record (mc, authorization_id, decision_id, at, record, packed, dictionary)
    values (${row.mc}, ${row.authorizationId}, ${row.decisionId}, ${row.at}, ${record}, ${packed}::bytea, ${dictionary})`
}

export type Requested = {
  id: string
  stratus_claim_id: string
  reference_number: string
  status_id: number
  claim_number: string
  carrier: string
  /** How often the log says that the first of two approvals was given. */
  halves: number
}
/** The request whose decisions are asked about. */
export const requested = (id: string): Sql<Requested> => sql<Requested>`
  select a.id, a.stratus_claim_id, a.reference_number, a.status_id, c.claim_number, m.name as carrier,
    (select count(*)::int from authorization_event e where e.mc = a.mc and e.authorization_id = a.id
      and e.event_code in (${integers([eventCode.WAITS_FOR_SECOND_APPROVAL, eventCode.PARTLY_APPROVED])})) as halves
  from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id join master_carrier m on m.mc = a.mc
    where ${inScope.fragment} and a.id = ${id}`

export type RecordRow = {
  sequence: number
  decision_id: string | null
  /** Its text; null where it is packed. */
  record: string | null
  /** Its text packed with the dictionary of that number, in hexadecimal digits. */
  packed: string | null
  dictionary: number | null
  sha256: string
  previous: string | null
}
/** The records of a request, the first first. */
export const records = (id: string): Sql<RecordRow> => sql<RecordRow>`
  select k.sequence, k.decision_id, k.record, encode(k.packed, 'hex') as packed, k.dictionary, encode(k.sha256, 'hex') as sha256,
    encode(k.previous, 'hex') as previous
  from rx_authorization a join decision_record k on k.mc = a.mc and k.authorization_id = a.id where ${inScope.fragment} and a.id = ${id} order by k.sequence`

export type NoticeFound = {
  serves: string[]
  channel: string
  recipient: string
  created_at: string
  sent_at: string | null
}
/** What left as a notice the law asks for, the first first. */
export const notices = (id: string): Sql<NoticeFound> => sql<NoticeFound>`
  select o.serves, o.channel, o.recipient, o.created_at, o.sent_at from rx_authorization a join outside_message o on o.mc = a.mc and o.authorization_id = a.id
   where ${inScope.fragment} and a.id = ${id} and o.serves is not null order by o.created_at, o.id`

/** A decision as its table holds it, but for the codes it cleared and what was on the screen. */
export type DecisionFound = Omit<DecisionRow, 'mc' | 'authorization_id' | 'rejects' | 'shown'>
/** The decisions themselves: a record must say what its decision says. */
export const decisions = (id: string): Sql<DecisionFound> => sql<DecisionFound>`
  select d.id, d.decision, d.decided_by, d.decided_by_name, d.second_approver, d.second_approver_name, d.at, d.start_date, d.end_date, d.one_time,
    d.drug_level, d.override_all, d.safety_included, d.safety_ack_text,
    d.reason_id, d.reason_desc, d.note, d.max_fill, d.max_qty, d.max_days, d.undone_at, d.undone_by_name
  from rx_authorization a join authorization_decision d on d.mc = a.mc and d.authorization_id = a.id
    where ${inScope.fragment} and a.id = ${id} order by d.at, d.id`

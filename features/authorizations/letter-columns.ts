import { flag } from '#features/settings/columns.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import type { LetterTemplateId } from '#reference/letter-templates.ts'

/** True where a letter of medical necessity was received for the authorization `a`, reviewed or not. */
export const letterCame: Sql = sql`exists (select from lomn_request l
  where l.mc = a.mc and l.authorization_id = a.id and l.status in (6, 7))`

/** True where a letter of medical necessity came for the authorization `a` that nobody has read yet. */
export const letterUnread: Sql = sql`a.id in (select l.authorization_id from lomn_request l where l.mc = app_mc() and l.status = 6)`

/** Since when a letter is asked for about the request `a`, by whom, and the end of the day it should be answered by; the newest. */
export const letterAskedFor: Sql = sql`(
    select jsonb_build_object('at', l.requested_at, 'due', (l.answer_by + 1)::timestamp at time zone app_zone(), 'by', l.requested_by_name,
        'note', null, 'about', null, 'takenBy', null, 'approved', null)
      from lomn_request l where l.mc = a.mc and l.authorization_id = a.id order by l.requested_at desc, l.id desc limit 1)`

/** The letters of a request `a`, newest first, with their documents: one column of its detail. */
export const lettersOfRequest: Sql = sql`coalesce((select jsonb_agg(to_jsonb(l) - 'token_hash' || jsonb_build_object('documents',
    coalesce((
      select jsonb_agg(jsonb_build_object('id', d.id, 'type_id', d.type_id, 'file_name', d.file_name, 'mime', d.mime,
        'bytes', d.bytes, 'pages', d.pages, 'received_at', d.received_at, 'source', d.source)
        order by d.type_id, d.received_at, d.id)
      from document d where d.mc = l.mc and (d.id = l.sent_document_id or d.id = any(l.received_document_ids))), '[]')) order by l.requested_at desc, l.id)
  from lomn_request l where l.mc = a.mc and l.authorization_id = a.id), '[]')`

/** True where the carrier asks for no letters. */
export const lettersOff: Sql = flag('patient_request_lomn_disabled', false)

/** A letter as `lettersOfRequest` selects it. Instants are as PostgreSQL writes them into JSON. */
export type LetterShown = {
  id: string
  reference_number: string
  status: number
  template: LetterTemplateId
  questions: string[]
  channel: 'EMAIL' | 'FAX' | 'PRINT'
  prescriber_name: string
  recipients: string[]
  comments: string
  requested_by_name: string
  requested_at: string
  answer_by: string
  sent_at: string | null
  delivered_at: string | null
  opened_at: string | null
  received_at: string | null
  /** 'YYYY-MM-DD': the day the prescriber signed it. */
  signed_on: string | null
  returned_at: string | null
  missing: string[]
  reviewed_at: string | null
  reviewed_by_name: string | null
  closed_at: string | null
  supports: boolean | null
  attempts: number
  last_error: string | null
  answered_by: string | null
  answers: { question: string; answer: string }[]
  documents: {
    id: string
    type_id: number
    file_name: string
    mime: string
    bytes: number
    pages: number | null
    received_at: string
    source: string
  }[]
}

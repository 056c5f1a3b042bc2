import { flag } from '#features/settings/columns.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import type { LetterRow } from './letter-row.ts'

// What statements on requests select of their letters; `a` is rx_authorization, in scope there.

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
/** True where the portal sends the carrier's faxes. */
export const autoFax: Sql = flag('lomnAutoFax', true)

/** A letter as `lettersOfRequest` selects it. Instants are as PostgreSQL writes them into JSON. */
export type LetterShown = Pick<
  LetterRow,
  | 'id'
  | 'reference_number'
  | 'status'
  | 'template'
  | 'questions'
  | 'channel'
  | 'prescriber_name'
  | 'recipients'
  | 'comments'
  | 'requested_by_name'
  | 'requested_at'
  | 'answer_by'
  | 'sent_at'
  | 'delivered_at'
  | 'opened_at'
  | 'received_at'
  | 'signed_on'
  | 'returned_at'
  | 'missing'
  | 'reviewed_at'
  | 'reviewed_by_name'
  | 'closed_at'
  | 'supports'
  | 'attempts'
  | 'last_error'
  | 'answered_by'
  | 'answers'
> & {
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

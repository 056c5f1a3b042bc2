import { createHash } from 'node:crypto'
import type { DocumentRow } from '#features/documents/sql.ts'
import { iso } from './calendar.ts'
import type { Claim } from './claim-rows.ts'
import { paperOf } from './paper.ts'
import type { Tale } from './tale.ts'

/** A row of `document` and its neighbour in `document_content`. */
export type PaperRow = DocumentRow & { transaction_id: string | null; sha256: string; uploaded_by_name: string }
export type ContentRow = { mc: string; document_id: string; content: string }

const hex = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`

type Filed = Pick<DocumentRow, 'id' | 'authorization_id' | 'type_id' | 'group_id' | 'file_name' | 'source'> & {
  transaction_id?: string | null
  ms: number
  heading: string
  paragraphs: readonly string[]
}

/** A paper about a claim, on file since an instant (ms); its id and how many pages it has. */
export function file(tale: Tale, { row }: Claim, of: Filed): { id: string; pages: number } {
  const { id, authorization_id, transaction_id = null, type_id, group_id, file_name, source } = of
  const { bytes, pages } = paperOf(of.heading, of.paragraphs)
  tale.ledger.documents.push({
    mc: row.mc,
    id,
    sub_carrier: row.sub_carrier,
    stratus_claim_id: row.id,
    authorization_id,
    transaction_id,
    type_id,
    group_id,
    file_name,
    mime: 'application/pdf',
    bytes: bytes.byteLength,
    pages: source === 'SYSTEM' ? null : pages,
    source,
    uploaded_by_name: '',
    created_at: iso(of.ms),
    received_at: iso(of.ms),
    sha256: hex(createHash('sha256').update(bytes).digest()),
  })
  tale.ledger.contents.push({ mc: row.mc, document_id: id, content: hex(bytes) })
  return { id, pages }
}

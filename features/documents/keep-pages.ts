import { documentTypes } from '#platform/calls/documents.ts'
import type { Sql } from '#platform/database/sql.ts'
import { documentGroup } from '#reference/document-types.ts'
import { insertDocument } from './sql.ts'

/** Stores a PDF the portal made with its authorization, where it has one (`id`). `name` has no file extension. */
export const keepPages = (
  request: { mc: string; id: string | null; sub_carrier: string; stratus_claim_id: string },
  document: { id: string; typeId: number; name: string; at: string },
  file: Uint8Array,
): Sql =>
  insertDocument(
    {
      mc: request.mc,
      id: document.id,
      sub_carrier: request.sub_carrier,
      stratus_claim_id: request.stratus_claim_id,
      authorization_id: request.id,
      type_id: document.typeId,
      group_id: documentGroup(document.typeId)!,
      file_name: `${document.name}.${documentTypes['application/pdf']}`,
      mime: 'application/pdf',
      bytes: file.byteLength,
      pages: null,
      source: 'SYSTEM',
      created_at: document.at,
      received_at: document.at,
    },
    file,
  )

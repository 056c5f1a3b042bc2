import { insertEvents } from '#features/authorizations/sql.ts'
import { actorOf, event } from '#features/authorizations/rows.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { claimOfRow } from '#features/claims/seen-sql.ts'
import { lapseFirst } from '#features/authorizations/lapse.ts'
import { documentName, type DocumentCheck } from '#platform/calls/documents.ts'
import {
  beforeAct,
  type BeforeContext,
  type Caller,
  type FileAnswer,
  implement,
  type LaterFile,
  oneTrip,
  type PortalForHandlers,
  seen,
} from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { sql as s } from '#platform/database/sql.ts'
import { sha256Of } from '#platform/gateways/stored-bytes.ts'
import { documentGroup, documentTypeName, documentTypesOf } from '#reference/document-types.ts'
import { bytesOf } from './bytes.ts'
import { type Doc, documents } from './contract.ts'
import { asOpened, isArchived, pdfName, whyNotUploadAs } from './rules.ts'
import * as sql from './sql.ts'

const COUNTED = 10_000

const toDoc = (row: Omit<sql.ListRow, 'stratus_claim_id'>): Doc => ({
  documentId: row.id,
  typeId: row.type_id,
  typeName: documentTypeName(row.type_id),
  fileName: row.file_name,
  mime: row.mime,
  bytes: row.bytes,
  pages: row.pages,
  receivedAt: row.received_at,
  source: row.source,
  fileNet: isArchived(row.type_id),
  authorizationId: row.authorization_id,
  drug: row.drug,
  referenceNumber: row.reference_number,
  uploadedBy: row.uploaded_by_name === '' ? null : row.uploaded_by_name,
})

/** A document as it is handed out: its own bytes, but for archived texts, which are printed. */
const opened = (found: sql.FileFound, portal: PortalForHandlers, now: Date) => ({
  later: async (): Promise<FileAnswer & { file: Uint8Array; type: string }> => {
    const bytes = await bytesOf(found, portal.documents)
    if (bytes === null) throw new Error('A document has no bytes.')
    const pdf = { name: pdfName(found.file_name), type: 'application/pdf' }
    switch (asOpened({ typeId: found.type_id, mime: found.mime }, bytes)) {
      case 'pdf':
        return { file: bytes, ...pdf }
      case 'print': {
        const text = new TextDecoder().decode(bytes)
        return { file: await portal.files.text({ title: documentTypeName(found.type_id), text, now }), ...pdf }
      }
      case 'as it is':
        return { file: bytes, name: found.file_name, type: found.mime }
    }
  },
})

/** A page of a document as it is handed out, as a picture: nothing in the file runs where it is read. */
const pageOf = (
  found: sql.FileFound,
  page: number,
  { portal, now, person }: { portal: PortalForHandlers; now: Date; person: Caller },
): LaterFile => ({
  later: async (): Promise<FileAnswer> => {
    const { file, type, name } = await opened(found, portal, now).later()
    const made = await portal.documentPage(file, type, page, person.id)
    return { file: JSON.stringify(made), name: `${name}, page ${page}.json`, type: 'application/json' }
  },
})

/** The question a place in the list belongs to. */
const question = (of: {
  claimId: string
  typeIds?: number[] | undefined
  from?: string | undefined
  to?: string | undefined
  text?: string | undefined
}) => `documents of ${of.claimId} ${of.typeIds?.join(',') ?? ''} ${of.from ?? ''} ${of.to ?? ''} ${of.text ?? ''}`

type Calls = typeof documents
type Kept = Extract<DocumentCheck, { ok: true }>
/** What an uploaded file is; refused where it is not kept. */
async function checkedUpload({ input: { file }, sender, portal, refuse }: BeforeContext<Calls['add']>): Promise<Kept> {
  if (file.bytes.byteLength === 0) refuse({ code: 'RULE', field: 'file', message: 'This file is empty.' })
  const checked = await portal.checkDocument(file.bytes, sender)
  return checked.ok ? checked : refuse({ code: 'RULE', field: 'file', message: checked.message })
}

export const handlers = implement(documents)({
  ofPatient: oneTrip(
    (input) => {
      const { claimId, subCarrier, typeIds, from = null, to = null, text, page, size, after = null } = input
      const of = { claim: claimId, types: typeIds ?? null, from, to, text: text || null }
      return {
        claim: seen(sql.claimOf(claimId, subCarrier), s`seen.id`),
        rows: sql.slice({ ...of, after, page, size }, question(input)),
        opened: sql.opens(after, question(input)),
        total: sql.total(of, COUNTED),
      }
    },
    ({ claim: [claim], rows, opened: [place], total: [counted] }, { input, refuse }) => {
      if (!claim) return notFound()
      if (!claim.shown) refuse({ code: 'FEATURE_OFF', message: 'The carrier has switched documents off.' })
      if (input.from !== undefined && input.to !== undefined && input.to < input.from)
        refuse({ code: 'VALIDATION', field: 'to', message: 'The last day cannot be before the first day.' })
      if (!place!.ours)
        refuse({
          code: 'VALIDATION',
          field: 'after',
          message: 'This place belongs to another list. Start again without it.',
        })
      const { page, size } = input
      const shown = rows.slice(0, size)
      const found = counted!.total
      const total = Math.min(found, COUNTED)
      return {
        content: shown.map(toDoc),
        page,
        size,
        sort: 'receivedAt,desc',
        totalElements: total,
        totalPages: Math.ceil(total / size),
        totalIsExact: found <= COUNTED,
        next: rows.length > size ? shown.at(-1)!.place : null,
      }
    },
  ),

  types: oneTrip(
    () => ({}),
    (_, { input: { id } }) => {
      const types = documentTypesOf(id)
      return types.length === 0 ? notFound() : types.map((type) => ({ typeId: type.id, name: type.name, groupId: id }))
    },
  ),

  file: oneTrip(
    ({ id, x }) => ({ files: seen(sql.file(id, isArchived(x) ? null : x), claimOfRow) }),
    ({ files: [file] }, { portal, now }) => (file ? opened(file, portal, now) : notFound()),
  ),

  fileNet: oneTrip(
    ({ id, x }) => ({ files: seen(sql.file(id, isArchived(x) ? x : null), claimOfRow) }),
    ({ files: [file] }, { portal, now }) => (file ? opened(file, portal, now) : notFound()),
  ),

  page: oneTrip(
    ({ id, x }) => ({ files: seen(sql.file(id, x), claimOfRow) }),
    ({ files: [file] }, { input: { page }, ...context }) => (file ? pageOf(file, page, context) : notFound()),
  ),

  ofTransaction: oneTrip(
    ({ b, c, d }) => ({
      transaction: seen(sql.transactionOfClaim({ sub: b, claim: c, reference: d }), claimOfRow),
      rows: sql.explanationsOf({ sub: b, claim: c, reference: d }),
    }),
    ({ transaction: [transaction], rows }) => (transaction ? rows.map(toDoc) : notFound()),
  ),

  billImage: oneTrip(
    ({ a }) => ({ transaction: sql.transactionOf(a), images: seen(sql.billImage(a), claimOfRow) }),
    ({ transaction: [transaction], images: [image] }, { portal, now, refuse }) => {
      if (!transaction) return notFound()
      if (!image) return refuse({ code: 'NOT_FOUND', message: 'No paper bill image for this transaction.' })
      return opened(image, portal, now)
    },
  ),

  add: beforeAct(checkedUpload, async (context, checked) => {
    const { input, db, who, now, newId, write, note, publishChange, refuse } = context
    const person = await who()
    const { file, claimId, authorizationId, typeId } = input
    const at = now.toISOString()
    const sha256 = sha256Of(file.bytes)
    const [claim, request, , same] = await Promise.all([
      db.one(sql.claimForUpload(claimId, input.receivedOn ?? null, at)),
      authorizationId === undefined ? undefined : db.one(sql.requestForUpload(authorizationId, claimId)),
      db.all(sql.lockBytes(claimId, sha256)),
      db.one(sql.sameBytes(claimId, sha256)),
    ])
    if (!claim || (authorizationId !== undefined && !request)) return notFound()
    if (!claim.shown) refuse({ code: 'FEATURE_OFF', message: 'The carrier has switched documents off.' })
    refuse(whyNotUploadAs(input, claim.today))
    if (same)
      refuse({ code: 'DUPLICATE', field: 'file', message: `This file is on file already as ${same.file_name}.` })
    if (request) lapseFirst([request], at)
    const document: sql.DocumentRow = {
      mc: claim.mc,
      id: newId(),
      sub_carrier: claim.sub_carrier,
      stratus_claim_id: claimId,
      authorization_id: authorizationId ?? null,
      type_id: typeId,
      group_id: documentGroup(typeId)!,
      file_name: documentName(file.name, checked.type, documentTypeName(typeId).replaceAll(' / ', ' or ')),
      mime: checked.type,
      bytes: file.bytes.byteLength,
      pages: checked.pages,
      source: 'PORTAL',
      created_at: at,
      received_at: claim.received_at ?? at,
      uploaded_by: person.id,
      uploaded_by_name: person.name,
    }
    write(sql.insertDocument(document, file.bytes))
    if (request) {
      const line = {
        mc: claim.mc,
        authorizationId: request.id,
        now: at,
        actor: actorOf(person),
        from: request.status_id,
        to: request.status_id,
      }
      const named = { type: `"${document.file_name}"`, action: `uploaded by ${person.name}` }
      write(insertEvents([event(line, eventCode.DOCUMENT_CHANGED, named)]))
      publishChange('authorizations')
    }
    publishChange('documents')
    note({
      claims: [claimId],
      type: 'document',
      id: document.id,
      detail: { typeId, bytes: document.bytes, mime: document.mime },
    })
    return {
      success: true,
      document: toDoc({
        ...document,
        drug: request?.drug ?? null,
        reference_number: null,
        uploaded_by_name: person.name,
      }),
    }
  }),
})

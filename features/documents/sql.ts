import { drugNamed } from '#features/authorizations/drug-named-sql.ts'
import { flag, placeOf } from '#features/settings/columns.ts'
import type { Lapsing } from '#features/authorizations/lapse.ts'
import { every, integer, integers, sql, type Sql } from '#platform/database/sql.ts'
import { billOrigins } from '#reference/origins.ts'
import { archived, billImages, documentType } from './rules.ts'

/** A row of `document`. */
export type DocumentRow = {
  mc: string
  id: string
  sub_carrier: string
  stratus_claim_id: string
  authorization_id: string | null
  transaction_id?: string | null
  type_id: number
  group_id: number
  file_name: string
  mime: string
  bytes: number
  pages: number | null
  source: 'FILENET' | 'PORTAL' | 'FAX' | 'SYSTEM'
  created_at: string
  received_at: string
  uploaded_by?: string
  uploaded_by_name?: string
}

/** Stores a document with its bytes and their hash; the clock moves the bytes to the document storage. */
export const insertDocument = (row: DocumentRow, content: Uint8Array): Sql => sql`
  with file as materialized (select ${content}::bytea as content),
  kept as (insert into document (mc, id, sub_carrier, stratus_claim_id, authorization_id, transaction_id, type_id, group_id,
      file_name, mime, bytes, pages, sha256, source, created_at, received_at, uploaded_by, uploaded_by_name)
    select r.mc, r.id, r.sub_carrier, r.stratus_claim_id, r.authorization_id, r.transaction_id, r.type_id, r.group_id, r.file_name,
      r.mime, r.bytes, r.pages, sha256(file.content), r.source, r.created_at, r.received_at, r.uploaded_by,
      coalesce(r.uploaded_by_name, '')
      from file, jsonb_populate_record(null::document, ${JSON.stringify(row)}::jsonb) r returning id)
  insert into document_content (mc, document_id, content) select ${row.mc}, kept.id, file.content from kept, file`

/** Where the bytes of a document are: in the database, else under a key of the document storage. */
export type StoredBytes = { content: Uint8Array | null; store_key: string | null; sha256: Uint8Array }
/** The columns of `StoredBytes`, of a document `d` and its content `f` (left join). */
export const storedBytes: Sql = sql`f.content, d.store_key, d.sha256`

/** Documents `d` that may be shown: of sub-carriers the user works for, and never internal ones. */
export const documentInScope = sql`d.mc = app_mc() and app_sees(d.sub_carrier) and d.active and d.type_id <> ${integer(documentType.INTERNAL)}`

export type FileFound = StoredBytes & { stratus_claim_id: string; type_id: number; file_name: string; mime: string }
const fileColumns = sql`d.stratus_claim_id, d.type_id, d.file_name, d.mime, ${storedBytes}`
/** A document with its bytes, where the user may see its claim; none without a type. Internal documents are never shown to carriers. */
export const file = (id: string, type: number | null): Sql<FileFound> => sql<FileFound>`
  select ${fileColumns} from document d left join document_content f on f.mc = d.mc and f.document_id = d.id
   where ${documentInScope} and d.id = ${id} and d.type_id = ${type}`

/** The transaction of a reference number, at its carrier; `paper`: its bill came on paper. */
export const transactionOf = (referenceNumber: string): Sql<{ stratus_claim_id: string; paper: boolean }> => sql<{
  stratus_claim_id: string
  paper: boolean
}>`
  select x.stratus_claim_id, x.claim_channel_type in (${integers(billOrigins)}) as paper from rx_transaction x
   where x.mc = app_mc() and app_sees(x.sub_carrier) and x.reference_number = ${referenceNumber} limit 1`
/** The newest image of a bill. */
export const billImage = (referenceNumber: string): Sql<FileFound> => sql<FileFound>`
  select ${fileColumns} from rx_transaction x join document d on d.mc = x.mc and d.transaction_id = x.id
    left join document_content f on f.mc = d.mc and f.document_id = d.id
   where x.mc = app_mc() and x.reference_number = ${referenceNumber} and x.claim_channel_type in (${integers(billOrigins)})
     and ${documentInScope} and d.type_id in (${integers(billImages)})
   order by d.received_at desc, d.id desc limit 1`

export type ListRow = {
  id: string
  stratus_claim_id: string
  type_id: number
  file_name: string
  mime: string
  bytes: number
  pages: number | null
  received_at: string
  source: DocumentRow['source']
  authorization_id: string | null
  drug: string | null
  reference_number: string | null
  uploaded_by_name: string
}
const listColumns = sql`d.id, d.stratus_claim_id, d.type_id, d.file_name, d.mime, d.bytes, d.pages, d.received_at, d.source,
  d.authorization_id, coalesce(nullif(trim(a.drug_name || ' ' || a.strength), ''), x.drug_name) as drug,
  x.reference_number, d.uploaded_by_name`
const listTables = sql`document d left join rx_authorization a on a.mc = d.mc and a.id = d.authorization_id
  left join rx_transaction x on x.mc = d.mc and x.id = d.transaction_id`

/** The claim of a list, at its carrier and sub-carrier, and whether its documents are shown. */
export const claimOf = (id: string, sub: string): Sql<{ id: string; shown: boolean; zone: string }> => sql<{
  id: string
  shown: boolean
  zone: string
}>`
  select c.id, ${flag('patient_show_filecab', true, placeOf(sql`c`))} as shown, m.time_zone as zone
    from wc_claim c join master_carrier m on m.mc = c.mc
   where c.mc = app_mc() and app_sees(c.sub_carrier) and c.id = ${id} and c.sub_carrier = ${sub}`

type Filters = {
  claim: string
  types: readonly number[] | null
  /** Days in the carrier's time zone. */
  from: string | null
  to: string | null
  text: string | null
}
const zoneOfCarrier = sql`(select m.time_zone from master_carrier m where m.mc = app_mc())`
const listed = ({ claim, types, from, to, text }: Filters): Sql =>
  every([
    documentInScope,
    sql`d.stratus_claim_id = ${claim}`,
    ...(types ? [sql`d.type_id = any(${types}::int[])`] : []),
    ...(from ? [sql`d.received_at >= ${from}::date::timestamp at time zone ${zoneOfCarrier}`] : []),
    ...(to ? [sql`d.received_at < (${to}::date + 1)::timestamp at time zone ${zoneOfCarrier}`] : []),
    ...(text
      ? [
          sql`position(lower(${text}) in lower(concat_ws(' ', d.file_name, d.uploaded_by_name, a.drug_name, x.drug_name))) > 0`,
        ]
      : []),
  ])

export type Slice = ListRow & { place: string }
/** One document more than is shown, from an encrypted cursor on; an invalid cursor finds nothing. */
export const slice = (
  of: Filters & { after: string | null; page: number; size: number },
  question: string,
): Sql<Slice> => sql<Slice>`
  with place as materialized (select open_cursor(${of.after}, ${question}) as at)
  select ${listColumns}, seal_cursor((d.received_at at time zone 'UTC')::text || '~' || d.id, ${question}) as place
    from ${listTables} where ${listed(of)}
     and (${of.after}::text is null
       or (d.received_at, d.id) < (select split_part(at, '~', 1)::timestamp at time zone 'UTC', split_part(at, '~', 2)::uuid from place))
   order by d.received_at desc, d.id desc limit ${of.size + 1} offset ${of.after === null ? of.page * of.size : 0}`
/** True where an encrypted cursor is ours, for this user and query. */
export const opens = (cursor: string | null, question: string): Sql<{ ours: boolean }> =>
  sql<{ ours: boolean }>`select ${cursor}::text is null or open_cursor(${cursor}, ${question}) is not null as ours`
export const total = (of: Filters, most: number): Sql<{ total: number }> => sql<{ total: number }>`
  select count(*)::int as total from (select 1 from ${listTables} where ${listed(of)} limit ${most + 1}) counted`

/** A transaction of a claim, at its sub-carrier. */
export const transactionOfClaim = (of: {
  sub: string
  claim: string
  reference: string
}): Sql<{ stratus_claim_id: string }> => sql<{
  stratus_claim_id: string
}>`
  select x.stratus_claim_id from rx_transaction x
   where x.mc = app_mc() and app_sees(x.sub_carrier) and x.sub_carrier = ${of.sub} and x.stratus_claim_id = ${of.claim}
     and x.reference_number = ${of.reference} limit 1`
/** Explanations of benefits and of bill review of a transaction. */
export const explanationsOf = (of: { sub: string; claim: string; reference: string }): Sql<ListRow> => sql<ListRow>`
  select ${listColumns} from ${listTables}
   where ${documentInScope} and d.sub_carrier = ${of.sub} and d.stratus_claim_id = ${of.claim} and d.type_id in (${integers(archived)})
     and x.reference_number = ${of.reference}
   order by d.received_at desc, d.id desc limit 100`

export type UploadedFor = {
  mc: string
  sub_carrier: string
  /** Today in the carrier's time zone, 'YYYY-MM-DD'. */
  today: string
  /** Noon of the day it came in, where one was given. */
  received_at: string | null
  shown: boolean
}
/** The claim of an upload. */
export const claimForUpload = (
  id: string,
  receivedOn: string | null,
  now: string,
): Sql<UploadedFor> => sql<UploadedFor>`
  select c.mc, c.sub_carrier, (${now}::timestamptz at time zone m.time_zone)::date as today,
    (${receivedOn}::date + time '12:00') at time zone m.time_zone as received_at,
    ${flag('patient_show_filecab', true, placeOf(sql`c`))} as shown
    from wc_claim c join master_carrier m on m.mc = c.mc where c.mc = app_mc() and app_sees(c.sub_carrier) and c.id = ${id}`
/** The request of an upload, of the same claim. */
export type RequestFound = Lapsing & { drug: string }
export const requestForUpload = (id: string, claim: string): Sql<RequestFound> => sql<RequestFound>`
  select a.id, a.status_id, a.statutory_due_at, a.silence_approves, ${drugNamed} as drug from rx_authorization a
   where a.mc = app_mc() and app_sees(a.sub_carrier) and a.id = ${id} and a.stratus_claim_id = ${claim}`
/** Uploads of the same bytes to one claim wait for each other: of two at once the second finds what the first stored. */
export const lockBytes = (claim: string, sha256: Uint8Array): Sql => sql`
  select pg_advisory_xact_lock(hashtextextended('document ' || app_mc() || ' ' || ${claim}::text || ' ' || encode(${sha256}::bytea, 'hex'), 0))`
/** A document of the claim with the same bytes. */
export const sameBytes = (claim: string, sha256: Uint8Array): Sql<{ file_name: string; received_at: string }> => sql<{
  file_name: string
  received_at: string
}>`
  select d.file_name, d.received_at from document d
   where ${documentInScope} and d.stratus_claim_id = ${claim} and d.sha256 = ${sha256}::bytea limit 1`

/** Documents whose bytes are still in the database, over all carriers. */
export const toStore = (limit: number): Sql<{ mc: string; id: string }> =>
  sql<{ mc: string; id: string }>`select f.mc, f.document_id as id from document_content f limit ${limit}`
/** The bytes of one of them, locked. */
export const contentToStore = (id: string): Sql<{ content: Uint8Array; sha256: Uint8Array }> => sql<{
  content: Uint8Array
  sha256: Uint8Array
}>`
  select f.content, d.sha256 from document_content f join document d on d.mc = f.mc and d.id = f.document_id
   where f.mc = app_mc() and f.document_id = ${id} for update of d skip locked`
/** Says where the bytes are now, and takes them out of the database. */
export const storedAt = (id: string, key: string): Sql => sql`
  with moved as (update document d set store_key = ${key} where d.mc = app_mc() and d.id = ${id} returning d.mc, d.id)
  delete from document_content f using moved where f.mc = moved.mc and f.document_id = moved.id`

import { drugInFull } from '#features/snapshots/drug-in-full-sql.ts'
import { settingValue } from '#features/settings/columns.ts'
import type { Reject } from '#features/adjudication/answer.ts'
import type { PlanFound } from '#features/deadlines/plan.ts'
import { planFound } from '#features/deadlines/plan-sql.ts'
import type { Facts } from '#features/authorizations/facts.ts'
import { factsColumns, factsFrom } from '#features/authorizations/facts-sql.ts'
import { inScope } from '#features/authorizations/sql.ts'
import { integer, sql, type Sql } from '#platform/database/sql.ts'
import { lettersOff } from '#features/authorizations/letter-columns.ts'
import { autoFax } from './columns.ts'
import type { LetterRow } from './letter-row.ts'
import { storedBytes, type StoredBytes } from '#features/documents/sql.ts'
import { letterStatus } from './machine.ts'

/** One authorization with the facts of the decision rules; `request` is a condition on `a`. */
export const lookAt = (request: Sql): Sql<Facts> =>
  sql<Facts>`select ${factsColumns} ${factsFrom} where ${inScope.fragment} and ${request}`

/** The content of a letter, its prescriber, and what the checks before sending need. */
export type Subject = {
  authorization_id: string
  reference_number: string
  stratus_claim_id: string
  claim_number: string
  patient: string
  dob: string
  doi: string
  injury: string
  drug: string
  gpi: string
  quantity: number
  days_supply: number
  compound_code: number
  rejects: Reject[]
  pharmacy: string
  carrier: string
  phone: string
  /** The carrier's calendar day. */
  today: string
  plan: PlanFound
  off: boolean
  auto_fax: boolean
  blocked: unknown
  prescriber: {
    npi: string
    name: string
    credential: string
    fax: string | null
    email: string | null
    city: string | null
    /** A hash of the columns above. */
    mark: string
  } | null
  last_asked_at: string | null
  open_letter: { id: string; referenceNumber: string; requestedAt: string; requestedBy: string } | null
  /** The given addresses that belong to users of the carrier. */
  staff: string[]
}

const subjectColumns = sql`
  a.id as authorization_id, a.reference_number, a.stratus_claim_id, c.claim_number,
    t.first_name || ' ' || t.last_name as patient, t.dob, c.doi, c.injury,
    ${drugInFull} as drug, a.gpi, a.quantity, a.days_supply,
  a.compound_code, a.rejects, coalesce(y.name, a.pharmacy_nabp) as pharmacy, m.name as carrier,
    m.product_phone as phone, (app_now() at time zone m.time_zone)::date as today`
const subjectFrom = sql`
  from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
    join claimant t on t.mc = c.mc and t.id = c.claimant_id join master_carrier m on m.mc = a.mc
  left join pharmacy y on y.nabp = a.pharmacy_nabp`

/** `request` is a condition on `a`; `prescriber` an expression with NPI or id, null for the authorization's own. */
export const subject = (request: Sql, prescriber: Sql, copies: readonly string[] = []): Sql<Subject> => sql<Subject>`
  select ${subjectColumns}, ${planFound} as plan, ${lettersOff} as off, ${autoFax} as auto_fax,
    ${settingValue('blockedFaxNumbers')} as blocked,
    case when q.npi is null then null
      else jsonb_build_object('npi', q.npi, 'name', trim(q.first_name || ' ' || q.last_name), 'credential',
        q.credential, 'fax', q.fax, 'email', q.email, 'city', q.city,
      'mark',
        left(encode(sha256(convert_to(concat_ws('|', q.npi, q.first_name, q.last_name, coalesce(q.fax, ''),
          coalesce(q.email, '')),
          'UTF8')),
          'hex'),
          32)) end as prescriber,
    (select max(l.requested_at) from lomn_request l where l.mc = a.mc and l.authorization_id = a.id) as last_asked_at,
    (select jsonb_build_object('id', l.id, 'referenceNumber', l.reference_number, 'requestedAt', l.requested_at,
      'requestedBy', l.requested_by_name)
      from lomn_request l
       where l.mc = a.mc and l.authorization_id = a.id and l.prescriber_npi = q.npi
         and l.status between ${integer(letterStatus.DRAFT)} and ${integer(letterStatus.DELIVERED)}) as open_letter,
    array(select lower(u.email) from app_user u join user_carrier k on k.mc = a.mc and k.user_id = u.id and k.active
      where u.status = 'ACTIVE' and lower(u.email) = any(${copies.map((one) => one.toLowerCase())}::text[])) as staff
  ${subjectFrom}
    cross join lateral (select ${prescriber} as named) z
    left join practitioner q on q.npi = case when z.named is null then a.prescriber_npi
      when z.named ~ '^[0-9]{10}$' then z.named
      else (select p.npi from practitioner p where p.id::text = lower(z.named)) end
  where ${inScope.fragment} and ${request}`
/** The prescriber expression for `subject`. */
export const named = (prescriber: string | undefined): Sql => sql`${prescriber ?? null}::text`

/** `code` gives the prescriber access; only its hash is stored. */
export const insertLetter = (row: LetterRow, code: string | null): Sql => sql`
  insert into lomn_request select l.* from jsonb_populate_record(null::lomn_request, ${JSON.stringify(row)}::jsonb
    || jsonb_build_object('token_hash', '\\x' || encode(sha256(convert_to(${code}::text, 'UTF8')), 'hex'))) l`

/** A letter asked for outside the portal, by the prescriber's name on file; nothing where one is open already. */
export const insertLetterByHand = (row: Omit<LetterRow, 'prescriber_name'>): Sql => sql`
  insert into lomn_request
  select l.* from jsonb_populate_record(null::lomn_request, ${JSON.stringify(row)}::jsonb
    || jsonb_build_object('prescriber_name', coalesce((
      select trim(q.first_name || ' ' || q.last_name) || case when q.credential = '' then '' else ', ' || q.credential end
        from practitioner q where q.npi = ${row.prescriber_npi}), ${row.prescriber_npi}::text))) l
  on conflict (mc, authorization_id, prescriber_npi) where status between ${integer(letterStatus.DRAFT)} and ${integer(letterStatus.DELIVERED)} do nothing`

export type MessageRow = {
  id: string
  channel: 'MAIL' | 'FAX'
  address: string
  recipient: string
  subject: string
  body: string
  authorization_id: string
  created_at: string
  document_id: string | null
}
/** A letter with the columns of its authorization that its calls need. */
export type LetterFound = LetterRow & {
  auth_status: number
  auth_version: number
  auth_due_at: string
  auth_silence_approves: boolean
  /** The day of the request and today, both in the carrier's time zone, 'YYYY-MM-DD'. */
  requested_on: string
  today: string
  carrier: string
  phone: string
  request_reference: string
  claim_number: string
  /** The first owner of the authorization. */
  owner_id: string | null
  /** The prescriber's addresses on file. */
  fax: string | null
  email: string | null
  patient: string
  dob: string
  /** With its strength. */
  drug: string
  quantity: number
  days_supply: number
  snoozed_until: string | null
  first_approval: unknown
  /** Another letter of the authorization is open. */
  others_open: boolean
  message: MessageRow | null
}
const letterColumns = sql`
  l.mc, l.id, l.sub_carrier, l.authorization_id, l.stratus_claim_id, l.reference_number, l.prescriber_npi,
    l.prescriber_name, l.template, l.questions, l.channel, l.recipients, l.copies, l.comments, l.cover_note, l.status,
    l.requested_at,
  l.requested_by, l.requested_by_name, l.answer_by, l.sent_at, l.delivered_at, l.opened_at, l.received_at, l.signed_on,
    l.returned_at, l.missing, l.reviewed_at, l.reviewed_by_name, l.closed_at, l.message_id, l.attempts, l.refusals,
    l.last_error, l.sent_document_id,
  l.received_document_ids, l.answers, l.answered_by, l.gpi_prefix, l.valid_days, l.supports, l.closed_from,
    a.status_id as auth_status, a.version as auth_version, a.statutory_due_at as auth_due_at,
    a.silence_approves as auth_silence_approves, a.snoozed_until, a.first_approval,
  (l.requested_at at time zone m.time_zone)::date as requested_on, (app_now() at time zone m.time_zone)::date as today,
    m.name as carrier, m.product_phone as phone, a.reference_number as request_reference, c.claim_number, a.owner_id,
    q.fax, q.email, trim(t.first_name || ' ' || t.last_name) as patient, t.dob, ${drugInFull} as drug,
    a.quantity, a.days_supply,
  exists (select from lomn_request o
    where o.mc = l.mc and o.authorization_id = l.authorization_id and o.id <> l.id
      and o.status between ${integer(letterStatus.QUEUED)} and ${integer(letterStatus.DELIVERED)}) as others_open,
  (select jsonb_build_object('id', o.id, 'channel', o.channel, 'address', o.address, 'recipient', o.recipient,
    'subject', o.subject, 'body', o.body, 'authorization_id', o.authorization_id, 'created_at', o.created_at,
    'document_id', o.document_id)
     from outside_message o where o.mc = l.mc and o.id = l.message_id) as message`
const letterFrom = sql`
  from lomn_request l join rx_authorization a on a.mc = l.mc and a.id = l.authorization_id
    join master_carrier m on m.mc = l.mc join wc_claim c on c.mc = l.mc and c.id = l.stratus_claim_id
    join claimant t on t.mc = c.mc and t.id = c.claimant_id left join practitioner q on q.npi = l.prescriber_npi`

// A letter is changed under the lock of its authorization, which decisions take first too, so that they cannot deadlock. The
// letter is read by a second statement after that, so that it sees the changes of the transaction before.
const lockOf = (letter: Sql): Sql<{ id: string }> => sql<{ id: string }>`
  select a.id from rx_authorization a
    where ${inScope.fragment}
      and a.id = (select l.authorization_id from lomn_request l where l.mc = app_mc() and ${letter})
    for update`
const one = (letter: Sql): Sql<LetterFound> =>
  sql<LetterFound>`select ${letterColumns} ${letterFrom} where ${inScope.fragment} and ${letter} for update of l`
const byId = (id: string): Sql => sql`l.id = ${id}`
export const lockById = (id: string): Sql<{ id: string }> => lockOf(byId(id))
export const letterById = (id: string): Sql<LetterFound> => one(byId(id))
/** The authorization of a letter with the facts of the decision rules. */
export const requestOfLetter = (id: string): Sql<Facts> =>
  sql<Facts>`
    select ${factsColumns} ${factsFrom}
      where ${inScope.fragment}
        and a.id = (select l.authorization_id from lomn_request l where l.mc = app_mc() and l.id = ${id})`

const byReference = (reference: string): Sql => sql`l.reference_number = ${reference}`
export const lockByReference = (reference: string): Sql<{ id: string }> => lockOf(byReference(reference))
export const letterByReference = (reference: string): Sql<LetterFound> => one(byReference(reference))

const byMessage = (messageId: string): Sql => sql`l.message_id = ${messageId}`
export const lockByMessage = (messageId: string): Sql<{ id: string }> => lockOf(byMessage(messageId))
export const letterByMessage = (messageId: string): Sql<LetterFound> => one(byMessage(messageId))

/** The document, if these are its bytes. */
export const isScan = (mc: string, documentId: string, sha256: Uint8Array): Sql<{ id: string }> =>
  sql<{ id: string }>`select id from document where mc = ${mc} and id = ${documentId} and sha256 = ${sha256}::bytea`

/** Gives the transaction access to the letter with this code and nothing else; no row for an unknown code. */
export const enterLetter = (of: {
  code: string
  call: string
  requestId: string
  ip: string
  now: string
}): Sql<{ mc: string; id: string }> =>
  sql<{
    mc: string
    id: string
  }>`select mc, id from enter_letter(${of.code}, ${of.call}, ${of.requestId}, ${of.ip}, ${of.now})`
const entered = sql`l.id = nullif(current_setting('app.letter', true), '')::uuid`
export const lockEntered = (): Sql<{ id: string }> => lockOf(entered)
export const letterEntered = (): Sql<LetterFound> => one(entered)
export type LetterContent = Pick<
  Subject,
  | 'authorization_id'
  | 'reference_number'
  | 'stratus_claim_id'
  | 'claim_number'
  | 'patient'
  | 'dob'
  | 'doi'
  | 'injury'
  | 'drug'
  | 'quantity'
  | 'days_supply'
  | 'rejects'
  | 'pharmacy'
  | 'carrier'
  | 'phone'
  | 'today'
>
/** The content of the letter that was opened by its code. */
export const subjectEntered = (): Sql<LetterContent> =>
  sql<LetterContent>`
    select ${subjectColumns} ${subjectFrom}
      where ${inScope.fragment}
        and a.id = (select l.authorization_id from lomn_request l where l.mc = app_mc() and ${entered})`

/** Updates the given columns of a letter; only these can be changed. */
export const change = (
  mc: string,
  id: string,
  to: Partial<
    Pick<
      LetterRow,
      | 'status'
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
      | 'message_id'
      | 'attempts'
      | 'refusals'
      | 'last_error'
      | 'received_document_ids'
      | 'answers'
      | 'answered_by'
      | 'supports'
    >
  >,
): Sql => sql`
  update lomn_request l
    set status = r.status, sent_at = r.sent_at, delivered_at = r.delivered_at, opened_at = r.opened_at,
      received_at = r.received_at, signed_on = r.signed_on, returned_at = r.returned_at, missing = r.missing,
      reviewed_at = r.reviewed_at, reviewed_by_name = r.reviewed_by_name,
    closed_at = r.closed_at, message_id = r.message_id, attempts = r.attempts, refusals = r.refusals,
      last_error = r.last_error, received_document_ids = r.received_document_ids, answers = r.answers,
      answered_by = r.answered_by, supports = r.supports
  from (select p.* from lomn_request x, jsonb_populate_record(x, ${JSON.stringify(to)}::jsonb) p
    where x.mc = ${mc} and x.id = ${id}) r
    where l.mc = r.mc and l.id = r.id`
/** Expires the open letters of an authorization. */
export const expireLetters = (mc: string, authorizationId: string, now: string): Sql => sql`
  update lomn_request set status = ${integer(letterStatus.EXPIRED)}, closed_at = ${now}
   where mc = ${mc} and authorization_id = ${authorizationId}
     and status between ${integer(letterStatus.QUEUED)} and ${integer(letterStatus.FAILED)}`

/**
 * Letters of a merged request that are out, or were answered and not read, go on with the request that stays. Of one prescriber one letter
 * is open there.
 */
export const followMerge = (mc: string, gone: string, stays: string): Sql => sql`
  update lomn_request l set authorization_id = ${stays}
   where l.mc = ${mc} and l.authorization_id = ${gone} and (l.status = ${integer(letterStatus.RECEIVED)}
     or l.status between ${integer(letterStatus.QUEUED)} and ${integer(letterStatus.FAILED)} and not exists (
       select from lomn_request o where o.mc = l.mc and o.authorization_id = ${stays} and o.prescriber_npi = l.prescriber_npi
         and o.status between ${integer(letterStatus.QUEUED)} and ${integer(letterStatus.FAILED)}))`

/** An outgoing message of a letter, locked, with its pages. */
export type Outgoing = {
  id: string
  channel: 'MAIL' | 'FAX'
  address: string
  subject: string
  body: string
  status: string
  letter_status: number
  authorization_id: string
  attachment: { name: string; type: string } | null
} & StoredBytes
export const outgoing = (messageId: string, lomnId: string): Sql<Outgoing> => sql<Outgoing>`
  select o.id, o.channel, o.address, o.subject, o.body, o.status, l.status as letter_status, l.authorization_id,
    case when d.id is null then null
    else jsonb_build_object('name', d.file_name, 'type', d.mime) end as attachment, ${storedBytes}
    from outside_message o join lomn_request l on l.mc = o.mc and l.id = ${lomnId}
      left join document d on d.mc = o.mc and d.id = o.document_id
      left join document_content f on f.mc = d.mc and f.document_id = d.id
   where o.mc = app_mc() and o.id = ${messageId} for update of o`
const PREVIEW = 'letter preview'
/** What a preview shows, encrypted for this user and carrier. */
export const encryptPreview = (place: string): Sql<{ token: string }> =>
  sql<{ token: string }>`select seal_cursor(${place}, ${PREVIEW}) as token`
/** A part of a decrypted preview, from 1; null where it was encrypted for another user. */
export const partOfPreview = (token: string, part: 1 | 2 | 3 | 4): Sql =>
  sql`nullif(split_part(open_cursor(${token}, ${PREVIEW}), ' ', ${part}::int), '-')`
export const previewPlace = (token: string): Sql<{ template: string | null; until: string | null }> =>
  sql<{
    template: string | null
    until: string | null
  }>`select ${partOfPreview(token, 2)} as template, ${partOfPreview(token, 4)} as until`

import { digits } from '#features/authorizations/raise.ts'
import { letterTemplate, type LetterTemplateId } from '#reference/letter-templates.ts'
import { letterPrefix } from './rules.ts'

/** A row of `lomn_request`. */
export type LetterRow = {
  mc: string
  id: string
  sub_carrier: string
  authorization_id: string
  stratus_claim_id: string
  reference_number: string
  prescriber_npi: string
  prescriber_name: string
  template: LetterTemplateId
  questions: string[]
  channel: 'EMAIL' | 'FAX' | 'PRINT'
  recipients: string[]
  copies: string[]
  comments: string
  cover_note: string
  status: number
  requested_at: string
  requested_by: string | null
  requested_by_name: string
  answer_by: string
  sent_at: string | null
  delivered_at: string | null
  opened_at: string | null
  received_at: string | null
  /** 'YYYY-MM-DD': the day the prescriber signed the answer. */
  signed_on: string | null
  /** When an incomplete answer was last returned, and what it lacked: keys of questions, or 'signature'. */
  returned_at: string | null
  missing: string[]
  reviewed_at: string | null
  reviewed_by_name: string | null
  closed_at: string | null
  message_id: string | null
  attempts: number
  /** The attempts in which the address was refused. */
  refusals: number
  last_error: string | null
  sent_document_id: string | null
  received_document_ids: string[]
  answers: { question: string; answer: string }[]
  answered_by: string | null
  gpi_prefix: string
  valid_days: number | null
  supports: boolean | null
  closed_from: number | null
}

type RequestedFields = Pick<
  LetterRow,
  | 'id'
  | 'prescriber_npi'
  | 'prescriber_name'
  | 'template'
  | 'questions'
  | 'channel'
  | 'recipients'
  | 'status'
  | 'requested_at'
  | 'requested_by'
  | 'requested_by_name'
  | 'answer_by'
  | 'sent_at'
  | 'sent_document_id'
>
type About = Pick<LetterRow, 'mc' | 'id' | 'sub_carrier' | 'stratus_claim_id'> & { gpi: string }

/** A new letter about an authorization, not answered yet. */
export const letterRow = (about: About, fields: RequestedFields & Partial<LetterRow>): LetterRow => ({
  mc: about.mc,
  sub_carrier: about.sub_carrier,
  authorization_id: about.id,
  stratus_claim_id: about.stratus_claim_id,
  reference_number: letterReference(fields.id),
  gpi_prefix: letterPrefix(fields.template, about.gpi),
  valid_days: letterTemplate(fields.template).validDays,
  copies: [],
  comments: '',
  cover_note: '',
  delivered_at: null,
  opened_at: null,
  received_at: null,
  signed_on: null,
  returned_at: null,
  missing: [],
  reviewed_at: null,
  reviewed_by_name: null,
  closed_at: null,
  closed_from: null,
  message_id: null,
  attempts: 0,
  refusals: 0,
  last_error: null,
  received_document_ids: [],
  answers: [],
  answered_by: null,
  supports: null,
  ...fields,
})

/** The reference number of a letter. */
export const letterReference = (id: string): string => `LM${digits(id, 10)}`

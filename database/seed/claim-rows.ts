import type { Injury } from './injuries.ts'

/** A row of `claimant`, and what the worker says to text messages. */
export type ClaimantRow = {
  mc: string
  id: string
  patient_id: string
  first_name: string
  middle_name: string | null
  last_name: string
  suffix: string | null
  last_folded: string
  first_folded: string
  dob: string
  gender: 'F' | 'M' | 'U' | 'X'
  ssn_last4: string | null
  address1: string | null
  city: string | null
  state: string | null
  zip: string | null
  phone: string | null
  mobile: string | null
  email: string | null
  language: string
  /** Text-message consent, kept in `sms_campaign`: 0 none, 2 subscribed, 3 opted out, 4 undeliverable. */
  sms_state: 0 | 2 | 3 | 4
}

/** A row of `wc_claim`. */
export type ClaimRow = {
  mc: string
  id: string
  sub_carrier: string
  group_code: string
  claimant_id: string
  employer_id: string | null
  esi_claim_id: string
  client_claim_id: string
  claim_number: string
  subscriber_number: string
  doi: string
  juris_state: string
  compensability: 'PENDING' | 'ACCEPTED' | 'PARTIAL' | 'CONTROVERTED' | 'DENIED' | 'CLOSED' | 'SETTLED_MSA'
  status: 'OPEN' | 'CLOSED' | 'REOPENED'
  claim_type: 'MO' | 'LT' | 'FA'
  body_parts: readonly number[]
  nature_code: number | null
  cause_code: number | null
  injury: string
  accepted_date: string | null
  closed_date: string | null
  surgery_dates: readonly string[]
  owner_id: string | null
  toc_start: string | null
  toc_end: string | null
  dol_program: 'FECA' | 'EEOIC' | 'BL' | 'LHWCA' | null
  version: number
  created_at: string
}

export type IcdRow = {
  mc: string
  stratus_claim_id: string
  icd10: string
  description: string
  status: 'ACCEPTED' | 'DENIED' | 'PENDING'
  is_primary: boolean
}

export type SpanRow = {
  mc: string
  id: string
  stratus_claim_id: string
  effective_date: string
  term_date: string | null
  reason_code: 'NEW' | 'REINSTATE' | 'TERM_CLOSED' | 'TERM_DENIED' | 'SETTLEMENT' | 'CARRIER_CHANGE'
  plan_level: 'FULL' | 'FIRST_FILL' | 'MAINTENANCE' | 'LIMITED_DRUGS'
}

/** How long somebody is treated (fills a person). */
export type Course = 'acute' | 'short' | 'long' | 'chronic'

/** A person and one injury of theirs, with what the stories need besides the rows. */
export type Claim = {
  row: ClaimRow
  claimant: ClaimantRow
  icd: readonly IcdRow[]
  /** The prescribers it allows, where its state directs care and the carrier keeps them; left out: any. */
  treating?: readonly string[]
  spans: readonly SpanRow[]
  /** Case owners besides the first. */
  secondary: readonly string[]
  injury: Injury
  course: Course
  /** Where the worker lives and fills. */
  homeState: string
  /** Fills this claim is to have, about. */
  fills: number
  /** Claims of one person lie in one story. */
  serial: number
  /** Written by hand; the ordinary course makes no fills for it. */
  card: number | null
}

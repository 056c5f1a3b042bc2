import { packFor, requestKind } from '#features/deadlines/which-pack.ts'
import type { Billed, Granted } from '#features/authorizations/decided.ts'
import type { PrescriberFacts } from '#features/letters/prescriber-letter.ts'
import { jurisdictionOf } from '#reference/jurisdictions/jurisdictions.ts'
import type { NotifiedAuthorization } from './sql.ts'

/** What was asked for and what was approved of it. */
export const amountsOf = (
  of: Pick<
    NotifiedAuthorization,
    | 'quantity'
    | 'days_supply'
    | 'unit'
    | 'form'
    | 'date_of_service'
    | 'most_quantity'
    | 'most_days'
    | 'start_date'
    | 'end_date'
  >,
): { asked: Billed; granted: Granted } => ({
  asked: {
    quantity: of.quantity,
    daysSupply: of.days_supply,
    unit: of.unit,
    form: of.form,
    fillDate: of.date_of_service,
  },
  granted: { maxQty: of.most_quantity, maxDays: of.most_days, startDate: of.start_date, endDate: of.end_date },
})

/** The part of a letter to the prescriber that is about the patient, the drug and what can be done. */
export const letterFacts = (
  of: NotifiedAuthorization,
): Pick<
  PrescriberFacts,
  | 'patient'
  | 'dateOfBirth'
  | 'drug'
  | 'asked'
  | 'granted'
  | 'maxFills'
  | 'reasonId'
  | 'appealDays'
  | 'decidedOn'
  | 'state'
> => ({
  ...amountsOf(of),
  patient: of.patient,
  dateOfBirth: of.dob,
  drug: of.drug,
  maxFills: of.max_fills,
  reasonId: of.reason_id,
  decidedOn: of.decided_on,
  state: jurisdictionOf(of.juris_state)?.name ?? of.juris_state,
  // The deadline of the level that denied: New York's ten days run from Level 2 to the Board.
  appealDays: packFor(
    of.juris_state,
    requestKind(of.claim_channel_type, of.reconsideration_level),
    of.request_received_at,
  ).appealDays,
})

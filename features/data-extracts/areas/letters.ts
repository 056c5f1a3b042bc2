import { letterStatuses } from '#features/letters/machine.ts'
import { sql } from '#platform/database/sql.ts'
import { begins, between, day, instant, named, names, oneOf, text, word, yesNo, type Area } from './area.ts'
import { claimFilters, joinClaim, ofClaim, state, stateFilter } from './claim-fields.ts'

const words = letterStatuses.map(({ id, label }) => [id, label] as const)
const asked = instant('requested', 'Requested', sql`l.requested_at`, 'usual')
const status = word('status', 'Status', named(sql`l.status`, words), 'usual')
const prescriber = text('prescriber', 'Prescriber', sql`l.prescriber_name`, 'usual')
const juris = sql`a.juris_state`

export const letters: Area = {
  id: 'letters',
  label: 'Letters of medical necessity',
  from: sql`from lomn_request l left join rx_authorization a on a.mc = l.mc and a.id = l.authorization_id
    left join wc_claim c on c.mc = l.mc and c.id = l.stratus_claim_id ${joinClaim}`,
  where: (mc) => sql`l.mc = ${mc}`,
  program: sql`l.sub_carrier`,
  claim: sql`l.stratus_claim_id`,
  fields: [
    text('letterReference', 'Letter', sql`l.reference_number`, 'usual'),
    status,
    asked,
    text('requestedBy', 'Requested by', sql`l.requested_by_name`, 'usual'),
    day('answerBy', 'Answer by', sql`l.answer_by`, 'usual'),
    instant('sent', 'Sent', sql`l.sent_at`),
    instant('arrived', 'Arrived', sql`l.received_at`),
    instant('read', 'Read', sql`l.reviewed_at`),
    text('readBy', 'Read by', sql`l.reviewed_by_name`),
    text(
      'supports',
      'Supports the drug',
      sql`case when l.supports is null then null else ${yesNo(sql`l.supports`)} end`,
    ),
    text('channel', 'Channel', sql`l.channel`),
    prescriber,
    text('prescriberNpi', 'Prescriber NPI', sql`l.prescriber_npi`),
    text('referenceNumber', 'Request', sql`a.reference_number`),
    text('drug', 'Drug', sql`a.drug_name`, 'usual'),
    ...ofClaim,
    state(juris),
  ],
  filters: [
    between(asked, 'required'),
    oneOf(
      status,
      sql`l.status`,
      words.map(([id, label]) => [String(id), label] as const),
    ),
    begins(prescriber, names),
    stateFilter(juris),
    ...claimFilters,
  ],
}

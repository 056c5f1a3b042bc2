import { statuses, status } from '#features/authorizations/statuses.ts'
import { integer, sql } from '#platform/database/sql.ts'
import { deliveryTypes } from '#reference/delivery-types.ts'
import {
  begins,
  between,
  day,
  digits,
  instant,
  money,
  named,
  names,
  number,
  oneOf,
  text,
  whole,
  word,
  yesNo,
} from './area.ts'
import type { Area, Field } from './area.ts'
import { claimFilters, joinClaim, ofClaim, state, stateFilter } from './claim-fields.ts'

const statusWords = statuses.map(({ id, label }) => [id, label] as const)
const deliveries = deliveryTypes.map(({ deliveryTypeId, name }) => [deliveryTypeId, name] as const)
const choices = (words: readonly (readonly [number, string])[]) =>
  words.map(([id, label]) => [String(id), label] as const)

const reference = text('referenceNumber', 'Reference number', sql`a.reference_number`, 'usual')
const statusField = word('status', 'Status', named(sql`a.status_id`, statusWords), 'usual')
const received = instant('received', 'Received', sql`a.request_received_at`, 'usual')
const completed = instant('completed', 'Completed', sql`a.completed_at`, 'usual')
const drug = text('drug', 'Drug', sql`a.drug_name`, 'usual')
const gpi = text('drugCode', 'Drug code', sql`'S' || a.gpi`)
const delivery = word('delivery', 'Delivery', named(sql`a.delivery_type_id`, deliveries))
const decidedBy = text('decidedBy', 'Decided by', sql`a.completed_by_name`, 'usual')
const juris = sql`a.juris_state`

const ofDrug: readonly Field[] = [
  drug,
  text('strength', 'Strength', sql`a.strength`),
  text('ndc', 'NDC', sql`a.ndc`),
  gpi,
  number('quantity', 'Quantity', sql`a.quantity`, 'usual'),
  whole('daysSupply', "Days' supply", sql`a.days_supply`, 'usual'),
]
const ofDrugFilters = [begins(drug, names), begins(gpi, digits(14, 2), sql`a.gpi`)]
const from = sql`from rx_authorization a left join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id ${joinClaim}
  left join app_user o on o.id = a.owner_id
  left join pharmacy y on y.nabp = a.pharmacy_nabp left join practitioner q on q.npi = a.prescriber_npi`
const program = sql`a.sub_carrier`
const claim = sql`a.stratus_claim_id`

export const authorizations: Area = {
  id: 'authorizations',
  label: 'Authorizations',
  from,
  where: (mc) => sql`a.mc = ${mc} and a.status_id >= ${integer(status.PENDING)}`,
  program,
  claim,
  fields: [
    reference,
    statusField,
    received,
    instant('due', 'Due', sql`a.statutory_due_at`, 'usual'),
    completed,
    ...ofClaim,
    state(juris),
    ...ofDrug,
    text('rejectCodes', 'Reject codes', sql`array_to_string(a.reject_codes, ', ')`, 'usual'),
    text('rxNumber', 'Rx number', sql`a.rx_number`),
    text('prescriber', 'Prescriber', sql`coalesce(q.last_name || ', ' || q.first_name, a.prescriber_npi)`),
    text('prescriberNpi', 'Prescriber NPI', sql`a.prescriber_npi`),
    text('pharmacy', 'Pharmacy', sql`coalesce(y.name, a.pharmacy_nabp)`),
    text('pharmacyNabp', 'Pharmacy NABP', sql`a.pharmacy_nabp`),
    delivery,
    text('caseOwner', 'Case owner', sql`o.name`, 'usual'),
    whole('escalationLevel', 'Escalation level', sql`a.escalation_level`),
    whole('reconsiderationLevel', 'Reconsideration level', sql`a.reconsideration_level`),
    number('mme', 'MME a day', sql`a.mme_after`),
    money('estimatedCost', 'Estimated cost', sql`a.estimated_cost`),
    decidedBy,
  ],
  filters: [
    between(received, 'required'),
    oneOf(statusField, sql`a.status_id`, choices(statusWords.filter(([id]) => id >= status.PENDING))),
    between(completed),
    stateFilter(juris),
    ...claimFilters,
    ...ofDrugFilters,
    oneOf(delivery, sql`a.delivery_type_id`, choices(deliveries)),
  ],
}

const decidedStatuses = statuses.filter(({ id }) => id >= status.APPROVED).map(({ id, label }) => [id, label] as const)
const reason = text('reason', 'Reason', sql`d.reason_desc`, 'usual')
const hours = sql`round((extract(epoch from a.completed_at - a.request_received_at) / 3600)::numeric, 2)`

export const decisions: Area = {
  id: 'decisions',
  label: 'Decisions and turnaround',
  from: sql`${from} left join authorization_decision d on d.mc = a.mc and d.authorization_id = a.id and d.undone_at is null`,
  where: (mc) => sql`a.mc = ${mc} and a.status_id >= ${integer(status.APPROVED)}`,
  program,
  claim,
  fields: [
    reference,
    { ...statusField, label: 'Outcome' },
    received,
    instant('due', 'Due', sql`a.statutory_due_at`, 'usual'),
    completed,
    number('hours', 'Hours to the decision', hours, 'usual'),
    word('late', 'After the due time', yesNo(sql`a.completed_at > a.statutory_due_at`), 'usual'),
    decidedBy,
    reason,
    whole('reconsiderationLevel', 'Reconsideration level', sql`a.reconsideration_level`),
    ...ofClaim,
    state(juris),
    ...ofDrug,
    number('approvedQuantity', 'Approved quantity', sql`d.max_qty`),
    whole('approvedDays', "Approved days' supply", sql`d.max_days`),
    whole('approvedFills', 'Approved fills', sql`d.max_fill`),
    day('approvedFrom', 'Approved from', sql`d.start_date`),
    day('approvedTo', 'Approved to', sql`d.end_date`),
    text('caseOwner', 'Case owner', sql`o.name`),
  ],
  filters: [
    between(completed, 'required'),
    oneOf({ ...statusField, label: 'Outcome' }, sql`a.status_id`, choices(decidedStatuses)),
    between(received),
    stateFilter(juris),
    ...claimFilters,
    ...ofDrugFilters,
    begins(decidedBy, names),
  ],
}

import { statusNames } from '#features/transaction-history/rules.ts'
import { sql } from '#platform/database/sql.ts'
import {
  begins,
  between,
  day,
  digits,
  equals,
  instant,
  money,
  named,
  names,
  number,
  oneOf,
  text,
  whole,
  word,
} from './area.ts'
import type { Area } from './area.ts'
import { claimFilters, joinClaim, ofClaim, state, stateFilter } from './claim-fields.ts'

const statusWords = Object.entries(statusNames)
const status = word('type', 'Type', named(sql`x.status`, statusWords), 'usual')
const filled = day('filled', 'Filled', sql`x.fill_date`, 'usual')
const drug = text('drug', 'Drug', sql`x.drug_name`, 'usual')
const gpi = text('drugCode', 'Drug code', sql`'S' || x.gpi`)
const rejects = text('rejectCodes', 'Reject codes', sql`array_to_string(x.reject_codes, ', ')`)
const nabp = text('pharmacyNabp', 'Pharmacy NABP', sql`x.pharmacy_nabp`)
const npi = text('prescriberNpi', 'Prescriber NPI', sql`x.prescriber_npi`)

export const transactions: Area = {
  id: 'transactions',
  label: 'Transactions',
  from: sql`from rx_transaction x left join wc_claim c on c.mc = x.mc and c.id = x.stratus_claim_id ${joinClaim}
    left join pharmacy y on y.nabp = x.pharmacy_nabp left join practitioner q on q.npi = x.prescriber_npi`,
  where: (mc) => sql`x.mc = ${mc}`,
  program: sql`x.sub_carrier`,
  claim: sql`x.stratus_claim_id`,
  fields: [
    filled,
    status,
    ...ofClaim,
    state(),
    drug,
    text('ndc', 'NDC', sql`x.ndc`),
    gpi,
    number('quantity', 'Quantity', sql`x.quantity`, 'usual'),
    whole('daysSupply', "Days' supply", sql`x.days_supply`, 'usual'),
    whole('refill', 'Refill', sql`x.fill_number`),
    money('paid', 'Amount paid', sql`case when x.status = 'X' then -x.paid_amount else x.paid_amount end`, 'usual'),
    money('awp', 'Average wholesale price', sql`x.awp`),
    money('feeSchedule', 'Fee schedule', sql`x.fee_schedule`),
    money('usualAndCustomary', 'Usual and customary', sql`x.usual_and_customary`),
    number('mme', 'MME a day', sql`x.mme_per_day`),
    rejects,
    text('rxNumber', 'Rx number', sql`x.rx_number`),
    text('pharmacy', 'Pharmacy', sql`coalesce(y.name, x.pharmacy_nabp)`, 'usual'),
    nabp,
    text('prescriber', 'Prescriber', sql`coalesce(q.last_name || ', ' || q.first_name, x.prescriber_npi)`),
    npi,
    instant('submitted', 'Submitted', sql`x.submitted_at`),
    instant('reversed', 'Reversed', sql`x.reversed_at`),
    text('referenceNumber', 'Reference number', sql`x.reference_number`),
    text('tcn', 'TCN', sql`x.tcn`),
    text('invoiceNumber', 'Invoice number', sql`x.invoice_number`),
    day('billed', 'Billed', sql`x.billed_date`),
  ],
  filters: [
    between(filled, 'required'),
    oneOf(status, sql`x.status`, statusWords),
    stateFilter(),
    ...claimFilters,
    begins(drug, names),
    begins(gpi, digits(14, 2), sql`x.gpi`),
    equals(nabp, digits(7, 7)),
    equals(npi, digits(10, 10)),
  ],
}

import { priorAuthStatus, priorAuthStatusLabel } from '#features/prior-auths/statuses.ts'
import { statusAsOf } from '#features/prior-auths/sql.ts'
import { sql } from '#platform/database/sql.ts'
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
import type { Area } from './area.ts'
import { claimFilters, joinClaim, ofClaim, state, stateFilter } from './claim-fields.ts'

const words = Object.values(priorAuthStatus).map((id) => [id, priorAuthStatusLabel(id)] as const)
const today = statusAsOf(sql`(app_now() at time zone (select app_zone()))::date`)
const status = word('status', 'Status', named(sql`(${today})`, words), 'usual')
const starts = day('starts', 'Start', sql`p.start_date`, 'usual')
const ends = day('ends', 'End', sql`p.end_date`, 'usual')
const drug = text('drug', 'Drug', sql`p.drug_name`, 'usual')
const gpi = text('drugCode', 'Drug code', sql`'S' || p.gpi_prefix`)

export const priorAuthorizations: Area = {
  id: 'priorAuthorizations',
  label: 'Prior authorizations',
  from: sql`from prior_auth p left join wc_claim c on c.mc = p.mc and c.id = p.stratus_claim_id ${joinClaim}
    left join rx_authorization a on a.mc = p.mc and a.id = p.authorization_id`,
  where: (mc) => sql`p.mc = ${mc}`,
  program: sql`p.sub_carrier`,
  claim: sql`p.stratus_claim_id`,
  fields: [
    text('reference', 'Prior authorization', sql`p.override_ref`, 'usual'),
    status,
    starts,
    ends,
    ...ofClaim,
    state(),
    drug,
    gpi,
    whole('level', 'Drug level', sql`p.level`),
    word('block', 'Block', yesNo(sql`p.kind = 'BLOCK'`)),
    whole('fillsAllowed', 'Fills allowed', sql`p.max_fills`),
    whole('fillsUsed', 'Fills used', sql`p.fills_used`, 'usual'),
    number('quantityAllowed', 'Quantity per fill', sql`p.max_qty_per_fill`),
    whole('daysAllowed', "Days' supply per fill", sql`p.max_days_per_fill`),
    money('costAllowed', 'Cost per fill', sql`p.max_cost_per_fill`),
    text('codesCleared', 'Reject codes cleared', sql`array_to_string(p.codes_cleared, ', ')`),
    text('reason', 'Reason', sql`p.reason_desc`),
    text('ofRequest', 'Request', sql`a.reference_number`),
    instant('created', 'Created', sql`p.created_at`),
    text('createdBy', 'Created by', sql`p.created_by_name`),
    text('endedBy', 'Ended by', sql`p.terminated_by`),
    text('endedReason', 'Reason for the end', sql`p.terminated_reason`),
  ],
  filters: [
    between(starts, 'required'),
    oneOf(
      status,
      sql`(${today})`,
      words.map(([id, label]) => [String(id), label] as const),
    ),
    between(ends),
    stateFilter(),
    ...claimFilters,
    begins(drug, names),
    begins(gpi, digits(14, 2), sql`p.gpi_prefix`),
  ],
}

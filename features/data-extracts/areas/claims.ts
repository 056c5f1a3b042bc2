import { sql } from '#platform/database/sql.ts'
import { between, day, named, oneOf, text, word, type Area } from './area.ts'
import { claimFilters, joinClaim, ofClaim, state, stateFilter } from './claim-fields.ts'
import { claimStatuses, claimTypes, planLevels } from './words.ts'

const claimStatus = word('claimStatus', 'Claim status', named(sql`c.status`, claimStatuses), 'usual')
const injured = ofClaim.find(({ key }) => key === 'dateOfInjury')!

const effective = day('effective', 'Effective', sql`s.effective_date`, 'usual')
const level = word('planLevel', 'Coverage', named(sql`s.plan_level`, planLevels), 'usual')
const ends = day('termination', 'Termination', sql`s.term_date`, 'usual')

export const eligibility: Area = {
  id: 'eligibility',
  label: 'Eligibility',
  from: sql`from eligibility_span s join wc_claim c on c.mc = s.mc and c.id = s.stratus_claim_id ${joinClaim}`,
  where: (mc) => sql`s.mc = ${mc}`,
  program: sql`c.sub_carrier`,
  claim: sql`c.id`,
  fields: [
    ...ofClaim,
    state(),
    claimStatus,
    effective,
    ends,
    level,
    text('coverageReason', 'Reason', sql`s.reason_code`),
    text('source', 'Source', sql`s.source`),
  ],
  filters: [
    between(effective),
    between(ends),
    oneOf(level, sql`s.plan_level`, planLevels),
    stateFilter(),
    ...claimFilters,
  ],
}

const type = word('claimType', 'Claim type', named(sql`c.claim_type`, claimTypes))
export const patients: Area = {
  id: 'patients',
  label: 'Patients',
  from: sql`from wc_claim c ${joinClaim} left join app_user o on o.id = c.owner_id`,
  where: (mc) => sql`c.mc = ${mc}`,
  program: sql`c.sub_carrier`,
  claim: sql`c.id`,
  fields: [
    ...ofClaim,
    state(),
    claimStatus,
    type,
    text('patientId', 'Patient id', sql`t.patient_id`),
    text('gender', 'Gender', sql`t.gender`),
    text('address', 'Address', sql`t.address1`),
    text('city', 'City', sql`t.city`),
    text('homeState', 'State of residence', sql`t.state`),
    text('zip', 'ZIP', sql`t.zip`),
    text('phone', 'Phone', sql`t.phone`),
    text('language', 'Language', sql`t.language`),
    day('accepted', 'Accepted', sql`c.accepted_date`),
    day('closed', 'Closed', sql`c.closed_date`),
    text('caseOwner', 'Case owner', sql`o.name`, 'usual'),
  ],
  filters: [
    stateFilter(),
    ...claimFilters,
    between(injured),
    oneOf(claimStatus, sql`c.status`, claimStatuses),
    oneOf(type, sql`c.claim_type`, claimTypes),
  ],
}

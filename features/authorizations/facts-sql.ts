import { allSettings, flag } from '#features/settings/columns.ts'
import { planFound } from '#features/deadlines/plan-sql.ts'
import { inForce } from '#features/prior-auths/sql.ts'
import { integer, integers, sql, type Sql } from '#platform/database/sql.ts'
import { billOrigins } from '#reference/origins.ts'
import { currentDetermination } from './determination-columns.ts'
import { opioidFills } from './dose-sql.ts'
import { eventCode } from './events.ts'
import type { Facts } from './facts.ts'
import { lettersOff, lettersOfRequest } from './letter-columns.ts'
import { myLicense } from './my-license.ts'
import { authRow } from './row-columns.ts'
import { inScope } from './sql.ts'
import { handedOverStatuses, openStatuses, status } from './statuses.ts'
import { takersOf } from './takers-sql.ts'

// The one statement that reads everything known of an authorization: for its rules, its screen, its letters and its
// records. `a` is rx_authorization, in scope; `c` its claim, `t` the claimant, `y` the pharmacy, `q` the prescriber
// (`authRow.joins`).

const makerEvents = [eventCode.DRAFT_PREPARED, eventCode.CREATED, eventCode.RECONSIDERATION_OPENED]
const open = integers(openStatuses)

/** What the engine said; its steps are with the transaction that made the authorization (`storedAuthorization`). */
const shownWithTrace = sql`
  case when a.shown ? 'trace' then a.shown else a.shown || jsonb_build_object('trace', coalesce(
    (select x.result -> 'trace' from rx_transaction x where x.mc = a.mc and x.id = a.trigger_transaction_id), '[]')) end as shown`

/** Columns of the authorization itself that a list does not show. */
const own = sql`
  ${shownWithTrace}, a.first_approval, a.due_pack, a.due_arithmetic, a.silence_approves, a.must_also_fix, a.last_submitted_at, a.resubmission_count,
  a.last_paid_cost, a.original_auth_id, a.passthru, a.rx_number, a.fill_number, a.refills_authorised, a.date_written,
  a.date_of_service, a.daw, a.dea_schedule, a.compound_code, a.auto_pa, a.owner_id, a.completed_by, a.snooze_hours_total, a.clock_state,
  jsonb_build_object('escalated', a.escalated, 'escalationLevel', a.escalation_level, 'escalatedAt', a.escalated_at,
    'snoozedUntil', a.snoozed_until, 'snoozedBy', a.snoozed_by) as flags,
  case when a.claim_channel_type in (${integers(billOrigins)}) then
    (select x.request -> 'hcpcs' from rx_transaction x where x.mc = a.mc and x.id = a.last_transaction_id) end as clinic,
  (select d.facts from drug d where d.ndc = a.ndc) as drug,
  (coalesce((select (d.facts ->> 'maintenance')::boolean from drug d where d.ndc = a.ndc), false)
    or coalesce(a.shown -> 'facts' ->> 'planLevel', '') = 'MAINTENANCE') as maintenance`

/** Fills so many days before the day of service can leave a supply at hand: the engine adds supplies up over 120 days (R23). */
const SUPPLY_DAYS = 180

/** What a reason of a denial may contradict (features/decisions/reason-fits.ts): earlier fills and requests of the drug, and who treats. */
const onFile = sql`jsonb_build_object(
    'filled', exists (select from wc_claim s join rx_transaction x on x.mc = s.mc and x.stratus_claim_id = s.id and x.status in ('P', 'B')
      where s.mc = c.mc and s.claimant_id = c.claimant_id and left(x.gpi, 8) = left(a.gpi, 8) and x.fill_date > a.date_of_service - ${integer(SUPPLY_DAYS)}),
    'requested', exists (select from wc_claim s join rx_authorization b on b.mc = s.mc and b.stratus_claim_id = s.id and b.id <> a.id
      where s.mc = c.mc and s.claimant_id = c.claimant_id and left(b.gpi, 8) = left(a.gpi, 8) and b.status_id <> ${integer(status.DRAFT)}
        and b.reconsideration_level = a.reconsideration_level),
    'treats', exists (select from claim_treating_provider v where v.mc = a.mc and v.stratus_claim_id = a.stratus_claim_id and v.npi = a.prescriber_npi
      and a.date_of_service between v.valid_from and coalesce(v.valid_to, 'infinity')))`

/** The worker and the claim. */
const ofClaim = sql`
  t.gender, t.patient_id, t.ssn_last4, t.first_name || ' ' || t.last_name as claimant_name,
  c.compensability, c.accepted_date, to_jsonb(c.surgery_dates) as surgery_dates, c.status as claim_status, c.injury, c.body_parts,
  (select e.name from employer e where e.mc = c.mc and e.id = c.employer_id) as employer,
  coalesce((select jsonb_agg(jsonb_build_object('code', x.icd10, 'description', x.description, 'status', x.status, 'primary', x.is_primary)
      order by x.is_primary desc, x.icd10)
    from claim_icd x where x.mc = c.mc and x.stratus_claim_id = c.id), '[]') as icd,
  coalesce((select jsonb_agg(jsonb_build_object('effectiveDate', s.effective_date, 'termDate', s.term_date, 'planLevel', s.plan_level)
      order by s.effective_date)
    from eligibility_span s where s.mc = c.mc and s.stratus_claim_id = c.id), '[]') as coverage,
  (select s.term_date from eligibility_span s where s.mc = c.mc and s.stratus_claim_id = c.id
    order by s.effective_date desc limit 1) as term_date,
  (select s.effective_date from eligibility_span s where s.mc = c.mc and s.stratus_claim_id = c.id
    order by s.effective_date limit 1) as effective_date,
  case when y.nabp is null then null else jsonb_build_object('npi', y.npi,
    'address', y.address1 || ', ' || y.city || ', ' || y.state || ' ' || y.zip,
    'state', y.state, 'phone', y.phone, 'fax', y.fax) end as pharmacy,
  case when q.npi is null then null else jsonb_build_object('npi', q.npi, 'credential', q.credential, 'specialty', q.specialty,
    'phone', q.phone, 'fax', q.fax, 'email', q.email) end as prescriber,
  ${onFile} as on_file,
  ${opioidFills}`

/** What was decided, granted and said of it, and by whom. */
const ofDecision = sql`
  (select jsonb_build_object('id', e.id, 'decision', e.decision, 'reason', e.reason_desc, 'at', e.at, 'by', e.decided_by,
      'byName', e.decided_by_name, 'secondApprover', e.second_approver_name, 'startDate', e.start_date, 'endDate', e.end_date,
      'oneTimeFill', e.one_time, 'drugLevel', e.drug_level, 'maxFill', e.max_fill, 'note', e.note, 'codes', e.rejects)
    from authorization_decision e where e.mc = a.mc and e.authorization_id = a.id and e.undone_at is null) as decision,
  (select to_jsonb(p) from prior_auth p
    where p.mc = a.mc and p.authorization_id = a.id and p.terminated_reason is distinct from 'Decision undone'
    order by p.created_at desc limit 1) as prior_auth,
  coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'level', p.level, 'gpiPrefix', p.gpi_prefix, 'brandFlag', p.brand_flag,
      'kind', p.kind, 'startDate', p.start_date, 'endDate', p.end_date, 'overrideRef', p.override_ref, 'statusId', p.status_id,
      'codesCleared', p.codes_cleared, 'findings', p.findings, 'safetyIncluded', p.safety_included, 'safetyTier', p.safety_tier,
      'overrideAll', p.override_all, 'ndc', p.ndc, 'rxNumber', p.rx_number, 'pharmacyNabp', p.pharmacy_nabp,
      'prescriberNpi', p.prescriber_npi, 'authorizationId', p.authorization_id, 'rxOfRequest', r.rx_number,
      'receivedAt', coalesce(r.request_received_at, p.created_at),
      'bySilence', coalesce(r.status_id = ${status.DEEMED_APPROVED} and p.supersedes_id is null, false)) order by p.start_date)
    from prior_auth p left join rx_authorization r on r.mc = p.mc and r.id = p.authorization_id
   where p.mc = a.mc and p.stratus_claim_id = a.stratus_claim_id and p.status_id in ${inForce}), '[]') as in_force,
  (select jsonb_build_object('callbackId', k.id, 'statusId', k.status_id, 'outcome', k.outcome, 'createdAt', k.created_at,
      'acknowledgedAt', k.acknowledged_at)
    from pharmacy_callback k where k.mc = a.mc and k.authorization_id = a.id order by k.created_at desc limit 1) as callback,
  (select jsonb_build_object('id', r.id, 'license', r.license, 'action', r.action, 'rationale', r.rationale,
      'pharmacist', r.pharmacist, 'at', r.at, 'modified', r.modified)
    from rph_recommendation r
   where r.mc = a.mc and r.authorization_id = a.id and not r.superseded order by r.at desc limit 1) as advice,
  case when a.status_id in (${integers(handedOverStatuses)}) then
    (select jsonb_build_object('at', e.at, 'byId', e.actor_id, 'byName', e.actor_name, 'note', e.detail ->> 'note',
        'about', case when a.status_id = ${integer(status.PENDING_SUPERVISOR)} then e.detail ->> 'about' end)
      from authorization_event e
      where e.mc = a.mc and e.authorization_id = a.id and e.new_status_id = a.status_id and e.old_status_id is distinct from a.status_id
      order by e.id desc limit 1) end as handed_over,
  case when a.status_id = ${integer(status.PENDING)} then
    (select case when e.old_status_id in (${integers(handedOverStatuses)}) and (e.detail ->> 'note' <> '' or e.detail ? 'saved') then
        jsonb_build_object('at', e.at, 'byId', e.actor_id, 'byName', e.actor_name, 'note', e.detail ->> 'note', 'saved', e.detail -> 'saved') end
      from authorization_event e
      where e.mc = a.mc and e.authorization_id = a.id and e.old_status_id is distinct from e.new_status_id
      order by e.id desc limit 1) end as returned,
  case when a.status_id = ${integer(status.PENDING_UR)} then (select r.review from ur_referral r
    where r.mc = a.mc and r.authorization_id = a.id and r.closed_at is null) end as review,
  exists (select from eobr_note n
    where n.mc = a.mc and n.reference_number = a.reference_number and n.action = 'DENY') as explained,
  ${currentDetermination.fragment} as determination, ${lettersOfRequest} as letters,
  (select b.completed_by from rx_authorization b where b.mc = a.mc and b.id = a.original_auth_id) as decided_before_by,
  ${myLicense}
    as my_license,
  (select e.actor_id from authorization_event e
    where e.mc = a.mc and e.authorization_id = a.id and e.event_code in (${integers(makerEvents)}) and e.actor_type = 'user'
    order by e.id limit 1) as maker_id,
  (a.status_id in (${integers([status.REJECTED_NO_PA, status.EXPIRED])}) and exists (select from rx_transaction x
    where x.mc = a.mc and x.stratus_claim_id = a.stratus_claim_id and x.status in ('P', 'B') and left(x.gpi, 10) = left(a.gpi, 10)
      and (a.rx_number = '' or x.rx_number = a.rx_number) and x.submitted_at >= a.completed_at)) as filled`

/** Whether a row of rx_authorization is a bill for what was dispensed already. */
const bill = (row: Sql): Sql => sql`${row}.claim_channel_type in (${integers(billOrigins)})`

/** Other authorizations it belongs with. */
const ofOthers = sql`
  case when a.reconsideration_level = 0 then '{}'::uuid[] else array(with recursive up as (
      select a.original_auth_id as id, 1 as level
      union all select b.original_auth_id, up.level + 1 from up join rx_authorization b on b.mc = a.mc and b.id = up.id
        where b.original_auth_id is not null and up.level < 3)
    select up.id from up order by up.level) end as reconsiders,
  case when a.status_id in (${open}) and length(a.gpi) >= 10 then coalesce((
    select jsonb_agg(jsonb_build_object('id', b.id, 'reference', b.reference_number, 'status', b.status_id,
        'drug', trim(b.drug_name || ' ' || b.strength), 'quantity', b.quantity, 'days', b.days_supply,
        'pharmacy', coalesce((select n.name from pharmacy n where n.nabp = b.pharmacy_nabp), b.pharmacy_nabp),
        'received', b.request_received_at, 'due', b.statutory_due_at, 'version', b.version) order by b.request_received_at, b.id)
      from rx_authorization b
     where b.mc = a.mc and b.stratus_claim_id = a.stratus_claim_id and b.id <> a.id and b.status_id in (${open})
       and left(b.gpi, 10) = left(a.gpi, 10) and b.reconsideration_level = a.reconsideration_level
       and case when ${bill(sql`a`)} or ${bill(sql`b`)} then b.date_of_service = a.date_of_service
         else b.date_of_service < a.date_of_service + a.days_supply and a.date_of_service < b.date_of_service + b.days_supply end), '[]')
    else '[]' end as duplicates,
  (select jsonb_build_object('id', b.id, 'reference', b.reference_number)
    from rx_authorization b where b.mc = a.mc and b.id = a.superseded_by) as merged_into,
  coalesce((select jsonb_agg(jsonb_build_object('id', b.id, 'reference', b.reference_number, 'nabp', b.pharmacy_nabp,
      'pharmacy', coalesce((select n.name from pharmacy n where n.nabp = b.pharmacy_nabp), b.pharmacy_nabp))
      order by b.request_received_at, b.id)
    from rx_authorization b where b.mc = a.mc and b.superseded_by = a.id), '[]') as merged`

/** Who works on it, whom the reader supervises, and what the carrier has set. */
const ofPeople = sql`
  array(select o.user_id from authorization_owner o where o.mc = a.mc and o.authorization_id = a.id order by o.position) as owner_ids,
  array(select v.member_id from user_supervision v where v.mc = a.mc and v.supervisor_id = app_user()) as supervised,
  ${takersOf} as takers,
  ${allSettings()} as settings, ${planFound} as plan,
  ${lettersOff} as letters_off,
  jsonb_build_object('off', ${flag('patient_pending_auth_snooze_disabled', false)},
    'standsIn', exists (select from authorization_owner o join out_of_office v on v.mc = o.mc and v.user_id = o.user_id
      where o.mc = a.mc and o.authorization_id = a.id and app_user() = any(v.delegates)
        and v.start_at <= app_now() and v.end_at > app_now())) as snoozing`

/** The columns of `Facts`, for a statement that finds its authorization in its own way. */
export const factsColumns: Sql = sql`${authRow.columns}, ${own}, ${ofClaim}, ${ofDecision}, ${ofOthers}, ${ofPeople}`
export const factsFrom: Sql = sql`from rx_authorization a ${authRow.joins}`

/**
 * `with a as …`: the requests of these ids that are in scope, found before anything is joined to them. Left to itself, a
 * planner that knows no figures of a table yet (a new installation's first hour) may walk every claim of the carrier for
 * one.
 */
export const withRequests = (ids: readonly string[]): Sql => sql`with a as materialized (
  select a.* from rx_authorization a where ${inScope.fragment} and a.id = any(${ids}::uuid[]))`
const withRequest = (id: string): Sql => sql`with a as materialized (
  select a.* from rx_authorization a where ${inScope.fragment} and a.id = ${id})`
/** The facts of these authorizations, for a read. */
export const factsOf = (ids: readonly string[]): Sql<Facts> =>
  sql<Facts>`${withRequests(ids)} select ${factsColumns} from a ${authRow.joins}`

/** Requests of claims of a sub-carrier, open or completed in the last 24 months, the first 500 in their order. */
export function factsOfClaims(
  subCarrier: string,
  claimNumbers: readonly string[],
  stage: 'open' | 'complete',
): Sql<Facts> {
  const [which, order] =
    stage === 'open'
      ? [sql`a.status_id in (${open})`, sql`a.statutory_due_at, a.id`]
      : [
          sql`a.status_id >= ${integer(status.APPROVED)} and a.completed_at >= app_now() - interval '24 months'`,
          sql`a.completed_at desc, a.id`,
        ]
  return sql<Facts>`with a as materialized (
    select a.* from rx_authorization a where ${inScope.fragment} and a.sub_carrier = ${subCarrier} and ${which}
      and a.stratus_claim_id in (select k.id from wc_claim k where k.mc = app_mc() and k.claim_number = any(${claimNumbers}))
     order by ${order} limit 500)
    select ${factsColumns} from a ${authRow.joins} order by ${order}`
}

/** The facts of one authorization, for a read. */
export const look = (id: string): Sql<Facts> =>
  sql<Facts>`${withRequest(id)} select ${factsColumns} from a ${authRow.joins}`

/**
 * The facts of the authorizations in scope that meet a condition (`a`), their rows locked in the order of their ids until
 * the transaction ends, so that a second act at the same moment waits.
 */
export const factsLocked = (condition: Sql): Sql<Facts> => sql<Facts>`
  with a as materialized (select a.* from rx_authorization a where ${inScope.fragment} and ${condition} order by a.id for update)
  select ${factsColumns} from a ${authRow.joins} order by a.id`

/** The facts of one authorization, locked. */
export const loadForUpdate = (id: string): Sql<Facts> => factsLocked(sql`a.id = ${id}`)

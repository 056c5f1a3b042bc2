import { allSettings, placeOf } from '#features/settings/columns.ts'
import { completeStatuses, openStatuses, status } from '#features/authorizations/statuses.ts'
import { origin } from '#reference/origins.ts'
import type { Interaction } from '#reference/interactions.ts'
import { licensedBetween } from './licensed-interactions-sql.ts'
import type { ClaimKeys } from '#features/claims/claim-keys.ts'
import { priorAuthStatus } from '#features/prior-auths/statuses.ts'
import { integer, integers, sql, type Sql } from '#platform/database/sql.ts'
import type {
  Bypass,
  ClaimantState,
  ClaimState,
  DrugFacts,
  EligibilitySpan,
  Formulary,
  FormularyItem,
  Letter,
  OpenRequest,
  PastDecision,
  PastFill,
  PharmacyState,
  PrescriberState,
  PriorAuth,
  Snapshot,
} from '#features/adjudication/snapshot.ts'
import type { CarrierSettings } from '#features/adjudication/settings.ts'
import { billedWithoutPackage } from '#features/adjudication/product.ts'

/** Channels of claims, which name a package; a bill may name a clinic line. */
const CARD_CHANNELS = integers([origin.RETAIL, origin.MAIL_ORDER])
const OPEN = integers(openStatuses)
const COMPLETE = integers(completeStatuses)
const ACTIVE = integer(priorAuthStatus.ACTIVE)
const EXPIRED = integer(priorAuthStatus.EXPIRED)
const ENDED = integer(priorAuthStatus.ENDED)
const BLOCK_ACTIVE = integer(priorAuthStatus.BLOCK_ACTIVE)
const BLOCK_ENDED = integer(priorAuthStatus.BLOCK_ENDED)
/** Statuses that gate G9 may match on any day of their window; an ended one matches up to its last day (`ended_on`). */
const MATCHABLE = integers([
  priorAuthStatus.FUTURE,
  priorAuthStatus.ACTIVE,
  priorAuthStatus.USED_UP,
  priorAuthStatus.EXPIRED,
  priorAuthStatus.BLOCK_ACTIVE,
])

/** A fill as it is kept: with the product of its package, or with what the bill says where it names none on file. */
type Dispensed = Omit<PastFill, 'drug'> & {
  drug: DrugFacts | null
  billed?: Parameters<typeof billedWithoutPackage>[0] | null
}

export type SnapshotRow = {
  keys: ClaimKeys | null
  claimant: ClaimantState | null
  claim: (ClaimState & { acceptedIcd: string[] }) | null
  spans: EligibilitySpan[]
  history: Dispensed[]
  prior_auths: PriorAuth[]
  bypasses: Bypass[]
  letters: Letter[]
  open_requests: OpenRequest[]
  decisions: PastDecision[]
  settings: Partial<CarrierSettings> & { formulary?: Pick<Formulary, 'id' | 'name' | 'kind'> }
  grp: Snapshot['group']
  pharmacy: PharmacyState | null
  prescriber: PrescriberState | null
  drug: DrugFacts | null
  time_zone: string | null
  interactions: Interaction[]
  ingredients: Record<string, DrugFacts>
  formulary_items: FormularyItem[]
  generic_alternative: Snapshot['genericAlternative']
}

export type SnapshotOf = {
  claim: Sql
  groupCode: Sql
  nabp: Sql
  npi: Sql
  ndc: Sql
  /** What a compound is made of, or a fragment that selects an array of it. */
  ingredientNdcs: readonly string[] | Sql
  /** The drug code of a clinic line that may name no package, as the formulary knows it; left out or '' = none. */
  lineGpi?: Sql
  dateOfService: Sql
}

/**
 * Everything one adjudication reads, in one statement: the claim, 18 months of the claimant's fills in this carrier, active
 * prior authorizations and blocks, and the plan. `claim` is a fragment that selects one row of wc_claim.
 */
export function snapshot(of: SnapshotOf): Sql<SnapshotRow> {
  return sql<SnapshotRow>`
    with c as (${of.claim}),
    p as (select ${of.nabp}::text as nabp, ${of.npi}::text as npi, ${of.ndc}::text as ndc, ${of.dateOfService}::date as dos,
      ${of.groupCode}::text as group_code),
    d as (select drug.* from p join drug on drug.ndc = p.ndc),
    i as (select drug.* from drug where drug.ndc = any(${of.ingredientNdcs}))
    select
      (select jsonb_build_object('mc', c.mc, 'claimId', c.id, 'subCarrier', c.sub_carrier, 'groupCode', c.group_code, 'claimantId', c.claimant_id,
        'subscriberNumber', c.subscriber_number,
          'claimNumber', c.claim_number, 'ownerId', c.owner_id, 'injury', c.injury, 'autoPa', g.auto_pa, 'groupDefaultOwnerId', g.default_owner_id,
          'secondaryOwnerIds', coalesce((select jsonb_agg(o.user_id order by o.position) from claim_case_owner o
            where o.mc = c.mc and o.stratus_claim_id = c.id and o.kind = 'SECONDARY'), '[]'))
         from c join client_group g on g.mc = c.mc and g.group_code = c.group_code) as keys,
      (select jsonb_build_object('firstName', t.first_name, 'lastName', t.last_name, 'dateOfBirth', t.dob, 'gender', t.gender,
        'deceasedDate', t.deceased_on)
         from c join claimant t on t.mc = c.mc and t.id = c.claimant_id) as claimant,
      -- What held on the day of service: a later change of the claim says nothing of it.
      (select jsonb_build_object('claimId', c.id, 'jurisState', c.juris_state, 'doi', c.doi,
        'compensability', coalesce(claim_fact_on(c.id, 'COMPENSABILITY', '', p.dos), c.compensability),
        'status', coalesce(claim_fact_on(c.id, 'STATUS', '', p.dos), c.status), 'closedDate', coalesce(claim_over_since(c.id, p.dos), c.closed_date),
        'bodyParts', case when not exists (select from claim_fact f where f.mc = c.mc and f.stratus_claim_id = c.id and f.kind = 'PART')
          then to_jsonb(c.body_parts) else to_jsonb(array(select u.part from (select unnest(c.body_parts) as part
            union select f.subject::int from claim_fact f where f.mc = c.mc and f.stratus_claim_id = c.id and f.kind = 'PART') u
          where coalesce(claim_fact_on(c.id, 'PART', u.part::text, p.dos), 'ACCEPTED') = 'ACCEPTED' order by u.part)) end,
        'nature', c.nature_code,
          'dolProgram', c.dol_program, 'tocStart', c.toc_start, 'tocEnd', c.toc_end, 'surgeryDates', c.surgery_dates, 'firstResponder', c.first_responder,
          'lockIn', case when c.lock_in_nabp is not null or c.lock_in_npi is not null
            or c.case_management then jsonb_build_object('pharmacyNabp', c.lock_in_nabp, 'prescriberNpi', c.lock_in_npi, 'caseManagement',
            c.case_management) end,
          'authorizedPrescriberNpis', coalesce((select jsonb_agg(distinct v.npi) from claim_treating_provider v where v.mc = c.mc and v.stratus_claim_id = c.id
            and (select dos from p) between v.valid_from and coalesce(v.valid_to, 'infinity')), '[]'),
          'acceptedIcd', coalesce((select jsonb_agg(x.icd10 order by x.is_primary desc, x.icd10) from claim_icd x
            where x.mc = c.mc and x.stratus_claim_id = c.id
            and coalesce(claim_fact_on(c.id, 'DIAGNOSIS', x.icd10, p.dos) = 'ACCEPTED', x.status = 'ACCEPTED'
            and p.dos >= coalesce(x.valid_from, '-infinity') and p.dos <= coalesce(x.valid_to, 'infinity'))), '[]'))
            from c, p) as claim,
      coalesce((select jsonb_agg(jsonb_build_object('effectiveDate', s.effective_date, 'termDate', s.term_date, 'reasonCode', s.reason_code,
        'planLevel', s.plan_level) order by s.effective_date)
         from c join eligibility_span s on s.mc = c.mc and s.stratus_claim_id = c.id), '[]') as spans,
      coalesce((select jsonb_agg(jsonb_build_object('transactionId', x.id, 'claimId', x.stratus_claim_id, 'status', x.status, 'fillDate', x.fill_date,
        'quantity', x.quantity, 'daysSupply', x.days_supply,
          'rxNumber', x.rx_number, 'fillNumber', x.fill_number, 'pharmacyNabp', x.pharmacy_nabp, 'prescriberNpi', x.prescriber_npi, 'paidAmount',
            coalesce(x.paid_amount, 0), 'priorAuthId', x.prior_auth_id, 'drug', f.facts,
          -- A compound or a clinic line has no package on file; it was dispensed all the same (R23, R29).
          'billed', case when f.ndc is null then jsonb_build_object('ndc', x.ndc, 'gpi', x.gpi, 'name', x.drug_name, 'dea', x.dea_schedule) end,
          'part', x.part, 'quantityIntended', x.quantity_intended, 'dateWritten', x.date_written,
          'hcpcs', case when x.claim_channel_type not in (${CARD_CHANNELS}) then x.request -> 'hcpcs' end)
          order by x.fill_date, x.submitted_at)
         from c join wc_claim sibling on sibling.mc = c.mc and sibling.claimant_id = c.claimant_id
         join rx_transaction x on x.mc = sibling.mc and x.stratus_claim_id = sibling.id and x.fill_date > (select dos from p) - 550 and x.status in ('P', 'B')
         left join drug f on f.ndc = x.ndc), '[]') as history,
      coalesce((select jsonb_agg(jsonb_build_object('priorAuthId', a.id, 'claimId', a.stratus_claim_id, 'kind', a.kind,
          -- What ran out or was ended stands for the days it covered: a bill may come later than the fill.
          'statusId', case when a.status_id in (${EXPIRED}, ${ENDED}) then ${ACTIVE} when a.status_id = ${BLOCK_ENDED} then ${BLOCK_ACTIVE}
            else a.status_id end, 'level', a.level,
            'gpiPrefix', a.gpi_prefix, 'ndc', a.ndc,
            'brandFlag', a.brand_flag,
          'startDate', a.start_date, 'endDate', a.end_date, 'maxFills', a.max_fills, 'fillsUsed', a.fills_used, 'oneTime', a.one_time,
            'maxQtyPerFill', a.max_qty_per_fill, 'maxDaysPerFill', a.max_days_per_fill,
          'maxCostPerFill', a.max_cost_per_fill, 'pharmacyNabp', a.pharmacy_nabp, 'prescriberNpi', a.prescriber_npi, 'rxNumber', a.rx_number,
            'codesCleared', a.codes_cleared, 'findings', a.findings, 'overrideAll', a.override_all,
          'safetyIncluded', a.safety_included, 'safetyTier', a.safety_tier, 'reasonId', a.reason_id, 'overrideRef', a.override_ref, 'authorizationId',
            a.authorization_id, 'referenceNumber', r.reference_number) order by a.id)
         from c join prior_auth a on a.mc = c.mc and a.stratus_claim_id = c.id
           and (a.status_id in (${MATCHABLE}) or (a.status_id = ${BLOCK_ENDED} and a.terminated_by is null)
            or (a.status_id = ${ENDED} and (select dos from p) <= a.ended_on))
            and (select dos from p) between a.start_date and a.end_date
         left join rx_authorization r on r.mc = a.mc and r.id = a.authorization_id), '[]') as prior_auths,
      coalesce((select jsonb_agg(jsonb_build_object('bypassId', b.id, 'scope', case when b.scope_prefix = '' then 'ALL' else 'DRUG' end, 'gpiPrefix',
        nullif(b.scope_prefix, ''), 'startDate', b.start_date, 'endDate', b.end_date,
          'maxFills', b.max_fills, 'fillsUsed', b.fills_used, 'maxCostPerFill', b.max_cost_per_fill, 'codes', b.codes, 'reason', b.reason) order by b.id)
         from c join auth_bypass b on b.mc = c.mc and b.stratus_claim_id = c.id and b.status = 'ACTIVE'), '[]') as bypasses,
      coalesce((select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('kind', 'LMN', 'receivedOn', (l.received_at at time zone m.time_zone)::date,
        'signedOn', l.signed_on, 'gpiPrefix', l.gpi_prefix, 'validDays', l.valid_days)) order by l.received_at, l.id)
         from c join lomn_request l on l.mc = c.mc and l.stratus_claim_id = c.id and l.status = 7 and l.supports
           join master_carrier m on m.mc = l.mc), '[]') as letters,
      coalesce((select jsonb_agg(jsonb_build_object('authorizationId', coalesce(s.id, r.id), 'referenceNumber',
        coalesce(s.reference_number, r.reference_number), 'gpi', r.gpi, 'rxNumber', r.rx_number, 'pharmacyNabp', r.pharmacy_nabp, 'dateOfService',
        r.date_of_service) order by r.id)
         -- A request that was merged (T28) is still the one its pharmacy asks about: what it sends again joins the one that stayed.
         from c join rx_authorization r on r.mc = c.mc and r.stratus_claim_id = c.id left join rx_authorization s on s.mc = r.mc and s.id = r.superseded_by
        where r.status_id in (${OPEN}) or (r.status_id = ${integer(status.SUPERSEDED)} and s.status_id in (${OPEN}))), '[]') as open_requests,
      coalesce((select jsonb_agg(jsonb_build_object('authorizationId', e.authorization_id, 'decision', e.decision, 'decidedOn',
        (e.at at time zone (select m.time_zone from master_carrier m where m.mc = e.mc))::date, 'gpi', r.gpi, 'reason', e.reason_desc) order by e.at)
         from c join rx_authorization r on r.mc = c.mc and r.stratus_claim_id = c.id and r.status_id in (${COMPLETE})
         join authorization_decision e on e.mc = r.mc and e.authorization_id = r.id and e.undone_at is null), '[]') as decisions,
      coalesce((select ${allSettings(placeOf(sql`c`))} from c), '{}') as settings,
      (select jsonb_build_object('groupCode', g.group_code, 'status', case when g.term_date is not null
        and g.term_date < (select dos from p) then 'ENDED' else 'ACTIVE' end, 'termDate', g.term_date)
         from p join client_group g on g.mc = app_mc() and g.group_code = p.group_code) as grp,
      (select jsonb_build_object('nabp', y.nabp, 'npi', y.npi, 'name', y.name,
        'status', case when y.sanctioned then 'SANCTIONED' when y.suspended then 'SUSPENDED' when y.closed_date is not null then 'CLOSED' else 'ACTIVE' end,
          'closedDate', y.closed_date,
          'networks', case when y.network = 'IN' then to_jsonb(y.networks) else '[]'::jsonb end,
          'deliveryType', y.delivery_type_id, 'physicianDispenser', y.physician_dispenser)
         from p join pharmacy y on y.nabp = p.nabp) as pharmacy,
      (select jsonb_build_object('npi', q.npi, 'type', q.entity_type, 'lastName', q.last_name, 'status', q.status, 'specialty', q.specialty, 'deaSchedules',
        q.dea_schedules, 'deaExpires', q.dea_expires,
          'blocked', (select jsonb_build_object('reason', k.reason, 'fraud', k.fraud) from practitioner_block k where k.mc = app_mc() and k.npi = q.npi))
         from p join practitioner q on q.npi = p.npi) as prescriber,
      (select facts from d) as drug,
      (${licensedBetween(
        sql`select gpi from d union select gpi from i`,
        sql`select distinct x.gpi from c join wc_claim sibling on sibling.mc = c.mc and sibling.claimant_id = c.claimant_id
          join rx_transaction x on x.mc = sibling.mc and x.stratus_claim_id = sibling.id and x.fill_date > (select dos from p) - 550
            and x.status in ('P', 'B')`,
      )}) as interactions,
      (select m.time_zone from master_carrier m where m.mc = app_mc()) as time_zone,
      coalesce((select jsonb_object_agg(i.ndc, i.facts) from i), '{}') as ingredients,
      coalesce((select jsonb_agg(jsonb_build_object('gpiPrefix', f.gpi_prefix, 'status', f.status, 'maxQty', f.max_qty, 'maxDays', f.max_days,
        'maxFills', f.max_fills, 'firstFillDays', f.first_fill_days, 'own', f.mc <> '') || f.facts
          order by f.mc <> '' desc, f.sub_carrier <> '*' desc, f.gpi_prefix)
         from formulary_item f where f.mc in ('', app_mc()) and f.sub_carrier in ('*', (select sub_carrier from c)) and f.gpi_prefix in (
           select left(g.gpi, n) from (select gpi from d union select gpi from i union select ${of.lineGpi ?? sql`''::text`}) g,
            unnest(array[2, 4, 6, 8, 10, 12, 14]) n)), '[]') as formulary_items,
      (select jsonb_build_object('ndc', g.ndc, 'name', g.facts->>'name', 'awpUnit', (g.facts->>'awpUnit')::numeric, 'brandFlag', 'G')
         from d join drug g on g.gpi = d.gpi and g.ndc <> d.ndc and g.facts->>'brandFlag' = 'G' where d.facts->>'brandFlag' <> 'G'
          and coalesce((g.facts->>'obsoleteDate')::date > (select dos from p), true)
            and coalesce((g.facts->>'marketStart')::date <= (select dos from p), true) order by (g.facts->>'awpUnit')::numeric,
            g.ndc limit 1) as generic_alternative`
}

const planFormulary: Pick<Formulary, 'id' | 'name' | 'kind'> = { id: 'plan', name: 'Plan formulary', kind: 'OPEN' }

const pastFill = ({ billed, drug, ...fill }: Dispensed): PastFill => ({
  ...fill,
  drug: drug ?? billedWithoutPackage(billed!),
})

/** The engine's snapshot from the row of `snapshot`. */
export function toSnapshot(row: SnapshotRow, now: string): Snapshot {
  const { formulary = planFormulary, ...settings } = row.settings
  // A carrier's own item stands before the default of the same prefix.
  const items = new Map<string, FormularyItem>()
  for (const item of row.formulary_items)
    if (!items.has(`${item.gpiPrefix} ${item.phase ?? ''}`)) items.set(`${item.gpiPrefix} ${item.phase ?? ''}`, item)
  return {
    now,
    ...(row.time_zone === null ? {} : { timeZone: row.time_zone }),
    group: row.grp,
    settings,
    claimant: row.claimant,
    claim: row.claim,
    spans: row.spans,
    history: row.history.map(pastFill),
    priorAuths: row.prior_auths,
    bypasses: row.bypasses,
    formulary: { ...formulary, items: [...items.values()] },
    pharmacy: row.pharmacy,
    prescriber: row.prescriber,
    drug: row.drug,
    ingredients: row.ingredients,
    genericAlternative: row.generic_alternative ?? null,
    letters: row.letters,
    interactions: row.interactions,
    openRequests: row.open_requests,
    decisions: row.decisions,
  }
}

import { status } from '#features/authorizations/statuses.ts'
import { inScope } from '#features/authorizations/sql.ts'
import { integer, sql, type Sql } from '#platform/database/sql.ts'
import { adviceDays, type AdviceGiven, type DecidedAfter } from './own-advice.ts'

const WITH_PHARMACIST = integer(status.PENDING_CLINICAL)

export type OwnAdvice = AdviceGiven & {
  stratus_claim_id: string
  authorizationId: string
  claimantName: string
  drugName: string
  at: string
  /** When the question came that it answers. */
  askedAt: string | null
  decidedBy: string | null
  decidedAt: string | null
  quantity: number
  days: number
  decided: DecidedAfter | null
}
/** The caller's advice of the last days with the decision in force that came after it, newest first. */
export const ownAdvice = (): Sql<OwnAdvice> => sql<OwnAdvice>`
  select a.stratus_claim_id, a.id as "authorizationId", trim(t.first_name || ' ' || t.last_name) as "claimantName",
    trim(a.drug_name || ' ' || a.strength) as "drugName", r.action, r.modified, r.at, a.quantity::float as quantity, a.days_supply as days,
    (select max(v.at) from authorization_event v where v.mc = a.mc and v.authorization_id = a.id and v.at <= r.at
      and v.new_status_id = ${WITH_PHARMACIST} and v.old_status_id is distinct from v.new_status_id) as "askedAt",
    e.decided_by_name as "decidedBy", e.at as "decidedAt",
    case when e.id is not null then jsonb_build_object('approves', e.decision not like 'REJECT%', 'oneTime', e.one_time, 'level', e.drug_level,
      'quantity', e.max_qty, 'days', e.max_days) end as decided
  from rph_recommendation r join rx_authorization a on a.mc = r.mc and a.id = r.authorization_id
    join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id join claimant t on t.mc = c.mc and t.id = c.claimant_id
    left join authorization_decision e on e.mc = a.mc and e.authorization_id = coalesce(a.superseded_by, a.id) and e.undone_at is null
      and e.at >= r.at
  where ${inScope.fragment} and r.mc = app_mc() and r.pharmacist_id = app_user() and not r.superseded
    and r.at > app_now() - make_interval(days => ${integer(adviceDays)})
  order by r.at desc, r.id desc limit 200`

import { livePriorAuth } from '#features/prior-auths/sql.ts'
import { sql, type Sql } from '#platform/database/sql.ts'

/** What the message of the callback `k` about the request `a` says, as a JSON object (`Said`). */
export const saidOf: Sql = sql`(
  select jsonb_build_object('quantity', a.quantity, 'daysSupply', a.days_supply, 'fillDate', a.date_of_service,
      'unit', coalesce(d.facts ->> 'unit', ''), 'form', coalesce(d.facts ->> 'form', ''),
      'maxQty', p.max_qty_per_fill, 'maxDays', p.max_days_per_fill, 'startDate', k.start_date, 'endDate', k.end_date,
      'decision', e.decision, 'reasonId', e.reason_id, 'reason', coalesce(e.reason_desc, ''),
      'blockedUntil', e.end_date, 'thisRxOnly', coalesce(e.one_time, false),
      'brandOnly', exists (select from prior_auth b where b.mc = a.mc and b.authorization_id = coalesce(a.superseded_by, a.id)
        and b.kind = 'BLOCK' and b.brand_flag = 'B' and b.status_id in ${livePriorAuth}), 'phone', m.product_phone)
    from master_carrier m left join drug d on d.ndc = a.ndc
      left join authorization_decision e on e.mc = a.mc and e.authorization_id = coalesce(a.superseded_by, a.id) and e.undone_at is null
      left join lateral (select o.max_qty_per_fill, o.max_days_per_fill from prior_auth o
        where o.mc = a.mc and o.authorization_id = coalesce(a.superseded_by, a.id) and o.kind = 'PERMIT' and o.status_id in ${livePriorAuth}
        order by o.created_at desc limit 1) p on true
   where m.mc = a.mc)`

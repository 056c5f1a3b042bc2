import type pg from 'pg'

// What the database knows of a request, now or as it was at an instant. Days are 'YYYY-MM-DD'.

export type Granted = {
  id: string
  statusId: number
  start: string
  end: string
  maxQty: number | null
  maxDays: number | null
  maxFills: number | null
  oneTime: boolean
  brandOnly: boolean
  thisRxOnly: boolean
  /** Somebody ended it, or another decision, or its days are over before the claim could be billed under it. */
  isEnded: boolean
  /** Its last day has passed: it stops no claim of a later day. */
  isOver: boolean
  /** Replaced, or changed after the instant that is asked about: then it was another. */
  isChangedSince: boolean
}

export type Facts = {
  id: string
  mc: string
  reference: string
  claimNumber: string
  patient: string
  born: string
  drug: string
  quantity: number
  days: number
  served: string
  statusId: number
  /** When it came (ISO 8601). */
  came: string
  /** The decision in force. */
  decision: string | null
  reason: string
  note: string
  /** What a denial names to be used instead. */
  instead: { ndc: string; name: string } | null
  from: string | null
  to: string | null
  maxFills: number | null
  /** Approvals, the newest first. */
  granted: Granted[]
  blocks: Granted[]
  /** A fill of it is paid. */
  isPaid: boolean
  /** A fill of it was reversed. */
  wasReversed: boolean
  /** The message about it was sent to its pharmacy, or its pharmacy was paid. */
  pharmacyKnows: boolean
  isMerged: boolean
  firstApproval: boolean
}

/** It was ended after the instant that is asked about. */
const endedLater = `exists (select from authorization_event e
  where e.mc = p.mc and e.authorization_id = p.authorization_id and e.event_code = 192 and e.at > $2)`

const granted = (kind: 'PERMIT' | 'BLOCK'): string => `coalesce((
  select jsonb_agg(jsonb_build_object('id', p.id, 'statusId', p.status_id, 'start', p.start_date,
      'end', case when ${endedLater} then p.end_date else coalesce(p.ended_on, p.end_date) end,
      'maxQty', p.max_qty_per_fill,
      'maxDays', p.max_days_per_fill, 'maxFills', p.max_fills, 'oneTime', p.one_time, 'brandOnly', p.brand_flag = 'B',
      'thisRxOnly', p.rx_number is not null,
      -- What is ended still pays the days before; what asked for a later day of service pays nothing when its last day is over.
      'isEnded', p.terminated_by is not null and coalesce(p.ended_on < a.date_of_service, true) and not ${endedLater}
        or p.start_date > a.date_of_service and p.end_date < ($2::timestamptz at time zone m.time_zone)::date,
      'isOver', coalesce(p.ended_on, p.end_date) < ($2::timestamptz at time zone m.time_zone)::date,
      -- What takes its place, also where another fill used it up, may let the same through: only the engine knows.
      'isChangedSince', coalesce(p.terminated_reason like 'Replaced by%' and p.terminated_reason <> 'Replaced by a denial', false)
        or (p.terminated_by is not null or p.status_id in (4, 5)) and exists (select from prior_auth o where o.mc = p.mc
          and o.stratus_claim_id = p.stratus_claim_id and o.kind = p.kind and o.authorization_id is distinct from p.authorization_id
          and (o.status_id in (1, 2, 3, 5) or o.ended_on >= a.date_of_service) and starts_with(a.gpi, o.gpi_prefix))
        or exists (select from prior_auth_change h where h.mc = p.mc and h.prior_auth_id = p.id and h.at > $2)
        or exists (select from authorization_decision l join rx_authorization b on b.mc = l.mc and b.id = l.authorization_id
          where l.mc = p.mc and b.stratus_claim_id = p.stratus_claim_id and (l.at > $2 or l.undone_at > $2)))
    order by p.created_at desc, p.id desc)
  from prior_auth p where p.mc = a.mc and p.authorization_id = coalesce(a.superseded_by, a.id) and p.kind = '${kind}' and p.created_at <= $2
    and p.terminated_reason is distinct from 'Decision undone'), '[]')`

/** These requests as they were at this instant (ISO 8601). */
export async function factsOf(
  db: Pick<pg.Client, 'query'>,
  ids: readonly string[],
  at: string,
): Promise<Map<string, Facts>> {
  const { rows } = await db.query<Facts>(
    `select a.id, a.mc, a.reference_number as reference, c.claim_number as "claimNumber", trim(t.first_name || ' ' || t.last_name) as patient,
       t.dob::text as born, coalesce(mix.words, trim(a.drug_name || ' ' || a.strength) || case a.generic_or_brand when 'B' then ', brand' else '' end) as drug,
       a.quantity::float as quantity, a.days_supply as days,
       a.date_of_service::text as served, a.superseded_by is not null as "isMerged", a.first_approval is not null as "firstApproval",
       -- What was merged is where the other is; what was not there yet is as it began.
       coalesce((select e.new_status_id from authorization_event e where e.mc = a.mc and e.authorization_id = coalesce(a.superseded_by, a.id)
         and e.at <= $2 and e.new_status_id is not null order by e.id desc limit 1),
         (select e.new_status_id from authorization_event e where e.mc = a.mc and e.authorization_id = a.id and e.new_status_id is not null
           order by e.id limit 1), a.status_id) as "statusId",
       (select min(e.at) from authorization_event e where e.mc = a.mc and e.authorization_id = a.id) as came,
       d.decision, coalesce(d.reason_desc, '') as reason, coalesce(d.note, '') as note, d.shown -> 'instead' as instead,
         d.start_date::text as from, d.end_date::text as to, d.max_fill as "maxFills",
       ${granted('PERMIT')} as granted, ${granted('BLOCK')} as blocks,
       exists (select from rx_transaction x where x.mc = a.mc and x.status in ('P', 'B') and ((x.rx_number = a.rx_number
         and x.pharmacy_nabp = a.pharmacy_nabp and x.stratus_claim_id = a.stratus_claim_id) or x.prior_auth_id in (select p.id from prior_auth p
         where p.mc = a.mc and p.authorization_id = a.id))) as "isPaid",
       exists (select from rx_transaction x where x.mc = a.mc and x.stratus_claim_id = a.stratus_claim_id and x.reversed_at > $2) as "wasReversed",
       exists (select from pharmacy_callback k where k.mc = a.mc and k.authorization_id = a.id
         and (k.sent_at <= $2 or k.status_id in (4, 6))) as "pharmacyKnows"
     from rx_authorization a join master_carrier m on m.mc = a.mc
       join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id join claimant t on t.mc = c.mc and t.id = c.claimant_id
       -- A compound is its ingredients, as the pharmacy billed them last.
       left join lateral (select 'Compound of ' || string_agg(concat(f.facts ->> 'name', ', ', trim_scale((i ->> 'quantity')::numeric),
           case f.facts ->> 'unit' when 'GM' then ' g' when 'ML' then ' mL' end), '; ' order by at) as words
         from rx_transaction x, jsonb_array_elements(x.request -> 'compound' -> 'ingredients') with ordinality o(i, at)
           join drug f on f.ndc = replace(o.i ->> 'productId', '-', '')
        where a.compound_code = 2 and x.mc = a.mc and x.id = a.last_transaction_id) mix on true
       left join lateral (select * from authorization_decision e where e.mc = a.mc and e.authorization_id = coalesce(a.superseded_by, a.id)
         and e.at <= $2 and (e.undone_at is null or e.undone_at > $2) order by e.at desc limit 1) d on true
     where a.id = any($1::uuid[])`,
    [ids, at],
  )
  return new Map(rows.map((row) => [row.id, { ...row, came: new Date(row.came).toISOString() }]))
}

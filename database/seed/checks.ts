import type { Client } from 'pg'
import type { DrugFacts } from '#features/adjudication/snapshot.ts'
import { mmeOf } from '#features/adjudication/mme.ts'
import { replay, type LoggedEvent } from '#features/authorizations/transitions.ts'

// What must hold in every loaded world: asked of the database, so that it holds for whatever loaded it.

/** A rule that is broken, how often, and some of the rows that break it. */
export type Fault = { rule: string; count: number; examples: string[] }

const asOf = `(select (value #>> '{}')::timestamptz from saved_state where key = 'as_of')`

/** Each selects the rows that should not be there, as one text each. */
const rules: Readonly<Record<string, string>> = {
  // References that no key of the database guards.
  'a carrier knows the number of its programs': `select m.mc from master_carrier m
     where m.programs <> (select count(*) from sub_carrier s where s.mc = m.mc and s.status = 'ACTIVE')`,
  'a request was raised by a fill of its claim, or reconsiders one': `select a.mc || ' ' || a.id
     from rx_authorization a where a.status_id <> 10
     and (a.trigger_transaction_id is not null or a.original_auth_id is null) and not exists (
      select from rx_transaction x where x.mc = a.mc and x.id = a.trigger_transaction_id and x.stratus_claim_id = a.stratus_claim_id)`,
  'silence approves in New York and Colorado, and no request before its due time': `select a.mc || ' ' || a.id
     from rx_authorization a where not a.silence_approves and a.due_pack ~ '^(NY|CO)/prospective/\\d' union all
    select d.mc || ' ' || d.authorization_id from authorization_decision d join rx_authorization a on a.mc = d.mc and a.id = d.authorization_id
     where d.decision = 'DEEMED' and (not a.silence_approves or d.at <= a.statutory_due_at)`,
  'the last fill of a request is one': `select a.mc || ' ' || a.id from rx_authorization a where a.last_transaction_id is not null and not exists (
      select from rx_transaction x where x.mc = a.mc and x.id = a.last_transaction_id)`,
  'a request stands in for one there is': `select a.mc || ' ' || a.id from rx_authorization a where a.original_auth_id is not null and not exists (
      select from rx_authorization o where o.mc = a.mc and o.id = a.original_auth_id)`,
  'a prior authorization replaces one of its claim': `select p.mc || ' ' || p.id from prior_auth p where p.supersedes_id is not null and not exists (
      select from prior_auth o where o.mc = p.mc and o.id = p.supersedes_id and o.stratus_claim_id = p.stratus_claim_id)`,
  'who did something works for the carrier': `select e.mc || ' ' || e.actor_id from authorization_event e where e.actor_id is not null and not exists (
      select from user_carrier u where u.mc = e.mc and u.user_id = e.actor_id) union all
    select d.mc || ' ' || d.decided_by from authorization_decision d where d.decided_by is not null and not exists (
      select from user_carrier u where u.mc = d.mc and u.user_id = d.decided_by) union all
    select n.mc || ' ' || n.user_id from user_notification n where not exists (select from user_carrier u where u.mc = n.mc and u.user_id = n.user_id) union all
    select o.mc || ' ' || d from out_of_office o, unnest(o.delegates) d where not exists (select from user_carrier u where u.mc = o.mc and u.user_id = d)`,
  'a notice, a word to the pharmacy and advice are about a request': `select n.mc || ' ' || n.id
     from user_notification n where n.authorization_id is not null and not exists (
      select from rx_authorization a where a.mc = n.mc and a.id = n.authorization_id) union all
    select o.mc || ' ' || o.id from outbox o where o.authorization_id is not null
      and not exists (select from rx_authorization a where a.mc = o.mc and a.id = o.authorization_id)`,
  'a fill comes from a pharmacy that is listed': `select x.mc || ' ' || x.id from rx_transaction x
     where not exists (select from pharmacy y where y.nabp = x.pharmacy_nabp)`,
  'a paid fill has a product, a clinic code or a mixture, and a prescriber who is listed': `select x.mc || ' ' || x.id
     from rx_transaction x where x.status <> 'R' and (
      not exists (select from practitioner q where q.npi = x.prescriber_npi)
      or not exists (select from drug d where d.ndc = x.ndc) and x.claim_channel_type <> 8 and x.compound_code <> 2)`,

  'a survey is answered after it was sent, once, and low ratings alone are followed up': `select n.mc || ' ' || n.id
     from claim_contact_note n left join survey_response r on r.mc = n.mc and r.claim_contact_note_id = n.id
      where n.survey_completed_at is distinct from r.answered or r.answered < n.survey_sent_at
        or n.survey_sent_at < n.ended_at or n.ended_at > ${asOf} or r.answered > ${asOf}
        or (r.follow_up <> 'NONE') <> (r.r1 <= 2) or r.followed_up_at > ${asOf} union all
    select n.mc || ' ' || n.id from claim_contact_note n where not exists (select from wc_claim c where c.mc = n.mc
      and c.id = n.stratus_claim_id and c.sub_carrier = n.sub_carrier and n.started_at::date >= c.doi)`,

  // The invariants of authorizations.
  'a decided request has one decision in force, any other none': `select a.mc || ' ' || a.id || ' ' ||
     a.status_id || ' ' || count(d.id) from rx_authorization a
      left join authorization_decision d on d.mc = a.mc and d.authorization_id = a.id and d.undone_at is null
     group by a.mc, a.id having count(d.id) <> case when a.status_id between 30 and 41 then 1 else 0 end`,
  // A fill that a prior authorization and a rule let through together counts against the prior authorization, and the rule
  // writes none.
  'a denial has one block, a grant one prior authorization, a denial of one fill neither': `select a.mc || ' ' || a.id ||
     ' ' || a.status_id from rx_authorization a
      left join prior_auth p on p.mc = a.mc and p.authorization_id = a.id
     group by a.mc, a.id
    having (count(*) filter (where p.kind = 'BLOCK'), count(*) filter (where p.kind = 'PERMIT')) <> case when a.status_id = 40 then (1::bigint, 0::bigint)
             when a.status_id in (30, 33) then (0::bigint, 1::bigint)
             when a.status_id = 31 and not exists (select from rx_transaction x join prior_auth o on o.mc = x.mc and o.id = x.prior_auth_id
               where x.mc = a.mc and x.authorization_id = a.id and o.authorization_id <> a.id) then (0::bigint, 1::bigint)
             else (0::bigint, 0::bigint) end`,
  'no two prior authorizations in force meet unless one replaced the other': `select a.mc || ' ' || a.id || ' ' || b.id from prior_auth a
      join prior_auth b on b.mc = a.mc and b.stratus_claim_id = a.stratus_claim_id and b.gpi_prefix = a.gpi_prefix
        and b.brand_flag = a.brand_flag and b.id > a.id
       and b.start_date <= a.end_date and a.start_date <= b.end_date
     where a.kind = 'PERMIT' and b.kind = 'PERMIT' and a.status_id in (1, 2, 3) and b.status_id in (1, 2, 3)
       and a.supersedes_id is distinct from b.id and b.supersedes_id is distinct from a.id`,
  'fills used are the paid fills counted against a prior authorization': `select p.mc || ' ' || p.override_ref || ' ' ||
     p.fills_used || ' ' || count(x.id) from prior_auth p
      left join rx_transaction x on x.mc = p.mc and x.prior_auth_id = p.id and x.status in ('P', 'B')
     where p.kind = 'PERMIT' group by p.mc, p.id having p.fills_used <> count(x.id)`,
  'a snooze ends two hours before the due time': `select mc || ' ' || id from rx_authorization
     where snoozed_until > statutory_due_at - interval '2 hours'`,
  'a request is with the reviewers while its referral is open': `select a.mc || ' ' || a.id || ' ' || a.status_id
     from rx_authorization a left join ur_referral r on r.mc = a.mc and r.authorization_id = a.id and r.closed_at is null
     where (a.status_id = 23) <> (r.id is not null) or r.due_at <> a.statutory_due_at or r.sub_carrier <> a.sub_carrier`,
  'a determination stands in the log of its request': `select d.mc || ' ' || d.id from determination d
     where not exists (select from authorization_event e where e.mc = d.mc and e.authorization_id = d.authorization_id
     and e.event_code = 167 and e.at = d.recorded_at)
      or d.withdrawn_at is not null and not exists (select from authorization_event e where e.mc = d.mc
        and e.authorization_id = d.authorization_id and e.event_code = 168 and e.at = d.withdrawn_at)`,
  'every row is of the carrier of its claim': `select x.mc || ' ' || x.id from rx_transaction x
     where not exists (select from wc_claim c where c.mc = x.mc and c.id = x.stratus_claim_id
     and c.sub_carrier = x.sub_carrier) union all
    select a.mc || ' ' || a.id from rx_authorization a where not exists (select from wc_claim c where c.mc = a.mc
      and c.id = a.stratus_claim_id and c.sub_carrier = a.sub_carrier and c.group_code = a.group_code) union all
    select p.mc || ' ' || p.id from prior_auth p where not exists (select from wc_claim c where c.mc = p.mc
      and c.id = p.stratus_claim_id and c.sub_carrier = p.sub_carrier) union all
    select c.mc || ' ' || c.id from wc_claim c where not exists (select from client_group g where g.mc = c.mc
      and g.group_code = c.group_code and g.sub_carrier = c.sub_carrier)`,

  // What the demo world promises besides.
  'nothing comes from the future': `select mc || ' ' || id from rx_transaction where submitted_at > ${asOf} union all
    select mc || ' ' || authorization_id from authorization_event where at > ${asOf} union all
    select mc || ' ' || id from prior_auth where created_at > ${asOf}`,
  'the log of a request is written in the order of time': `select mc || ' ' || authorization_id
     from (select mc, authorization_id, at < lag(at) over (partition by mc, authorization_id order by id) as back
     from authorization_event) e where back`,
  'every reject says what happened and what helps': `select a.mc || ' ' || a.id from rx_authorization a, jsonb_array_elements(a.rejects) r
      where coalesce(r ->> 'description', '') = '' or coalesce(r ->> 'message', '') = '' or coalesce(r ->> 'fixHint', '') = '' union all
    select mc || ' ' || id from rx_transaction where status = 'R' and (reject_codes = '{}' or message = '')`,
  'the reference a pharmacy was given leads to the request': `select x.mc || ' ' || x.id from rx_transaction x
     join rx_authorization a on a.mc = x.mc and a.id = x.authorization_id
      where x.status = 'R' and (x.reference_number <> a.reference_number or x.message not like '%' || a.reference_number || '%') union all
    select x.mc || ' ' || x.reference_number from rx_transaction x join rx_authorization a on a.mc = x.mc
      and a.reference_number = x.reference_number and a.stratus_claim_id <> x.stratus_claim_id union all
    select m.mc || ' ' || m.id from pharmacy_message m where not exists (select from rx_authorization a
      where a.mc = m.mc and a.reference_number = m.reference_number)`,
  'what is paid is never more than the least of its bases': `select mc || ' ' || id from rx_transaction
     where status = 'P' and paid_amount > least(nullif(fee_schedule, 0), nullif(network, 0),
     nullif(usual_and_customary, 0)) + 0.005`,
  'every claim is covered from some day on, and its life makes sense': `select c.mc || ' ' || c.id from wc_claim c
     join claimant t on t.mc = c.mc and t.id = c.claimant_id where not exists (
      select from eligibility_span s where s.mc = c.mc and s.stratus_claim_id = c.id) or c.doi > ${asOf}::date
        or c.doi < t.dob + interval '14 years' or c.accepted_date < c.doi
        or (c.status = 'CLOSED') <> (c.closed_date is not null) and c.status <> 'REOPENED'`,
  'what is open has an owner who works there': `select a.mc || ' ' || a.id from rx_authorization a where a.status_id between 20 and 29 and not exists (
      select from authorization_owner o join app_user u on u.id = o.user_id where o.mc = a.mc
        and o.authorization_id = a.id and o.open and o.position = 1 and o.user_id = a.owner_id and u.status = 'ACTIVE')`,
  'nobody is real': `select email from app_user where email not like '%.example' union all select email
     from practitioner where email not like '%.example' union all select email from claimant
     where email not like '%.example' union all
    select phone from claimant where phone !~ '^[2-9][0-9]{2}-555-01[0-9]{2}$' union all select phone from pharmacy
      where phone !~ '^[2-9][0-9]{2}-555-01[0-9]{2}$' union all select ndc from drug where ndc !~ '^98' union all
    select npi from pharmacy where npi !~ '^19' union all select npi from practitioner where npi !~ '^19'`,
}

/** The rules a loaded database breaks; none when all is well. */
export async function faultsOf(client: Client): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const [rule, sql] of Object.entries(rules)) {
    const { rows } = await client.query<{ count: number; examples: string[] }>(
      `with fault (what) as (${sql}) select count(*)::int as count, (array_agg(what))[1:5] as examples from fault`,
    )
    if (rows[0]!.count > 0) faults.push({ rule, ...rows[0]! })
  }
  return [...faults, ...(await doses(client)), ...(await logs(client))]
}

/** As many rows as are looked at in one piece. */
const portion = 20_000

/** Stored morphine equivalents are those the engine works out from drug, quantity and days. */
async function doses(client: Client): Promise<Fault[]> {
  const wrong: string[] = []
  let count = 0
  const { rows: drugs } = await client.query<{ ndc: string; facts: DrugFacts }>('select ndc, facts from drug')
  const byNdc = new Map(drugs.map((row) => [row.ndc, row.facts]))
  await inPortions<{
    id: string
    ndc: string
    quantity: string
    days_supply: number
    fill_date: string
    mme: string | null
  }>(
    client,
    `select id, ndc, quantity, days_supply, fill_date::text, mme_per_day as mme from rx_transaction where gpi ~ '^10' and compound_code <> 2 and status <> 'R'`,
    (rows) => {
      for (const row of rows) {
        const drug = byNdc.get(row.ndc)
        const found = drug ? mmeOf(drug, Number(row.quantity), row.days_supply, 'CLAIM', row.fill_date) : null
        const mme = found === null ? null : Math.round(found.mme * 10) / 10
        if ((mme || null) === (row.mme === null ? null : Number(row.mme))) continue
        count += 1
        if (wrong.length < 5) wrong.push(`${row.id} ${row.mme} instead of ${mme}`)
      }
    },
  )
  return count === 0 ? [] : [{ rule: "each fill's MME recomputed is what is stored", count, examples: wrong }]
}

/** Replaying the log of a request gives its status. */
async function logs(client: Client): Promise<Fault[]> {
  const wrong: string[] = []
  let count = 0
  await inPortions<{ id: string; status_id: number; log: LoggedEvent[] }>(
    client,
    `select a.id, a.status_id, coalesce((select jsonb_agg(jsonb_build_object('eventCode', e.event_code, 'oldStatusId',
       e.old_status_id, 'newStatusId', e.new_status_id) order by e.id)
       from authorization_event e where e.mc = a.mc and e.authorization_id = a.id), '[]') as log from rx_authorization a`,
    (rows) => {
      for (const { id, status_id, log } of rows) {
        if (replay(log) === status_id) continue
        count += 1
        if (wrong.length < 5) wrong.push(`${id} ${status_id}: ${log.map((line) => line.eventCode).join(' ')}`)
      }
    },
  )
  return count === 0 ? [] : [{ rule: 'replaying the log of a request gives its status', count, examples: wrong }]
}

/** Reads a long answer piece by piece. */
async function inPortions<Row extends object>(client: Client, sql: string, read: (rows: Row[]) => void): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`declare portions no scroll cursor for ${sql}`)
    for (;;) {
      const { rows } = await client.query<Row>(`fetch ${portion} from portions`)
      if (rows.length === 0) break
      read(rows)
    }
  } finally {
    await client.query('rollback')
  }
}

/** Open requests whose time is over, and all of them; two in a hundred are late by design. */
export async function lateOf(client: Client): Promise<{ late: number; open: number; soon: number }> {
  const { rows } = await client.query<{ late: number; open: number; soon: number }>(
    `select count(*) filter (where statutory_due_at <= ${asOf})::int as late, count(*)::int as open,
       count(*) filter (where statutory_due_at > ${asOf}
         and statutory_due_at < ${asOf} + interval '24 hours')::int as soon from rx_authorization
         where status_id between 20 and 29`,
  )
  return rows[0]!
}

/** Rows by the names of the size table. */
export async function countsOf(client: Client): Promise<Record<string, number>> {
  const { rows } = await client.query<Record<string, number>>(
    `select (select count(*) from master_carrier)::int as carriers,
       (select count(*) from sub_carrier)::int as "subCarriers", (select count(*) from client_group)::int as groups,
       (select count(*) from app_user)::int as users, (select count(distinct user_id) from user_carrier where 'adjuster' = any(roles))::int as adjusters,
       (select count(distinct user_id) from user_carrier where 'supervisor' = any(roles))::int as supervisors,
         (select count(*) from claimant)::int as claimants, (select count(*) from wc_claim)::int as claims,
       (select count(*) from rx_transaction)::int as transactions,
         (select count(*) from rx_authorization)::int as authorizations, (select count(*) from rx_authorization
         where status_id between 20 and 29)::int as open,
       (select count(*) from authorization_event)::int as events, (select count(*) from pharmacy)::int as pharmacies,
         (select count(*) from practitioner)::int as prescribers, (select count(*) from drug)::int as drugs,
         (select count(*) from document)::int as documents`,
  )
  return rows[0]!
}

import type pg from 'pg'
import { silenceApproves } from '#features/deadlines/which-pack.ts'
import { replay, type LoggedEvent } from '#features/authorizations/transitions.ts'
import { decisionTables } from '../decision-tables.ts'
import { factRules } from './fact-invariants.ts'

const decided = 'a.status_id between 30 and 41'
/** Prior authorizations of one kind that decisions made; a renewal continues the one it names. */
const of = (kind: 'PERMIT' | 'BLOCK'): string =>
  `(select count(*) from prior_auth p where p.mc = a.mc and p.authorization_id = a.id and p.kind = '${kind}'
     and p.terminated_reason is distinct from 'Decision undone'
     and not exists (select from prior_auth r where r.mc = p.mc and r.id = p.supersedes_id and r.authorization_id = p.authorization_id))`

/** The invariants of authorizations, each as a query that finds nothing while it holds. */
const rules: readonly [says: string, broken: string][] = [
  [
    '1 exactly one decision per completed request (30 to 41), none for 50 to 52, none for an open one',
    `select a.id, a.status_id || ' has ' || count(d.id) as what from rx_authorization a
       left join authorization_decision d on d.mc = a.mc and d.authorization_id = a.id and d.undone_at is null
      group by a.mc, a.id having count(d.id) <> case when ${decided} then 1 else 0 end`,
  ],
  [
    '2 a rejected request has one block, one rejected for this fill nothing, an approved one one prior authorization and its renewals; one a rule approved at most one',
    `select a.id, a.status_id || ' has ' || ${of('PERMIT')} || ' prior authorizations, ' || ${of('BLOCK')} || ' blocks' as what from rx_authorization a
      where ${of('BLOCK')} <> case when a.status_id = 40 then 1 else 0 end
         or ${of('PERMIT')} <> case when a.status_id in (30, 33) then 1 when a.status_id = 31 then least(${of('PERMIT')}, 1) else 0 end`,
  ],
  [
    '3 no prior authorization overlaps another of the same claim, prefix and brand unless it stands in for it',
    `select p.authorization_id as id, p.override_ref || ' ' || p.start_date || ' ' || p.end_date || ' (' || p.status_id
       || ', ' || p.created_source || ') and ' ||
            q.override_ref || ' ' || q.start_date || ' ' || q.end_date || ' (' || q.status_id || ', ' ||
              q.created_source || ') of ' || coalesce(q.authorization_id::text, 'nobody') as what
       from prior_auth p join prior_auth q on q.mc = p.mc and q.stratus_claim_id = p.stratus_claim_id
         and (q.created_at > p.created_at or (q.created_at = p.created_at and q.id > p.id))
      where p.kind = 'PERMIT' and q.kind = 'PERMIT' and p.status_id in (1, 2, 3) and q.status_id in (1, 2, 3)
        and p.gpi_prefix = q.gpi_prefix and p.ndc is not distinct from q.ndc and p.brand_flag = q.brand_flag
        and p.start_date <= q.end_date and q.start_date <= p.end_date
        and q.supersedes_id is null
        -- Of two granted in one turn of the clock nobody knows the order: one of them names the other.
        and (q.created_at > p.created_at or p.supersedes_id is distinct from q.id)`,
  ],
  [
    '4 fills used are the paid, not reversed claims of a prior authorization',
    `select p.authorization_id as id, p.override_ref || ' says ' || p.fills_used || ', paid ' || count(x.id) as what from prior_auth p
       left join rx_transaction x on x.mc = p.mc and x.prior_auth_id = p.id and x.status = 'P'
      group by p.mc, p.id having p.fills_used <> count(x.id)`,
  ],
  [
    '5 a snooze ends more than two hours before the due time',
    `select a.id, a.snoozed_until || ' of ' || a.statutory_due_at as what from rx_authorization a
      where a.snoozed_until >= a.statutory_due_at - interval '2 hours'`,
  ],
  ...['rx_authorization', 'prior_auth', 'rx_transaction'].map((table): [string, string] => [
    `7 ${table} is in the carrier of its claim`,
    `select t.id, t.mc || ' of ' || c.mc as what from ${table} t join wc_claim c on c.id = t.stratus_claim_id where c.mc <> t.mc`,
  ]),
  ...[
    'authorization_event',
    'authorization_decision',
    'authorization_owner',
    'pharmacy_callback',
    'outbox',
    'user_notification',
  ].map((table): [string, string] => [
    `7 ${table} is in the carrier of its claim`,
    `select a.id, t.mc || ' of ' || c.mc as what from ${table} t join rx_authorization a on a.id = t.authorization_id
       join wc_claim c on c.id = a.stratus_claim_id where c.mc <> t.mc`,
  ]),
  [
    'nobody denies what silence has approved: no denial, undone or not, is younger than a due time that approves',
    `select a.id, d.decision || ' at ' || d.at || ', due ' || a.statutory_due_at as what from authorization_decision d
       join rx_authorization a on a.mc = d.mc and a.id = d.authorization_id
      where a.silence_approves and d.decision in ('REJECT', 'REJECT_NO_PA') and d.at > a.statutory_due_at`,
  ],
  [
    'what silence approved was approved after its due time and not before',
    `select a.id, 'at ' || d.at || ', due ' || a.statutory_due_at as what from authorization_decision d
       join rx_authorization a on a.mc = d.mc and a.id = d.authorization_id
      where d.decision = 'DEEMED' and (not a.silence_approves or d.at <= a.statutory_due_at)`,
  ],
  [
    'no block stops what silence approved',
    `select p.authorization_id as id, b.override_ref || ' stops ' || p.override_ref as what from prior_auth p
       join rx_authorization a on a.mc = p.mc and a.id = p.authorization_id
       join prior_auth b on b.mc = p.mc and b.stratus_claim_id = p.stratus_claim_id and b.kind = 'BLOCK' and b.status_id = 7
      where a.status_id = 33 and p.supersedes_id is null and p.kind = 'PERMIT' and p.status_id in (1, 2, 3)
        and starts_with(b.gpi_prefix, p.gpi_prefix)
        and (b.rx_number is null or b.rx_number = a.rx_number) and b.ndc is null and b.pharmacy_nabp is null and b.prescriber_npi is null
        and b.brand_flag = '*' and b.start_date <= p.end_date and p.start_date <= b.end_date`,
  ],
  [
    'a request is with the reviewers while its referral is open, and it is due when the request is',
    `select a.id, a.status_id || ' and ' || count(r.id) as what from rx_authorization a left
       join ur_referral r on r.mc = a.mc and r.authorization_id = a.id and r.closed_at is null
      group by a.mc, a.id having count(r.id) <> case when a.status_id = 23 then 1 else 0 end or max(r.due_at) <> a.statutory_due_at`,
  ],
  [
    'an approval is what the determination says that stood, and no board and no court had denied it',
    `select e.authorization_id as id, coalesce(d.start_date || ' ' || d.end_date || ' ' || d.drug_level,
       d.kind || ' denied it') || ', not ' || e.start_date || ' ' || e.end_date || ' ' || e.drug_level as what
       from authorization_decision e cross join lateral (select * from determination o where o.mc = e.mc
         and o.authorization_id = e.authorization_id and o.withdrawn_at is null
            order by array_position('{UR,IMR,BOARD,COURT}'::text[], o.kind) desc, o.determined_on desc, o.recorded_at desc, o.id desc limit 1) d
      where e.decision = 'APPROVE' and e.undone_at is null and case when d.result = 'DENIED' then d.kind in ('BOARD', 'COURT')
        else (d.start_date, d.end_date, d.one_time, d.drug_level, case when d.one_time then 1
          else d.max_fills end) is distinct from (e.start_date, e.end_date, e.one_time, e.drug_level, e.max_fill) end`,
  ],
  [
    '8 who may only read has written nothing',
    `with watching as (select id, first_name || ' ' || last_name as name from app_user
       where username in ('read.only', 'read.mess', 'prog.spec', 'both', 'no.role'))
     select e.authorization_id as id, 'event ' || e.event_code as what from authorization_event e
       join watching w on w.id = e.actor_id where e.event_code not in (320, 330)
     union all select d.authorization_id, 'decision' from authorization_decision d join watching w on w.id = d.decided_by or w.id = d.second_approver
     union all select a.id, 'snoozed' from rx_authorization a join watching w on w.id = a.snoozed_by or w.id = a.completed_by
     union all select p.id, 'prior authorization' from prior_auth p join watching w on w.name = p.created_by_name`,
  ],
  [
    'the pharmacy hears of each decision and of the end of what was granted once, and of nothing that was undone; of a merged request it hears what became of the other',
    `select a.id, told || ' times told, ' || made || ' decided, ' || undone || ' undone' as what from (
       select a.id,
         (select count(*) from pharmacy_message m join pharmacy_callback k on k.mc = m.mc and k.id = m.id
           where k.mc = a.mc and k.authorization_id = a.id) as told,
         (select count(*) from authorization_decision d where d.mc = a.mc and d.authorization_id in (a.id, a.superseded_by)) as made,
         (select count(*) from authorization_event e where e.mc = a.mc and e.authorization_id in (a.id, a.superseded_by) and e.event_code = 215) as undone,
         (select count(*) from prior_auth p where p.mc = a.mc and p.authorization_id = coalesce(a.superseded_by, a.id)
           and p.kind = 'PERMIT' and p.terminated_by is not null and p.terminated_reason <> 'Decision undone') as ended
           from rx_authorization a) a
      where told > made - undone + ended`,
  ],
  [
    'an open request has one first owner, in whose list it stands, and nobody else’s once it is complete',
    `select a.id, a.status_id || ' has ' || count(o.user_id) filter (where o.position = 1) || ' first owners, ' ||
       count(o.user_id) filter (where o.open) || ' open of ' || count(o.user_id) as what
       from rx_authorization a left join authorization_owner o on o.mc = a.mc and o.authorization_id = a.id where a.status_id >= 20
      group by a.mc, a.id having count(o.user_id) filter (where o.position = 1) <> least(count(o.user_id), 1)
          or count(o.user_id) filter (where o.open) <> case when a.status_id between 20 and 29 then count(o.user_id) else 0 end
          or (a.owner_id is not null and count(o.user_id) filter (where o.user_id = a.owner_id) = 0)`,
  ],
  [
    'a pharmacy is tried five times at most',
    `select k.authorization_id as id, k.status_id || ' after ' || k.attempts as what from pharmacy_callback k
      where k.attempts > 5`,
  ],
  [
    'a word to the pharmacy stands in the outbox once',
    `select min(o.authorization_id::text)::uuid as id, count(*) || ' of ' || (o.payload ->> 'callbackId') as what from outbox o
      where o.topic = 'pharmacy.callback' and o.cancelled_at is null group by o.payload ->> 'callbackId' having count(*) > 1`,
  ],
  [
    'nobody is notified of an event more often than it happened',
    `with happened as (select mc, payload ->> 'authorizationId' as id, payload ->> 'happening' as kind,
       count(*) as times from outbox where topic = 'notify' group by 1, 2, 3),
       told as (select mc, authorization_id as id, kind, count(*) as times from user_notification
         where authorization_id is not null group by mc, authorization_id, user_id, kind)
     select t.id, t.kind || ' ' || t.times as what from told t left join happened h on h.mc = t.mc and h.id = t.id::text and h.kind = t.kind
      where t.kind in (select kind from happened) and t.times > coalesce(h.times, 0)`,
  ],
  [
    'silence approves once, after the due time and only where it does',
    `select a.id, 'event 210 ' || count(*) as what from authorization_event e join rx_authorization a on a.mc = e.mc and a.id = e.authorization_id
      where e.event_code = 210 group by a.mc, a.id having count(*) <> 1 or a.status_id <> 33
        or min(e.at) < a.statutory_due_at or a.juris_state not in ('NY', 'IN', 'CO')
          or a.claim_channel_type in (2, 7, 8, 9) or (a.reconsideration_level > 0 and not (a.juris_state = 'NY' and a.reconsideration_level = 2))`,
  ],
  [
    'each level of escalation is reached once, in order',
    `select e.authorization_id as id, string_agg(e.detail ->> 'n', ' ' order by e.id) as what from authorization_event e where e.event_code = 172
      group by e.mc, e.authorization_id having string_agg(e.detail ->> 'n', ' ' order by e.id) not in ('1', '1 2', '1 2 3')`,
  ],
  ...factRules,
]

export type Fault = { rule: string; id: string | null; what: string }

/** Every invariant that does not hold now. */
export async function faults(db: pg.Client): Promise<Fault[]> {
  const found: Fault[] = []
  for (const [rule, broken] of rules) {
    const { rows } = await db.query<{ id: string | null; what: string }>(broken)
    for (const row of rows) found.push({ rule, ...row })
  }
  return found
}

/**
 * Invariant 6 for every request with an event younger than one: its log leads to the status it has; and what silence does
 * to it is what its rule says. Answers the youngest event looked at.
 */
export async function replayed(db: pg.Client, since: string): Promise<{ until: string; found: Fault[] }> {
  type Touched = Parameters<typeof silenceApproves>[0] & {
    id: string
    status: number
    until: string
    log: LoggedEvent[]
    silence_approves: boolean
    merged: boolean
  }
  const { rows } = await db.query<Touched>(
    `with touched as (select mc, authorization_id as id, max(id) as until from authorization_event where id > $1 group by 1, 2)
     select a.id, a.status_id as status, t.until::text, a.silence_approves, a.due_pack, a.juris_state, a.request_received_at,
       a.claim_channel_type, a.reconsideration_level, jsonb_build_object('facts', a.shown -> 'facts') as shown, a.clock_state ? 'dueFrom' as merged,
       (select jsonb_agg(jsonb_build_object('eventCode', e.event_code, 'oldStatusId', e.old_status_id, 'newStatusId', e.new_status_id) order by e.id)
          from authorization_event e where e.mc = a.mc and e.authorization_id = a.id) as log
       from touched t join rx_authorization a on a.mc = t.mc and a.id = t.id
      where not (a.status_id = 10 and a.reconsideration_level > 0) -- its log begins when it is sent`,
    [since],
  )
  let until = BigInt(since)
  const found: Fault[] = []
  for (const row of rows) {
    if (BigInt(row.until) > until) until = BigInt(row.until)
    if (!row.merged && row.silence_approves !== silenceApproves(row))
      found.push({ rule: 'what silence does is what the rule says', id: row.id, what: row.due_pack })
    const status = replay(row.log)
    if (status === row.status) continue
    const log = row.log.map((one) => `${one.eventCode} ${one.oldStatusId}>${one.newStatusId}`).join(', ')
    found.push({
      rule: '6 the events lead to the status',
      id: row.id,
      what: `${row.status}, replayed ${status}: ${log}`,
    })
  }
  return { until: until.toString(), found }
}

/** Changes when any row of the tables a decision may write was made, changed or removed. */
export async function fingerprint(db: pg.Client): Promise<string> {
  const parts = decisionTables.map(
    (table) => `select '${table} ' || count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) as sum from ${table}`,
  )
  // In a fixed order: a larger database counts them side by side and answers as they are ready.
  const { rows } = await db.query<{ sum: string }>(`${parts.join(' union all ')} order by 1`)
  return rows.map((row) => row.sum).join('\n')
}

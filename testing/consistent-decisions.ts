import type pg from 'pg'

const n = (of: string): string => `(select count(*)::int from ${of})`
const own = (table: string, alias: string): string =>
  `${table} ${alias} where ${alias}.mc = a.mc and ${alias}.authorization_id = a.id`

// Counts the rows that belong to one authorization; it is consistent when the counts agree.
const counted = `
  select a.id, a.status_id, a.version, a.completed_at is not null as completed,
    ${n(`rx_transaction x where x.mc = a.mc and x.authorization_id = a.id`)} as fills,
    ${n(`${own('authorization_owner', 'o')} and o.open`)} as owners,
    ${n(`${own('authorization_decision', 'd')} and d.undone_at is null`)} as decisions,
    ${n(`${own('authorization_decision', 'd')} and d.undone_at is not null`)} as undone,
    ${n(`${own('prior_auth', 'p')} and p.kind = 'PERMIT' and p.status_id in (1, 2, 3, 4)`)} as permits,
    ${n(`${own('outbox', 'b')} and b.topic = 'pharmacy.callback' and b.cancelled_at is null`)} as outward,
    ${n(`${own('outbox', 'b')} and b.topic = 'pharmacy.callback' and b.dispatched_at is not null`)} as dispatched,
    ${n(`${own('pharmacy_callback', 'k')} and k.status_id <> 8`)} as callbacks,
    ${n(`${own('pharmacy_callback', 'k')} and k.status_id in (2, 3, 4)`)} as sent,
    ${n(`pharmacy_callback k join pharmacy_message m on m.mc = k.mc and m.id = k.id where k.mc = a.mc and k.authorization_id = a.id`)} as messages,
    ${n(`${own('authorization_event', 'e')} and e.event_code = 100`)} as raised_events,
    ${n(`${own('authorization_event', 'e')} and e.event_code = 130`)} as approved_events,
    ${n(`${own('authorization_event', 'e')} and e.event_code = 215`)} as undone_events,
    ${n(`${own('authorization_event', 'e')} and e.event_code = 300`)} as queued_events,
    ${n(`${own('authorization_event', 'e')} and e.event_code = 304`)} as sent_events,
    ${n(`access_audit u where u.mc = a.mc and u.object_id = a.id::text and u.call = 'decision.approve'`)} as audits,
    ${n(`access_audit u where u.mc = a.mc and u.object_id = a.id::text and u.call = 'decision.undo'`)} as undo_audits,
    ${n(`idempotency i where i.mc = a.mc and i.call = 'decision.approve' and i.answer ->> 'authorizationId' = a.id::text`)} as answers
  from rx_authorization a`

const rules: readonly [says: string, broken: string][] = [
  ['an authorization has one fill and one first event', 'fills <> 1 or raised_events <> 1'],
  ['it is open or approved', 'status_id not in (20, 30)'],
  [
    'an open one has owners, no decision, no prior authorization and no message on its way',
    'status_id = 20 and (owners = 0 or completed or decisions + permits + outward + callbacks > 0)',
  ],
  [
    'an approved one has one decision, one prior authorization, one message to the pharmacy',
    'status_id = 30 and not (owners = 0 and completed and decisions = 1 and permits = 1 and outward = 1 and callbacks = 1)',
  ],
  [
    'each approval has its event, its audit row and its idempotency record',
    'not (approved_events = decisions + undone and queued_events = approved_events and audits = approved_events and answers = approved_events)',
  ],
  ['each undo has its event and its audit row', 'undone_events <> undone or undo_audits <> undone'],
  ['the version counts every change', 'version <> 1 + decisions + 2 * undone'],
  [
    'the pharmacy is notified at most once, with message, event and status together',
    'messages > 1 or messages <> sent or sent_events <> sent or sent > dispatched',
  ],
  ['the pharmacy was not notified of what was undone', 'status_id = 20 and messages > 0'],
]

/** Authorizations that are inconsistent, with the rule each breaks. Only authorizations that were raised, approved or undone may exist. */
export async function inconsistentAuthorizations(db: pg.Client): Promise<{ id: string; rule: string }[]> {
  const { rows } = await db.query<{ id: string; rule: string }>(
    `with counted as (${counted})
     ${rules.map(([says, broken]) => `select id, '${says}' as rule from counted where ${broken}`).join(' union all ')}
     union all select null, 'an idempotency record has its answer' from idempotency where answer is null
     union all select x.id, 'a rejected fill has its authorization' from rx_transaction x where x.status = 'R' and x.authorization_id is null
     union all select x.id, 'each fill has one audit row' from rx_transaction x
       where 1 <> (select count(*) from access_audit u where u.mc = x.mc and u.object_id = x.id::text and u.call = 'transactions.intake')`,
  )
  return rows
}

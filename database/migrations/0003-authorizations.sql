-- The request a person decides (authorization), the prior authorization the engine reads, and their story.
-- The medication and the rejects lie in the row itself: one request, one row, one read (docs/decisions/0006).

create table rx_authorization (
  mc text not null, id uuid not null,
  sub_carrier text not null, group_code text not null, stratus_claim_id uuid not null,
  reference_number text not null check (reference_number ~ '^[0-9]{12}$'),
  status_id smallint not null check (status_id in (10, 20, 21, 22, 23, 24, 25, 30, 31, 32, 33, 40, 41, 50, 51, 52)),
  origin_code smallint not null, claim_channel_type smallint not null, delivery_type_id smallint not null default 1, juris_state text not null,
  request_received_at timestamptz not null, completed_at timestamptz, completed_by uuid, completed_by_name text,
  statutory_due_at timestamptz not null, due_pack text not null, due_arithmetic jsonb not null, next_clock_at timestamptz,
  escalated boolean not null default false, escalation_level smallint not null default 0 check (escalation_level between 0 and 3), escalated_at timestamptz,
  snoozed_until timestamptz, snooze_hours_total int not null default 0, snoozed_by uuid,
  reconsideration_level smallint not null default 0 check (reconsideration_level between 0 and 3), original_auth_id uuid, superseded_by uuid,
  trigger_transaction_id uuid, last_transaction_id uuid, resubmission_count int not null default 0, last_submitted_at timestamptz not null,
  pharmacy_nabp text not null, pharmacy_waiting boolean not null default false, prescriber_npi text not null,
  owner_id uuid,
  rx_number text not null, fill_number int not null default 0, refills_authorised int not null default 0, date_written date, date_of_service date not null,
  ndc text not null, gpi text not null, drug_name text not null, strength text not null default '', generic_or_brand text not null, daw text not null default '0',
  dea_schedule text, quantity numeric(10, 3) not null check (quantity > 0), days_supply int not null check (days_supply between 1 and 365), compound_code int not null default 0,
  estimated_cost numeric(12, 2), last_paid_cost numeric(12, 2), mme_current numeric(8, 1), mme_after numeric(8, 1),
  rejects jsonb not null, reject_codes text[] not null, must_also_fix text[] not null default '{}',
  first_approval jsonb, -- what the first of two people decided, while the second is awaited (T07, end of 7.9)
  shown jsonb not null, -- what the engine said when it stopped: facts, pricing, trace, considerations, advice
  auto_pa boolean not null default true, passthru jsonb not null default '{}',
  version int not null default 1, created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (mc, id), unique (mc, reference_number),
  foreign key (mc, stratus_claim_id) references wc_claim, foreign key (mc, sub_carrier) references sub_carrier, foreign key (mc, group_code) references client_group,
  foreign key (mc, owner_id) references user_carrier (mc, user_id),
  -- A snooze never passes the due time less two hours
  check (snoozed_until is null or snoozed_until <= statutory_due_at - interval '2 hours'),
  check ((status_id < 30) = (completed_at is null)));
create index rx_authorization_open on rx_authorization (mc, statutory_due_at, id) where status_id between 20 and 29;
create index rx_authorization_open_sub on rx_authorization (mc, sub_carrier, statutory_due_at, id) where status_id between 20 and 29;
create index rx_authorization_received on rx_authorization (mc, request_received_at desc, id);
create index rx_authorization_completed on rx_authorization (mc, completed_at desc, id) where status_id >= 30;
create index rx_authorization_escalated on rx_authorization (mc, statutory_due_at, id) where status_id between 20 and 29 and escalated;
create index rx_authorization_by_claim on rx_authorization (mc, stratus_claim_id, request_received_at desc);
create index rx_authorization_join on rx_authorization (mc, stratus_claim_id, rx_number) where status_id between 20 and 29;
create index rx_authorization_clock on rx_authorization (next_clock_at) where status_id between 20 and 29;

-- Who owns a request: position 1 decides first. `open` follows the status, so that a worklist is one index range.
create table authorization_owner (
  mc text not null, authorization_id uuid not null, user_id uuid not null, position smallint not null, open boolean not null, assigned_by text, assigned_at timestamptz not null default now(),
  primary key (mc, authorization_id, user_id), foreign key (mc, authorization_id) references rx_authorization, foreign key (mc, user_id) references user_carrier (mc, user_id));
create index authorization_owner_open on authorization_owner (mc, user_id, authorization_id) where open;

create function follow_authorization_status() returns trigger language plpgsql as $$
begin
  if (new.status_id < 30) <> (old.status_id < 30) then
    update authorization_owner set open = new.status_id between 20 and 29 where mc = new.mc and authorization_id = new.id;
  end if;
  return null;
end $$;
create trigger rx_authorization_status after update of status_id on rx_authorization for each row execute function follow_authorization_status();

create table authorization_decision (
  mc text not null, authorization_id uuid not null, id uuid not null,
  decision text not null check (decision in ('APPROVE', 'REJECT', 'REJECT_NO_PA', 'AUTO', 'BYPASS', 'DEEMED')),
  decided_by uuid, decided_by_name text not null, at timestamptz not null,
  start_date date, end_date date, one_time boolean not null default false, drug_level smallint, override_all boolean not null default false,
  safety_included boolean not null default false, safety_ack_text text, reason_id int, reason_desc text not null default '', note text not null default '',
  max_fill int, max_qty numeric(10, 3), max_days int, rejects jsonb not null default '[]', second_approver uuid, second_approver_name text,
  shown jsonb not null, undone_at timestamptz, undone_by_name text,
  primary key (mc, id), foreign key (mc, authorization_id) references rx_authorization,
  check (end_date is null or end_date >= start_date));
-- Exactly one decision in force for each authorization
create unique index authorization_decision_standing on authorization_decision (mc, authorization_id) where undone_at is null;

create table authorization_event (
  mc text not null, authorization_id uuid not null, id bigint generated always as identity,
  event_code smallint not null, event_text text not null, actor_type text not null check (actor_type in ('user', 'system', 'pharmacy', 'prescriber')),
  actor_id uuid, actor_name text not null, at timestamptz not null, old_status_id smallint, new_status_id smallint, internal boolean not null default false,
  detail jsonb not null default '{}',
  primary key (mc, authorization_id, id), foreign key (mc, authorization_id) references rx_authorization);

create table prior_auth (
  mc text not null, id uuid not null, sub_carrier text not null, stratus_claim_id uuid not null, authorization_id uuid, override_ref text not null,
  kind text not null check (kind in ('PERMIT', 'BLOCK')), status_id smallint not null check (status_id between 1 and 8),
  level smallint not null check (level in (2, 4, 6, 8, 10, 11, 12, 14)), gpi_prefix text not null, ndc text, brand_flag text not null default '*',
  drug_name text not null, start_date date not null, end_date date not null check (end_date >= start_date),
  one_time boolean not null default false, max_fills int, fills_used int not null default 0, max_qty_per_fill numeric(10, 3), max_days_per_fill int, max_cost_per_fill numeric(12, 2),
  pharmacy_nabp text, prescriber_npi text, rx_number text,
  codes_cleared text[] not null default '{}', override_all boolean not null default false, safety_included boolean not null default false,
  safety_tier text check (safety_tier in ('A', 'R', 'O')), -- the strictest safety code the decider could clear: an old 88 never clears a contraindication that comes later
  reason_id int, reason_desc text not null default '', created_source text not null default 'PORTAL' check (created_source in ('PORTAL', 'AUTO', 'SUPPORT', 'FEED', 'BYPASS')),
  supersedes_id uuid, terminated_by text, terminated_reason text, created_at timestamptz not null, created_by_name text not null, version int not null default 1,
  primary key (mc, id), unique (mc, override_ref), foreign key (mc, stratus_claim_id) references wc_claim, foreign key (mc, authorization_id) references rx_authorization,
  check (fills_used >= 0 and (max_fills is null or fills_used <= max_fills)));
create index prior_auth_by_claim on prior_auth (mc, stratus_claim_id, start_date desc);
create index prior_auth_by_authorization on prior_auth (mc, authorization_id);
alter table rx_transaction add foreign key (mc, prior_auth_id) references prior_auth, add foreign key (mc, authorization_id) references rx_authorization;

create table auth_bypass (
  mc text not null, id uuid not null, sub_carrier text not null, stratus_claim_id uuid not null, scope_prefix text not null default '', reason text not null, codes text[] not null default '{}',
  start_date date not null, end_date date not null, max_fills int, max_cost_per_fill numeric(12, 2), fills_used int not null default 0,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'ENDED', 'REVOKED')), primary key (mc, id), foreign key (mc, stratus_claim_id) references wc_claim);
create index auth_bypass_by_claim on auth_bypass (mc, stratus_claim_id);

create table rph_recommendation (
  mc text not null, id uuid not null, authorization_id uuid not null,
  action text not null check (action in ('APPROVE', 'REJECT', 'APPROVE_MODIFIED', 'P2P', 'DEFER')), modified jsonb not null default '{}', rationale text not null,
  pharmacist text not null, pharmacist_id uuid, license text, at timestamptz not null, superseded boolean not null default false,
  primary key (mc, id), foreign key (mc, authorization_id) references rx_authorization);
create index rph_recommendation_by_authorization on rph_recommendation (mc, authorization_id);

create table pharmacy_callback (
  mc text not null, id uuid not null, authorization_id uuid not null, pharmacy_nabp text not null,
  status_id smallint not null check (status_id between 1 and 8), outcome text not null, start_date date, end_date date, one_time boolean not null default false,
  attempts int not null default 0, created_at timestamptz not null, sent_at timestamptz, acknowledged_at timestamptz, last_error text,
  primary key (mc, id), foreign key (mc, authorization_id) references rx_authorization);
create index pharmacy_callback_by_authorization on pharmacy_callback (mc, authorization_id, created_at desc);

-- What must happen outside, written in the same transaction as its cause, sent after `available_at` (undo window).
create table outbox (
  mc text not null, id uuid not null, topic text not null, payload jsonb not null, authorization_id uuid,
  available_at timestamptz not null, created_at timestamptz not null default now(), dispatched_at timestamptz, cancelled_at timestamptz,
  primary key (mc, id));
create index outbox_waiting on outbox (available_at) where dispatched_at is null and cancelled_at is null;
create index outbox_by_authorization on outbox (mc, authorization_id) where dispatched_at is null;

do $$
declare t text;
begin
  foreach t in array array['authorization_owner', 'authorization_decision', 'authorization_event', 'rph_recommendation', 'pharmacy_callback', 'outbox'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy carrier on %I using (mc = app_mc()) with check (mc = app_mc())', t);
  end loop;
  foreach t in array array['rx_authorization', 'prior_auth', 'auth_bypass'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy carrier on %I using (mc = app_mc() and app_sees(sub_carrier)) with check (mc = app_mc() and app_sees(sub_carrier))', t);
  end loop;
end $$;

grant select on rx_authorization, authorization_owner, authorization_decision, authorization_event, prior_auth, auth_bypass, rph_recommendation, pharmacy_callback to rxdocket_reader, rxdocket_app;
grant insert, update on rx_authorization, prior_auth, pharmacy_callback to rxdocket_app;
grant insert, update, delete on authorization_owner to rxdocket_app;
grant insert on authorization_decision, authorization_event, rph_recommendation, outbox to rxdocket_app;
grant update (undone_at, undone_by_name, second_approver, second_approver_name) on authorization_decision to rxdocket_app; -- a decision is never rewritten
grant select, update (dispatched_at, cancelled_at) on outbox to rxdocket_app;
grant update (fills_used, status) on auth_bypass to rxdocket_app;
grant usage on all sequences in schema public to rxdocket_reader, rxdocket_app;

-- Two tables, because two things happen to a request that live differently. A referral is the payer's
-- own matter: it is opened when a request goes to utilization review (T16), closed by what the reviewer does (T17) and open
-- again when that is taken back, so its row changes. A determination is a paper from outside, of a review organisation, of
-- independent medical review, of a board or a court: it is written down once and never changed or deleted; a wrong entry is
-- withdrawn, with a reason, and stays to be seen.
create table ur_referral (
  mc text not null, id uuid not null, sub_carrier text not null, authorization_id uuid not null,
  juris_state text not null, sent_at timestamptz not null, sent_by uuid, sent_by_name text not null,
  due_at timestamptz not null, -- the request's legal due time; it follows the request's while the referral is open
  closed_at timestamptz,
  -- ENDED: the request was withdrawn, merged, closed or deemed approved while it was with the reviewers.
  result text check (result in ('CERTIFIED', 'MODIFIED', 'DENIED', 'RETURNED', 'ENDED')),
  reviewer_id uuid, reviewer_name text, license text, -- the states the reviewer was licensed for then
  decision_id uuid, -- what an undo takes back
  primary key (mc, id), foreign key (mc, authorization_id) references rx_authorization,
  check ((closed_at is null) = (result is null)), check (closed_at is not null or reviewer_name is null and license is null and decision_id is null),
  check (result not in ('CERTIFIED', 'MODIFIED', 'DENIED', 'RETURNED') or reviewer_name is not null and license is not null));
create unique index ur_referral_open on ur_referral (mc, authorization_id) where closed_at is null;
create index ur_referral_by_authorization on ur_referral (mc, authorization_id, sent_at desc);

create table determination (
  mc text not null, id uuid not null, sub_carrier text not null, authorization_id uuid not null,
  kind text not null check (kind in ('UR', 'IMR', 'BOARD', 'COURT')),
  authority text not null check (length(authority) between 1 and 120), number text not null check (length(number) between 1 and 40),
  determined_on date not null, result text not null check (result in ('CERTIFIED', 'MODIFIED', 'DENIED')),
  start_date date, end_date date, one_time boolean, drug_level smallint check (drug_level in (2, 4, 6, 8, 10, 11, 12, 14)),
  max_fills smallint check (max_fills between 1 and 12), max_qty numeric(12, 3) check (max_qty > 0), max_days smallint check (max_days between 1 and 365),
  document_id uuid, note text not null default '' check (length(note) <= 1000),
  recorded_by uuid not null, recorded_by_name text not null, recorded_at timestamptz not null,
  withdrawn_at timestamptz, withdrawn_by uuid, withdrawn_by_name text, withdrawn_reason text check (length(withdrawn_reason) between 1 and 500),
  primary key (mc, id), foreign key (mc, authorization_id) references rx_authorization, foreign key (mc, document_id) references document,
  check (case when result = 'DENIED' then num_nonnulls(start_date, end_date, one_time, drug_level, max_fills, max_qty, max_days) = 0
              else num_nulls(start_date, end_date, one_time, drug_level) = 0 and start_date <= end_date end),
  check (not one_time or coalesce(max_fills, 1) = 1),
  check (num_nonnulls(withdrawn_at, withdrawn_by, withdrawn_by_name, withdrawn_reason) in (0, 4)));
create index determination_standing on determination (mc, authorization_id) where withdrawn_at is null;
create index determination_by_authorization on determination (mc, authorization_id, recorded_at desc);

-- Whatever else takes a request out of review ends its referral; what is due sooner is due sooner there, too.
create function follow_request_with_review() returns trigger language plpgsql as $$
begin
  if new.status_id <> 23 then
    update ur_referral set closed_at = new.updated_at, result = 'ENDED' where mc = new.mc and authorization_id = new.id and closed_at is null;
  else
    update ur_referral set due_at = new.statutory_due_at where mc = new.mc and authorization_id = new.id and closed_at is null;
  end if;
  return null;
end $$;
create trigger rx_authorization_review after update of status_id, statutory_due_at on rx_authorization for each row
  when (old.status_id = 23 and (new.status_id <> 23 or new.statutory_due_at <> old.statutory_due_at)) execute function follow_request_with_review();

-- What a paper said is not changed: an entry is withdrawn once, and that is all that ever happens to it.
create function keep_determination() returns trigger language plpgsql as $$
begin
  if old.withdrawn_at is not null
     or to_jsonb(new) - '{withdrawn_at,withdrawn_by,withdrawn_by_name,withdrawn_reason}'::text[] <> to_jsonb(old) - '{withdrawn_at,withdrawn_by,withdrawn_by_name,withdrawn_reason}'::text[] then
    raise exception 'a determination is withdrawn, never changed' using errcode = '23514', constraint = 'determination_kept';
  end if;
  return new;
end $$;
create trigger determination_kept before update on determination for each row execute function keep_determination();

do $$
declare v_table text; v_mc text;
begin
  -- Requests that are with the reviewers today were sent there when their log says.
  for v_mc in select mc from master_carrier loop
    perform set_config('app.mc', v_mc, true);
    insert into ur_referral (mc, id, sub_carrier, authorization_id, juris_state, sent_at, sent_by, sent_by_name, due_at)
    select a.mc, gen_random_uuid(), a.sub_carrier, a.id, a.juris_state, coalesce(e.at, a.updated_at), e.actor_id, coalesce(e.actor_name, 'RxDocket'), a.statutory_due_at
      from rx_authorization a left join lateral (select v.at, v.actor_id, v.actor_name from authorization_event v
        where v.mc = a.mc and v.authorization_id = a.id and v.event_code = 165 order by v.id desc limit 1) e on true
     where a.mc = v_mc and a.status_id = 23;
  end loop;
  foreach v_table in array array['ur_referral', 'determination'] loop
    execute format('alter table %I enable row level security', v_table);
    execute format('alter table %I force row level security', v_table);
    execute format('create policy carrier on %I using (mc = app_mc() and app_sees(sub_carrier)) with check (mc = app_mc() and app_sees(sub_carrier))', v_table);
    execute format('grant select on %I to rxdocket_reader, rxdocket_app', v_table);
  end loop;
end $$;
grant insert on ur_referral, determination to rxdocket_app;
grant update (due_at, closed_at, result, reviewer_id, reviewer_name, license, decision_id) on ur_referral to rxdocket_app;
grant update (withdrawn_at, withdrawn_by, withdrawn_by_name, withdrawn_reason) on determination to rxdocket_app;

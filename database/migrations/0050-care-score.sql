-- The care risk score of a claim: one row a month, the newest one the score of today. Points and their
-- sentences lie in the row: a score is always shown with its reasons.
create table care_score (
  mc text not null, stratus_claim_id uuid not null, month date not null check (extract(day from month) = 1),
  as_of date, -- null: something was filled and the score is not worked out yet
  score smallint not null check (score between 0 and 100), band text not null check (band in ('LOW', 'MODERATE', 'HIGH', 'SEVERE')),
  categories jsonb not null, criteria jsonb not null,
  next_at timestamptz, -- when it is worked out again by itself; only the newest month has one, and only while something may change
  primary key (mc, stratus_claim_id, month), foreign key (mc, stratus_claim_id) references wc_claim);
create index care_score_due on care_score (next_at) where next_at is not null;
alter table care_score enable row level security;
alter table care_score force row level security;
create policy carrier on care_score using (mc = app_mc()) with check (mc = app_mc());
grant select on care_score to rxdocket_reader, rxdocket_app;
grant insert, update on care_score to rxdocket_app;

create function due_care_scores(p_limit int, p_now timestamptz) returns table (mc text, id uuid) language sql stable security definer set search_path = public, pg_temp as $$
  select s.mc, s.stratus_claim_id from care_score s where s.next_at <= p_now order by s.next_at limit p_limit
$$;
create policy nightly on care_score for select to current_user using (true);
revoke all on function due_care_scores(int, timestamptz) from public;
grant execute on function due_care_scores(int, timestamptz) to rxdocket_app;

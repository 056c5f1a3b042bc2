-- Who opened which patient in the whole carrier, newest first, and one view by its id; reads of the privacy office itself are left out.
create function carrier_views(p_since timestamptz, p_most int)
  returns table (id bigint, at timestamptz, call text, ip text, claim uuid, stated text, user_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
    select a.id, a.at, a.call, a.ip, a.claim_ids[1], a.detail ->> 'reason', a.user_id
      from access_audit a where a.mc = app_mc() and a.at >= p_since and cardinality(a.claim_ids) = 1 and a.user_id is not null
       and a.outcome = 'ok' and a.call not like 'patientAccess.%' and a.call <> 'patients.addRecent'
     order by a.id desc limit p_most $$;
create function carrier_view(p_id bigint) returns table (id bigint, claim uuid, user_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
    select a.id, a.claim_ids[1], a.user_id from access_audit a
     where a.mc = app_mc() and a.id = p_id and cardinality(a.claim_ids) = 1 and a.user_id is not null and a.outcome = 'ok' $$;
revoke all on function carrier_views(timestamptz, int), carrier_view(bigint) from public;
grant execute on function carrier_views(timestamptz, int), carrier_view(bigint) to rxdocket_reader, rxdocket_app;
-- A view that somebody has to explain.
create table access_case (
  mc text not null references master_carrier, id uuid not null, view_id bigint not null, claim_id uuid not null, viewer_id uuid not null,
  note text not null check (length(note) <= 1000), opened_by uuid not null, opened_at timestamptz not null,
  answer text check (length(answer) <= 1000), closed_by uuid, closed_at timestamptz,
  check ((closed_at is null) = (closed_by is null) and (closed_at is null) = (answer is null)),
  primary key (mc, id));
create unique index access_case_of_view on access_case (mc, view_id);
alter table access_case enable row level security;
alter table access_case force row level security;
create policy carrier on access_case using (mc = app_mc()) with check (mc = app_mc());
grant select on access_case to rxdocket_reader, rxdocket_app;
grant insert, update (answer, closed_by, closed_at) on access_case to rxdocket_app;
select assume_few_carriers();

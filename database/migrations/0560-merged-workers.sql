-- Two records of one worker are merged by a person, and the merge can be undone; records that look alike are listed
-- (docs/decisions/0560-merged-workers.md).
alter table claimant add column merged_into uuid check (merged_into <> id), add foreign key (mc, merged_into) references claimant;
create index claimant_merged on claimant (mc, merged_into) where merged_into is not null;
create index claimant_by_ssn on claimant (mc, ssn_last4, dob) where ssn_last4 is not null;
grant update (merged_into) on claimant to rxdocket_app;
grant update (claimant_id) on wc_claim to rxdocket_app;
grant update (claimant_id) on chart_entry to rxdocket_app;
alter table eligibility_change drop constraint eligibility_change_kind_check,
  add constraint eligibility_change_kind_check check (kind in ('CONTACT', 'SPAN', 'ADDED', 'PERSON'));

-- What was merged: the worker who stays, the one who goes, and the claims that went over. Kept when it is undone.
create table worker_merge (
  mc text not null references master_carrier, id uuid not null, stays_id uuid not null, goes_id uuid not null check (goes_id <> stays_id),
  claims uuid[] not null, reason text not null check (length(reason) between 5 and 500), at timestamptz not null, merged_by uuid not null,
  merged_by_name text not null, undone_at timestamptz, undone_by uuid, undone_by_name text, undo_reason text check (length(undo_reason) between 5 and 500),
  primary key (mc, id), foreign key (mc, stays_id) references claimant, foreign key (mc, goes_id) references claimant);
create unique index worker_merge_in_force on worker_merge (mc, goes_id) where undone_at is null;
create index worker_merge_of_who_stays on worker_merge (mc, stays_id) where undone_at is null;
create index worker_merge_newest on worker_merge (mc, at desc, id desc);

-- Two workers on file who look alike, until a person says that they are two.
create table worker_pair (
  mc text not null references master_carrier, one_id uuid not null, other_id uuid not null check (one_id < other_id),
  found_at timestamptz not null default now(),
  different_at timestamptz, different_by uuid, different_by_name text, reason text check (length(reason) between 5 and 500),
  primary key (mc, one_id, other_id), foreign key (mc, one_id) references claimant, foreign key (mc, other_id) references claimant);
create index worker_pair_open on worker_pair (mc, found_at, one_id, other_id) where different_at is null;

do $$
declare t text;
begin
  foreach t in array array['worker_merge', 'worker_pair'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy carrier on %I using (mc = app_mc()) with check (mc = app_mc())', t);
  end loop;
end $$;
grant select on worker_merge, worker_pair to rxdocket_reader, rxdocket_app;
grant insert on worker_merge, worker_pair to rxdocket_app;
grant update (undone_at, undone_by, undone_by_name, undo_reason) on worker_merge to rxdocket_app;
grant update (different_at, different_by, different_by_name, reason) on worker_pair to rxdocket_app;

-- Alike: the same birth date with the same last name or the same last digits of the Social Security number; or the same whole name
-- with those digits. Of two known numbers that differ, one may be wrong where the first name is the same.
create function looks_alike(a claimant, b claimant) returns boolean language sql immutable set search_path = public, pg_temp as $$
  select a.id <> b.id and a.merged_into is null and b.merged_into is null
    and (a.ssn_last4 is null or b.ssn_last4 is null or a.ssn_last4 = b.ssn_last4 or a.first_folded = b.first_folded)
    and ((a.dob = b.dob and (a.last_folded = b.last_folded or a.ssn_last4 = b.ssn_last4))
      or (a.ssn_last4 = b.ssn_last4 and a.last_folded = b.last_folded and a.first_folded = b.first_folded)) $$;
-- Those who look like a worker; of each kind the first twenty.
create function workers_alike(p_mc text, p_id uuid) returns setof uuid language sql stable set search_path = public, pg_temp as $$
  select t.id from claimant n cross join lateral (
      (select o.id from claimant o where o.mc = n.mc and o.dob = n.dob and o.last_folded = n.last_folded and o.id <> n.id limit 20)
      union (select o.id from claimant o where o.mc = n.mc and o.ssn_last4 = n.ssn_last4 and o.dob = n.dob and o.id <> n.id limit 20)
      union (select o.id from claimant o where o.mc = n.mc and o.last_folded = n.last_folded and o.first_folded = n.first_folded
        and o.ssn_last4 = n.ssn_last4 and o.id <> n.id limit 20)) near
    join claimant t on t.mc = n.mc and t.id = near.id where n.mc = p_mc and n.id = p_id and looks_alike(n, t) $$;
create function note_worker_pairs() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into worker_pair (mc, one_id, other_id)
    select distinct n.mc, least(n.id, a.id), greatest(n.id, a.id) from noted n cross join lateral workers_alike(n.mc, n.id) a(id)
    on conflict do nothing;
  return null;
end $$;
create function note_worker_pair() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into worker_pair (mc, one_id, other_id)
    select new.mc, least(new.id, a.id), greatest(new.id, a.id) from workers_alike(new.mc, new.id) a(id) on conflict do nothing;
  return null;
end $$;
create trigger worker_pairs_added after insert on claimant referencing new table as noted for each statement execute function note_worker_pairs();
create trigger worker_pairs_followed after update of last_folded, first_folded, dob, ssn_last4 on claimant for each row
  when ((old.last_folded, old.first_folded, old.dob, old.ssn_last4) is distinct from (new.last_folded, new.first_folded, new.dob, new.ssn_last4))
  execute function note_worker_pair();

-- A claim that comes for a worker who was merged meanwhile is of the one who stays.
create function claim_of_who_stays() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare v_stays uuid;
begin
  select t.merged_into into v_stays from claimant t where t.mc = new.mc and t.id = new.claimant_id for key share;
  new.claimant_id := coalesce(v_stays, new.claimant_id);
  return new;
end $$;
create trigger claim_of_who_stays before insert or update of claimant_id on wc_claim for each row execute function claim_of_who_stays();
revoke all on function note_worker_pairs(), note_worker_pair(), claim_of_who_stays() from public;

alter table claimant no force row level security;
alter table worker_pair no force row level security;
insert into worker_pair (mc, one_id, other_id)
  select distinct n.mc, least(n.id, a.id), greatest(n.id, a.id) from claimant n cross join lateral workers_alike(n.mc, n.id) a(id);
alter table claimant force row level security;
alter table worker_pair force row level security;

-- Finding patients, and the ones a user viewed last.

-- Older numbers of a claim and the carrier's other names for it: a search by claim number matches them too.
create table claim_identifier (
  mc text not null, stratus_claim_id uuid not null, kind text not null check (kind ~ '^[A-Z_]{2,20}$'), value text not null check (value = upper(value)),
  primary key (mc, value, stratus_claim_id), foreign key (mc, stratus_claim_id) references wc_claim);
create index claim_identifier_by_claim on claim_identifier (mc, stratus_claim_id);

create index claim_case_owner_by_user on claim_case_owner (mc, user_id);

-- Close spellings of last names (docs/decisions/0084-close-spellings.md): each last name as it is and with each of its
-- letters left out. Two names that share one of these differ by one letter missing, added, mistyped, or two swapped.
create table last_name_variant (
  mc text not null references master_carrier, variant text not null, last_folded text not null, primary key (mc, variant, last_folded));

create function name_variants(name text) returns setof text language sql immutable parallel safe as $$
  select name where length(name) between 4 and 40
  union
  select left(name, n - 1) || substr(name, n + 1) from generate_series(1, length(name)) n where length(name) between 4 and 40 $$;

create function note_last_names() returns trigger language plpgsql as $$
begin
  insert into last_name_variant (mc, variant, last_folded)
    select n.mc, v, n.last_folded from (select distinct mc, last_folded from noted) n, name_variants(n.last_folded) v order by 1, 2, 3
    on conflict do nothing;
  return null;
end $$;
create trigger last_names_added after insert on claimant referencing new table as noted for each statement execute function note_last_names();
create trigger last_names_changed after update on claimant referencing new table as noted for each statement execute function note_last_names();

alter table claimant no force row level security;
insert into last_name_variant (mc, variant, last_folded)
  select n.mc, v, n.last_folded from (select distinct mc, last_folded from claimant) n, name_variants(n.last_folded) v;
alter table claimant force row level security;

create table recent_patient (
  mc text not null, user_id uuid not null, stratus_claim_id uuid not null, last_viewed_at timestamptz not null,
  primary key (mc, user_id, stratus_claim_id),
  foreign key (mc, user_id) references user_carrier (mc, user_id), foreign key (mc, stratus_claim_id) references wc_claim);
create index recent_patient_newest on recent_patient (mc, user_id, last_viewed_at desc);

do $$
declare t text;
begin
  foreach t in array array['claim_identifier', 'last_name_variant'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy carrier on %I using (mc = app_mc()) with check (mc = app_mc())', t);
  end loop;
end $$;
alter table recent_patient enable row level security;
alter table recent_patient force row level security;
create policy own on recent_patient using (mc = app_mc() and user_id = app_user()) with check (mc = app_mc() and user_id = app_user());

grant select on claim_identifier, last_name_variant, recent_patient to rxdocket_reader, rxdocket_app;
grant insert on last_name_variant to rxdocket_app;
grant insert, update (last_viewed_at), delete on recent_patient to rxdocket_app;

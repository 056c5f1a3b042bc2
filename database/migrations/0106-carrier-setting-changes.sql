-- Changes of carrier settings in the portal: what was before and after (null: not set), from which day, by whom and approved by whom.
create table carrier_setting_change (
  mc text not null references master_carrier, id uuid not null, sub_carrier text not null default '*', key text not null,
  before jsonb, after jsonb, reason text not null default '', starts_on date not null,
  status text not null check (status in ('WAITING', 'PLANNED', 'DONE', 'REFUSED')),
  made_by uuid not null, made_at timestamptz not null, decided_by uuid, decided_at timestamptz, undoes uuid,
  primary key (mc, id), foreign key (mc, made_by) references user_carrier (mc, user_id),
  foreign key (mc, decided_by) references user_carrier (mc, user_id), foreign key (mc, undoes) references carrier_setting_change (mc, id));
create index carrier_setting_change_by_time on carrier_setting_change (mc, made_at desc, id desc);
create unique index carrier_setting_change_open on carrier_setting_change (mc, sub_carrier, key) where status in ('WAITING', 'PLANNED');
-- Counts every change of a setting of the carrier, also those of operators, so that a stale page is recognized.
create table carrier_setting_version (mc text primary key references master_carrier, version integer not null);
do $$
declare t text;
begin
  foreach t in array array['carrier_setting_change', 'carrier_setting_version'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
  end loop;
end $$;
create policy carrier on carrier_setting_version using (mc = app_mc()) with check (mc = app_mc());
-- '*' is a setting of the whole carrier.
create policy carrier on carrier_setting_change using (mc = app_mc() and (sub_carrier = '*' or app_sees(sub_carrier)))
  with check (mc = app_mc() and (sub_carrier = '*' or app_sees(sub_carrier)));
create function count_setting_change() returns trigger language plpgsql as $$
begin
  insert into carrier_setting_version as v (mc, version) values (coalesce(new.mc, old.mc), 1)
    on conflict (mc) do update set version = v.version + 1;
  return null;
end $$;
create trigger counted after insert or update or delete on carrier_setting for each row execute function count_setting_change();
grant select on carrier_setting_change, carrier_setting_version to rxdocket_reader, rxdocket_app;
grant insert on carrier_setting_change, carrier_setting_version to rxdocket_app;
grant update (status, before, decided_by, decided_at) on carrier_setting_change to rxdocket_app;
grant update (version) on carrier_setting_version to rxdocket_app;
grant delete on carrier_setting to rxdocket_app;

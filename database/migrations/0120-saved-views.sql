-- Searches of the worklist that users saved under a name, as the address of the list says them. No patient is named in one.
create table saved_view (
  mc text not null references master_carrier, user_id uuid not null, id uuid not null, name text not null, address text not null,
  columns text[], shared boolean not null default false, saved_at timestamptz not null,
  primary key (mc, id), foreign key (mc, user_id) references user_carrier (mc, user_id));
create unique index saved_view_by_name on saved_view (mc, user_id, lower(name));
create index saved_view_shared on saved_view (mc, lower(name)) where shared;
-- The view the list of a user opens with.
create table saved_view_default (
  mc text not null references master_carrier, user_id uuid not null, view_id uuid not null,
  primary key (mc, user_id), foreign key (mc, user_id) references user_carrier (mc, user_id),
  foreign key (mc, view_id) references saved_view (mc, id) on delete cascade);
create index saved_view_default_of_view on saved_view_default (mc, view_id);
do $$
declare t text;
begin
  foreach t in array array['saved_view', 'saved_view_default'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy carrier on %I using (mc = app_mc()) with check (mc = app_mc())', t);
  end loop;
end $$;
grant select on saved_view, saved_view_default to rxdocket_reader, rxdocket_app;
grant insert, delete, update (name, address, columns, shared, saved_at) on saved_view to rxdocket_app;
grant insert, delete, update (view_id) on saved_view_default to rxdocket_app;
select assume_few_carriers();

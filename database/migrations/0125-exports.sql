-- Every file that leaves the portal: who took what, when, how its rows were chosen, how many there were, and how it ended. Its key is the
-- call that made it, which the user knows as the Support Id. Nothing here names a patient; `encrypted` makes the file again and is encrypted.
create table export_record (
  mc text not null references master_carrier, id uuid not null, at timestamptz not null, user_id uuid, actor text not null, call text not null,
  about text, sub_carrier text, filters text[] not null default '{}', encrypted text,
  state text not null check (state in ('RUNNING', 'FINISHED', 'CANCELED', 'FAILED')), rows int check (rows >= 0), ended_at timestamptz,
  primary key (mc, id), check ((state = 'RUNNING') = (ended_at is null)));
create index export_record_by_time on export_record (mc, at desc, id desc);
create index export_record_of_user on export_record (mc, user_id, at desc, id desc);
alter table export_record enable row level security;
alter table export_record force row level security;
create policy carrier on export_record using (mc = app_mc() and (sub_carrier is null or app_sees(sub_carrier)))
  with check (mc = app_mc() and (sub_carrier is null or app_sees(sub_carrier)));
grant select on export_record to rxdocket_reader, rxdocket_app;

-- Reads can write nothing but the audit: its row brings what the list of exports keeps, so that neither is there without the other.
create function record_export() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare v jsonb := new.detail -> 'exported';
begin
  new.detail := nullif(new.detail - 'exported', '{}');
  if new.mc = '' then return new; end if;
  if new.object_type = 'export end' then
    update export_record set state = upper(v ->> 'ended'), rows = (v ->> 'rows')::int, ended_at = app_now()
     where mc = new.mc and id = coalesce((v ->> 'id')::uuid, new.request_id) and state = 'RUNNING';
    return new;
  end if;
  insert into export_record (mc, id, at, user_id, actor, call, about, sub_carrier, filters, encrypted, state, rows, ended_at)
  values (new.mc, new.request_id, app_now(), coalesce(new.user_id, (v ->> 'userId')::uuid), new.actor, new.call, v ->> 'about', v ->> 'subCarrier',
    coalesce(array(select jsonb_array_elements_text(v -> 'filters')), '{}'), v ->> 'encrypted', coalesce(upper(v ->> 'ended'), 'RUNNING'),
    case when v ? 'ended' then coalesce(v ->> 'rows', new.detail ->> 'rows')::int end, case when v ? 'ended' then app_now() end);
  return new;
end $$;
revoke all on function record_export() from public;
create trigger record_export before insert on access_audit for each row when (new.detail ? 'exported') execute function record_export();
select assume_few_carriers();

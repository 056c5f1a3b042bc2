-- The call that made a file, with its input and encrypted: an account manager makes the file again from its entry, with their own rights.
alter table export_record add column again text;
create or replace function record_export() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare v jsonb := new.detail -> 'exported';
begin
  new.detail := nullif(new.detail - 'exported', '{}');
  if new.mc = '' then return new; end if;
  if new.object_type = 'export end' then
    update export_record set state = upper(v ->> 'ended'), rows = (v ->> 'rows')::int, bytes = (v ->> 'bytes')::bigint, ended_at = app_now()
     where mc = new.mc and id = coalesce((v ->> 'id')::uuid, new.request_id) and state = 'RUNNING';
    return new;
  end if;
  insert into export_record (mc, id, at, user_id, actor, call, about, sub_carrier, filters, encrypted, again, state, rows, bytes, ended_at)
  values (new.mc, new.request_id, app_now(), coalesce(new.user_id, (v ->> 'userId')::uuid), new.actor, new.call, v ->> 'about', v ->> 'subCarrier',
    coalesce(array(select jsonb_array_elements_text(v -> 'filters')), '{}'), v ->> 'encrypted', v ->> 'again',
    coalesce(upper(v ->> 'ended'), 'RUNNING'),
    case when v ? 'ended' then coalesce(v ->> 'rows', new.detail ->> 'rows')::int end, (v ->> 'bytes')::bigint,
    case when v ? 'ended' then app_now() end);
  return new;
end $$;

-- The check sum of a file as it left: whether a file that turns up somewhere is that one.
alter table export_record add column sha256 text check (sha256 ~ '^[0-9a-f]{64}$');
create or replace function record_export() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare v jsonb := new.detail -> 'exported';
begin
  new.detail := nullif(new.detail - 'exported', '{}');
  if new.mc = '' then return new; end if;
  if new.object_type = 'export end' then
    update export_record set state = upper(v ->> 'ended'), rows = (v ->> 'rows')::int, bytes = (v ->> 'bytes')::bigint, sha256 = v ->> 'sha256',
      ended_at = app_now()
     where mc = new.mc and id = coalesce((v ->> 'id')::uuid, new.request_id) and state = 'RUNNING';
    return new;
  end if;
  insert into export_record (mc, id, at, user_id, actor, call, about, sub_carrier, filters, encrypted, again, state, rows, bytes, sha256, ended_at)
  values (new.mc, new.request_id, app_now(), coalesce(new.user_id, (v ->> 'userId')::uuid), new.actor, new.call, v ->> 'about', v ->> 'subCarrier',
    coalesce(array(select jsonb_array_elements_text(v -> 'filters')), '{}'), v ->> 'encrypted', v ->> 'again',
    coalesce(upper(v ->> 'ended'), 'RUNNING'),
    case when v ? 'ended' then coalesce(v ->> 'rows', new.detail ->> 'rows')::int end, (v ->> 'bytes')::bigint, v ->> 'sha256',
    case when v ? 'ended' then app_now() end);
  return new;
end $$;

-- How many claims a file had something of, from the journal of access; no id of a claim leaves.
create function claims_of_export(p_id uuid) returns int
language sql stable security definer set search_path = public, pg_temp as $$
  select count(distinct c)::int from access_audit a join export_record e on e.mc = a.mc and e.id = a.request_id, unnest(a.claim_ids) c
   where e.mc = app_mc() and e.id = p_id
$$;
revoke all on function claims_of_export(uuid) from public;
grant execute on function claims_of_export(uuid) to rxdocket_reader, rxdocket_app;

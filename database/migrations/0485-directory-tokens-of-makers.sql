-- A directory's token reaches what its maker may reach: it ends when the maker is no account manager of all programs any more.

-- When the maker lost the right after making the token: null while they have it. It does not come back with the right.
create function maker_lost_right(p_mc text, p_maker uuid, p_made_at timestamptz) returns timestamptz
language sql stable set search_path = public, pg_temp as $$
  select coalesce(
    (select min(c.at) from rights_change c where c.mc = p_mc and c.user_id = p_maker and c.at > p_made_at and took_from_manager(c.before, c.after)
       and not (administers(c.after) and jsonb_typeof(c.after -> 'subCarriers') is distinct from 'array')),
    (select app_now() where not exists (select from user_carrier w join app_user u on u.id = w.user_id
       where w.mc = p_mc and w.user_id = p_maker and u.status in ('ACTIVE', 'LOCKED') and w.sub_carriers is null
         and administers(jsonb_build_object('active', w.active, 'roles', w.roles)))))
$$;
revoke all on function maker_lost_right(text, uuid, timestamptz) from public;
grant execute on function maker_lost_right(text, uuid, timestamptz) to rxdocket_reader, rxdocket_app;

create or replace function enter_directory(p_token_hash bytea, p_call text, p_request uuid, p_ip text, p_now timestamptz)
returns table (mc text, token_id uuid, token_name text, made_by uuid) language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare t scim_token%rowtype;
begin
  select x.* into t from scim_token x join master_carrier m on m.mc = x.mc and m.status = 'ACTIVE' where x.token_hash = p_token_hash and x.revoked_at is null;
  if not found then raise exception using errcode = 'RX001', message = 'SESSION_REQUIRED'; end if;
  perform enter_service(t.mc, 'Directory', p_call, p_request, p_ip, p_now);
  if maker_lost_right(t.mc, t.made_by, t.made_at) is not null then raise exception using errcode = 'RX001', message = 'SESSION_REQUIRED'; end if;
  -- At most once a minute, so that calls at the same time do not wait for each other.
  if t.last_used_at is null or t.last_used_at < coalesce(p_now, now()) - interval '1 minute' then
    update scim_token x set last_used_at = coalesce(p_now, now()) where x.mc = t.mc and x.id = t.id;
  end if;
  return query select t.mc, t.id, t.name, t.made_by;
end $$;

-- The account managers who can make another token are notified that this one has ended.
create function notify_of_ended_tokens() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.mc = app_mc() and old.sub_carriers is null and administers(rights_of(old)) and not (new.sub_carriers is null and administers(rights_of(new))) then
    insert into user_notification (mc, id, user_id, kind, title, at)
    select new.mc, uuidv7(), w.user_id, 'directory_token',
        format('The token %s of your directory has ended: %s is no account manager of all programs any more. Make another one.', t.name, t.made_by_name),
        app_now()
      from scim_token t join user_carrier w on w.mc = t.mc and w.user_id <> new.user_id and w.active and w.sub_carriers is null and administers(rights_of(w))
     where t.mc = new.mc and t.made_by = new.user_id and t.revoked_at is null
       and not exists (select from rights_change c where c.mc = t.mc and c.user_id = t.made_by and c.at > t.made_at and c.at < app_now()
         and took_from_manager(c.before, c.after));
  end if;
  return null;
end $$;
revoke all on function notify_of_ended_tokens() from public;
create trigger notify_of_ended_tokens after update on user_carrier for each row execute function notify_of_ended_tokens();

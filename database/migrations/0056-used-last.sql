-- Select Carrier says which carrier was worked in last, also in the first session of a day, and how many programs (sub-
-- carriers) somebody works in there. Programs stand behind the wall of their carrier, which nobody has chosen yet: their
-- number is kept beside the carrier's name, which everybody who works there may read.
alter table master_carrier add column programs int not null default 0;
create function count_programs() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then update master_carrier set programs = programs - 1 where mc = old.mc and old.status = 'ACTIVE'; end if;
  if tg_op <> 'DELETE' then update master_carrier set programs = programs + 1 where mc = new.mc and new.status = 'ACTIVE'; end if;
  return null;
end $$;
revoke all on function count_programs() from public;
create trigger programs after insert or delete or update of mc, status on sub_carrier for each row execute function count_programs();
do $$
declare v_mc text;
begin
  for v_mc in select mc from master_carrier loop
    perform set_config('app.mc', v_mc, true);
    update master_carrier set programs = (select count(*) from sub_carrier s where s.mc = v_mc and s.status = 'ACTIVE') where mc = v_mc;
  end loop;
end $$;

create or replace view my_carriers with (security_barrier) as
  select uc.mc, m.id, m.name, uc.is_default, uc.user_id, uc.roles, uc.sub_carriers, uc.data_extract_sub_carriers,
         coalesce(cardinality(uc.sub_carriers), m.programs) as programs
    from user_carrier uc join master_carrier m on m.mc = uc.mc
   where uc.user_id = app_user() and uc.active and m.status = 'ACTIVE';

create or replace function my_session(p_token_hash bytea)
returns table (limited boolean, idle_seconds int, previous_mc text, login_shown boolean, last_activity_at timestamptz, expires_at timestamptz, renew_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select x.limited, x.idle_seconds,
         case when x.mc is null and x.previous_mc is null
              then (select o.mc from session o where o.user_id = x.user_id and o.mc is not null order by o.started_at desc limit 1)
              else x.previous_mc end,
         x.login_shown, x.last_activity_at, x.expires_at, case when x.refresh_token_sealed is not null then x.renew_at end
    from session x where x.token_hash = p_token_hash and x.ended_at is null
$$;

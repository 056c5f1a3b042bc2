-- Support counts what waits at each of its carriers: goes on as the same user at another one, with the role and the programs they have
-- there, or at none. Only in the transaction, and never where a carrier vouched for the session.
create function work_at(p_mc text, p_roles text[]) returns boolean language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare c user_carrier%rowtype;
begin
  select uc.* into c from user_carrier uc join master_carrier m on m.mc = uc.mc and m.status = 'ACTIVE'
   where uc.mc = p_mc and uc.user_id = app_user() and uc.active and uc.mc = coalesce(nullif(current_setting('app.sso_mc', true), ''), uc.mc)
     and exists (select from unnest(uc.roles) r where lower(btrim(r)) = any (p_roles))
     and not exists (select from unnest(uc.roles) r where lower(btrim(r)) in ('read_only', 'prog_special'));
  perform set_config('app.mc', coalesce(c.mc, ''), true),
    set_config('app.subs', case when c.mc is null then '' when c.sub_carriers is null then '*' else array_to_string(c.sub_carriers, ',') end, true);
  return c.mc is not null;
end $$;
revoke all on function work_at(text, text[]) from public;
grant execute on function work_at(text, text[]) to rxdocket_reader, rxdocket_app;

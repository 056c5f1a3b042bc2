-- Single logout of a carrier's provider: sessions that another carrier vouched for are not its own to end.
drop function end_sessions_of(text, text, text, timestamptz);
create function end_sessions_of(p_sid text, p_issuer text, p_subject text, p_mc text, p_now timestamptz) returns table (known boolean, ended int)
language sql security definer set search_path = public, pg_temp as $$
  with meant as (
    select x.id, x.ended_at from session x join app_user u on u.id = x.user_id
     where u.idp_issuer = p_issuer and (p_sid is not null or p_subject is not null) and (p_sid is null or x.idp_sid = p_sid)
       and (p_subject is null or u.idp_subject = p_subject) and (p_mc is null or coalesce(x.sso_mc, p_mc) = p_mc)),
  ended as (
    update session x set ended_at = coalesce(p_now, now()), ended_reason = 'provider'
      from meant where x.id = meant.id and meant.ended_at is null returning 1)
  select exists (select from meant), (select count(*)::int from ended)
$$;
revoke all on function end_sessions_of(text, text, text, text, timestamptz) from public;
grant execute on function end_sessions_of(text, text, text, text, timestamptz) to rxdocket_app;

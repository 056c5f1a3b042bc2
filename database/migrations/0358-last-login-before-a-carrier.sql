-- When somebody signed in last, asked at sign-in, before there is a carrier or a session; no row for somebody not registered.
create function last_login_of(p_issuer text, p_subject text) returns table (last_login_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as
  $$ select u.last_login_at from app_user u where u.idp_issuer = p_issuer and u.idp_subject = p_subject $$;
revoke execute on function last_login_of(text, text) from public;
grant execute on function last_login_of(text, text) to rxdocket_app;

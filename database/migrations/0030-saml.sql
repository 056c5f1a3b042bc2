-- Single sign-on of carriers by SAML 2.0: whom we believe, and what is under way.

-- A carrier's own identity provider. One entity speaks for one carrier, with two certificates while it rolls over.
create table carrier_sso (
  mc text primary key references master_carrier,
  entity_id text not null unique check (length(entity_id) between 1 and 1024),
  sso_url text not null check (sso_url ~ '^https?://' and length(sso_url) <= 2000),
  certificates text[] not null check (cardinality(certificates) between 1 and 2),
  allow_idp_initiated boolean not null default false,
  enabled boolean not null default true,
  updated_at timestamptz not null default now());
alter table carrier_sso enable row level security;
alter table carrier_sso force row level security;
create policy carrier on carrier_sso using (mc = app_mc()) with check (mc = app_mc());
-- Before anybody is signed in there is no carrier yet: the functions below look it up as the owner.
create policy sign_in on carrier_sso to current_user using (true) with check (true);
grant select on carrier_sso to rxdocket_reader, rxdocket_app;

-- The identity provider that calls itself by this name, or that of this carrier; none when it is switched off.
create function sso_of(p_entity text, p_mc text)
returns table (mc text, entity_id text, sso_url text, certificates text[], allow_idp_initiated boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.mc, s.entity_id, s.sso_url, s.certificates, s.allow_idp_initiated
    from carrier_sso s join master_carrier m on m.mc = s.mc and m.status = 'ACTIVE'
   where s.enabled and ((p_entity is not null and s.entity_id = p_entity) or (p_mc is not null and s.mc = p_mc))
$$;

-- The certificates of all carriers, so that operations hear of one that runs out. They are public.
create function sso_certificates() returns table (mc text, certificates text[]) language sql stable security definer set search_path = public, pg_temp as $$
  select s.mc, s.certificates from carrier_sso s join master_carrier m on m.mc = s.mc and m.status = 'ACTIVE' where s.enabled order by s.mc
$$;

-- Assertions that were taken, until nobody could take them any more. Hashes only.
create table sso_assertion (
  key_hash bytea primary key,
  until timestamptz not null);
create index sso_assertion_by_end on sso_assertion (until);

-- True for the first who shows it, of however many at once, on however many processes.
create function first_use_of_assertion(p_key text, p_until timestamptz, p_now timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from sso_assertion where until < p_now - interval '1 hour';
  insert into sso_assertion (key_hash, until) values (sha256(convert_to(p_key, 'UTF8')), p_until) on conflict do nothing;
  return found;
end $$;

-- A signed answer on its way through the browser: put down once, for this browser, fetched once within a minute.
create table sso_relay (
  id_hash bytea primary key,
  browser_hash bytea not null,
  saml_response text not null,
  relay_state text not null,
  hub_url text not null,
  unsolicited boolean not null,
  expires_at timestamptz not null);
create index sso_relay_by_end on sso_relay (expires_at);

create function keep_sso_relay(p_id text, p_browser bytea, p_saml_response text, p_relay_state text, p_hub_url text, p_unsolicited boolean, p_now timestamptz) returns void
language sql volatile security definer set search_path = public, pg_temp as $$
  delete from sso_relay where expires_at <= p_now;
  insert into sso_relay (id_hash, browser_hash, saml_response, relay_state, hub_url, unsolicited, expires_at)
  values (sha256(convert_to(p_id, 'UTF8')), p_browser, p_saml_response, p_relay_state, p_hub_url, p_unsolicited, p_now + interval '60 seconds')
$$;

-- The wrong browser, a second time and too late find nothing; the wrong browser takes nothing away from the right one.
create function take_sso_relay(p_id text, p_browser bytea, p_now timestamptz)
returns table (saml_response text, relay_state text, hub_url text, unsolicited boolean)
language sql volatile security definer set search_path = public, pg_temp as $$
  delete from sso_relay r where r.id_hash = sha256(convert_to(p_id, 'UTF8')) and r.browser_hash = p_browser and r.expires_at > p_now
  returning r.saml_response, r.relay_state, r.hub_url, r.unsolicited
$$;

do $$
declare f text;
begin
  foreach f in array array['sso_of(text,text)', 'sso_certificates()', 'first_use_of_assertion(text,timestamptz,timestamptz)',
    'keep_sso_relay(text,bytea,text,text,text,boolean,timestamptz)', 'take_sso_relay(text,bytea,timestamptz)'] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to rxdocket_app', f);
  end loop;
end $$;

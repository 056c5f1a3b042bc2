-- Text messages with consent: who agreed at which number, what workers answer, and what became of each text.

-- A telephone number as it is compared: the last ten digits, however it was typed.
create function sms_digits(p text) returns text language sql immutable strict parallel safe as $$ select right(regexp_replace(p, '[^0-9]', '', 'g'), 10) $$;

-- Consent belongs to a worker and a number. Every change ends one row and begins the next, so that it can be shown later when
-- somebody agreed and when they stopped. Without a row nobody was asked yet. 1 invited, 2 subscribed, 3 opted out,
-- 4 undeliverable; suspended (5) and blocked (6) follow from the claim, the number on file and the carrier's switch.
create table sms_campaign (
  mc text not null references master_carrier, id uuid not null, claimant_id uuid not null, mobile text not null check (mobile ~ '^[0-9]{10}$'),
  state smallint not null check (state between 1 and 4), language text not null,
  consent_source text not null check (consent_source in ('TEXT', 'CARRIER', 'RECORD')), -- the worker's own text, the carrier, or known before
  opted_in_at timestamptz, opted_out_at timestamptz, last_status_at timestamptz not null, failures smallint not null default 0 check (failures >= 0),
  since timestamptz not null, until timestamptz check (until >= since),
  primary key (mc, id), foreign key (mc, claimant_id) references claimant);
create unique index sms_campaign_current on sms_campaign (mc, claimant_id) where until is null;
create index sms_campaign_by_number on sms_campaign (mobile) where until is null;
create index claimant_by_mobile on claimant (sms_digits(mobile)) where mobile is not null;

-- What a worker answered, once for each worker the number belongs to. The gateway's own id of it makes a repeat harmless.
create table sms_inbound (
  mc text not null references master_carrier, id uuid not null, claimant_id uuid not null, mobile text not null, body text not null check (length(body) <= 1600),
  meaning text not null check (meaning in ('ACCEPT', 'JOIN', 'STOP', 'HELP', 'OTHER')), state smallint not null, provider_id text not null, at timestamptz not null,
  primary key (mc, id), foreign key (mc, claimant_id) references claimant);
create unique index sms_inbound_once on sms_inbound (mc, provider_id, claimant_id);
create index sms_inbound_by_provider on sms_inbound (provider_id);
create index sms_inbound_by_claimant on sms_inbound (mc, claimant_id, at desc);

-- What was known of consent so far; what cannot be a number of ten digits was never texted.
alter table claimant no force row level security;
insert into sms_campaign (mc, id, claimant_id, mobile, state, language, consent_source, opted_in_at, opted_out_at, last_status_at, since)
select mc, gen_random_uuid(), id, sms_digits(mobile), sms_state, language, 'RECORD', case when sms_state = 2 then now() end, case when sms_state = 3 then now() end, now(), now()
  from claimant where sms_state between 1 and 4 and sms_digits(mobile) ~ '^[0-9]{10}$';
alter table claimant force row level security;
alter table claimant drop column sms_state;

-- Of a message: whose worker it went to where it is about no request, from which template, when it is known to have arrived,
-- how often its gateway was not reached and how often the gateway refused the address. BLOCKED: a text that was not to leave.
alter table outside_message add column claimant_id uuid, add column template text, add column delivered_at timestamptz,
  add column unreached smallint not null default 0, add column refused smallint not null default 0,
  add foreign key (mc, claimant_id) references claimant,
  drop constraint outside_message_status_check, add constraint outside_message_status_check check (status in ('QUEUED', 'SENT', 'FAILED', 'BLOCKED'));
grant update (delivered_at, unreached, refused) on outside_message to rxdocket_app;
create index outside_message_by_number on outside_message (sms_digits(address), created_at desc) where channel = 'SMS';
create index outside_message_by_claimant on outside_message (mc, claimant_id, created_at desc) where claimant_id is not null;
-- An address that is refused is tried once more, a gateway that is down for a day (`attempts` counts both).
alter table lomn_request add column refusals int not null default 0 check (refusals between 0 and attempts);

do $$
declare t text;
begin
  foreach t in array array['sms_campaign', 'sms_inbound'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy carrier on %I using (mc = app_mc()) with check (mc = app_mc())', t);
    execute format('create policy texts on %I for select to current_user using (true)', t);
  end loop;
end $$;
create policy texts on claimant for select to current_user using (true);
grant select on sms_campaign, sms_inbound to rxdocket_reader, rxdocket_app;
grant insert on sms_campaign, sms_inbound to rxdocket_app;
grant update (until, failures, last_status_at) on sms_campaign to rxdocket_app;

-- STOP is said to a number, not to a carrier: all workers of all carriers whose number it is, held until the transaction ends.
-- What they agreed to counts for this number alone. Ids, states and languages; no name, no claim.
create function workers_of_number(p_number text, p_provider text)
returns table (mc text, claimant_id uuid, language text, state smallint, on_file boolean, opted_in_at timestamptz, here boolean, taken boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('text:' || p_number, 7));
  return query
  with people as (
    select t.mc, t.id from claimant t where t.mobile is not null and sms_digits(t.mobile) = p_number
    union select g.mc, g.claimant_id from sms_campaign g where g.mobile = p_number and g.until is null)
  select p.mc, p.id, t.language, coalesce(case when g.mobile = p_number then g.state end, 0::smallint), coalesce(sms_digits(t.mobile) = p_number, false),
    case when g.mobile = p_number then g.opted_in_at end, p.mc = app_mc(), exists (select from sms_inbound i where i.provider_id = p_provider)
    from people p join claimant t on t.mc = p.mc and t.id = p.id left join sms_campaign g on g.mc = p.mc and g.claimant_id = p.id and g.until is null
   order by 1, 2;
end $$;
-- Which carrier answers a number: the one that texted it last, else any that has it on file.
create function mc_of_number(p_number text) returns text language sql stable security definer set search_path = public, pg_temp as $$
  with people as (
    select t.mc from claimant t where t.mobile is not null and sms_digits(t.mobile) = p_number
    union select g.mc from sms_campaign g where g.mobile = p_number and g.until is null)
  select p.mc from people p
   order by (select max(m.created_at) from outside_message m where m.mc = p.mc and m.channel = 'SMS' and sms_digits(m.address) = p_number) desc nulls last, p.mc limit 1
$$;
revoke all on function workers_of_number(text, text) from public;
revoke all on function mc_of_number(text) from public;
grant execute on function workers_of_number(text, text), mc_of_number(text) to rxdocket_app;

-- What people prepare, grant, change and note by hand: drafts, prior authorizations without a pharmacy's claim, bypasses,
-- notes for explanations of bill review, and places in long lists that nobody can forge.

-- A draft (status 10) is its maker's alone until it is sent; the owner of a draft is who prepared it.
-- In the policy of the table itself: a second, restrictive one would keep the worklists from reading their order from an index.
alter policy carrier on rx_authorization to rxdocket_reader, rxdocket_app
  using (mc = app_mc() and app_sees(sub_carrier) and (status_id <> 10 or owner_id = app_user()))
  with check (mc = app_mc() and app_sees(sub_carrier) and (status_id <> 10 or owner_id = app_user()));
create policy owner on rx_authorization to current_user using (mc = app_mc() and app_sees(sub_carrier)) with check (mc = app_mc() and app_sees(sub_carrier)); -- drafts are removed by the owner's function
create index rx_authorization_draft on rx_authorization (created_at) where status_id = 10;

-- What the maker of a request asks to be approved. Wanted, not granted: the decision says what was granted.
create table authorization_wish (
  mc text not null, authorization_id uuid not null, effective_date date not null, expiration_date date, drug_level smallint check (drug_level in (2, 4, 6, 8, 10, 11, 12, 14)),
  primary key (mc, authorization_id), foreign key (mc, authorization_id) references rx_authorization,
  check (expiration_date is null or expiration_date >= effective_date));

-- Drafts nobody sent within 24 hours. Ids only, over all carriers, for the clock; each is deleted by its own carrier.
create function stale_drafts(p_limit int, p_now timestamptz) returns table (mc text, id uuid) language sql stable security definer set search_path = public, pg_temp as $$
  select a.mc, a.id from rx_authorization a where a.status_id = 10 and a.created_at <= p_now - interval '24 hours' order by a.created_at limit p_limit
$$;
create function purge_draft(p_id uuid, p_now timestamptz) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from rx_authorization a where a.mc = app_mc() and a.id = p_id and a.status_id = 10 and a.created_at <= p_now - interval '24 hours' for update;
  if not found then return false; end if;
  delete from authorization_event e where e.mc = app_mc() and e.authorization_id = p_id;
  delete from authorization_wish w where w.mc = app_mc() and w.authorization_id = p_id;
  delete from authorization_owner o where o.mc = app_mc() and o.authorization_id = p_id;
  delete from rx_authorization a where a.mc = app_mc() and a.id = p_id;
  return true;
end $$;

-- Who changed a prior authorization or block, from what to what. Append only.
create table prior_auth_change (
  mc text not null, id uuid not null, prior_auth_id uuid not null, at timestamptz not null, by_id uuid, by_name text not null, reason text not null default '', before jsonb not null, after jsonb not null,
  primary key (mc, id), foreign key (mc, prior_auth_id) references prior_auth);
create index prior_auth_change_by_permission on prior_auth_change (mc, prior_auth_id, at desc);
create index rx_transaction_fills on rx_transaction (mc, prior_auth_id, fill_date desc) where prior_auth_id is not null and status in ('P', 'B');
create index wc_claim_by_esi on wc_claim (mc, esi_claim_id);

-- Who set or ended a bypass. Its uses are in the log of the requests it cleared (event 121). Append only.
create table auth_bypass_event (
  mc text not null, id uuid not null, bypass_id uuid not null, stratus_claim_id uuid not null, at timestamptz not null, action text not null check (action in ('SET', 'ENDED')),
  actor_id uuid, actor_name text not null, detail text not null default '' check (length(detail) <= 2000),
  primary key (mc, id), foreign key (mc, bypass_id) references auth_bypass, foreign key (mc, stratus_claim_id) references wc_claim);
create index auth_bypass_event_by_claim on auth_bypass_event (mc, stratus_claim_id, at desc);

-- What a bill review is explained with. Append only; a correction is another note.
create table eobr_note (
  mc text not null, id uuid not null, sub_carrier text not null, stratus_claim_id uuid not null, authorization_id uuid, transaction_id uuid, reference_number text not null, juris_state text not null,
  codes text[] not null check (cardinality(codes) between 1 and 4), action text not null, note text not null default '' check (length(note) <= 1000),
  created_at timestamptz not null, created_by uuid, created_by_name text not null,
  primary key (mc, id), foreign key (mc, stratus_claim_id) references wc_claim, foreign key (mc, authorization_id) references rx_authorization, foreign key (mc, transaction_id) references rx_transaction);
create index eobr_note_by_reference on eobr_note (mc, reference_number, created_at desc);

-- A place in a list, handed to the browser and back: encrypted for the person, the carrier and the question, so that a changed,
-- borrowed or invented one opens nothing. The key never leaves the database.
create table cursor_key (only_one boolean primary key default true check (only_one), key bytea not null check (length(key) = 32));
insert into cursor_key (key) values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));
create function cursor_seal(p_hex text, p_of text) returns text language sql stable security definer set search_path = public, pg_temp as $$
  select left(encode(sha256(k.key || sha256(k.key || convert_to(concat_ws(chr(31), app_mc(), app_user()::text, p_of, p_hex), 'UTF8'))), 'hex'), 40) from cursor_key k
$$;
create function seal_cursor(p_place text, p_of text) returns text language sql stable security definer set search_path = public, pg_temp as $$
  select encode(convert_to(p_place, 'UTF8'), 'hex') || '.' || cursor_seal(encode(convert_to(p_place, 'UTF8'), 'hex'), p_of)
$$;
-- The place, or null when the cursor is not one of ours for this person and question.
create function open_cursor(p_cursor text, p_of text) returns text language plpgsql stable security definer set search_path = public, pg_temp as $$
declare v_hex text := split_part(p_cursor, '.', 1);
begin
  if p_cursor is null or p_cursor !~ '^([0-9a-f]{2}){1,100}\.[0-9a-f]{40}$' or split_part(p_cursor, '.', 2) <> cursor_seal(v_hex, p_of) then return null; end if;
  return convert_from(decode(v_hex, 'hex'), 'UTF8');
end $$;

do $$
declare t text; f text;
begin
  foreach t in array array['authorization_wish', 'prior_auth_change', 'auth_bypass_event'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy carrier on %I using (mc = app_mc()) with check (mc = app_mc())', t);
  end loop;
  alter table eobr_note enable row level security;
  alter table eobr_note force row level security;
  create policy carrier on eobr_note using (mc = app_mc() and app_sees(sub_carrier)) with check (mc = app_mc() and app_sees(sub_carrier));
  foreach f in array array['stale_drafts(int,timestamptz)', 'purge_draft(uuid,timestamptz)', 'cursor_seal(text,text)', 'seal_cursor(text,text)', 'open_cursor(text,text)'] loop
    execute format('revoke all on function %s from public', f);
  end loop;
end $$;
grant execute on function seal_cursor(text, text), open_cursor(text, text) to rxdocket_reader, rxdocket_app;
grant execute on function stale_drafts(int, timestamptz), purge_draft(uuid, timestamptz) to rxdocket_app;
grant select on authorization_wish, prior_auth_change, auth_bypass_event, eobr_note to rxdocket_reader, rxdocket_app;
grant insert, update on authorization_wish to rxdocket_app;
grant insert on prior_auth_change, auth_bypass_event, eobr_note, auth_bypass to rxdocket_app;
grant update (end_date) on auth_bypass to rxdocket_app; -- ended early; fills and status are granted already

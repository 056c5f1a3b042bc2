-- Emergency access: a user reads one claim of a program they do not work in, for a while and with a reason, where the carrier allows it.

create table emergency_access (
  mc text not null, id uuid not null, user_id uuid not null, stratus_claim_id uuid not null, sub_carrier text not null, claim_number text not null,
  reason text not null check (length(reason) between 1 and 400), granted_at timestamptz not null, until timestamptz not null check (until > granted_at),
  primary key (mc, id), foreign key (mc, stratus_claim_id) references wc_claim, foreign key (mc, user_id) references user_carrier (mc, user_id));
create index emergency_access_by_user on emergency_access (mc, user_id, stratus_claim_id, until);
create index emergency_access_by_time on emergency_access (mc, granted_at desc, id desc);
create index emergency_access_by_claim on emergency_access (mc, stratus_claim_id);
alter table emergency_access enable row level security;
alter table emergency_access force row level security;
create policy carrier on emergency_access using (mc = app_mc()) with check (mc = app_mc() and user_id = app_user());
grant select on emergency_access to rxdocket_reader, rxdocket_app;
grant insert on emergency_access to rxdocket_app; -- never changed afterwards

-- The claim of one of these numbers and this birth date, in any program of the caller's carrier; nothing without both.
create function claim_in_any_program(p_numbers text[], p_dob date) returns table (id uuid, mc text, sub_carrier text, claim_number text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare v_subs text := current_setting('app.subs', true);
begin
  perform set_config('app.subs', '*', true);
  return query select c.id, c.mc, c.sub_carrier, c.claim_number from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id
    where c.mc = app_mc() and t.dob = p_dob
      and (c.claim_number = any (p_numbers) or c.client_claim_id = any (p_numbers) or c.subscriber_number = any (p_numbers));
  perform set_config('app.subs', v_subs, true);
end $$;

-- Lets the rest of this transaction read the program of a claim that the caller opened, until the answered time; null, and nothing
-- else to read, where they did not or it is over. The statements after it name the claim.
create function enter_emergency(p_claim uuid) returns timestamptz
  language plpgsql stable as $$
declare v_sub text; v_until timestamptz;
begin
  select e.sub_carrier, e.until into v_sub, v_until from emergency_access e
   where e.mc = app_mc() and e.user_id = app_user() and e.stratus_claim_id = p_claim and e.granted_at <= app_now() and e.until > app_now()
   order by e.until desc limit 1;
  if v_until is null then return null; end if;
  perform set_config('app.subs', v_sub, true);
  return v_until;
end $$;
revoke all on function claim_in_any_program(text[], date), enter_emergency(uuid) from public;
grant execute on function claim_in_any_program(text[], date) to rxdocket_app;
grant execute on function enter_emergency(uuid) to rxdocket_reader, rxdocket_app;
select assume_few_carriers();

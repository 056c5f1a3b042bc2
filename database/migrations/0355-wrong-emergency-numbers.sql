-- Emergency access: wrong birth dates are counted, and a claim that was opened closes when what allowed it is gone.

-- A number and a birth date that fit no claim, by who entered them: nobody finds a birth date by trying.
create table emergency_guess (
  mc text not null, id uuid not null, user_id uuid not null, number text not null check (length(number) between 1 and 60), at timestamptz not null,
  primary key (mc, id), foreign key (mc, user_id) references user_carrier (mc, user_id));
create index emergency_guess_by_user on emergency_guess (mc, user_id, at desc);
alter table emergency_guess enable row level security;
alter table emergency_guess force row level security;
create policy carrier on emergency_guess using (mc = app_mc()) with check (mc = app_mc() and user_id = app_user());
grant select, insert on emergency_guess to rxdocket_app; -- never changed afterwards

-- Keeps a wrong number of the caller. The refusal that follows has no answer to keep: the same form may be sent again under its key.
create function emergency_guessed(p_id uuid, p_number text, p_at timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into emergency_guess (mc, id, user_id, number, at) values (app_mc(), p_id, app_user(), p_number, p_at);
  delete from idempotency i where i.mc = app_mc() and i.user_id = app_user() and i.call = current_setting('app.call') and i.answer is null;
end $$;

-- Whether the caller may read claims of a program by emergency access now: they may change something, and the program allows it.
create function emergency_stands(p_sub text) returns boolean
  language sql stable as $$
  select coalesce((select z.value from carrier_setting z where z.mc = app_mc() and z.key = 'emergencyAccess' and z.sub_carrier in ('*', p_sub)
      order by z.sub_carrier = '*' limit 1) = 'true'::jsonb, false)
    and exists (select from user_carrier k join app_user u on u.id = k.user_id
        cross join lateral (select array(select lower(btrim(r)) from unnest(k.roles) r) as roles) held
      where k.mc = app_mc() and k.user_id = app_user() and k.active and u.status = 'ACTIVE'
        and not held.roles && '{read_only,prog_special}' and exists (select from unnest(held.roles) r where r not in ('', 'nurse_case_manager')))
$$;

-- Lets the rest of this transaction read the program of a claim that the caller opened, until the answered time; null, and nothing
-- else to read, where they did not, it is over, or what allowed it is gone. The statements after it name the claim.
create or replace function enter_emergency(p_claim uuid) returns timestamptz
  language plpgsql stable as $$
declare v_sub text; v_until timestamptz;
begin
  select e.sub_carrier, e.until into v_sub, v_until from emergency_access e
   where e.mc = app_mc() and e.user_id = app_user() and e.stratus_claim_id = p_claim and e.granted_at <= app_now() and e.until > app_now()
     and emergency_stands(e.sub_carrier)
   order by e.until desc limit 1;
  if v_until is null then return null; end if;
  perform set_config('app.subs', v_sub, true);
  return v_until;
end $$;
revoke all on function emergency_guessed(uuid, text, timestamptz), emergency_stands(text) from public;
grant execute on function emergency_guessed(uuid, text, timestamptz) to rxdocket_app;
grant execute on function emergency_stands(text) to rxdocket_reader, rxdocket_app;
select assume_few_carriers();

-- That nobody is left who could take what was handed over is noted once a hand-over, and those who can add somebody are notified.
alter table rx_authorization add column no_taker_at timestamptz;
create index rx_authorization_waits_elsewhere on rx_authorization (mc) where status_id in (22, 23, 25, 26) and no_taker_at is null;

-- Whose an answer is: of a saved approval a senior pharmacist's where every code it waits for is one that only a senior clears.
create function taker_wanted(a rx_authorization) returns text language sql immutable set search_path = public, pg_temp as $$
  select case when a.status_id = 23 then 'reviewer' when a.status_id in (25, 26) then 'supervisor'
    when jsonb_array_length(coalesce(a.first_approval -> 'waitsFor', '[]')) > 0 and not exists (
      select from jsonb_array_elements_text(a.first_approval -> 'waitsFor') w(code) where not exists (
        select from jsonb_array_elements(a.rejects) r where r ->> 'rejectCode' = w.code and (r ->> 'safety')::boolean
          and ((r ->> 'severity')::int = 1 or r ->> 'overridableBy' = 'O'))) then 'senior'
    else 'pharmacist' end
$$;
-- Whether anybody could take it: active members who may write and see its sub-carrier, those away too; a reviewer with a license for its
-- state, a senior with any; a second approval is another person's than who saved it.
create function nobody_takes(a rx_authorization) returns boolean language sql stable set search_path = public, pg_temp as $$
  select not exists (select from user_carrier k join app_user u on u.id = k.user_id and u.status = 'ACTIVE'
    where k.mc = a.mc and k.active and not k.roles && '{read_only,prog_special}' and (k.sub_carriers is null or a.sub_carrier = any(k.sub_carriers))
      and case taker_wanted(a)
        when 'reviewer' then k.roles && '{ur_reviewer,ur_nurse}' and a.juris_state = any(k.license_states)
        when 'supervisor' then k.roles && '{supervisor,account_admin}'
          and (a.status_id <> 25 or k.user_id::text is distinct from a.first_approval ->> 'byId')
        when 'senior' then 'override_all_edit_clinical' = any(k.roles) and cardinality(k.license_states) > 0
        else k.roles && '{clinical_pharmacist,override_all_edit_clinical}' end)
$$;
-- Of all carriers, what was handed over and nobody can take any more, not yet noted.
create function untaken_requests(p_limit int) returns table (mc text, id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.mc, a.id from rx_authorization a where a.status_id in (22, 23, 25, 26) and a.no_taker_at is null and nobody_takes(a) limit p_limit
$$;
revoke all on function taker_wanted(rx_authorization), nobody_takes(rx_authorization), untaken_requests(int) from public;
grant execute on function taker_wanted(rx_authorization), nobody_takes(rx_authorization), untaken_requests(int) to rxdocket_app;

-- A request belongs to somebody who decides requests or reviews: support and account managers without such a role own
-- none, and one that they own goes on to the next step of routing.
create or replace function orphaned_requests(p_limit int, p_now timestamptz) returns table (mc text, id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select o.mc, o.authorization_id
    from (select w.mc, w.user_id, w.sub_carriers,
                 not w.active or u.status = 'DISABLED'
                   or exists (select from unnest(w.roles) role where lower(btrim(role)) in ('read_only', 'prog_special'))
                   or not exists (select from unnest(w.roles) role
                     where lower(btrim(role)) in
                       ('all_access', 'adjuster', 'supervisor', 'clinical_pharmacist', 'override_all_edit_clinical', 'ur_reviewer')) as gone
            from user_carrier w join app_user u on u.id = w.user_id) p
    join authorization_owner o on o.mc = p.mc and o.user_id = p.user_id and o.open and o.position = 1
    join rx_authorization a on a.mc = o.mc and a.id = o.authorization_id and a.status_id between 20 and 29
   where (p.gone or p.sub_carriers is not null) and (p.gone or a.sub_carrier <> all (p.sub_carriers))
     and not exists (select from authorization_reroute r where r.mc = o.mc and r.authorization_id = o.authorization_id
       and r.leave_id is null and r.to_user is null and r.at > p_now - interval '1 hour')
   limit p_limit
$$;

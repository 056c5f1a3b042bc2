-- A carrier's directory keeps its users by SCIM 2.0 (RFC 7643, 7644): tokens, the users and groups as the directory has them.
create table scim_token (
  mc text not null references master_carrier, id uuid not null, name text not null, token_hash bytea not null,
  made_by uuid not null, made_by_name text not null, made_at timestamptz not null, last_used_at timestamptz,
  revoked_by_name text, revoked_at timestamptz, primary key (mc, id), foreign key (mc, made_by) references user_carrier (mc, user_id));
create unique index scim_token_by_hash on scim_token (token_hash);
-- user_id: the user it is; where they are invited, the invitation says who accepted it.
create table scim_user (
  mc text not null references master_carrier, id uuid not null, user_name text not null, external_id text, given_name text, family_name text,
  display_name text, email text not null, active boolean not null, user_id uuid, invitation_id uuid,
  version int not null default 1, created_at timestamptz not null, updated_at timestamptz not null,
  primary key (mc, id), foreign key (mc, user_id) references user_carrier (mc, user_id), foreign key (mc, invitation_id) references invitation (mc, id));
create unique index scim_user_by_name on scim_user (mc, lower(user_name));
create unique index scim_user_by_email on scim_user (mc, lower(email));
create index scim_user_by_external_id on scim_user (mc, external_id);
create table scim_group (
  mc text not null references master_carrier, id uuid not null, display_name text not null, external_id text, role text,
  version int not null default 1, created_at timestamptz not null, updated_at timestamptz not null, primary key (mc, id),
  check (role not in ('account_admin', 'all_access', 'pbm_support', 'override_all_edit_clinical')));
create unique index scim_group_by_name on scim_group (mc, lower(display_name));
create table scim_member (
  mc text not null, group_id uuid not null, scim_user_id uuid not null, primary key (mc, group_id, scim_user_id),
  foreign key (mc, group_id) references scim_group (mc, id) on delete cascade,
  foreign key (mc, scim_user_id) references scim_user (mc, id) on delete cascade);
create index scim_member_by_user on scim_member (mc, scim_user_id);
do $$
declare t text;
begin
  foreach t in array array['scim_token', 'scim_user', 'scim_group', 'scim_member'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy carrier on %I using (mc = app_mc()) with check (mc = app_mc())', t);
  end loop;
end $$;
-- A directory shows a token and no carrier: the token says whose it is.
create policy directory on scim_token to current_user using (true) with check (true);
grant select (mc, id, name, made_by, made_by_name, made_at, last_used_at, revoked_by_name, revoked_at) on scim_token to rxdocket_reader, rxdocket_app;
grant insert on scim_token to rxdocket_app;
grant update (revoked_by_name, revoked_at) on scim_token to rxdocket_app;
grant select on scim_user, scim_group, scim_member to rxdocket_reader, rxdocket_app;
grant insert, update, delete on scim_user, scim_group, scim_member to rxdocket_app;

-- Opens the transaction of a directory: to the carrier of its token, as the service "Directory".
create function enter_directory(p_token_hash bytea, p_call text, p_request uuid, p_ip text, p_now timestamptz)
returns table (mc text, token_id uuid, token_name text, made_by uuid) language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare t scim_token%rowtype;
begin
  select x.* into t from scim_token x join master_carrier m on m.mc = x.mc and m.status = 'ACTIVE' where x.token_hash = p_token_hash and x.revoked_at is null;
  if not found then raise exception using errcode = 'RX001', message = 'SESSION_REQUIRED'; end if;
  perform enter_service(t.mc, 'Directory', p_call, p_request, p_ip, p_now);
  -- At most once a minute, so that calls at the same time do not wait for each other.
  if t.last_used_at is null or t.last_used_at < coalesce(p_now, now()) - interval '1 minute' then
    update scim_token x set last_used_at = coalesce(p_now, now()) where x.mc = t.mc and x.id = t.id;
  end if;
  return query select t.mc, t.id, t.name, t.made_by;
end $$;
revoke all on function enter_directory(bytea, text, uuid, text, timestamptz) from public;
grant execute on function enter_directory(bytea, text, uuid, text, timestamptz) to rxdocket_app;
-- A directory may take an invitation back.
alter table invitation drop constraint invitation_outcome_check;
alter table invitation add constraint invitation_outcome_check check (outcome in ('ACCEPTED', 'EXPIRED', 'WITHDRAWN'));
select assume_few_carriers();

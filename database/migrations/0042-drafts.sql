-- What people have typed into a form and not sent. One row a person, thing and form; nobody else of
-- the carrier sees it. Free text about a patient may stand in it: it goes when the form is sent or discarded, and after a
-- week without a change.
create table form_draft (
  mc text not null, user_id uuid not null, subject_id uuid not null, form text not null check (form ~ '^[a-z][a-z-]{1,39}$'),
  body jsonb not null check (jsonb_typeof(body) = 'object' and octet_length(body::text) <= 65536),
  version bigint not null, saved_at timestamptz not null, expires_at timestamptz not null check (expires_at > saved_at),
  primary key (mc, user_id, subject_id, form), foreign key (mc, user_id) references user_carrier);
create index form_draft_by_end on form_draft (expires_at);

alter table form_draft enable row level security;
alter table form_draft force row level security;
create policy mine on form_draft to rxdocket_reader, rxdocket_app
  using (mc = app_mc() and user_id = app_user()) with check (mc = app_mc() and user_id = app_user());
create policy sweep on form_draft to current_user using (true); -- what is over is found and removed for everybody

-- Carriers that have drafts whose time is over, for the clock; each carrier's are removed by itself.
create function stale_form_drafts(p_limit int, p_now timestamptz) returns table (mc text, id text) language sql stable security definer set search_path = public, pg_temp as $$
  select distinct d.mc, d.mc from form_draft d where d.expires_at <= p_now limit p_limit
$$;
create function sweep_form_drafts(p_now timestamptz) returns int language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from form_draft d where d.mc = app_mc() and d.expires_at <= p_now returning 1) select count(*)::int from gone
$$;
revoke all on function stale_form_drafts(int, timestamptz), sweep_form_drafts(timestamptz) from public;
grant execute on function stale_form_drafts(int, timestamptz), sweep_form_drafts(timestamptz) to rxdocket_app;
grant select on form_draft to rxdocket_reader, rxdocket_app;
grant insert, update, delete on form_draft to rxdocket_app;

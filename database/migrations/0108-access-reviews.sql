-- Reviews of what each user of a carrier may do: who looked at whom, when, what they saw and what came of it.
create table access_review (
  mc text not null references master_carrier, id uuid not null, opened_by uuid not null, opened_by_name text not null, opened_at timestamptz not null,
  closed_by uuid, closed_by_name text, closed_at timestamptz,
  primary key (mc, id), foreign key (mc, opened_by) references user_carrier (mc, user_id), foreign key (mc, closed_by) references user_carrier (mc, user_id),
  check ((closed_at is null) = (closed_by is null)));
create unique index access_review_open on access_review (mc) where closed_at is null;
create index access_review_by_time on access_review (mc, opened_at desc, id desc);
-- GONE: lost access before anybody answered. UNREVIEWED: the only account manager, whom nobody else could review.
create table access_review_line (
  mc text not null, review_id uuid not null, user_id uuid not null, answer text check (answer in ('KEEP', 'CHANGE', 'REMOVE', 'GONE', 'UNREVIEWED')),
  note text not null default '', answered_by uuid, answered_by_name text, answered_at timestamptz, seen jsonb, after jsonb,
  primary key (mc, review_id, user_id), foreign key (mc, review_id) references access_review (mc, id),
  foreign key (mc, user_id) references user_carrier (mc, user_id), foreign key (mc, answered_by) references user_carrier (mc, user_id),
  check ((answer is null) = (answered_at is null)), check ((answer is null) = (seen is null)), check (answered_by <> user_id));
do $$
declare t text;
begin
  foreach t in array array['access_review', 'access_review_line'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy carrier on %I using (mc = app_mc()) with check (mc = app_mc())', t);
  end loop;
end $$;
grant select on access_review, access_review_line to rxdocket_reader, rxdocket_app;
grant insert on access_review, access_review_line to rxdocket_app;
grant update (closed_by, closed_by_name, closed_at) on access_review to rxdocket_app;
grant update (answer, note, answered_by, answered_by_name, answered_at, seen, after) on access_review_line to rxdocket_app;
select assume_few_carriers();

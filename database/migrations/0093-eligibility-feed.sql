-- Files of a carrier with workers, claims and coverage: how far each was loaded, and the lines that were refused. `content` is
-- empty where an operator loads the file from a disk, and once a file is loaded.
create table eligibility_feed (
  mc text not null references master_carrier, id uuid not null, file_name text not null check (length(file_name) <= 200),
  sha256 bytea not null, size bigint not null, content bytea,
  bytes_done bigint not null default 0, lines_done bigint not null default 0,
  added bigint not null default 0, changed bigint not null default 0, unchanged bigint not null default 0, refused bigint not null default 0,
  problem text, received_at timestamptz not null, finished_at timestamptz,
  primary key (mc, id), unique (mc, sha256));
-- Parts of it are read without the whole.
alter table eligibility_feed alter column content set storage external;
create table eligibility_feed_refusal (
  mc text not null, feed_id uuid not null, line bigint not null, column_name text not null, message text not null,
  primary key (mc, feed_id, line, column_name), foreign key (mc, feed_id) references eligibility_feed on delete cascade);

do $$
declare t text;
begin
  foreach t in array array['eligibility_feed', 'eligibility_feed_refusal'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy carrier on %I using (mc = app_mc()) with check (mc = app_mc())', t);
  end loop;
end $$;
grant select on eligibility_feed, eligibility_feed_refusal to rxdocket_reader, rxdocket_app;
grant insert on eligibility_feed, eligibility_feed_refusal to rxdocket_app;
grant update (content, bytes_done, lines_done, added, changed, unchanged, refused, problem, finished_at) on eligibility_feed to rxdocket_app;
-- The first call of a service that reads.
grant execute on function enter_service(text, text, text, uuid, text, timestamptz) to rxdocket_reader;

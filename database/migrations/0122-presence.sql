-- Who has a request open now. A row counts for a minute after its last sign; older ones are nobody's.
create table request_viewer (
  mc text not null, authorization_id uuid not null, user_id uuid not null, since timestamptz not null, seen_at timestamptz not null,
  primary key (mc, authorization_id, user_id), foreign key (mc, user_id) references user_carrier (mc, user_id),
  foreign key (mc, authorization_id) references rx_authorization (mc, id));
create index request_viewer_by_time on request_viewer (mc, seen_at);
create index request_viewer_of_user on request_viewer (mc, user_id);
alter table request_viewer enable row level security;
alter table request_viewer force row level security;
create policy carrier on request_viewer using (mc = app_mc()) with check (mc = app_mc());
grant select on request_viewer to rxdocket_reader, rxdocket_app;
grant insert, delete, update (since, seen_at) on request_viewer to rxdocket_app;
select assume_few_carriers();

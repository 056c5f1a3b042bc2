-- Requests a supervisor moved from one person of the team to others: the owners before and after, so that a move can be undone.
create table team_move (
  mc text not null, move_id uuid not null, authorization_id uuid not null, moved_by uuid not null, moved_at timestamptz not null,
  owners_before uuid[] not null, owners_after uuid[] not null check (cardinality(owners_after) > 0), undone_at timestamptz,
  primary key (mc, move_id, authorization_id), foreign key (mc, authorization_id) references rx_authorization,
  foreign key (mc, moved_by) references user_carrier (mc, user_id));
create index team_move_by_request on team_move (mc, authorization_id);
alter table team_move enable row level security;
alter table team_move force row level security;
create policy carrier on team_move using (mc = app_mc()) with check (mc = app_mc());
grant select on team_move to rxdocket_reader, rxdocket_app;
grant insert, update (undone_at) on team_move to rxdocket_app;
-- The preview of a move says which requests their owner is working on.
grant execute on function opened_since(uuid, uuid, uuid, timestamptz) to rxdocket_reader;
select assume_few_carriers();

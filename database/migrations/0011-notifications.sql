-- What the portal sends outside: one row a message, whatever carries it. The local stand-in delivers into this table alone,
-- and the demo mailbox shows it; a real gateway gets the row's id, so that a repeat is recognized.
create table outside_message (
  mc text not null references master_carrier, id uuid not null, channel text not null check (channel in ('MAIL', 'FAX', 'SMS')), address text not null, recipient text not null,
  subject text not null default '', body text not null, authorization_id uuid, created_at timestamptz not null, status text not null default 'QUEUED' check (status in ('QUEUED', 'SENT', 'FAILED')), sent_at timestamptz, error text,
  primary key (mc, id));
create index outside_message_newest on outside_message (mc, created_at desc);
create index outside_message_by_authorization on outside_message (mc, authorization_id) where authorization_id is not null;
alter table outside_message enable row level security;
alter table outside_message force row level security;
create policy carrier on outside_message using (mc = app_mc()) with check (mc = app_mc());
grant select on outside_message to rxdocket_reader, rxdocket_app;
grant insert on outside_message to rxdocket_app;
grant update (status, sent_at, error) on outside_message to rxdocket_app;

-- Text-message consent of a worker: only 2, subscribed, is ever written to.
alter table claimant add column sms_state smallint not null default 0 check (sms_state between 0 and 6);

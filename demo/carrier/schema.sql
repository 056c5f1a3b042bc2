-- The demo carrier's own identity provider keeps everything here: it is another organization. Safe to run again.
create schema if not exists demo_carrier;

-- What it signs with. Made once, so that a restart changes nothing for those who believe it.
create table if not exists demo_carrier.signing_key (
  id int primary key check (id = 1),
  private_key text not null,
  certificate text not null
);

create table if not exists demo_carrier.employee (
  username text primary key check (username = lower(btrim(username)) and username <> ''),
  password_hash text not null,
  name_id text not null unique,
  failures int not null default 0,
  failed_at timestamptz
);

-- The demo identity provider keeps everything here, apart from the portal's own tables. Safe to run again.
create schema if not exists demo_idp;

-- Sessions, codes, grants and sign-ins under way, as oidc-provider hands them over. The payload is text, not jsonb:
-- what a browser sends may hold a NUL character, which jsonb refuses.
create table if not exists demo_idp.payload (
  model text not null,
  id text not null,
  payload text not null,
  grant_id text,
  uid text,
  user_code text,
  account_id text,
  expires_at timestamptz,
  consumed_at timestamptz,
  primary key (model, id)
);
create index if not exists payload_grant on demo_idp.payload (grant_id) where grant_id is not null;
create unique index if not exists payload_session_uid on demo_idp.payload (uid) where model = 'Session';
create unique index if not exists payload_user_code on demo_idp.payload (user_code) where user_code is not null;
create index if not exists payload_account on demo_idp.payload (account_id) where account_id is not null;
create index if not exists payload_expiry on demo_idp.payload (expires_at);

-- Private keys as JWK. Made once, so that a restart invalidates no token.
create table if not exists demo_idp.signing_key (
  kid text primary key,
  jwk text not null,
  created_at timestamptz not null default now()
);

create table if not exists demo_idp.account (
  subject text primary key default gen_random_uuid()::text,
  username text not null check (username = btrim(username) and username <> ''),
  password_hash text,
  email text not null,
  name text not null,
  sso_only boolean not null default false,
  refresh_hint integer check (refresh_hint >= 0),
  must_change_password boolean not null default false,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  check (sso_only or password_hash is not null)
);
create unique index if not exists account_username on demo_idp.account (lower(username));

-- One row per attempt that did not end in a sign-in. What was typed as username is kept as a hash only: people type
-- passwords there.
create table if not exists demo_idp.sign_in_failure (
  id bigint generated always as identity primary key,
  username_hash text not null,
  subject text references demo_idp.account (subject) on delete cascade,
  failed_at timestamptz not null default clock_timestamp()
);
create index if not exists sign_in_failure_username on demo_idp.sign_in_failure (username_hash, failed_at);
create index if not exists sign_in_failure_subject on demo_idp.sign_in_failure (subject, failed_at);
create index if not exists sign_in_failure_age on demo_idp.sign_in_failure (failed_at);

-- Whom a carrier's own identity provider means by its name for a person. Made when people are enrolled, never by an
-- assertion: a provider speaks only for people who were enrolled for its carrier.
create table if not exists demo_idp.carrier_person (
  mc text not null,
  name_id text not null,
  subject text not null references demo_idp.account (subject) on delete cascade,
  primary key (mc, name_id)
);

-- A person vouched for, on the way from the signed answer to the sign-in it is for: once, for two minutes.
create table if not exists demo_idp.carrier_handle (
  hash bytea primary key,
  subject text not null references demo_idp.account (subject) on delete cascade,
  expires_at timestamptz not null
);
-- When the carrier's provider asked the person last, as it says: that is how old the proof is.
alter table demo_idp.carrier_handle add column if not exists proven_at timestamptz not null default now();
-- The carrier that vouched for the person.
alter table demo_idp.carrier_handle add column if not exists mc text;
create index if not exists carrier_handle_expiry on demo_idp.carrier_handle (expires_at);

-- Ways to a new password that were sent by mail: one an account, once, for half an hour.
create table if not exists demo_idp.recovery (
  hash bytea primary key,
  subject text not null unique references demo_idp.account (subject) on delete cascade,
  expires_at timestamptz not null
);
create index if not exists recovery_expiry on demo_idp.recovery (expires_at);

-- Who asked for one, or for whom, hashed: so often an hour and no more.
create table if not exists demo_idp.recovery_ask (
  key_hash text not null,
  at timestamptz not null default clock_timestamp()
);
create index if not exists recovery_ask_key on demo_idp.recovery_ask (key_hash, at);

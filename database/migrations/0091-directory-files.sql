-- How far files of the directories were loaded. Written by operators alone; the portal's roles have no right on it.
create table file_load (
  id bigint generated always as identity primary key,
  kind text not null, fingerprint text not null, file_name text not null, size bigint not null,
  bytes_done bigint not null default 0, lines_done bigint not null default 0,
  stored bigint not null default 0, refused bigint not null default 0,
  started_at timestamptz not null, finished_at timestamptz,
  unique (kind, fingerprint));

-- Products of the NDC directory of the Food and Drug Administration; packages refer to them.
create table ndc_product (
  product_id text primary key, name text not null, generic_name text not null, strength text not null, form text not null, route text not null,
  labeler text not null, dea text, brand boolean not null, otc boolean not null);
-- Drug code and price of a package, from a licensed catalog; the NDC directory has neither.
create table drug_code (
  ndc text primary key check (ndc ~ '^[0-9]{11,12}$'), gpi text not null check (gpi ~ '^[0-9]{14}$'),
  awp_unit numeric(12, 5) not null check (awp_unit >= 0), awp_effective_date date not null);

-- A zone PostgreSQL does not know is an error here, when it is written.
alter table pharmacy add constraint pharmacy_time_zone_is_known
  check (time_zone is null or (timestamptz '2000-01-01 00:00Z' at time zone time_zone) is not null);

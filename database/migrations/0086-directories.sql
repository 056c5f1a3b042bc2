-- Searching the directories: names by their beginning and by trigrams, numbers without dashes, places by distance.
create extension if not exists pg_trgm;
create extension if not exists cube;
create extension if not exists earthdistance;

alter table drug
  add column search_name text collate "C" generated always as (lower(regexp_replace(facts->>'name', '[^[:alnum:]]', '', 'g'))) stored,
  add column search_generic text collate "C" generated always as (lower(regexp_replace(facts->>'genericName', '[^[:alnum:]]', '', 'g'))) stored;
create index drug_by_search_name on drug (search_name);
create index drug_by_search_generic on drug (search_generic);
create index drug_by_part_of_name on drug using gin (search_name gin_trgm_ops);
create index drug_by_part_of_generic on drug using gin (search_generic gin_trgm_ops);

-- Degrees north and east of the middle of a postal code, as the Census Bureau's gazetteer gives them.
create table zip_place (
  zip text primary key check (zip ~ '^[0-9]{5}$'),
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180));
grant select on zip_place to rxdocket_reader, rxdocket_app;

-- hours: seven days from Monday, each [opens, closes] on the pharmacy's own clock, or null; null where they are not known.
alter table pharmacy
  add column lat double precision, add column lng double precision, add column hours jsonb, add column time_zone text,
  add column search_name text collate "C" generated always as (lower(regexp_replace(name, '[^[:alnum:]]', '', 'g'))) stored,
  add column search_city text collate "C" generated always as (lower(regexp_replace(city, '[^[:alnum:]]', '', 'g'))) stored,
  add column phone_digits text collate "C" generated always as (regexp_replace(phone, '[^0-9]', '', 'g')) stored,
  add check ((lat is null) = (lng is null));
create index pharmacy_by_search_name on pharmacy (search_name);
create index pharmacy_by_part_of_name on pharmacy using gin (search_name gin_trgm_ops);
create index pharmacy_by_city on pharmacy (state, search_city);
create index pharmacy_by_zip on pharmacy (zip);
create index pharmacy_by_phone on pharmacy (phone_digits);
create index pharmacy_by_place on pharmacy using gist (ll_to_earth(lat, lng)) where lat is not null;

-- Practitioners: where they practice and how they are reached, beside the first address and numbers of the row itself.
alter table practitioner
  add column license_number text,
  add column search_last text collate "C" generated always as (lower(regexp_replace(last_name, '[^[:alnum:]]', '', 'g'))) stored,
  add column search_first text collate "C" generated always as (lower(regexp_replace(first_name, '[^[:alnum:]]', '', 'g'))) stored;
create index practitioner_by_search_name on practitioner (search_last, search_first);
create index practitioner_by_license on practitioner (license_number) where license_number is not null;

create table practitioner_address (
  npi text not null references practitioner on delete cascade, position smallint not null, line1 text not null, line2 text,
  city text not null, state text not null, zip text not null check (zip ~ '^[0-9]{5}$'), primary key (npi, position),
  search_line text collate "C" generated always as (lower(regexp_replace(line1, '[^[:alnum:]]', '', 'g'))) stored,
  search_city text collate "C" generated always as (lower(regexp_replace(city, '[^[:alnum:]]', '', 'g'))) stored);
create index practitioner_address_by_place on practitioner_address (zip, search_line);
create index practitioner_address_by_city on practitioner_address (state, search_city);
create table practitioner_phone (
  npi text not null references practitioner on delete cascade, kind text not null check (kind in ('PHONE', 'FAX', 'MOBILE')),
  number text not null, verified_at timestamptz, primary key (npi, kind, number));
grant select on practitioner_address, practitioner_phone to rxdocket_reader, rxdocket_app;

-- What a prescriber writes for the workers of a carrier, in a window of time.
create index rx_transaction_by_prescriber on rx_transaction (mc, prescriber_npi, fill_date) include (stratus_claim_id, mme_per_day) where status in ('P', 'B');

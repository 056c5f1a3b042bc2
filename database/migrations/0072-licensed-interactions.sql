-- A licensed set of drug interactions (docs/guide/interactions.md). It is the same for all carriers. Empty = the starter
-- set of reference/interactions.ts alone.
create table licensed_interaction (
  id text primary key, side_a text[] not null, side_b text[] not null, severity smallint not null check (severity between 1 and 3),
  text text not null, source text not null, section text not null default '');
create index licensed_interaction_a on licensed_interaction using gin (side_a);
create index licensed_interaction_b on licensed_interaction using gin (side_b);
-- What was loaded when; the last row is what counts.
create table licensed_interaction_load (
  id bigint generated always as identity primary key, at timestamptz not null, file text not null, pairs int not null);
grant select on licensed_interaction to rxdocket_reader, rxdocket_app;

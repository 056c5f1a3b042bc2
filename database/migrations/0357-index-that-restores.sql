-- An index over a place, made with a function that finds what it needs by itself: a dump is restored without a search path,
-- and up to PostgreSQL 15 ll_to_earth() finds the type it answers by that path alone.
drop index pharmacy_by_place;
create function place_on_earth(lat float8, lng float8) returns cube language sql immutable strict parallel safe
  set search_path = public as $$ select ll_to_earth(lat, lng)::cube $$;
create index pharmacy_by_place on pharmacy using gist (place_on_earth(lat, lng)) where lat is not null;

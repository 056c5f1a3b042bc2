-- A word encrypted with the key of the portal: another key is noticed at the start, before anything is written with it. Read and
-- written by the start alone; the portal's roles have no right on it.
create table encryption_check (
  is_only boolean primary key default true check (is_only),
  encrypted text not null);

-- Lists, totals and counts that cost the same in a database of many years (docs/decisions/0074-growth.md).

-- The same answer in a form the planner knows not to leak a row (a CASE; it does not know COALESCE): the carrier of a statement
-- and the one of the row-level security are then one condition, decided in the index and no longer for each row.
create or replace function app_mc() returns text language sql stable parallel safe as
  $$ select case when current_setting('app.mc', true) is null then '' else current_setting('app.mc', true) end $$;

-- Whether the user sees all programs of the carrier. In a subquery it is asked once a statement, not once a row.
create function app_sees_all() returns boolean language sql stable parallel safe as $$ select current_setting('app.subs', true) = '*' $$;
alter policy carrier on rx_authorization
  using (mc = app_mc() and case when (select app_sees_all()) then true else app_sees(sub_carrier) end and (status_id <> 10 or owner_id = app_user()))
  with check (mc = app_mc() and app_sees(sub_carrier) and (status_id <> 10 or owner_id = app_user()));

-- Totals, counts and pages far from the first are read from the index alone: it has the columns of the row-level security.
drop index rx_authorization_received;
drop index rx_authorization_completed;
create index rx_authorization_received on rx_authorization (mc, request_received_at, id) include (sub_carrier, status_id, owner_id);
create index rx_authorization_completed on rx_authorization (mc, completed_at, id) include (sub_carrier, status_id, owner_id) where status_id >= 30;
-- An index answers alone only for pages that were vacuumed since they changed: a fiftieth of changed rows, not a fifth.
alter table rx_authorization set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
alter table authorization_owner set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

-- Until a table has statistics, PostgreSQL takes a carrier for a two-hundredth of it, and then reads all rows of the carrier where the
-- key of one was given: a search took 20 seconds right after a load. A quarter is assumed instead, until statistics are gathered.
-- A migration with a new table calls this again. PostgreSQL 15 to 17 have no way to say it: there a load ends with ANALYZE.
create function assume_few_carriers() returns void language plpgsql as $$
declare t text;
begin
  if to_regproc('pg_restore_attribute_stats') is null then return; end if;
  for t in select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'mc' and not a.attisdropped
            where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.reltuples <= 0 order by 1
  loop
    execute format('select pg_restore_attribute_stats(%L, %L, %L, %L, %L, %L, %L, false, %L, 0::real, %L, 4, %L, 4::real)',
      'schemaname', 'public', 'relname', t, 'attname', 'mc', 'inherited', 'null_frac', 'avg_width', 'n_distinct');
  end loop;
end $$;
revoke all on function assume_few_carriers() from public;
select assume_few_carriers();

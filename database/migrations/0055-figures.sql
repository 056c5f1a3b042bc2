-- The planner's figures follow each carrier: a carrier that is new in a table, and not yet in its figures, is taken for one
-- row of it, and the way that is good for one row is walked for all of them. A fiftieth of new rows has a table looked at
-- again, not a tenth (autovacuum's own measure).
do $$
declare t text;
begin
  for t in select c.table_name from information_schema.columns c join information_schema.tables b using (table_schema, table_name)
            where c.table_schema = 'public' and c.column_name = 'mc' and b.table_type = 'BASE TABLE' order by 1
  loop
    execute format('alter table public.%I set (autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 200)', t);
  end loop;
end $$;

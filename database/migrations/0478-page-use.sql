-- How often the pages of a carrier were opened and how long users waited in them, by day: sums only, nobody in particular. `waits` counts
-- durations up to 100, 200, 300, 500, 800 ms, 1.2, 1.8, 2.5, 4, 8 seconds and longer ones (features/monitoring/waits.ts).
create table page_use (
  mc text not null references master_carrier, day date not null, page text not null, action text not null, times int not null,
  waits int[] not null check (cardinality(waits) = 11), primary key (mc, day, page, action));
alter table page_use enable row level security;
alter table page_use force row level security;
create policy carrier on page_use using (mc = app_mc()) with check (mc = app_mc());
grant select on page_use to rxdocket_reader, rxdocket_app;
grant insert, update (times, waits) on page_use to rxdocket_app;
select assume_few_carriers();

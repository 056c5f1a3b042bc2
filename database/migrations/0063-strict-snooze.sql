-- A snooze ends before two hours to the due time, not at them, when the pop-up is due.
do $$
declare v_name text;
begin
  select conname into strict v_name from pg_constraint
   where conrelid = 'rx_authorization'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%snoozed_until <=%';
  execute format('alter table rx_authorization drop constraint %I', v_name);
end $$;
-- The owner of the tables sees every carrier's rows for this one statement.
alter table rx_authorization no force row level security;
update rx_authorization set snoozed_until = snoozed_until - interval '1 second' where snoozed_until = statutory_due_at - interval '2 hours';
alter table rx_authorization force row level security;
alter table rx_authorization add constraint snooze_ends_before_due check (snoozed_until is null or snoozed_until < statutory_due_at - interval '2 hours');

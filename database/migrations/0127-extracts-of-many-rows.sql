-- The sub-carriers of the caller as a list that is read once a statement, not once a row.
create function app_subs() returns text[] language sql stable parallel safe as
  $$ select string_to_array(current_setting('app.subs', true), ',') $$;
alter policy carrier on rx_transaction
  using (mc = app_mc() and case when (select app_sees_all()) then true else sub_carrier = any ((select app_subs())::text[]) end);

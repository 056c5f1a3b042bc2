-- Nobody denies what silence has approved. Whether silence approves a request follows from its rule and its drug; it is written
-- down with the due time, so that the database itself refuses a denial that is younger than the due time.
alter table rx_authorization add column silence_approves boolean not null default false;
update rx_authorization a set silence_approves = true
 where a.status_id < 30 and (a.due_pack like any (array['NY/prospective/%', 'CO/prospective/%'])
    or a.due_pack like 'IN/prospective/%' and a.shown -> 'facts' ->> 'formularyStatus' in ('PA', 'EXCLUDED', 'NOT_LISTED'));
alter table rx_authorization add constraint denied_in_time
  check (status_id not in (40, 41) or not silence_approves or completed_at <= statutory_due_at);

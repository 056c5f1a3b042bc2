-- A carrier's working hours are a setting as all others: of the carrier or a sub-carrier, from a day on, with a history.
insert into carrier_setting (mc, sub_carrier, key, value)
select b.mc, '*', 'businessCalendar', jsonb_build_object('days', to_jsonb(b.working_days), 'opens', to_char(b.opens, 'HH24:MI'),
    'closes', to_char(b.closes, 'HH24:MI'), 'federalHolidays', b.federal_holidays, 'daysOff', to_jsonb(b.days_off))
  from business_calendar b join master_carrier m on m.mc = b.mc and m.business_calendar_id = b.id
on conflict (mc, sub_carrier, key) do nothing;
alter table master_carrier drop column business_calendar_id;
drop table business_calendar;

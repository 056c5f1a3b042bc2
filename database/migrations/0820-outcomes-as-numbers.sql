-- What became of a request as a number, and the instant from which it is late, so that a year is counted in one pass and the requests of a
-- figure are found in an index alone (docs/decisions/0820-a-year-in-one-pass.md). The number: 8 times the kind's place in the list below,
-- and 1 for extended, 2 for overturned, 4 for reopened.
alter table request_turnaround
  add column outcome smallint not null generated always as (
    8 * case kind when 'approved' then 1 when 'partial' then 2 when 'denied' then 3 when 'deemed' then 4 when 'closed' then 5 when 'withdrawn' then 6
      when 'merged' then 7 when 'open' then 8 else 9 end
    + case when extended then 1 else 0 end + case when overturned then 2 else 0 end + case when reopened then 4 else 0 end) stored,
  add column late_at timestamptz not null generated always as (
    case when lapsed then timestamptz '-infinity' when lapsed is null then due_at else timestamptz 'infinity' end) stored;

drop index request_turnaround_received, request_turnaround_by_state, request_turnaround_by_program, request_turnaround_by_person;
-- Whole periods, and those of one state, program or person, the latest first.
create index request_turnaround_received on request_turnaround (mc, received_at desc, id) include (outcome, late_at, sub_carrier);
create index request_turnaround_by_state on request_turnaround (mc, juris_state, received_at desc, id) include (outcome, late_at, sub_carrier);
create index request_turnaround_by_program on request_turnaround (mc, sub_carrier, received_at desc, id) include (outcome, late_at);
create index request_turnaround_by_person on request_turnaround (mc, person, received_at desc, id) include (outcome, late_at, sub_carrier);

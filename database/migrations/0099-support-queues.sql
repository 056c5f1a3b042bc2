-- An item of a support queue is worked by one person at a time: who took it, and when.
alter table pharmacy_callback add column taken_by uuid, add column taken_by_name text, add column taken_at timestamptz;
alter table prior_auth add column keying_by uuid, add column keying_by_name text, add column keying_at timestamptz;

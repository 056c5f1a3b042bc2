-- Consent to text messages that a worker gave, or withdrew, on the telephone or on paper: when, and who recorded it.
alter table sms_campaign add column consent_on date, add column recorded_by uuid references app_user, add column recorded_by_name text,
  drop constraint sms_campaign_consent_source_check,
  add constraint sms_campaign_consent_source_check check (consent_source in ('TEXT', 'CARRIER', 'RECORD', 'PHONE', 'PAPER')),
  add constraint sms_campaign_recorded check ((recorded_by is null) = (recorded_by_name is null));

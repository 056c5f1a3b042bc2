-- Prescribers users add by hand (feature flag add_prescriber): who did, for which carrier. The directory stays one for all carriers.
alter table practitioner
  add column added_mc text references master_carrier,
  add column added_by uuid references app_user,
  add column added_at timestamptz,
  add check ((added_mc is null) = (added_by is null) and (added_mc is null) = (added_at is null));
grant insert on practitioner, practitioner_address to rxdocket_app;

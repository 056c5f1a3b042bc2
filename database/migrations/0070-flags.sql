-- What a new installation has before anything is loaded: every feature flag with its default, and the versions of the legal
-- texts that users accept. An installation that has its own keeps them.
insert into feature_flag (key, enabled, description) values
  ('patient_show_filecab', true, 'File cabinet on the patient profile'),
  ('mn_mac', false, 'Minnesota maximum-allowable-cost note'),
  ('claim_selection_enabled', true, 'Choose among the claims of a person'),
  ('pdfExportEnabled', true, 'Export as PDF'),
  ('safetyRejectEnabled', true, 'Show safety rejects as such'),
  ('safetyOverrideEnabled', false, 'Let a claims desk ask to clear safety rejects'),
  ('lomnAutoFax', true, 'Send letters of medical necessity by fax'),
  ('dbClientSetupEnabled', false, 'Change client settings in the portal'),
  ('careRiskScoreDisabled', false, 'Hide the care risk score'),
  ('patient_request_lomn_disabled', false, 'Hide the request for a letter of medical necessity'),
  ('textMessagesDisabled', false, 'Send no text messages to workers'),
  ('auth_search_addn_opts', true, 'More search keys on the worklist'),
  ('add_prescriber', false, 'Add a prescriber who is not on file'),
  ('create_prior_auth', true, 'Create a prior authorization'),
  ('patient_send_card_disabled', false, 'Hide sending the pharmacy card'),
  ('patient_view_card_disabled', false, 'Hide viewing the pharmacy card'),
  ('patient_text_card_disabled', false, 'Hide texting the pharmacy card'),
  ('patient_pending_auth_snooze_disabled', false, 'Hide snoozing'),
  ('patient_add_note_enabled', true, 'Add notes to a claim'),
  ('edit_patient_mc_disabled', false, 'Hide editing a patient'),
  ('add_patient_mc_disabled', false, 'Hide adding a patient'),
  ('PatientSearchFlag', true, 'Patient search'),
  ('TransactionHistoryFlag', true, 'Transaction history'),
  ('myTeamsSupervisorViewEnabled', false, 'Team view for supervisors'),
  ('loginErrorPage', false, 'Show /login-error when a sign-in fails'),
  ('monitorUsers', false, 'Tell users apart, by a hash, in the monitoring service')
on conflict (key) do nothing;
insert into saved_state (key, value) values ('terms_version', '"3.0"'), ('privacy_version', '"6.0"') on conflict (key) do nothing;

/**
 * A flag on its page: its name, what it changes, and why operators alone set it; without a reason an account manager may. One of
 * demonstrations is set by account managers where the portal runs in a page, with made-up people.
 */
type FlagWords = { label: string; means: string; onlyOperators?: string; demonstrations?: true }

const safety = 'It is about safety codes.'
const access = 'It says what account managers themselves may do.'
const signIn = 'It counts before the carrier of a user is known, or goes to another service.'

/** Every flag by its key. */
export const flagTable: Readonly<Record<string, FlagWords>> = {
  activeAdjusters: {
    label: 'Active case owners',
    means: 'On: lists of case owners have those who may own requests now.',
  },
  add_patient_mc_disabled: {
    label: 'Stop adding patients',
    means: 'On: no patient or claim is added in the portal.',
    demonstrations: true,
  },
  add_prescriber: {
    label: 'Add a prescriber',
    means: 'On: users add prescribers who are not on file to the directory.',
    onlyOperators: 'The directory is the same for every carrier.',
  },
  administration: {
    label: 'Administration',
    means: 'On: account managers have the pages Users and Feature flags.',
    onlyOperators: access,
  },
  auth_search_addn_opts: {
    label: 'More search keys on the worklist',
    means: 'On: requests are also found by authorization id and date range.',
  },
  bulkActs: { label: 'Acts on many requests', means: 'On: users act on many requests of the worklist at once.' },
  careRiskScoreDisabled: { label: 'Hide the care risk score', means: 'On: patient pages show no score.' },
  claim_selection_enabled: {
    label: 'Other claims of a person',
    means: 'On: the Overview of a patient leads to their other claims.',
  },
  create_prior_auth: {
    label: 'Create authorization',
    means: 'On: a request or prior authorization is created in the portal.',
    demonstrations: true,
  },
  dbClientSetupEnabled: {
    label: 'Carrier settings in the portal',
    means: 'On: account managers change the settings of the carrier.',
    onlyOperators: access,
  },
  edit_patient_mc_disabled: {
    label: 'Stop changes of patients',
    means: 'On: contact data and coverage are not changed in the portal.',
    demonstrations: true,
  },
  lomnAutoFax: { label: 'Letters by fax', means: 'On: letters of medical necessity are faxed to prescribers.' },
  loginErrorPage: {
    label: 'Page for sign-in errors',
    means: 'On: a sign-in that fails leads to a page of its own.',
    onlyOperators: signIn,
  },
  mn_mac: {
    label: 'Minnesota maximum allowable cost',
    means: 'On: requests of Minnesota claims say that the maximum allowable cost is checked.',
  },
  monitorUsers: {
    label: 'Users in the monitoring service',
    means: 'On: the monitoring service tells users apart by a hash.',
    onlyOperators: signIn,
  },
  myTeamsSupervisorViewEnabled: { label: 'Team view for supervisors', means: 'On: supervisors have the page Team.' },
  notificationSettings: {
    label: 'Notification settings',
    means: 'On: users choose how and when they are notified of each kind of event.',
  },
  notifications: { label: 'Notifications', means: 'On: users have notifications in the portal.' },
  patient_add_note_enabled: {
    label: 'Notes of a claim',
    means: 'On: users write notes to a claim.',
    demonstrations: true,
  },
  patient_pending_auth_snooze_disabled: {
    label: 'Stop snoozing',
    means: 'On: requests are not snoozed.',
    demonstrations: true,
  },
  patient_request_lomn_disabled: {
    label: 'Stop requests for letters',
    means: 'On: no letter of medical necessity is asked for.',
  },
  patient_send_card_disabled: {
    label: 'Stop sending pharmacy cards',
    means: 'On: no card is ordered.',
    demonstrations: true,
  },
  patient_show_filecab: { label: 'Documents of a patient', means: 'On: patients have the tab Documents.' },
  patient_text_card_disabled: {
    label: 'Stop texting pharmacy cards',
    means: 'On: no card goes out by text message.',
    demonstrations: true,
  },
  patient_view_card_disabled: {
    label: 'Stop viewing pharmacy cards',
    means: 'On: cards are not shown.',
    demonstrations: true,
  },
  PatientSearchFlag: {
    label: 'Patient search by kind',
    means: 'On: the patient search asks by owner, name or number apart. Both find the same.',
  },
  pdfExportEnabled: {
    label: 'Export as PDF',
    means: 'On: lists and requests are saved as PDF. Letters, cards and decision records are, either way.',
  },
  safetyOverrideEnabled: {
    label: 'Requests to clear safety rejects',
    means: 'On: users who may not clear a safety code are asked to send the request to a pharmacist.',
    onlyOperators: safety,
  },
  safetyRejectEnabled: {
    label: 'Safety rejects',
    means: 'On: safety codes are cleared by those who may. Off: by nobody in the portal.',
    onlyOperators: safety,
  },
  textMessagesDisabled: { label: 'Stop text messages', means: 'On: no text message goes to patients.' },
  TransactionHistoryFlag: {
    label: 'Transaction history by page',
    means: 'On: the transactions of a patient continue by cursor, with sums. Off: by page, without sums.',
  },
}

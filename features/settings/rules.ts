/**
 * What the browser may know of a carrier's settings, by level: of the whole portal, and of a patient's page. Other settings
 * stay on the server.
 */
export const shownAt = {
  settingsLevelGlobal: {
    settings: [
      'teamViewEnabled',
      'allowPaFillLimit',
      'safetyOverrides',
      'formularyOverrides',
      'rphRecommendation',
      'sojStateGuidelinesDisplay',
      'maxApprovalDays',
      'eobrEnabled',
      'dolEnabled',
      'urRequirements',
      'defaultDrugLevel',
    ],
    flags: ['myTeamsSupervisorViewEnabled', 'pdfExportEnabled', 'auth_search_addn_opts', 'create_prior_auth'],
  },
  settingsLevelPatientProfile: {
    settings: ['eobrEnabled', 'dolEnabled', 'lettersDisabled', 'patientNameInFiles', 'sojStateGuidelinesDisplay'],
    flags: [
      'patient_show_filecab',
      'careRiskScoreDisabled',
      'textMessagesDisabled',
      'patient_request_lomn_disabled',
      'patient_pending_auth_snooze_disabled',
      'patient_add_note_enabled',
      'patient_send_card_disabled',
      'patient_view_card_disabled',
      'patient_text_card_disabled',
      'edit_patient_mc_disabled',
      'claim_selection_enabled',
    ],
  },
} as const satisfies Record<string, { settings: readonly string[]; flags: readonly string[] }>
type Level = keyof typeof shownAt

/** The flags of all levels. */
export const levelFlags: readonly string[] = /* @__PURE__ */ Object.values(shownAt).flatMap(({ flags }) => flags)

export const isLevel = (level: string): level is Level => Object.hasOwn(shownAt, level)

/** What is wrong with a level that does not exist. */
export const levelProblem = (level: string): string => `Invalid settings level: ${level}`

/** Recognizes that message. */
export const wrongLevel = /^Invalid settings level: /

/** How often pages ask again (milliseconds) and the sizes of batches, where a carrier has set nothing else. */
export const intervals = {
  smsPollInterval: 6000,
  metricsBatchSize: 5,
  metricsBatchInterval: 10_000,
  icdDetailCodeLength: 2,
  tokenRefreshInterval: 30_000,
} as const satisfies Record<string, number>

export const isInterval = (key: string): key is keyof typeof intervals => Object.hasOwn(intervals, key)

/** What is wrong with a key that does not exist. */
export const unknownInterval = `Enter keys of these: ${Object.keys(intervals).join(', ')}.`

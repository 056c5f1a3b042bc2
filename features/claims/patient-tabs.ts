/** The tabs of a patient's profile, by the last part of their address. */
export const patientTabs = [
  'overview',
  'facts',
  'eligibility',
  'pending',
  'complete',
  'prior-auths',
  'medications',
  'claim-summary',
  'documents',
  'notes',
  'texts',
  'timeline',
  'clinical',
  'bypass',
  'who-looked',
] as const
export type PatientTab = (typeof patientTabs)[number]

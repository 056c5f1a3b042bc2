import type { PatientTab } from './patient-tabs.ts'

/** What the address of a profile is made of: ids and codes, nothing that says who the patient is. */
export type ClaimPlace = { masterCarrier: string; subCarrier: string; claimId: string }

/** The address of a tab of a patient's profile. */
export const patientAddress = (of: ClaimPlace, tab: PatientTab = 'overview'): string =>
  `/patients/${of.masterCarrier}/${of.subCarrier}/${of.claimId}/${tab}`

import type { ClaimPlace } from './patient-address.ts'

/** The patient a tab of the profile is about. A feature offers its tab as a component that takes these. */
export type PatientTabProps = {
  patient: ClaimPlace & {
    firstName: string
    lastName: string
    /** Calendar day. */
    dob: string
    claimNumber: string
    subscriberNumber: string
    jurisState: string
    /** Calendar day. */
    doi: string
  }
}

import { ageOn } from '#platform/dates/day.ts'
import { bodyPart } from '#reference/body-parts.ts'
import type { Facts } from './facts.ts'

// Parts of the facts as the request page shows them and as the record of a decision keeps them.

/** The injured worker, with the age on a day ('YYYY-MM-DD'). */
export const claimantShown = (of: Facts, today: string) => ({
  dateOfBirth: of.dob,
  gender: of.gender,
  age: ageOn(of.dob, today),
  patientId: of.patient_id,
})

export const claimShown = (of: Facts) => ({
  claimNumber: of.claim_number,
  dateOfInjury: of.doi,
  jurisState: of.juris_state,
  compensability: of.compensability,
  claimStatus: of.claim_status,
  injury: of.injury,
  bodyParts: of.body_parts.map((code) => bodyPart(code)?.name ?? `Part ${code}`),
  coverage: of.coverage,
})

export const pharmacyShown = (of: Facts) => ({ nabp: of.pharmacy_nabp, name: of.pharmacy_name })

export const prescriberShown = (of: Facts) => ({
  npi: of.prescriber?.npi ?? '',
  specialty: of.prescriber?.specialty ?? '',
})

/** Where the patient is while support speaks with the pharmacy. */
export const patientPlaces = ['AT_COUNTER', 'COMES_BACK', 'LEFT'] as const
export type PatientPlace = (typeof patientPlaces)[number]

export const patientPlaceWords: Readonly<Record<PatientPlace, string>> = {
  AT_COUNTER: 'Still at the counter',
  COMES_BACK: 'Left, will come back',
  LEFT: 'Left without the medicine',
}

/** Who reviews and advises by a license of their own. */
export const professions = ['PHARMACIST', 'PHYSICIAN', 'NURSE', 'CHIROPRACTOR', 'PSYCHOLOGIST'] as const
export type Profession = (typeof professions)[number]
export const professionNames: Readonly<Record<Profession, string>> = {
  PHARMACIST: 'Pharmacist',
  PHYSICIAN: 'Physician',
  NURSE: 'Nurse',
  CHIROPRACTOR: 'Chiropractor',
  PSYCHOLOGIST: 'Psychologist',
}

/** The license of a user in a state. */
export type License = {
  profession: Profession
  state: string
  /** Empty: not on file. */
  number: string
  /** The last day; null: not on file. */
  expiresOn: string | null
}

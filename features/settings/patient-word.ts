/** The carrier's word for the injured worker over columns, in the menu and on tabs: carriers with date label E say Claimant. */
export const patientWord = (dateLabel: unknown): 'Patient' | 'Claimant' => (dateLabel === 'E' ? 'Claimant' : 'Patient')

/** Ids of the form's fields, by the names the calls give them: an error leads to its field, on whichever step. */
export const ids = {
  how: 'create-how',
  receivedHow: 'create-how',
  receivedAt: 'create-received',
  time: 'create-time',
  postedOn: 'create-posted',
  prescriberId: 'create-prescriber',
  pharmacyNabp: 'create-pharmacy',
  ndc: 'create-drug',
  gpi: 'create-drug',
  drugLevel: 'create-level',
  effectiveDate: 'create-start',
  authExpirationDate: 'create-end',
  quantity: 'create-quantity',
  daysSupply: 'create-days',
  paMaxFill: 'create-fills',
  selectedCaseOwners: 'create-owners',
  reasonId: 'create-reason',
  note: 'create-note',
} as const satisfies Record<string, string>

/** The id of a field the server names; undefined where the form has none. */
export const idOfField = (field: string): string | undefined => (ids as Readonly<Record<string, string>>)[field]

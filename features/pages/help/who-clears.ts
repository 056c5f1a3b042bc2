/** Who may override a reject code, by its kind, as a sentence. */
export const whoClears: Readonly<Record<string, string>> = {
  A: 'An adjuster may override it.',
  S: 'A supervisor may override it.',
  R: 'Only a pharmacist may override it.',
  O: 'Only a senior pharmacist may override it.',
}

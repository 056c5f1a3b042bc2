/** GPI digits an authorization may cover; 11 is one package (NDC). */
export type Level = 2 | 4 | 6 | 8 | 10 | 11 | 12 | 14

/** How wide each level is, in a person's words. */
export const levels = [
  { level: 14, label: 'This exact strength', description: 'Drug, salt, form and strength as billed.' },
  { level: 12, label: 'This drug and form, any strength', description: 'Other strengths pass without a new request.' },
  { level: 10, label: 'This drug and salt, any form or strength', description: 'Tablets, capsules, liquids alike.' },
  { level: 8, label: 'This drug, any salt, form or strength', description: 'Everything that is this drug.' },
  { level: 6, label: 'Drug subclass', description: 'Every drug of the subclass. Supervisor.' },
  { level: 4, label: 'Drug class', description: 'Every drug of the class. Supervisor.' },
  { level: 2, label: 'Therapeutic group', description: 'A whole group of classes. Supervisor, blocks only.' },
  { level: 11, label: 'This package only', description: 'One NDC: repackaged drugs and compounds.' },
] as const satisfies readonly { level: Level; label: string; description: string }[]

const levelWords: Record<number, string> = {
  14: 'this exact strength',
  12: 'this drug and form, any strength',
  10: 'this drug and salt, any form',
  8: 'this drug in any form',
  6: 'the drug subclass',
  4: 'the drug class',
  2: 'the therapeutic group',
  11: 'this package only',
}
/** Says a GPI level in plain words. */
export const levelInWords = (level: number): string => levelWords[level] ?? `level ${level}`

/** Whom an act may choose to notify of an approval's new last day, beside the pharmacy. */
export const mayChoose = ['prescriber', 'worker'] as const
export type Chosen = (typeof mayChoose)[number]

import { hasLetter, type DecisionFacts, type RejectFacts } from '#features/authorizations/decision-facts.ts'
import { columnOf } from '#features/decision-rights/override-matrix.ts'

/** What the codes wait for that the first of two approvals did not clear. */
export type Waits = {
  /** A letter of medical necessity must be on file first (R35). */
  letter: readonly string[]
  /** Only an override-all pharmacist may clear them, with a second person. */
  senior: readonly string[]
  pharmacist: readonly string[]
}

/** What each of these codes waits for: the gravest of what it stands for, and a letter before any person. */
export function waitsOf(
  of: Pick<DecisionFacts, 'rejects'> & Partial<Pick<DecisionFacts, 'shown' | 'letter_came'>>,
  waiting: readonly string[],
): Waits {
  // One code may stand for several findings.
  const codes = [...new Set(waiting)]
  const some = (code: string, is: (reject: RejectFacts) => boolean) =>
    of.rejects.some((reject) => reject.rejectCode === code && is(reject))
  const letter = codes.filter((code) => !hasLetter(of) && some(code, (reject) => reject.letterNeeded === true))
  const rest = codes.filter((code) => !letter.includes(code))
  const senior = rest.filter((code) => some(code, (reject) => columnOf(reject) === 'safety1'))
  return { letter, senior, pharmacist: rest.filter((code) => !senior.includes(code)) }
}

const approvers = [
  ['letter', 'a letter of medical necessity'],
  ['senior', 'a senior pharmacist and a second person'],
  ['pharmacist', 'a pharmacist'],
] as const

/** "88, which waits for a letter of medical necessity; 925, which waits for a pharmacist" */
export const waitWords = (waits: Waits): string =>
  approvers
    .filter(([approver]) => waits[approver].length > 0)
    .map(
      ([approver, whom]) =>
        `${waits[approver].join(', ')}, which ${waits[approver].length === 1 ? 'waits' : 'wait'} for ${whom}`,
    )
    .join('; ')

/** The same for the first approver: one sentence for each. */
export const waitSentences = (waits: Waits): string[] => [
  ...(waits.letter.length > 0
    ? [`Code ${waits.letter.join(', ')} needs a letter of medical necessity; request one from the prescriber.`]
    : []),
  ...(waits.senior.length > 0
    ? [`A senior pharmacist, together with a second person, must clear ${waits.senior.join(', ')}.`]
    : []),
  ...(waits.pharmacist.length > 0 ? [`A pharmacist must clear ${waits.pharmacist.join(', ')}.`] : []),
]

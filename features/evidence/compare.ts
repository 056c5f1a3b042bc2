import type { Submission } from './contract.ts'

export type Compared = { figure: string; before: string; now: string; isOther: boolean }

/** Two submissions beside each other, figure by figure; what is other is marked. */
export const compared = (before: Submission, now: Submission): Compared[] =>
  now.figures.map(({ figure, words }) => {
    const was = before.figures.find((one) => one.figure === figure)?.words ?? 'none'
    return { figure, before: was, now: words, isOther: was !== words }
  })

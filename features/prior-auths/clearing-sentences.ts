import type { compare } from './findings.ts'

// What an approval clears, in a sentence each: how a finding stands to what was cleared, and what holds of approvals as a whole.

type Stands = ReturnType<typeof compare>
type Whole = 'all' | 'coverage' | 'safety' | 'recipe' | 'several' | 'day' | 'ended' | 'never'

/** The sentence and its source. A key that is missing here, or too many, fails the types. */
export const clearingSentences: Readonly<Record<Stands | Whole, readonly [sentence: string, source: string]>> = {
  same: [
    'What was found is no more than what was cleared, about the same thing: it is cleared.',
    'product rule, decision 0071',
  ],
  worse: [
    'A higher dose, quantity, cost or severity than was cleared, another drug beside it, or more of that drug a day, stops again.',
    'product rule, decision 0071',
  ],
  other: ['A code that was cleared as the finding of another rule is not cleared.', 'product rule, decision 0071'],
  unmeasured: [
    'An approval older than its measures clears ordinary codes, and no safety code.',
    'product rule, decision 0071',
  ],
  none: ['A code that did not stand when the approval was given is not cleared.', 'product rule, decision 0375'],
  all: [
    '"All ordinary rejects" clears what stood when it was given, up to its measure, and nothing that came later.',
    'product rule, decision 0375',
  ],
  coverage: ['An end of coverage is cleared only where it was named.', 'product rule, decision 0375'],
  safety: [
    'A safety finding is cleared only by one whose role may clear this very finding.',
    'product rule, decision 0071',
  ],
  recipe: [
    'Of a compound the recipe is approved: its ingredients with their shares. Another recipe stops.',
    '8 CCR 9792.27',
  ],
  several: [
    'Of several approvals the one that clears most counts; of those that clear as much the later, then the narrower.',
    'product rule',
  ],
  day: ['The day of service counts: what ended today still covers the bill for yesterday.', 'product rule'],
  ended: [
    'An approval that rests on a fact of the claim ends with that fact, but for what the state lets nobody take back.',
    'product rule, decision 0600',
  ],
  never: ['Blocks, wrong data and hard stops are cleared by no approval.', 'product rule'],
}

import type { Why } from '#platform/calls/refusal.ts'
import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'
import type { Takers } from '#features/authorizations/facts.ts'
import { jurisdictionOf } from '#reference/jurisdictions/jurisdictions.ts'

/** Who is missing where nobody could take what is handed over, and what to do until one is there. */
const missing: Readonly<Record<keyof Takers, readonly [who: (state: string) => string, meanwhile: string]>> = {
  pharmacist: [() => 'pharmacist', 'ask the prescriber for a letter, or decide what you may'],
  senior: [() => 'senior pharmacist with a license', 'approve less, or decide what you may'],
  reviewer: [
    (state) => `reviewer with a license for ${state}`,
    'ask the prescriber for a letter, or decide what you may',
  ],
  supervisor: [() => 'other supervisor', 'decide what you may'],
}

/** Who is missing, in words. */
export const whoIsMissing = (to: keyof Takers, jurisState: string): string =>
  missing[to][0](jurisdictionOf(jurisState)?.name ?? jurisState)

/** Why nothing can be handed to them: nobody who sees this request could take it. Where nobody was counted there is nothing to say. */
export function whyNobodyTakes(
  { takers, juris_state: jurisState }: Pick<DecisionFacts, 'takers' | 'juris_state'>,
  to: keyof Takers,
): Why<'RULE'> | undefined {
  if (!takers || takers[to]) return undefined
  const [, meanwhile] = missing[to]
  const works = `No ${whoIsMissing(to, jurisState)} works for this carrier here now.`
  return { code: 'RULE', message: `${works} Ask an account manager to add one; until then ${meanwhile}.` }
}

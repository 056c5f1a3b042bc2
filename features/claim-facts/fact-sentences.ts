import type { FactKind } from '#features/eligibility/claim-fact-rules.ts'

/** What a change of a fact of the claim does, from its day on, in a sentence with its source. A missing key fails the types. */
export const factSentences: Readonly<Record<FactKind, readonly [sentence: string, source: string]>> = {
  COMPENSABILITY: [
    'Fills stop (R06, R07) where the claim is no longer accepted. Approvals end with a denial or a settlement, but for what the state lets nobody take back; with a dispute their owner looks at them.',
    'product rule, decisions 0460 and 0600',
  ],
  STATUS: [
    'A closed claim stops fills (R06) though its coverage goes on; its approvals end. A reopened one pays again.',
    'product rule, decisions 0460 and 0600',
  ],
  DIAGNOSIS: [
    'Fit of the drug to the injury (R22) and pregnancy (R39) are judged by what is accepted on the day of service; an approval whose drug was usual for this diagnosis alone ends.',
    'product rule, decisions 0460 and 0600',
  ],
  PART: [
    'Fit of the drug to the injury (R22) is judged by the accepted parts; an approval whose drug was usual for this part alone ends.',
    'product rule, decisions 0460 and 0600',
  ],
  PROVIDER: [
    'Where the state directs care, only allowed prescribers pay (R12); an approval for one who is no longer allowed goes to its owner.',
    'product rule, decisions 0460 and 0600',
  ],
  SURGERY: [
    'The days around a surgery have the limits of the state for a first opioid after surgery (R34).',
    'the state rules of opioids, below',
  ],
  DEATH: [
    'Fills after the day of death stop and nobody clears them (R05); every approval ends with that day.',
    'product rule, decisions 0460 and 0600',
  ],
}

import type { Gate } from './answer.ts'

/** What each gate asks of a claim, in the order a claim passes them; docs/rules.md prints them. */
export const gateSentences: Readonly<Record<Gate, readonly [name: string, sentence: string]>> = {
  G1: ['Format', 'Is this a claim at all? Every missing or impossible field is named at once, and nothing else runs.'],
  G2: ['Identity', 'Whose claim is it: which carrier, which person, which injury, and is the claim in time?'],
  G3: ['Eligibility', 'Was the person covered on the date of service?'],
  G4: ['Provider', 'May this pharmacy dispense, and may this prescriber prescribe?'],
  G5: ['Product', 'Is the product known, on the formulary, and does it fit the injury?'],
  G6: ['Quantity and time', 'Are quantity, days, refills, cost and date of the fill within the limits?'],
  G7: [
    'Drug safety',
    'Is it safe beside what the person takes: duplicates, interactions, doses, opioids, age and sex?',
  ],
  G8: ['Compensability', 'Has the carrier accepted the injury, and if not yet, what may be paid anyway?'],
  G9: ['Prior authorizations and blocks', 'Does a prior authorization clear what stands, or a block stop it?'],
  G10: ['Bypass and transition of care', 'Does a bypass or a transition of care clear what is left?'],
  G11: ['Automatic approval', 'Does one rule of automatic approval cover everything that is left?'],
  G12: ['Price', 'What is paid: the least of fee schedule, contract, and usual and customary price.'],
}

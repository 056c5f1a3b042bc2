/** A term of workers' compensation pharmacy benefits in one or two sentences, as the portal uses it. */
export type Term = { term: string; means: string }

/** Every term, in alphabetical order. */
export const glossary: readonly Term[] = [
  {
    term: 'Adjudication',
    means: 'The automatic answer to a pharmacy’s bill: paid, rejected, or pending for a decision.',
  },
  { term: 'AWP', means: 'Average wholesale price, a list price per unit that many fee schedules start from.' },
  {
    term: 'Block',
    means: 'Stops a drug for a claim until a date. What it stops and what stays payable is shown before it is set.',
  },
  { term: 'Brand only', means: 'The prescriber or the patient asks for the brand although a generic exists (DAW).' },
  { term: 'Bypass', means: 'A one-time pass for a pharmacy number or prescriber that the claims system would stop.' },
  {
    term: 'Care score',
    means: 'Points for risks of the current drugs and history of a claim. It asks for attention and decides nothing.',
  },
  { term: 'Case owner', means: 'Who decides the requests of a claim. A claim has up to ten owners, in order.' },
  { term: 'Claim', means: 'One injury of one patient. Two injuries are two claims.' },
  { term: 'Compound', means: 'A drug a pharmacy mixes from several ingredients. An approval covers its exact recipe.' },
  { term: 'DAW', means: 'Dispense as written: why a brand is dispensed although a generic exists.' },
  { term: 'Days’ supply', means: 'How many days the billed quantity lasts when it is taken as directed.' },
  {
    term: 'Deemed approved',
    means: 'Approved because nobody decided by the deadline, where the state says so.',
  },
  { term: 'EOBR', means: 'Explanation of bill review: tells a provider how a bill was decided, and why.' },
  { term: 'Escalated', means: 'A request whose deadline is close or past, or that somebody marked as urgent.' },
  {
    term: 'First fill',
    means: 'The first prescription after an injury. Some states limit it, most of all for opioids.',
  },
  { term: 'Formulary', means: 'The list of drugs payable for a claim without asking. A state or the plan sets it.' },
  {
    term: 'GPI',
    means:
      'Generic Product Identifier, 14 digits that say what a drug is: 2 the group, 10 the drug, 12 its form, 14 the exact strength. You approve at one of these levels.',
  },
  { term: 'Grant in advance', means: 'A prior authorization written before any pharmacy billed the drug.' },
  {
    term: 'Hand-over',
    means: 'A request sent to a pharmacist, reviewer, second approver or supervisor. It keeps its deadline.',
  },
  {
    term: 'Letter of medical necessity (LOMN)',
    means: 'Asks the prescriber why a drug is needed for the injury. The answer lies with the request.',
  },
  { term: 'Lock-in', means: 'The one pharmacy or prescriber a claim is limited to.' },
  {
    term: 'MME',
    means: 'Morphine milligram equivalents: one figure for all opioids a person takes in a day. Risk grows from 50 on.',
  },
  { term: 'NABP', means: 'The seven-digit number of a pharmacy (NCPDP number).' },
  { term: 'NDC', means: 'National Drug Code: the eleven-digit number of a product in its package.' },
  { term: 'NPI', means: 'National Provider Identifier: the ten-digit number of a prescriber or pharmacy.' },
  {
    term: 'Override',
    means: 'Clearing a reject so that the claim pays. Each role may override some rejects and not others.',
  },
  { term: 'Peer-to-peer', means: 'A call between a reviewing physician and the prescriber, offered before a denial.' },
  { term: 'Preset', means: 'The values a form starts with. They come from the plan, the state and what was billed.' },
  {
    term: 'Prior authorization',
    means:
      'An approval in advance: this drug, this many fills, until this day. A fill that fits is paid without asking you.',
  },
  { term: 'Program', means: 'A part of a carrier with its own rules, also called sub-carrier.' },
  { term: 'Reconsideration', means: 'A second decision on a denied request by somebody who did not make the first.' },
  { term: 'Refill too soon', means: 'The last fill is not used up yet. The request names the day from which it pays.' },
  { term: 'Reject code', means: 'The number with which the claims system says why a bill was not paid.' },
  { term: 'Second approver', means: 'Approves what is above somebody’s limit, or what two people must clear.' },
  { term: 'Snooze', means: 'Hides a request from your list until a time. The legal deadline does not move.' },
  { term: 'Step therapy', means: 'Another drug has to be tried first.' },
  { term: 'Support Id', means: 'The number of one failed call. Give it to support; it holds nothing about a patient.' },
  { term: 'TCN', means: 'Transaction control number: one submission of a bill by a pharmacy.' },
  {
    term: 'Trial run',
    means: 'Asks the claims system what it would answer with the form as it is. It changes nothing.',
  },
  {
    term: 'Utilization review',
    means: 'The review of medical need that a state wants before less is approved or a request is denied.',
  },
]

/** Who may override a reject code, by its kind, as a sentence. */
export const whoClears: Readonly<Record<string, string>> = {
  A: 'An adjuster may override it.',
  S: 'A supervisor may override it.',
  R: 'Only a pharmacist may override it.',
  O: 'Only a senior pharmacist may override it.',
}

const denierWords: Readonly<Record<string, string>> = {
  adjuster: 'State rule: an adjuster may deny.',
  examiner: 'Federal rule: a claims examiner may deny.',
  fund: 'State rule: the state fund may deny.',
  fundOrEmployer: 'State rule: the state fund may deny; a self-insured employer may deny its own claims.',
  opinion: 'State rule: a denial for medical necessity needs a medical opinion. Send it to a reviewer.',
  board: 'A board or a court decides; the outcome is recorded.',
  ur: 'Only utilization review can deny for medical necessity.',
  physician: 'Only a physician can deny for medical necessity.',
}
type OfDenier = { whoMayDeny: string; denierStated: boolean }
/** Who may deny in this jurisdiction, as a sentence; where no rule was found it says that. */
export const denierSentence = ({ whoMayDeny, denierStated }: OfDenier): string =>
  denierStated ? (denierWords[whoMayDeny] ?? '') : 'No state rule found on who may deny; an adjuster may.'

/** How well what was read shows it. */
export const confidenceWords: Readonly<Record<string, string>> = {
  H: 'statute, rule or official page read',
  M: 'second-hand source',
  L: 'not confirmed',
}

const lapseWords: Readonly<Record<string, string>> = {
  deemed_approved: 'If no decision by the deadline, the request is deemed approved.',
  deemed_approved_revocable:
    'If no decision by the deadline, the request is deemed approved; what is not dispensed yet may still be denied.',
  granted_on_application:
    'If no decision by the deadline, the patient or prescriber may apply to the state to have it authorized.',
  on_form:
    'If no decision by the deadline, the request is deemed approved only if it came on the state’s form; nothing is approved automatically.',
  unconfirmed: 'What happens without a decision is not confirmed; the portal takes no action.',
  consents: 'If no decision by the deadline, medical necessity is deemed accepted.',
  denial_lost: 'If no decision by the deadline, the right to deny may be lost.',
  violation: 'Missing the deadline is a violation.',
  agency_review: 'If no decision by the deadline, the regulator may review the request.',
  deemed_denied: 'If no decision by the deadline, the request counts as denied.',
  internal_target: 'No state deadline; internal target.',
}
/** What silence does in this jurisdiction, as a sentence; empty where it does nothing. */
export const lapseSentence = (lapse: string): string => lapseWords[lapse] ?? ''

/** The same beside the deadline it is about: "The request is deemed approved." Empty where there is no legal deadline. */
export function lapseAlone(lapse: string): string {
  if (lapse === 'internal_target') return ''
  const then = lapseSentence(lapse).replace(/^If no decision by the deadline, /, '')
  return then.slice(0, 1).toUpperCase() + then.slice(1)
}

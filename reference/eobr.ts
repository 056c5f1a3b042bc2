// Explanations of bill review: the codes a reviewed bill is explained with, and which states ask for them.
// Florida's numbers are public (rule 69L-7.740), every text is our own wording; more codes load from the rule. The generic
// set is ours, for states without one of their own.

export type EobrCode = { code: string; label: string }

export type EobrCodeSet = 'FL' | 'GENERIC'

/** Reason codes by set. */
export const eobrReasons: Readonly<Record<EobrCodeSet, readonly EobrCode[]>> = {
  FL: [
    { code: '06', label: 'Place of service does not fit the level billed' },
    { code: '10', label: 'The whole claim is not compensable' },
    { code: '11', label: 'This line is not related to the injury' },
    { code: '21', label: 'No physician order' },
    { code: '22', label: 'No prescription' },
    { code: '23', label: 'The diagnosis does not support it' },
    { code: '24', label: 'Not therapeutically appropriate' },
    { code: '25', label: 'Experimental' },
    { code: '26', label: 'Outside the scope of the license' },
    { code: '30', label: 'Not authorized' },
    { code: '34', label: 'No payment under the contract' },
    { code: '38', label: 'Supply not documented as dispensed' },
    { code: '39', label: 'Drug not documented as dispensed' },
    { code: '40', label: 'Service not documented' },
    { code: '41', label: 'Level of visit not documented' },
  ],
  GENERIC: [
    { code: 'G01', label: 'Reduced to the fee schedule' },
    { code: 'G02', label: 'Network contract' },
    { code: 'G03', label: 'Duplicate' },
    { code: 'G04', label: 'Not authorized' },
    { code: 'G05', label: 'Not related to the injury' },
    { code: 'G06', label: 'Documentation missing' },
    { code: 'G07', label: 'Exceeds the quantity allowed' },
    { code: 'G08', label: 'Brand paid at the generic price' },
    { code: 'G09', label: 'Repackaged product paid at the price of its original NDC' },
    { code: 'G10', label: 'Paid as billed' },
  ],
}

/** What is done with a bill. */
export const eobrActions: readonly EobrCode[] = [
  { code: 'PAY', label: 'Pay' },
  { code: 'REDUCE', label: 'Pay a reduced amount' },
  { code: 'DENY', label: 'Deny' },
  { code: 'RETURN', label: 'Return for correction' },
]

/** What an amount rests on. */
export const eobrPaymentBases: readonly EobrCode[] = [
  { code: 'FEE_SCHEDULE', label: 'Fee schedule' },
  { code: 'CONTRACT', label: 'Contract' },
  { code: 'UC', label: 'Usual and customary' },
  { code: 'BILLED', label: 'As billed' },
]

/** How the provider is reached about a bill. */
export const eobrContactMethods: readonly EobrCode[] = [
  { code: 'MAIL', label: 'Mail' },
  { code: 'FAX', label: 'Fax' },
  { code: 'EMAIL', label: 'E-mail' },
  { code: 'PHONE', label: 'Phone' },
]

/** The states whose reviewed bills must carry an explanation. The days to answer a bill are the clock's (`features/deadlines`). */
export type EobrRule = {
  state: string
  codeSet: EobrCodeSet
  appealText: string
  source: string
  confidence: 'H' | 'M' | 'L'
}

const appeal = (name: string, days: number): string =>
  `The provider may ask ${name} to review this within ${days} days of receiving the explanation.`
const rule = (state: string, appealText: string, source: string, more: Partial<EobrRule> = {}): EobrRule => ({
  state,
  codeSet: 'GENERIC',
  appealText,
  source,
  confidence: 'L',
  ...more,
})

/** What we know; periods marked L are from general knowledge and must be confirmed before production. */
export const eobrRules: readonly EobrRule[] = [
  rule(
    'FL',
    appeal('the Division of Workers’ Compensation', 45),
    'Fla. Stat. 440.20(2)(b), 440.13(7); rule 69L-7.740',
    {
      codeSet: 'FL',
      confidence: 'M',
    },
  ),
  rule(
    'CA',
    'The provider may ask for a second review within 90 days of the explanation.',
    'Labor Code 4603.2, 4603.3',
    {
      confidence: 'M',
    },
  ),
  rule(
    'TX',
    'The provider may ask the carrier to reconsider within 10 months of the date of service.',
    '28 TAC 133.240, 133.250',
    {
      confidence: 'M',
    },
  ),
  rule('NY', appeal('the Workers’ Compensation Board', 120), '12 NYCRR 325-1.25'),
  rule(
    'PA',
    'The provider may file a fee review within 30 days of the explanation or 90 days of the bill.',
    '34 Pa. Code 127.208, 127.252',
  ),
  rule('GA', appeal('the State Board of Workers’ Compensation', 120), 'Board Rule 203'),
  rule('TN', appeal('the Bureau of Workers’ Compensation', 365), 'Tenn. R. 0800-02-17'),
  rule('IL', 'The provider may petition the Commission.', '820 ILCS 305/8.2'),
]

const byState = new Map(eobrRules.map((one) => [one.state, one]))

/** The rule of a state; undefined where no explanation of ours is required. */
export const eobrRule = (state: string): EobrRule | undefined => byState.get(state)

/** The reason codes of a state's bills. */
export const eobrCodesOf = (state: string | undefined): readonly EobrCode[] =>
  eobrReasons[(state === undefined ? undefined : eobrRule(state)?.codeSet) ?? 'GENERIC']

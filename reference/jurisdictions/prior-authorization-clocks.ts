import { rulePack } from './rule-pack.ts'

const common = { kind: 'prospective', fromCopy: true } as const

/**
 * States whose clock for an answer to a request in advance speaks of treatment in general, Vermont's of drugs by name. Where
 * the day a rule took effect was not found, a pack begins with the copy that was read.
 */
export const priorAuthorizationClocks = [
  rulePack({
    ...common,
    id: 'DC/prospective/public',
    jurisdiction: 'DC',
    name: 'District of Columbia: its own employees',
    regulator: 'DC Office of Workers’ Compensation',
    timeZone: 'America/New_York',
    track: 'publicEmployer',
    effectiveFrom: '2026-01-01',
    unit: 'calendarDays',
    amount: 60,
    lapse: 'none',
    hardStop: { calendarDays: 120, lapse: 'deemed_approved' },
    whoMayDeny: 'ur',
    source: 'D.C. Code 1-623.23(a-2); 7 DCMR 126',
    sourceUrl: 'https://www.legalfix.com',
    confidence: 'H',
    text:
      'For the District’s own employees utilization review decides within 60 days of the request for it; at 120 days the ' +
      'request is deemed approved.',
  }),
  rulePack({
    ...common,
    id: 'GA/prospective/2026',
    jurisdiction: 'GA',
    name: 'Georgia: form WC-205',
    regulator: 'Georgia State Board of Workers’ Compensation',
    timeZone: 'America/New_York',
    effectiveFrom: '2026-01-01',
    version: 2,
    unit: 'businessDays',
    amount: 5,
    form: 'WC-205',
    holidays: 'georgia',
    lapse: 'deemed_approved',
    whoMayDeny: 'adjuster',
    source: 'Board Rule 205(b); form WC-205; O.C.G.A. 1-4-1(a)',
    sourceUrl: 'https://sbwc.georgia.gov',
    confidence: 'H',
    open: [
      'Which days are no business days, in the Board’s own words, and which the Governor proclaimed after 2025.',
      'Whether a drug is “treatment” under the rule.',
      'The copy read has no date; the pack begins with the year it was read in.',
      'A managed care contract may say otherwise.',
    ],
    text:
      'Five business days from receipt of form WC-205. Asking in advance is voluntary; a request on that form stands ' +
      'approved when it is neither approved nor controverted in time.',
  }),
  rulePack({
    ...common,
    id: 'HI/prospective/2018',
    jurisdiction: 'HI',
    name: 'Hawaii: treatment plan',
    regulator: 'Hawaii Disability Compensation Division',
    timeZone: 'Pacific/Honolulu',
    effectiveFrom: '2018-01-01',
    unit: 'calendarDays',
    amount: 7,
    holidays: 'hawaii',
    lapse: 'deemed_approved',
    whoMayDeny: 'opinion',
    source: 'HRS 386-21.2; HAR 12-15',
    sourceUrl: 'https://data.capitol.hawaii.gov',
    confidence: 'L',
    open: [
      'The seven days of HAR 12-15 are not confirmed; that a plan without an objection counts as accepted is in its text.',
      'HB 1509 (2026) makes it 10 days after receipt with a fine of $1,000; that it was signed was not found.',
      'Whether a request for a drug alone is a treatment plan.',
    ],
    text:
      'Internal target: 7 calendar days from receipt, the time known for a treatment plan. An objection needs medical ' +
      'evidence, with copies to the Director. Opioids: informed consent (HRS 386-28), and limits on a first opioid together ' +
      'with a benzodiazepine (386-29).',
  }),
  rulePack({
    ...common,
    id: 'MA/prospective/2017',
    jurisdiction: 'MA',
    name: 'Massachusetts: utilization review',
    regulator: 'Massachusetts Department of Industrial Accidents',
    timeZone: 'America/New_York',
    effectiveFrom: '2017-01-01',
    unit: 'businessDays',
    amount: 2,
    holidays: 'massachusetts',
    whoMayDeny: 'ur',
    source: '452 CMR 6.01, 6.04',
    sourceUrl: 'https://www.mass.gov',
    confidence: 'M',
    open: ['The two days are stated by a law firm; that they are business days is not confirmed.'],
    text:
      'Two business days from the request. Utilization review by an approved agent, with a reviewer of the same field, comes ' +
      'before any denial, also in the first 12 weeks.',
  }),
  rulePack({
    ...common,
    id: 'NV/prospective/2019',
    version: 2,
    jurisdiction: 'NV',
    name: 'Nevada: written request',
    regulator: 'Nevada Division of Industrial Relations',
    timeZone: 'America/Los_Angeles',
    effectiveFrom: '2019-01-01',
    unit: 'businessDays',
    amount: 5,
    holidays: 'nevada',
    lapse: 'deemed_approved_revocable',
    lapseInDoubt: true,
    whoMayDeny: 'adjuster',
    source: 'NRS 616C.157; NAC 616C.094',
    sourceUrl: 'https://www.legalfix.com',
    confidence: 'H',
    open: ['The statute names treatment, testing and consultation; that a drug is treatment was not read.'],
    text:
      'Five working days after receipt of a written request. With no answer authorization of treatment is deemed given; it may ' +
      'be denied later, and what was dispensed before the denial arrived is paid. That a drug is such treatment is not ' +
      'confirmed, and the portal approves nothing by itself.',
  }),
  rulePack({
    ...common,
    id: 'UT/prospective/2024',
    jurisdiction: 'UT',
    name: 'Utah: form 223, Level I',
    regulator: 'Utah Labor Commission, Industrial Accidents Division',
    timeZone: 'America/Denver',
    effectiveFrom: '2024-06-01',
    form: '223',
    unit: 'businessDays',
    amount: 5,
    startEvent: 'completeRequest',
    holidays: 'utah',
    whoMayDeny: 'physician',
    source: 'Utah Admin. Code R612-300-11',
    sourceUrl: 'https://www.law.cornell.edu',
    confidence: 'M',
    open: ['The text on a missed deadline was not available.', 'That Level II is a physician’s is not confirmed.'],
    text:
      'Five business days after form 223 and its papers. Level I staff may approve on medical criteria; a denial is made at ' +
      'Level II.',
  }),
  rulePack({
    ...common,
    id: 'VT/prospective/2024',
    jurisdiction: 'VT',
    name: 'Vermont: preauthorization',
    regulator: 'Vermont Department of Labor',
    timeZone: 'America/New_York',
    effectiveFrom: '2024-01-01',
    unit: 'calendarDays',
    amount: 14,
    startEvent: 'completeRequest',
    extension: { calendarDays: 45, cause: 'examination or record review arranged within the 14 days' },
    lapse: 'granted_on_application',
    whoMayDeny: 'opinion',
    source: '21 V.S.A. 640b',
    sourceUrl: 'https://codes.findlaw.com',
    confidence: 'H',
    open: ['The steps of an application (warning, five days, order in five days) are from an older copy.'],
    text:
      'Fourteen days after a written request with medical evidence; 45 days from the request when an examination or a ' +
      'record review is arranged within the 14, and the Commissioner may add 10. A denial rests on a preponderance of ' +
      'credible medical evidence, or the claim is disputed. With no answer the worker or provider may apply to the ' +
      'Department, which declares it authorized.',
  }),
] as const

import { rulePack } from './rule-pack.ts'

const pacific = 'America/Los_Angeles'
const regulator = 'California Division of Workers’ Compensation'
const common = {
  jurisdiction: 'CA',
  regulator,
  timeZone: pacific,
  // 8 CCR 9792.12: a medical-necessity denial by anyone but a licensed physician costs $25,000 each.
  whoMayDeny: 'physician',
  lapse: 'denial_lost',
  holidays: 'california',
  mailDays: 5,
  sourceUrl: 'https://www.dir.ca.gov/t8/9792_9_1.html',
} as const

const deniedNotice = {
  when: 'denied',
  to: ['prescriber', 'worker', 'representative'],
  within: { amount: 2, unit: 'businessDays' },
  written: true,
  source: '8 CCR 9792.9.1(e)',
} as const

/**
 * 8 CCR 9792.9.1(a)(1): after 5:30 PM Pacific counts as the next business day. It moves the hour only: a Saturday's fax
 * that came in time is received that Saturday, and the first business day after it is day 1 (9792.9.1(c)(1)).
 */
const cutOff = { hour: '17:30', zone: pacific, daysOff: 'kept' } as const

/** Review is deferred while liability is disputed: no later than five business days from receipt, as the decision itself. */
const deferredNotice = {
  when: 'deferred',
  to: ['prescriber', 'worker', 'representative'],
  within: null,
  written: true,
  source: '8 CCR 9792.9.1(b)(1)',
} as const

const noticeDuties = [
  {
    when: 'approved',
    to: ['prescriber'],
    within: { amount: 24, unit: 'hours' },
    written: false,
    source: '8 CCR 9792.9.1(d)',
  },
  deniedNotice,
  deferredNotice,
] as const

/** Review of treatment in general: the days wait for needed information, once, and never pass 14 from the recommendation. */
const treatment = {
  ...common,
  unit: 'businessDays',
  amount: 5,
  startEvent: 'completeRequest',
  cutOff,
  ceiling: { calendarDays: 14, from: 'recommendation' },
  extension: { calendarDays: 14, cause: 'information requested within the five business days' },
  noticeDuties,
  source: 'Labor Code 4610(i); 8 CCR 9792.9.1; Labor Code 4600.4',
} as const

/**
 * A drug under the MTUS formulary, in force since 1 January 2018 (8 CCR 9792.27.1-.23): the second sentence of Labor Code
 * 4610(i)(1) gives five normal business days from receipt of the request and nothing else. The information needed, the 14
 * days from the recommendation and the extension belong to its first sentence, which leaves the formulary out.
 */
const drug = {
  ...common,
  kind: 'prospective',
  unit: 'businessDays',
  amount: 5,
  cutOff,
  noticeDuties,
  source: 'Labor Code 4610(i)(1), second sentence; Labor Code 4600.4; 8 CCR 9792.9.1(a)(1)',
  open: [
    'Whether an unlisted drug is “covered by the formulary”; it is counted as covered, which is the shorter time.',
  ],
} as const
const drugText =
  'Five normal business days from receipt of the request. Waiting for information does not extend them. The day after ' +
  'receipt is day 1; a fax or e-mail after 5:30 PM Pacific counts as received the next business day; a mailed request as ' +
  'received five days after mailing. Only a physician may modify, delay or deny; a denial by anyone else carries a $25,000 penalty ' +
  '(8 CCR 9792.12).'

/** California utilization review: five business days, a 5:30 PM Pacific cut-off, 72 hours when expedited. */
export const californiaPacks = [
  rulePack({
    ...treatment,
    id: 'CA/prospective/2013',
    version: 3,
    kind: 'prospective',
    name: 'California: prospective utilization review (before the formulary)',
    effectiveFrom: '2013-01-01',
    effectiveTo: '2017-12-31',
    confidence: 'M',
    text:
      'Five working days from receipt, and never more than 14 days from the recommendation. The day after receipt ' +
      'is day 1; a fax or e-mail after 5:30 PM Pacific counts as received the next business day.',
  }),
  rulePack({
    ...drug,
    id: 'CA/prospective/2018',
    name: 'California: drug under the formulary (before 2020)',
    effectiveFrom: '2018-01-01',
    effectiveTo: '2019-12-31',
    confidence: 'H',
    open: [
      ...drug.open,
      'Whether the Friday after Thanksgiving was a working day before Labor Code 4600.4(b) settled it in 2020.',
    ],
    text: drugText,
  }),
  rulePack({
    ...drug,
    id: 'CA/prospective/2020',
    version: 3,
    name: 'California: drug under the formulary (before April 2026)',
    effectiveFrom: '2020-01-01',
    effectiveTo: '2026-03-31',
    confidence: 'H',
    text: drugText,
  }),
  rulePack({
    ...drug,
    id: 'CA/prospective/2026',
    version: 2,
    name: 'California: drug under the formulary',
    effectiveFrom: '2026-04-01',
    source:
      'Labor Code 4610(i)(1), second sentence; Labor Code 4600.4; 8 CCR 9792.6.1(u) and 9792.9.1 as revised on April 1, ' +
      '2026; DWC Newsline 2026-42',
    // The days are those of Labor Code 4610(i), which the revision cannot change; its own wording of them was not read.
    confidence: 'M',
    text: `${drugText} The request is form RFA, signed, with documentation no older than 30 days.`,
  }),
  rulePack({
    ...treatment,
    id: 'CA/concurrent/2013',
    name: 'California: concurrent review (inpatient stay)',
    kind: 'concurrent',
    effectiveFrom: '2013-01-01',
    // 9792.9.1(a)(1) leaves expedited and concurrent review out of the cut-off.
    cutOff: null,
    confidence: 'H',
    text:
      'Five normal business days from receipt, and never more than 14 days from the recommendation. The 5:30 PM ' +
      'cut-off does not apply.',
  }),
  rulePack({
    ...common,
    id: 'CA/expedited/2013',
    name: 'California: expedited review',
    kind: 'expedited',
    effectiveFrom: '2013-01-01',
    unit: 'hours',
    amount: 72,
    noticeDuties: [{ ...deniedNotice, within: { amount: 72, unit: 'hours' } }, deferredNotice],
    source: 'Labor Code 4610(i)(3); 8 CCR 9792.9.1(c)(4)',
    confidence: 'H',
    text:
      '72 hours from receipt when a physician certifies a serious threat to health. The 5:30 PM cut-off does not ' +
      'apply and every hour counts.',
  }),
  rulePack({
    ...common,
    id: 'CA/retrospective/2013',
    name: 'California: retrospective review',
    kind: 'retrospective',
    effectiveFrom: '2013-01-01',
    version: 2,
    unit: 'calendarDays',
    amount: 30,
    cutOff,
    source: 'Labor Code 4610(i)(2), 4603.2(b); 8 CCR 9792.9.1(c)(5)',
    confidence: 'H',
    text:
      '30 days from receipt of the bill and the medical information needed to decide; what is not contested is paid within ' +
      '45 days. A fax or e-mail after 5:30 PM Pacific counts as received the next business day.',
  }),
] as const

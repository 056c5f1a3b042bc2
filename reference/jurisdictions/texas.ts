import { rulePack } from './rule-pack.ts'

const central = 'America/Chicago'

const notice = {
  to: ['worker', 'representative', 'requestor'],
  within: { amount: 1, unit: 'businessDays' },
  written: true,
  source: '28 TAC 134.600(j)',
} as const
const common = {
  jurisdiction: 'TX',
  regulator: 'Texas Department of Insurance, Division of Workers’ Compensation',
  timeZone: central,
  // 28 TAC 102.3(d): what arrives outside 8:00 to 17:00 Central on a working day counts for the next working day.
  cutOff: { hour: '17:00', zone: central, daysOff: 'moved' },
  dueTime: '17:00',
  unit: 'businessDays',
  holidays: 'texas',
  lapse: 'violation',
  whoMayDeny: 'ur',
  withdrawalAllowed: false,
  appealDays: 30,
  sourceUrl: 'https://www.law.cornell.edu/regulations/texas/28-Tex-Admin-Code-SS-102-3',
  noticeDuties: [
    {
      ...notice,
      when: 'approved',
      // 134.600(l)
      content: [
        'the drug that is approved',
        'its amount',
        'the period it is approved for',
        'disputes about compensability or relatedness that are open',
        'the approval number',
      ],
    },
    { ...notice, when: 'denied' },
  ],
  source: '28 TAC 134.600(i)-(l), 102.3; TDI advisory 2001-03',
} as const

/** Texas preauthorization: three working days after the day of receipt; an approval may not be taken back. */
export const texasPacks = [
  rulePack({
    ...common,
    id: 'TX/prospective/2004',
    name: 'Texas: preauthorization',
    kind: 'prospective',
    effectiveFrom: '2004-03-14',
    amount: 3,
    confidence: 'H',
    text:
      'Three working days (not 72 hours): the day of receipt is left out, the third working day is counted. ' +
      'Weekends, national holidays, the Friday after Thanksgiving, December 24 and 26 are not working days. What ' +
      'arrives after 5:00 PM Central counts for the next working day. An approval cannot be withdrawn. Missing the ' +
      'date is an administrative violation.',
  }),
  rulePack({
    ...common,
    id: 'TX/concurrent/2004',
    version: 2,
    name: 'Texas: concurrent review',
    kind: 'concurrent',
    effectiveFrom: '2004-03-14',
    amount: 3,
    confidence: 'H',
    text:
      'Three working days for treatment that is under way, as in advance; one working day only for the inpatient care of ' +
      '134.600(q)(1). An approval cannot be withdrawn.',
  }),
  rulePack({
    ...common,
    id: 'TX/inpatient/2004',
    name: 'Texas: concurrent review of an inpatient stay',
    kind: 'inpatient',
    effectiveFrom: '2004-03-14',
    amount: 1,
    confidence: 'H',
    text: 'One working day for a request made during an inpatient stay.',
  }),
  rulePack({
    ...common,
    id: 'TX/prospective/network',
    name: 'Texas: preauthorization of a network claim',
    kind: 'prospective',
    track: 'network',
    effectiveFrom: '2026-01-01',
    fromCopy: true,
    amount: 3,
    source: 'Ins. Code 1305.353',
    confidence: 'M',
    open: ['Sooner for a life-threatening condition; 24 hours for concurrent hospital care.'],
    text: 'Network claims have their own statute: the answer is due by the third working day after receipt.',
  }),
  rulePack({
    ...common,
    id: 'TX/reconsideration/2004',
    name: 'Texas: reconsideration',
    kind: 'reconsideration',
    effectiveFrom: '2004-03-14',
    unit: 'calendarDays',
    amount: 30,
    // 102.3(a)(3): a period that ends on no working day runs on to the next.
    rollForward: true,
    confidence: 'L',
    open: ['The 30 days of the answer.'],
    text: 'Internal target: 30 days. A reconsideration is requested within 30 days of the denial.',
  }),
] as const

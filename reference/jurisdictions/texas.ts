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
      'Three working days, which is not 72 hours: the day of receipt is left out, the third working day is counted. ' +
      'Weekends, national holidays, the Friday after Thanksgiving, 24 and 26 December are not working days. What ' +
      'arrives after 5:00 PM Central counts for the next working day. An approval cannot be withdrawn. Missing the ' +
      'date is an administrative violation.',
  }),
  rulePack({
    ...common,
    id: 'TX/concurrent/2004',
    name: 'Texas: concurrent review of an inpatient stay',
    kind: 'concurrent',
    effectiveFrom: '2004-03-14',
    amount: 1,
    confidence: 'H',
    text: 'One working day for a request made during an inpatient stay.',
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
    text: 'A reconsideration asked for within 30 days of the denial is answered within 30 days (not verified).',
  }),
] as const

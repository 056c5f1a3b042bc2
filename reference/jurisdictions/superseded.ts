import { rulePack } from './rule-pack.ts'
import { supersededDaysOff } from './superseded-days-off.ts'

// Packs as they were before they were corrected, under the id and version that requests and decision records name. What was
// counted or decided under one reads and recounts as it did (`packNamed`); no new request falls under one.

const verifiedOn = '2026-11-21'
const pacific = 'America/Los_Angeles'
const californiaCommon = {
  jurisdiction: 'CA',
  regulator: 'California Division of Workers’ Compensation',
  timeZone: pacific,
  whoMayDeny: 'physician',
  lapse: 'denial_lost',
  holidays: 'california',
  mailDays: 5,
  verifiedOn,
} as const

const deniedNotice = {
  when: 'denied',
  to: ['prescriber', 'worker', 'representative'],
  within: { amount: 2, unit: 'businessDays' },
  written: true,
  source: '8 CCR 9792.9.1(e)',
} as const

const cutOff = { hour: '17:30', zone: pacific, daysOff: 'kept' } as const

const california = {
  ...californiaCommon,
  kind: 'prospective',
  version: 2,
  unit: 'businessDays',
  amount: 5,
  startEvent: 'completeRequest',
  cutOff,
  ceiling: { calendarDays: 14, from: 'recommendation' },
  extension: { calendarDays: 14, cause: 'information requested within the five business days' },
  noticeDuties: [
    {
      when: 'approved',
      to: ['prescriber'],
      within: { amount: 24, unit: 'hours' },
      written: false,
      source: '8 CCR 9792.9.1(d)',
    },
    deniedNotice,
  ],
  source: 'Labor Code 4610(i); 8 CCR 9792.9.1; Labor Code 4600.4',
} as const

const central = 'America/Chicago'

const texasNotice = {
  to: ['worker', 'representative', 'requestor'],
  within: { amount: 1, unit: 'businessDays' },
  written: true,
  source: '28 TAC 134.600(j)',
} as const
const texas = {
  jurisdiction: 'TX',
  regulator: 'Texas Department of Insurance, Division of Workers’ Compensation',
  timeZone: central,
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
      ...texasNotice,
      when: 'approved',
      content: [
        'the drug that is approved',
        'its amount',
        'the period it is approved for',
        'disputes about compensability or relatedness that are open',
        'the approval number',
      ],
    },
    { ...texasNotice, when: 'denied' },
  ],
  source: '28 TAC 134.600(i)-(l), 102.3; TDI advisory 2001-03',
  verifiedOn,
} as const

/** The stated packs that were corrected, as they were. */
export const supersededPacks = [
  rulePack({
    ...california,
    id: 'CA/prospective/2013',
    name: 'California: prospective utilization review (before 2020)',
    effectiveFrom: '2013-01-01',
    effectiveTo: '2019-12-31',
    confidence: 'M',
    text:
      'Five working days from receipt, and never more than 14 days from the recommendation. The day after receipt ' +
      'is day 1; a fax or e-mail after 5:30 PM Pacific counts as received the next business day. Saturdays and the ' +
      'Friday after Thanksgiving were litigated until Labor Code 4600.4(b) settled them.',
  }),
  rulePack({
    ...california,
    id: 'CA/prospective/2020',
    name: 'California: prospective utilization review (before April 2026)',
    effectiveFrom: '2020-01-01',
    effectiveTo: '2026-03-31',
    confidence: 'H',
    text:
      'Five normal business days from receipt of the request, and never more than 14 days from the recommendation. ' +
      'The day after receipt is day 1; a fax or e-mail after 5:30 PM Pacific counts as received the next business ' +
      'day; a mailed request as received five days after mailing. Only a physician may modify, delay or deny.',
  }),
  rulePack({
    ...california,
    id: 'CA/prospective/2026',
    version: 1,
    name: 'California: prospective utilization review',
    effectiveFrom: '2026-04-01',
    source: 'Labor Code 4610(i); 8 CCR 9792.6.1(u) and 9792.9.1 as revised on April 1, 2026; DWC Newsline 2026-42',
    confidence: 'M',
    text:
      'Five normal business days from receipt of a completed request (form RFA, signed, with documentation no older ' +
      'than 30 days), and never more than 14 days from the recommendation. The day after receipt is day 1; a fax or ' +
      'e-mail after 5:30 PM Pacific counts as received the next business day; a mailed request as received five days ' +
      'after mailing. Only a physician may modify, delay or deny; a denial by anyone else carries a $25,000 penalty (8 CCR 9792.12).',
  }),
  rulePack({
    jurisdiction: 'CO',
    regulator: 'Colorado Division of Workers’ Compensation',
    timeZone: 'America/Denver',
    kind: 'prospective',
    lapse: 'deemed_approved',
    whoMayDeny: 'adjuster',
    id: 'CO/prospective/2021',
    verifiedOn,
    name: 'Colorado: prior authorization',
    effectiveFrom: '2021-01-01',
    unit: 'calendarDays',
    amount: 10,
    source: '7 CCR 1101-3 Rule 16-7 (January 1, 2021)',
    confidence: 'M',
    text: 'Ten days from receipt; no answer is an authorization.',
  }),
  rulePack({
    id: 'FL/prospective/2003',
    verifiedOn,
    jurisdiction: 'FL',
    name: 'Florida: response to a request for authorization',
    regulator: 'Florida Division of Workers’ Compensation',
    timeZone: 'America/New_York',
    kind: 'prospective',
    effectiveFrom: '2003-10-01',
    version: 2,
    unit: 'businessDays',
    amount: 3,
    dueTime: '17:00',
    lapse: 'consents',
    whoMayDeny: 'adjuster',
    source: 'F.S. 440.13(3)(d), (i)',
    confidence: 'H',
    text:
      'By close of business of the third business day after receipt by the carrier (not the employer); if no ' +
      'decision is made in time, medical necessity is deemed accepted, compensability is not. A drug has these three days whatever it costs: the 10 days of ' +
      '440.13(3)(i) are for specialist consultations, surgery, therapy, X-rays, tests above $1,000 and other specialty ' +
      'services the department names.',
  }),
  rulePack({
    id: 'IN/prospective/2019',
    verifiedOn,
    jurisdiction: 'IN',
    name: 'Indiana: ODG N drug',
    regulator: 'Workers’ Compensation Board of Indiana',
    timeZone: 'America/Indiana/Indianapolis',
    kind: 'prospective',
    effectiveFrom: '2019-01-01',
    unit: 'businessDays',
    version: 2,
    amount: 5,
    lapse: 'deemed_approved',
    lapseOnly: 'needsApproval',
    whoMayDeny: 'ur',
    source: 'SB 369 (2018), trade press',
    confidence: 'M',
    text:
      'Five business days. An adverse answer on an ODG N drug is made by an accredited third party. No answer approves ' +
      'a request for an N drug; of others nothing is known. As ODG’s list is licensed, an N drug is one the plan puts ' +
      'under approval, excludes or does not list.',
  }),
  rulePack({
    id: 'KY/prospective/2019',
    verifiedOn,
    jurisdiction: 'KY',
    name: 'Kentucky: preauthorization',
    regulator: 'Kentucky Department of Workers’ Claims',
    timeZone: 'America/New_York',
    kind: 'prospective',
    effectiveFrom: '2019-07-01',
    unit: 'calendarDays',
    amount: 7,
    whoMayDeny: 'ur',
    source: '803 KAR 25:190, 25:270',
    confidence: 'L',
    text:
      'Seven days (not verified). N and unlisted drugs need preauthorization. A 7-day fill of a Y drug in the first ' +
      '7 days is payable even when liability is later denied.',
  }),
  rulePack({
    id: 'LA/prospective/2012',
    verifiedOn,
    jurisdiction: 'LA',
    name: 'Louisiana: form 1010',
    regulator: 'Louisiana Office of Workers’ Compensation Administration',
    timeZone: 'America/Chicago',
    kind: 'prospective',
    effectiveFrom: '2012-08-01',
    unit: 'businessDays',
    amount: 5,
    lapse: 'deemed_denied',
    whoMayDeny: 'adjuster',
    appealDays: 15,
    source: 'LAC 40:I.2715; law-firm summaries',
    confidence: 'L',
    text:
      'Five business days to answer form 1010 (number not verified); no answer counts as a denial, and the provider ' +
      'has 15 days for form 1009.',
  }),
  rulePack({
    id: 'TN/prospective/2016',
    verifiedOn,
    jurisdiction: 'TN',
    name: 'Tennessee: adjuster’s answer or referral',
    regulator: 'Tennessee Bureau of Workers’ Compensation',
    timeZone: 'America/Chicago',
    kind: 'prospective',
    effectiveFrom: '2016-08-28',
    unit: 'businessDays',
    amount: 4,
    startEvent: 'completeRequest',
    lapse: 'violation',
    whoMayDeny: 'physician',
    appealDays: 30,
    noticeDuties: [
      {
        when: 'denied',
        to: ['worker', 'prescriber'],
        within: null,
        written: true,
        content: ['the appeal form'],
        source: '0800-02-06-.07: with the appeal form',
      },
    ],
    source: 'Tenn. Comp. R. & Regs. 0800-02-06-.03, .06(2), .07; 0800-02-25-.04 (October 2024)',
    confidence: 'M',
    text:
      'The adjuster answers within four business days of receiving the request with its record, or sends it to ' +
      'utilization review at once; only a review physician may deny. Any drug may be filled for up to 7 days in the ' +
      'first 7 days of the claim. A denial may be appealed for 30 calendar days; an expedited appeal goes to the Medical Director. A new list ' +
      'of drugs is in force from the first day of the month after its posting.',
  }),
  rulePack({
    ...texas,
    id: 'TX/concurrent/2004',
    name: 'Texas: concurrent review of an inpatient stay',
    kind: 'concurrent',
    effectiveFrom: '2004-03-14',
    amount: 1,
    confidence: 'H',
    text: 'One working day for a request made during an inpatient stay.',
  }),
  rulePack({
    id: 'NV/prospective/2019',
    jurisdiction: 'NV',
    name: 'Nevada: written request',
    regulator: 'Nevada Division of Industrial Relations',
    timeZone: 'America/Los_Angeles',
    kind: 'prospective',
    effectiveFrom: '2019-01-01',
    unit: 'businessDays',
    amount: 5,
    holidays: 'nevada',
    lapse: 'deemed_approved_revocable',
    whoMayDeny: 'adjuster',
    source: 'NRS 616C.157; NAC 616C.094',
    sourceUrl: 'https://www.legalfix.com',
    confidence: 'H',
    open: ['The statute names treatment, testing and consultation; that a drug is treatment was not read.'],
    text:
      'Five working days after receipt of a written request. With no answer authorization is deemed given; it may be denied ' +
      'later, and what was dispensed before the denial arrived is paid.',
  }),
  rulePack({
    id: 'OH/prospective/2011',
    verifiedOn,
    jurisdiction: 'OH',
    name: 'Ohio: state fund prior authorization',
    regulator: 'Ohio Bureau of Workers’ Compensation',
    timeZone: 'America/New_York',
    kind: 'prospective',
    effectiveFrom: '2011-09-01',
    unit: 'businessDays',
    amount: 3,
    lapse: 'internal_target',
    whoMayDeny: 'fund',
    source: 'O.A.C. 4123-6-21.3; form MEDCO-31',
    confidence: 'M',
    text: 'Requests on MEDCO-31 go to the fund’s PBM. The answer time is an internal target of 3 business days.',
  }),
  rulePack({
    id: 'WA/prospective/2010',
    verifiedOn,
    jurisdiction: 'WA',
    name: 'Washington: state fund authorization',
    regulator: 'Washington Department of Labor & Industries',
    timeZone: 'America/Los_Angeles',
    kind: 'prospective',
    effectiveFrom: '2010-01-01',
    unit: 'businessDays',
    amount: 3,
    lapse: 'internal_target',
    whoMayDeny: 'fund',
    source: 'lni.wa.gov authorization page',
    confidence: 'M',
    text:
      'State-fund preferred drug list with a telephone line; an emergency supply of up to 10 days is allowed. The ' +
      'answer time is an internal target of 3 business days.',
  }),
  ...supersededDaysOff,
] as const

import { rulePack } from './rule-pack.ts'

const colorado = {
  jurisdiction: 'CO',
  regulator: 'Colorado Division of Workers’ Compensation',
  timeZone: 'America/Denver',
  kind: 'prospective',
  lapse: 'deemed_approved',
} as const

/** States with at least one fact we can cite, other than California, New York and Texas. */
export const otherStatePacks = [
  rulePack({
    id: 'AZ/prospective/2016',
    jurisdiction: 'AZ',
    name: 'Arizona: payer decision',
    regulator: 'Industrial Commission of Arizona',
    timeZone: 'America/Phoenix',
    kind: 'prospective',
    effectiveFrom: '2016-10-01',
    version: 2,
    unit: 'businessDays',
    amount: 7,
    holidays: 'arizona',
    lapse: 'agency_review',
    whoMayDeny: 'adjuster',
    noticeDuties: [
      {
        when: 'denied',
        to: ['requestor'],
        within: null,
        written: true,
        content: ['the medical reason'],
        source: 'R20-5-1309(A): the medical reason',
      },
    ],
    source: 'A.A.C. R20-5-1309 (December 2024); A.R.S. 1-301',
    sourceUrl: 'https://apps.azsos.gov',
    confidence: 'H',
    text:
      'Seven business days beginning the day after receipt; a partial approval is allowed, an incomplete request is ' +
      'answered in the same time, and a denial states the medical reason. No answer opens the way to review by the ' +
      'Commission.',
  }),
  rulePack({
    id: 'AZ/reconsideration/2016',
    jurisdiction: 'AZ',
    name: 'Arizona: payer reconsideration',
    regulator: 'Industrial Commission of Arizona',
    timeZone: 'America/Phoenix',
    kind: 'reconsideration',
    effectiveFrom: '2016-10-01',
    version: 2,
    unit: 'businessDays',
    amount: 7,
    holidays: 'arizona',
    lapse: 'agency_review',
    whoMayDeny: 'adjuster',
    source: 'A.A.C. R20-5-1310 (December 2024); A.R.S. 1-301',
    sourceUrl: 'https://apps.azsos.gov',
    confidence: 'H',
    text: 'Seven business days beginning the day after receipt of the request for reconsideration.',
  }),
  rulePack({
    ...colorado,
    id: 'CO/prospective/2014',
    name: 'Colorado: prior authorization (before 2021)',
    whoMayDeny: 'adjuster',
    effectiveFrom: '2014-01-01',
    effectiveTo: '2020-12-31',
    unit: 'businessDays',
    amount: 7,
    source: '7 CCR 1101-3 Rule 16 as it stood before 2021',
    sourceUrl: 'https://www.sos.state.co.us',
    confidence: 'M',
    text: 'Seven business days from receipt. With no answer the request is authorized.',
  }),
  rulePack({
    ...colorado,
    id: 'CO/prospective/2021',
    name: 'Colorado: prior authorization',
    effectiveFrom: '2021-01-01',
    version: 2,
    unit: 'calendarDays',
    amount: 10,
    // C.R.S. 2-4-108: the first day is left out, and a last day on a Saturday, Sunday or legal holiday moves on.
    rollForward: true,
    holidays: 'colorado',
    whoMayDeny: 'opinion',
    source: '7 CCR 1101-3 Rule 16-7 (January 1, 2021); C.R.S. 2-4-108, 24-11-101',
    sourceUrl: 'https://colorado.public.law/statutes/crs_2-4-108',
    confidence: 'M',
    open: [
      'An independent medical examination set within 30 days (first appointment within 60) extends the time; the text was ' +
        'not read and no extension is offered.',
    ],
    text:
      'Ten days from receipt; a last day on a weekend or holiday moves to the next business day. With no answer the ' +
      'request is authorized. A denial for medical reasons rests on a medical opinion no older than 365 days; other ' +
      'denials do not need one. Rule 16-7 lets an independent medical examination extend the time; that extension is not ' +
      'counted here.',
  }),
  rulePack({
    id: 'FL/prospective/2003',
    jurisdiction: 'FL',
    name: 'Florida: response to a request for authorization',
    regulator: 'Florida Division of Workers’ Compensation',
    timeZone: 'America/New_York',
    kind: 'prospective',
    effectiveFrom: '2003-10-01',
    version: 3,
    unit: 'businessDays',
    amount: 3,
    holidays: 'florida',
    // "By the close of the third business day after receipt": an hour of closing there is, one of receiving there is not.
    dueTime: '17:00',
    lapse: 'consents',
    whoMayDeny: 'adjuster',
    source: 'F.S. 440.13(3)(d), (i)',
    sourceUrl: 'https://www.leg.state.fl.us',
    confidence: 'H',
    text:
      'By close of business of the third business day after receipt by the carrier (not the employer). With no ' +
      'answer in time, medical necessity is deemed accepted; compensability is not. A drug has these three days whatever it costs: the 10 days of ' +
      '440.13(3)(i) are for specialist consultations, surgery, therapy, X-rays, tests above $1,000 and other specialty ' +
      'services the department names.',
  }),
  rulePack({
    id: 'IN/prospective/2019',
    jurisdiction: 'IN',
    name: 'Indiana: ODG N drug',
    regulator: 'Workers’ Compensation Board of Indiana',
    timeZone: 'America/Indiana/Indianapolis',
    kind: 'prospective',
    effectiveFrom: '2019-01-01',
    unit: 'businessDays',
    version: 3,
    amount: 5,
    holidays: 'indiana',
    lapse: 'deemed_approved',
    lapseOnly: 'needsApproval',
    whoMayDeny: 'ur',
    limits: { oneOrder: true },
    source: 'IC 22-3-3-4.7, 22-3-7-17.6',
    sourceUrl: 'https://iga.in.gov',
    confidence: 'H',
    open: ['That an approval covers one prescription order is stated by a law firm; the rule’s text does not say it.'],
    text:
      'Five business days after receipt. An employer that does not approve an ODG N drug sends the request to an accredited ' +
      'third party. With no answer in time it is deemed approved. An approval covers one prescription order. A medical emergency is ' +
      'handled separately. As ODG’s list is licensed, an N drug is one that needs prior authorization, is excluded or is not listed on the plan.',
  }),
  rulePack({
    id: 'KY/prospective/2019',
    jurisdiction: 'KY',
    name: 'Kentucky: internal target',
    regulator: 'Kentucky Department of Workers’ Claims',
    timeZone: 'America/New_York',
    kind: 'prospective',
    effectiveFrom: '2019-07-01',
    version: 2,
    unit: 'businessDays',
    amount: 3,
    lapse: 'internal_target',
    ownTarget: true,
    whoMayDeny: 'ur',
    source: '803 KAR 25:190, 25:270, for utilization review and the list of drugs; no time was found in them',
    sourceUrl: 'https://apps.legislature.ky.gov',
    confidence: 'M',
    open: [
      'The days of 803 KAR 25:190 section 5; not confirmed: first answer due 2 business days after review begins, a ' +
        'retrospective one in 10 days. Missing them may bring sanctions.',
    ],
    text:
      'Internal target: 3 business days from receipt. N and unlisted drugs need preauthorization, and only utilization ' +
      'review may deny. A 7-day fill of a Y drug in the first 7 days is payable even when liability is later denied.',
  }),
  rulePack({
    id: 'LA/prospective/2012',
    jurisdiction: 'LA',
    name: 'Louisiana: form 1010',
    regulator: 'Louisiana Office of Workers’ Compensation Administration',
    timeZone: 'America/Chicago',
    kind: 'prospective',
    effectiveFrom: '2012-08-01',
    version: 2,
    form: '1010',
    unit: 'businessDays',
    amount: 5,
    holidays: 'louisiana',
    lapse: 'deemed_denied',
    whoMayDeny: 'adjuster',
    appealDays: 15,
    source: 'LAC 40:I.2715; trade note of 2020 and law-firm note of 2012; R.S. 1:55',
    sourceUrl: 'https://legis.la.gov/legis/Law.aspx?d=74097',
    confidence: 'M',
    open: ['Both notes say “days”: business or calendar is open.', 'Whether the drafted revision of 2715 is in force.'],
    text:
      'Five business days to answer form 1010; an incomplete one is answered on form 1010A. No answer counts as a denial, and ' +
      'the provider has 15 calendar days for form 1009.',
  }),
  rulePack({
    id: 'MT/prospective/2019',
    jurisdiction: 'MT',
    name: 'Montana: formulary prior authorization',
    regulator: 'Montana Department of Labor and Industry',
    timeZone: 'America/Denver',
    kind: 'prospective',
    effectiveFrom: '2019-04-01',
    version: 2,
    unit: 'businessDays',
    amount: 3,
    holidays: 'montana',
    whoMayDeny: 'adjuster',
    source: 'ARM 24.29.1624(5)-(7); Mont. Code 1-1-216',
    sourceUrl: 'https://rules.mt.gov',
    confidence: 'H',
    text:
      'The insurer answers within three business days of receipt. N, unlisted, compound and investigational drugs need ' +
      'approval; an N drug does not when written within 7 days of the injury for at most 7 days. The list holds for claims ' +
      'from 04/01/2019 and for older claims from 04/01/2020 or 90 days after notice.',
  }),
  rulePack({
    id: 'OH/prospective/2011',
    jurisdiction: 'OH',
    name: 'Ohio: internal target',
    regulator: 'Ohio Bureau of Workers’ Compensation',
    timeZone: 'America/New_York',
    kind: 'prospective',
    effectiveFrom: '2011-09-01',
    version: 2,
    unit: 'businessDays',
    amount: 3,
    lapse: 'internal_target',
    ownTarget: true,
    whoMayDeny: 'fundOrEmployer',
    source:
      'O.A.C. 4123-6-21.3 and form MEDCO-31, for the list of drugs; 4123-6-21.1, 4123-19-03(K)(5), for self-insurers',
    sourceUrl: 'https://www.bwc.ohio.gov',
    confidence: 'M',
    open: [
      'The days a self-insuring employer has (10, not confirmed).',
      'Form C-9 has a clock for other care: 3 business days, 5 if pended, dispute within 14 days. Drugs go on MEDCO-31, for ' +
        'which no days were found.',
    ],
    text:
      'Internal target: 3 business days from receipt. Requests on MEDCO-31 go to the fund’s PBM and an independent physician; ' +
      'a self-insuring employer decides its own claims.',
  }),
  rulePack({
    id: 'OK/prospective/2014',
    jurisdiction: 'OK',
    name: 'Oklahoma: internal target',
    regulator: 'Oklahoma Workers’ Compensation Commission',
    timeZone: 'America/Chicago',
    kind: 'prospective',
    effectiveFrom: '2014-02-01',
    unit: 'businessDays',
    amount: 3,
    lapse: 'internal_target',
    ownTarget: true,
    whoMayDeny: 'ur',
    source: 'O.A.C. 810:15-5, for the closed formulary; no time was found in it',
    sourceUrl: 'https://rules.ok.gov',
    confidence: 'M',
    open: [
      'Whether 36 O.S. 6570.54 (from November 1, 2025: 24 hours urgent, 4 business days) reaches workers’ compensation.',
    ],
    text:
      'Internal target: 3 business days from receipt. ODG N drugs, compounds and investigational drugs need approval; a ' +
      'medical interlocutory order protects a continued drug, back to the day of the complete request.',
  }),
  rulePack({
    id: 'PA/prospective/1996',
    jurisdiction: 'PA',
    name: 'Pennsylvania: internal target',
    regulator: 'Pennsylvania Bureau of Workers’ Compensation',
    timeZone: 'America/New_York',
    kind: 'prospective',
    effectiveFrom: '1996-06-24',
    unit: 'businessDays',
    amount: 3,
    lapse: 'internal_target',
    ownTarget: true,
    whoMayDeny: 'adjuster',
    source: '34 Pa. Code 127.404; law-firm summaries: no duty to approve in advance was found',
    sourceUrl: 'https://www.pacodeandbulletin.gov',
    confidence: 'M',
    text:
      'Internal target: 3 business days from receipt. No duty to approve in advance was found; review follows the bill. When ' +
      'the worker asks for prospective review, the insurer answers the Bureau in seven days.',
  }),
  rulePack({
    id: 'TN/prospective/2016',
    jurisdiction: 'TN',
    name: 'Tennessee: adjuster’s answer or referral',
    regulator: 'Tennessee Bureau of Workers’ Compensation',
    timeZone: 'America/Chicago',
    kind: 'prospective',
    effectiveFrom: '2016-08-28',
    version: 2,
    unit: 'businessDays',
    amount: 4,
    holidays: 'tennessee',
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
    source: 'Tenn. Comp. R. & Regs. 0800-02-06-.03(3), .06(1)-(2), .07(1); 0800-02-25-.04 (October 2024)',
    sourceUrl: 'https://publications.tnsosfiles.com',
    confidence: 'H',
    text:
      'The adjuster answers within four business days of receiving the request with its record, or sends it to ' +
      'utilization review at once; only a review physician may deny. Any drug may be filled for up to 7 days in the ' +
      'first 7 days of the claim. A denial may be appealed for 30 calendar days; an expedited appeal goes to the Medical Director. A new list ' +
      'of drugs is in force from the first day of the month after its posting.',
  }),
  rulePack({
    id: 'WA/prospective/2010',
    jurisdiction: 'WA',
    name: 'Washington: internal target',
    regulator: 'Washington Department of Labor & Industries',
    timeZone: 'America/Los_Angeles',
    kind: 'prospective',
    effectiveFrom: '2010-01-01',
    version: 2,
    unit: 'businessDays',
    amount: 3,
    lapse: 'internal_target',
    ownTarget: true,
    whoMayDeny: 'fundOrEmployer',
    source: 'lni.wa.gov authorization page; WAC 296-20-03056 (from July 1, 2013); no time was found in them',
    sourceUrl: 'https://www.lni.wa.gov',
    confidence: 'M',
    text:
      'Internal target: 3 business days from receipt. State-fund preferred drug list with a telephone line; an emergency ' +
      'supply of up to 10 days is allowed. Opioids past the acute six weeks need documented authorization by the fund or ' +
      'the self-insured employer, which decides its own claims.',
  }),
] as const

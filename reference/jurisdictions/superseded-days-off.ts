import { rulePack } from './rule-pack.ts'

// Packs as they were before they counted their state's own days off (docs/decisions/0467, 0601).

export const supersededDaysOff = [
  rulePack({
    id: 'AZ/prospective/2016',
    jurisdiction: 'AZ',
    name: 'Arizona: payer decision',
    regulator: 'Industrial Commission of Arizona',
    timeZone: 'America/Phoenix',
    kind: 'prospective',
    effectiveFrom: '2016-10-01',
    unit: 'businessDays',
    amount: 7,
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
    source: 'A.A.C. R20-5-1309 (December 2024)',
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
    unit: 'businessDays',
    amount: 7,
    lapse: 'agency_review',
    whoMayDeny: 'adjuster',
    source: 'A.A.C. R20-5-1310 (December 2024)',
    sourceUrl: 'https://apps.azsos.gov',
    confidence: 'H',
    text: 'Seven business days beginning the day after receipt of the request for reconsideration.',
  }),
  rulePack({
    id: 'MT/prospective/2019',
    jurisdiction: 'MT',
    name: 'Montana: formulary prior authorization',
    regulator: 'Montana Department of Labor and Industry',
    timeZone: 'America/Denver',
    kind: 'prospective',
    effectiveFrom: '2019-04-01',
    unit: 'businessDays',
    amount: 3,
    whoMayDeny: 'adjuster',
    source: 'ARM 24.29.1624(5)-(7)',
    sourceUrl: 'https://rules.mt.gov',
    confidence: 'H',
    text:
      'The insurer answers within three business days of receipt. N, unlisted, compound and investigational drugs need ' +
      'approval; an N drug does not when written within 7 days of the injury for at most 7 days. The list holds for claims ' +
      'from 04/01/2019 and for older claims from 04/01/2020 or 90 days after notice.',
  }),
  rulePack({
    kind: 'prospective',
    fromCopy: true,
    id: 'GA/prospective/2026',
    jurisdiction: 'GA',
    name: 'Georgia: form WC-205',
    regulator: 'Georgia State Board of Workers’ Compensation',
    timeZone: 'America/New_York',
    effectiveFrom: '2026-01-01',
    unit: 'businessDays',
    amount: 5,
    form: 'WC-205',
    lapse: 'deemed_approved',
    whoMayDeny: 'adjuster',
    source: 'Board Rule 205(b); form WC-205',
    sourceUrl: 'https://sbwc.georgia.gov',
    confidence: 'H',
    open: [
      'Whether a drug is “treatment” under the rule.',
      'The copy read has no date; the pack begins with the year it was read in.',
      'A managed care contract may say otherwise.',
    ],
    text:
      'Five business days from receipt of form WC-205. Asking in advance is voluntary; a request on that form stands ' +
      'approved when it is neither approved nor controverted in time.',
  }),
] as const

import { rulePack } from './rule-pack.ts'

const common = {
  regulator: 'U.S. Department of Labor, Office of Workers’ Compensation Programs',
  timeZone: 'America/New_York',
  kind: 'prospective',
  unit: 'businessDays',
  amount: 3,
  lapse: 'internal_target',
  ownTarget: true,
  whoMayDeny: 'examiner',
  sourceUrl: 'https://www.dol.gov',
} as const

const fecaLimits = {
  maxOpioidApprovalDays: 60,
  maxCompoundApprovalDays: 90,
  maxDaysPerFill: 30,
  maxConcurrentOpioids: 2,
} as const

/** Federal programmes. None states a turnaround for a drug request; the three days are our own target. */
export const federalPacks = [
  rulePack({
    ...common,
    id: 'US-FECA/prospective/2017',
    jurisdiction: 'US-FECA',
    name: 'FECA: internal target (opioid letter after 60 days)',
    effectiveFrom: '2017-08-28',
    effectiveTo: '2019-09-22',
    limits: { ...fecaLimits, maxOpioidDaysWithoutLetter: 60 },
    source: 'FECA Bulletin 17-07',
    confidence: 'M',
    text:
      'A new opioid user needs a letter of medical necessity after 60 days. Approvals of opioids run at most 60 ' +
      'days in 30-day supplies, two opioids at a time. Internal target: 3 business days from receipt.',
  }),
  rulePack({
    ...common,
    id: 'US-FECA/prospective/2019',
    jurisdiction: 'US-FECA',
    name: 'FECA: internal target (opioid letter after 28 days)',
    effectiveFrom: '2019-09-23',
    effectiveTo: '2021-12-08',
    limits: { ...fecaLimits, maxOpioidDays: 7, maxOpioidDaysWithoutLetter: 28 },
    source: 'FECA Bulletin 19-04; dol.gov/agencies/owcp/FECA/FECANewOpioidGuidelines; forms CA-26, CA-27',
    confidence: 'H',
    text:
      'A new opioid user (none in 180 days) gets 7-day fills, four at most, 28 days in all; then a letter (CA-27) ' +
      'is needed. Approvals of opioids run at most 60 days in 30-day supplies, two opioids at a time; compounds ' +
      '(CA-26, valid 90 days from its signature) at most 90 days. Internal target: 3 business days from receipt.',
  }),
  rulePack({
    ...common,
    id: 'US-FECA/prospective/2021',
    jurisdiction: 'US-FECA',
    name: 'FECA: internal target (formulary, and opioid letter after 28 days)',
    effectiveFrom: '2021-12-09',
    limits: { ...fecaLimits, maxOpioidDays: 7, maxOpioidDaysWithoutLetter: 28 },
    source:
      'feca-pharmacy.dol.gov; FECA Bulletin 19-04; dol.gov/agencies/owcp/FECA/FECANewOpioidGuidelines; forms CA-26, CA-27',
    confidence: 'H',
    text:
      'A drug that is not on the formulary needs an exception (PARF); drugs begun before it stayed payable until ' +
      '12/08/2022. A new opioid user (none in 180 days) gets 7-day fills, four at most, 28 days in all; then a letter ' +
      '(CA-27) is needed. Approvals of opioids run at most 60 days in 30-day supplies, two opioids at a time; compounds ' +
      '(CA-26, valid 90 days from its signature) at most 90 days. Internal target: 3 business days from receipt.',
  }),
  rulePack({
    ...common,
    id: 'US-EEOIC/prospective/2024',
    jurisdiction: 'US-EEOIC',
    name: 'EEOIC: internal target (compounds on OWCP-26)',
    effectiveFrom: '2024-11-04',
    limits: { maxCompoundApprovalDays: 90, maxDaysPerFill: 30 },
    source: 'EEOICPA notice of November 2024; form OWCP-26',
    confidence: 'M',
    text:
      'Every compound needs prior authorization on form OWCP-26 with a physician’s rationale. ' +
      'Internal target: 3 business days from receipt.',
  }),
] as const

/** The NCPDP reject codes that rules compare with, by name. `reject-codes.ts` describes every code the portal knows. */
export const ncpdp = {
  BLOCKED: '3Y',
  COMPOUND_NOT_COVERED: '7Y',
  TOO_MANY_INGREDIENTS: '9K',
  DIFFERS_FROM_PRIOR_AUTH: '64',
  NOT_COVERED: '65',
  FILLED_BEFORE_COVERAGE: '67',
  FILLED_AFTER_COVERAGE_EXPIRED: '68',
  FILLED_AFTER_COVERAGE_ENDED: '69',
  PRODUCT_EXCLUDED: '70',
  PRESCRIBER_NOT_COVERED: '71',
  PRIOR_AUTH_NEEDED: '75',
  COST_OVER_MAXIMUM: '78',
  REFILL_TOO_SOON: '79',
  DRUG_SAFETY: '88',
  PRIOR_AUTH_USED_UP: 'PA',
  NOT_ON_FORMULARY: 'MR',
  COVERAGE_GAP: '600',
  STEP_THERAPY: '608',
  REPACKAGED: '645',
  DUPLICATE_PAID: '83',
  ADJUSTER_MUST_AUTHORIZE: '830',
  INJURY_QUESTIONED: '80',
  FIRST_OPIOID_FILL: '925',
  GENERIC_REQUIRED: 'AJ',
  DISPENSE_AS_WRITTEN: '22',
  BRAND_WITHOUT_REASON: 'UU',
} as const

/** The codes that say the claim does not cover the worker on the day of the fill. */
export const notCoveredThatDay: readonly string[] = [
  ncpdp.NOT_COVERED,
  ncpdp.FILLED_BEFORE_COVERAGE,
  ncpdp.FILLED_AFTER_COVERAGE_EXPIRED,
  ncpdp.FILLED_AFTER_COVERAGE_ENDED,
  ncpdp.COVERAGE_GAP,
]

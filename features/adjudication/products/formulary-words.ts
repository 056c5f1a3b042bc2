import type { Facts } from '../answer.ts'

// The state line beside a formulary status. States not named here have no formulary of their own.
const stateLines: Readonly<Record<string, string>> = {
  TX: 'Texas closed formulary: drugs marked N, compounds and investigational drugs need preauthorization',
  CA: 'California drug list: exempt drugs need no review, all others do',
  NY: 'New York formulary: phase A for the first 30 days, phase B after',
  AZ: 'Arizona follows ODG',
  IN: 'Indiana follows ODG',
  KY: 'Kentucky follows ODG: N and unlisted drugs need preauthorization',
  TN: 'Tennessee follows ODG: N drugs need approval after the first 7 days',
  MT: 'Montana follows ODG: N and unlisted drugs and compounds need prior authorization',
  OK: 'Oklahoma closed formulary',
  OH: 'Ohio state-fund formulary is the complete list',
  WA: 'Washington state-fund preferred drug list',
  'US-FECA': 'FECA formulary: drugs not listed need an exception request',
}

const statusWords: Readonly<Record<NonNullable<Facts['formularyStatus']>, string>> = {
  COVERED: 'Covered',
  PA: 'Prior authorization',
  EXCLUDED: 'Excluded',
  STEP: 'Covered after a first-line drug',
  NOT_LISTED: 'Not listed',
}

/** 'Prior authorization (Benzodiazepine). Texas closed formulary: ...'; null when the product is not known. */
export function formularyWords(
  status: Facts['formularyStatus'],
  jurisState: string,
  note: string | null,
): string | null {
  if (status === null) return null
  const plan = `${statusWords[status]}${note === null ? '' : ` (${note})`}.`
  const line = stateLines[jurisState]
  return line === undefined ? plan : `${plan} ${line}.`
}

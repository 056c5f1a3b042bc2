import type { EngineFacts } from '../answer.ts'
import { formularyStatusWords } from '../formulary-status-words.ts'
import { noteWords } from '../in-words.ts'

// The state line beside a formulary status. States not named here have no formulary of their own.
const stateLines: Readonly<Record<string, string>> = {
  TX: 'Texas closed formulary: N drugs, compounds and investigational drugs need preauthorization',
  CA: 'California MTUS drug list: exempt drugs need no review; all others need prospective review',
  NY: 'New York formulary: phase A for the first 30 days, phase B after',
  AZ: 'Arizona follows ODG',
  IN: 'Indiana follows ODG',
  KY: 'Kentucky follows ODG: N drugs and unlisted drugs need preauthorization',
  TN: 'Tennessee follows ODG: N drugs need approval after the first 7 days',
  MT: 'Montana follows ODG: N drugs, unlisted drugs and compounds need prior authorization',
  OK: 'Oklahoma closed formulary',
  OH: 'Ohio state fund: drugs not on the formulary are not covered',
  WA: 'Washington state fund preferred drug list',
  'US-FECA': 'FECA formulary: unlisted drugs need an exception request',
}

/** 'prior authorization required (benzodiazepine). Texas closed formulary: ...'; null when the product is not known. */
export function formularyWords(
  status: EngineFacts['formularyStatus'],
  jurisState: string,
  note: string | null,
): string | null {
  if (status === null) return null
  const plan = `${formularyStatusWords[status]}${note === null ? '' : ` (${noteWords(note)})`}.`
  const line = stateLines[jurisState]
  return line === undefined ? plan : `${plan} ${line}.`
}

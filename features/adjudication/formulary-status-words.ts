import type { EngineFacts } from './answer.ts'

/** What a drug list says of a drug, in words. */
export const formularyStatusWords: Readonly<Record<NonNullable<EngineFacts['formularyStatus']>, string>> = {
  COVERED: 'covered',
  PA: 'prior authorization required',
  EXCLUDED: 'excluded',
  STEP: 'covered after a first-line drug',
  NOT_LISTED: 'not listed',
}

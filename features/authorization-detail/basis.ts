import { confidenceWords } from '#features/authorizations/law-in-words.ts'
import { usDate } from '#platform/dates/day.ts'
import type { RulePack } from '#reference/jurisdictions/rule-pack.ts'

/** False where a rule rests on nothing that was read. A default claims no rule of the state, so there is nothing to confirm. */
export const isConfirmed = (pack: RulePack): boolean => pack.isDefault || pack.confidence !== 'L'

/** What a rule rests on: since when, how sure, when it was looked up, where it is published, and what is open about it. */
export const basisOf = (pack: RulePack): string[] => [
  ...(pack.isDefault
    ? []
    : [
        pack.fromCopy
          ? `Counted for requests received since ${usDate(pack.effectiveFrom)}, the date of the copy read; the rule may be older.`
          : `${pack.ownTarget ? 'Counted' : 'In force'} since ${usDate(pack.effectiveFrom)}.`,
      ]),
  `Looked up on ${usDate(pack.lookedOn)}${pack.isDefault ? '' : `: ${confidenceWords[pack.confidence]}`}.`,
  ...(pack.form === null ? [] : [`The state’s time begins with form ${pack.form}.`]),
  ...(pack.sourceUrl === null ? [] : [`Published at ${pack.sourceUrl}.`]),
  ...pack.open.map((line) => `Open: ${line}`),
]

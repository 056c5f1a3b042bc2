import { californiaPacks } from './california.ts'
import { federalPacks } from './federal.ts'
import type { Jurisdiction } from './jurisdictions.ts'
import { jurisdictions } from './jurisdictions.ts'
import { newYorkPacks } from './new-york.ts'
import { otherStatePacks } from './other-states.ts'
import type { RulePack } from './rule-pack.ts'
import { rulePack } from './rule-pack.ts'
import { texasPacks } from './texas.ts'

/** Packs that rest on a cited fact. */
export const statedPacks: readonly RulePack[] = [
  ...californiaPacks,
  ...newYorkPacks,
  ...texasPacks,
  ...otherStatePacks,
  ...federalPacks,
]

const defaultTarget = (jurisdiction: Jurisdiction, kind: 'prospective' | 'expedited'): RulePack =>
  rulePack({
    id: `${jurisdiction.code}/${kind}/default`,
    jurisdiction: jurisdiction.code,
    name: `${jurisdiction.name}: our own target`,
    regulator: jurisdiction.regulator,
    timeZone: jurisdiction.timeZone,
    kind,
    effectiveFrom: '1970-01-01',
    ...(kind === 'prospective' ? { unit: 'businessDays', amount: 3 } : { unit: 'hours', amount: 72 }),
    holidays: jurisdiction.holidays,
    lapse: 'internal_target',
    whoMayDeny: jurisdiction.monopolistic ? 'fund' : jurisdiction.kind === 'federal' ? 'examiner' : 'adjuster',
    isDefault: true,
    source: 'Internal service target; no state rule known to us',
    confidence: 'L',
    text:
      kind === 'prospective'
        ? 'No state turnaround known. Our own target: 3 business days after receipt. Check carrier rules.'
        : 'No state turnaround known. Our own target: 72 hours after receipt. Check carrier rules.',
  })

/**
 * The defaults: for every jurisdiction a prospective and an expedited target of our own, from the beginning of time. A
 * stated pack wins over them on every date it covers.
 */
export const defaultPacks: readonly RulePack[] = jurisdictions.flatMap((jurisdiction) => [
  defaultTarget(jurisdiction, 'prospective'),
  defaultTarget(jurisdiction, 'expedited'),
])

/** Every rule pack shipped: stated ones first, then the defaults. A carrier's own rows may be put before them. */
export const allPacks: readonly RulePack[] = [...statedPacks, ...defaultPacks]

import type { Reasons } from './compare.ts'

/** Why the rules of this version decide otherwise than those before it: one line for each change that was meant. */
export const reasons: Reasons = {
  'R31 88 stops now':
    'Pairs that were missing: an opioid with a muscle relaxant, a gabapentinoid with a benzodiazepine, an anti-inflammatory with a corticosteroid, QT pairs; and each ingredient of a compound (0466)',
  'R31 88 no longer stops': 'No row lost a pair; another rule stops first (0466)',
  'R31 88 is severity 2':
    'A gabapentinoid with an opioid, by the notice of 12/19/2019; warfarin with enoxaparin (0466)',
  'R31 88 is severity 3': 'The label was not read: severity 3 until it is (0466)',
  'R31 88 is cleared by': 'Follows from the severity (0466)',
  'R16 PA stops now': 'An approval without fills left says so for the interaction found (0466)',
  R26: 'The rest of a partial fill pays or is decided (21 CFR 1306.13)',
  R29: 'The rest of a partial fill is no duplicate (21 CFR 1306.13)',
  R23: 'The rest of a partial fill is not too soon (21 CFR 1306.13)',
  R09: 'The networks are those of the directory, no constant',
  R13: 'The registration ends on the day of the directory',
  R39: 'Each ingredient of a compound is asked about pregnancy',
  'outcome no longer pays': 'Follows from the rules above',
  'outcome pays now': 'Follows from the rules above',
  'clock AZ': 'Juneteenth is worked in Arizona (0467)',
  'clock MT': 'Juneteenth is worked in Montana, the day of the general election is off (0467)',
}

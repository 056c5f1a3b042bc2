import type { Reasons } from './compare.ts'

/** Why the rules of this version decide otherwise than those before it: one line for each change that was meant. */
export const reasons: Reasons = {
  'R31 88 stops now':
    'Pairs that were missing: an opioid with a muscle relaxant, a gabapentinoid with a benzodiazepine, an anti-inflammatory with a corticosteroid, QT pairs; and each ingredient of a compound (0720)',
  'R31 88 no longer stops':
    'Nobody read the label: of severity 3 the pair is cleared by an approval or a rule that may clear so much (0720)',
  'R31 88 is severity 2':
    'A gabapentinoid with an opioid, by the notice of 12/19/2019; warfarin with enoxaparin (0720)',
  'R31 88 is severity 3': 'Nobody read the label: severity 3 until somebody does (0720)',
  'R31 88 is cleared by': 'Follows from the severity (0720)',
  'R16 75 stops now': 'Each ingredient of a compound is asked for prior authorization (0987)',
  'R16 75 no longer stops': 'The rest of a fill is paid under the approval of its part (0988)',
  'R16 PA': 'Follows from R31: what is found decides which approval is named as used up (0720)',
  R23: 'The rest of a partial fill is not too soon (21 CFR 1306.13); a depot is, before its weeks are over (0810)',
  R26: 'The rest of a partial fill pays or is decided (21 CFR 1306.13)',
  R24: 'The days of the parts of a fill count together (0988)',
  R25: 'The quantity of the parts of a fill counts together, and a part is no fill of its own (0988)',
  R27: 'The cost of the parts of a fill counts together (0988)',
  R08: 'The parts of a fill are one first supply (0988)',
  R34: 'The parts of a first fill count together (0987)',
  R19: 'What a physician hands out by statute: days of supply by schedule (0994)',
  R29: 'The rest of a partial fill is no duplicate (21 CFR 1306.13)',
  R30: 'More families of one class: two antipsychotics, CGRP antagonists by mouth or integrase inhibitors; a clearing keeps the dose of the other drug (0987)',
  R32: 'The dose of an ingredient counts over its strengths, products and prescribers (the labels), of short courses and of each drug in two strengths too (0987); ketorolac has five days (0993)',
  R37: 'A first opioid that is long-acting stops, however long after the injury, and fentanyl for one who is not opioid-tolerant (section 4 of the labels; 0987)',
  R09: 'The networks are those of the directory, no constant',
  R13: 'The registration ends on the day of the directory and counts on the day of writing; narcotics and others are registered apart (0993)',
  R39: 'Each ingredient of a compound is asked about pregnancy, age and sex (0987), and aspirin about pregnancy (0993)',
  R33: 'An opioid a clinic hands out is a daily dose (0993)',
  'outcome no longer pays': 'Follows from the rules above',
  'outcome pays now': 'Follows from the rules above',
  'clock AZ': 'Juneteenth is worked in Arizona (0467)',
  'clock GA': 'Georgia counts its own days off (0601)',
  'clock MA': 'A Saturday holiday of Massachusetts stays on its Saturday (reference/holidays.ts)',
  'clock MT': 'Juneteenth is worked in Montana, the day of the general election is off (0467)',
  'clock NY': 'The day of a general election is off in New York (reference/holiday-sets.ts)',
  'clock RI': 'The day on which state officers are elected is off in Rhode Island (reference/holiday-sets.ts)',
  'clock UT': 'Juneteenth is a Monday in Utah (reference/holidays.ts)',
}

import { firstFillRules } from '#reference/first-fill.ts'
import type { ClearedBy } from '#reference/reject-codes.ts'
import type { Gate } from './answer.ts'

/** One rule of adjudication: what fires it, what it answers, who may clear it, and where it comes from. */
export type Rule = {
  id: string
  gate: Gate
  /** When it fires, in a sentence. */
  trigger: string
  codes: readonly string[]
  /** y always, n never, or when. */
  safety: 'y' | 'n' | 'controlled' | 'CII' | 'some'
  /** Least role, or the roles it may become under the stated conditions. */
  clearedBy: readonly ClearedBy[]
  note: string
  citation: string
}

type Row = [
  gate: Gate,
  trigger: string,
  codes: string,
  safety: Rule['safety'],
  clearedBy: string,
  note?: string,
  citation?: string,
]

const rows: Readonly<Record<string, Row>> = {
  R01: ['G2', 'the routing group is unknown or has ended', '06 51', 'n', 'K'],
  R02: [
    'G2',
    'the card is not found, or last name and birth date both differ',
    '52 62 7D',
    'n',
    'K',
    'A transposed day and month passes with a warning',
  ],
  R03: [
    'G2',
    'the date of injury is missing, in the future, or more than 7 days off',
    'DY',
    'n',
    'K',
    'Up to 7 days off is a warning',
  ],
  R04: ['G3', 'the date of service is before the first coverage', '67', 'n', 'A'],
  R05: [
    'G3',
    'coverage has ended, has a gap, or never began, or the patient died before the fill',
    '69 68 600 65',
    'n',
    'A S -',
    'A settlement needs a supervisor; after a death nobody clears it',
  ],
  R06: [
    'G8',
    'the claim is not accepted yet and no first-fill rule applies, or it is closed or settled while its coverage goes on',
    '830',
    'n',
    'A S',
    'A settlement needs a supervisor',
  ],
  R07: ['G8', 'the claim is controverted or denied', '830 65', 'n', 'S', 'Approval is without prejudice'],
  R08: [
    'G8',
    'the first-fill rule pays less than was billed',
    '76 75 78 70',
    'n',
    'A',
    'The state’s caps win over the carrier’s',
    firstFillRules.map((rule) => `${rule.state}: ${rule.citation}`).join('; '),
  ],
  R09: [
    'G4',
    'the pharmacy is outside the plan network',
    '40 50 560 561 G6 G9',
    'n',
    'A K',
    'Only where the state lets the payer direct; elsewhere paid at fee schedule',
  ],
  R10: ['G4', 'the pharmacy is sanctioned, suspended or closed', '559 827 768 877', 'n', '- K'],
  R11: [
    'G4',
    'the prescriber number is wrong, unknown, inactive, deceased or excluded',
    '25 56 42 A2 A1 619',
    'n',
    'K -',
    '',
    '45 CFR 162.406 (NPI check digit)',
  ],
  R12: ['G4', 'the prescriber is blocked or is not the treating provider the state requires', '71', 'n', 'A S'],
  R13: [
    'G4',
    'the DEA registration does not cover the schedule, of a compound that of each ingredient',
    '46 43',
    'y',
    '-',
    '',
    '21 CFR 1306.03',
  ],
  R14: [
    'G5',
    'the product, or an ingredient, is unknown, obsolete for a year, or not on the market on the date',
    '54 77 825',
    'n',
    'K -',
  ],
  R15: [
    'G5',
    'the formulary excludes the product',
    '70',
    'n',
    'A S',
    'An adjuster only where the carrier allows formulary overrides',
  ],
  R16: [
    'G5',
    'the formulary asks for prior authorization, or is closed and does not list it, or the state approves each compound',
    '75 MR',
    'n',
    'A',
    'A denial in CA and TX needs utilization review',
    '28 TAC 134.530; 8 CCR 9792.27.1',
  ],
  R17: [
    'G5',
    'the first-line drug was not tried',
    '608',
    'n',
    'A',
    'Tried means at least 14 days paid in the last 180',
  ],
  R18: [
    'G5',
    'a brand although a generic exists',
    'UU AJ',
    'n',
    'K A',
    'No dispense-as-written code pays a brand without a prior authorization',
  ],
  R19: [
    'G5',
    'a repackaged or physician-dispensed product the state or plan does not pay',
    '645',
    'n',
    'A',
    'Where the rule of a state was not confirmed, the message says so',
  ],
  R20: [
    'G5',
    'a compound with too few, too many, uncovered, unknown or too costly ingredients',
    '7Y 9K 78 7Z 771 772',
    'n',
    'A S K -',
    'A supervisor above the compound limit; an approval is for one recipe, ingredients and shares',
  ],
  R21: [
    'G5',
    'a clinic code is deleted on the date, out of its dose range, or lacks its NDC',
    '9G 9H 54 21 75',
    'n',
    'A K',
    'Bill channels only',
  ],
  R22: ['G5', 'the drug does not fit the injury', '80', 'n', 'A', 'An unknown part asks nothing'],
  R23: [
    'G6',
    'too little of the last supply is used',
    '79',
    'controlled',
    'A R',
    'A depot before the weeks of its label are over; the rest of a partial fill never',
    'Plan rule; of depots their labels, section 2; of partial fills 21 CFR 1306.13',
  ],
  R24: ['G6', 'the days supply is over the plan or product limit', '7X AG', 'n', 'A'],
  R25: ['G6', 'the quantity is over the product limit, a fill or a day', '76 9G', 'n', 'A'],
  R26: [
    'G6',
    'more refills than authorized, or a refill or the rest of a partial fill after its time',
    '73 7W',
    'CII',
    'A R -',
    'Schedules III and IV five refills in six calendar months, the original fill included: nobody clears it; V as a plan rule. The rest of a Schedule II fill pays within 72 hours; to 30 days from the writing a pharmacist decides',
    '21 CFR 1306.12, 1306.13, 1306.22',
  ],
  R27: [
    'G6',
    'the cost is over the carrier’s limit for a fill',
    '78',
    'n',
    'A',
    'An adjuster up to the own limit, a supervisor above',
  ],
  R28: ['G6', 'the claim is too old or dated in the future', '81 82', 'n', 'K', 'Days are those of the carrier'],
  R29: [
    'G6',
    'the claim is a duplicate of a paid one',
    '83',
    'n',
    '-',
    'The rest of a partial fill is none',
    'Plan rule; of partial fills 21 CFR 1306.13',
  ],
  R30: [
    'G7',
    'another drug of the same family, the same drug from another prescriber, or a second buprenorphine patch is at hand for more than 7 days; opioids of two prescribers on a day at once',
    '88',
    'y',
    'R A',
    'One long-acting beside one short-acting opioid is no duplicate; the same drug in another strength is a dose change',
  ],
  R31: [
    'G7',
    'an interaction with an active drug',
    '88',
    'y',
    'O R A',
    'Severity 1 override-all only, 2 pharmacist, 3 adjuster where set; each ingredient of a compound; what nobody read is severity 3',
    'Drug labels, each pair by its own section',
  ],
  R32: [
    'G7',
    'an ingredient is over its labeled maximum over all strengths, forms and combinations, or acetaminophen over 4 g a day',
    'TQ 88',
    'y',
    'R',
    'All supplies at hand and all prescribers count; a refill replaces the supply it continues',
    'Drug labels, section 2',
  ],
  R33: [
    'G7',
    'the opioid dose is over the daily limit',
    '922 88',
    'y',
    'R O',
    'Guidance for clinicians, not a legal limit; a taper may only go down',
    'CDC clinical practice guideline 2022',
  ],
  R34: [
    'G7',
    'the first opioid fill is longer than allowed',
    '925',
    'y',
    'A R',
    'An adjuster up to 14 days when nothing else is a safety question',
    'DOL OWCP opioid policy; 12 NYCRR 441',
  ],
  R35: [
    'G7',
    'opioids beyond the allowed days without a letter of medical necessity',
    '75 88',
    'y',
    'R',
    'Needs the letter',
    'DOL OWCP opioid policy',
  ],
  R36: ['G7', 'a third opioid at the same time', '88', 'y', 'R', 'FECA pays two', 'DOL OWCP opioid policy'],
  R37: [
    'G7',
    'the first opioid of a new user is long-acting, or fentanyl for breakthrough pain',
    '88',
    'y',
    'R',
    'A carrier may turn it off, but not for fentanyl for breakthrough pain',
    'Drug labels, sections 1, 2 and 4; TIRF REMS',
  ],
  R38: [
    'G7',
    'opioid, benzodiazepine and muscle relaxant at the same time',
    '88',
    'y',
    'O',
    '',
    'Labels of opioids, boxed warning on other depressants',
  ],
  R39: [
    'G7',
    'age, sex or pregnancy limit',
    '60 61 88',
    'some',
    'A R',
    'Of a compound each ingredient',
    'Plan rule; of pregnancy and age drug labels, section 8',
  ],
  R40: ['G9', 'an active block covers the drug', '3Y', 'n', 'A', 'The block must be lifted'],
  R41: ['G8', 'the carrier must authorize every fill and there is no prior authorization', '830', 'n', 'A'],
  R42: ['G4', 'the person is locked in to providers or under case management', 'M2 828', 'some', 'S'],
  R43: ['G5', 'an excluded channel, or over the counter without a rule', '70', 'n', 'A'],
}

/** Every rule by its id, R01 to R43. */
export const ruleBook: Readonly<Record<string, Rule>> = Object.fromEntries(
  Object.entries(rows).map(([id, [gate, trigger, codes, safety, clearedBy, note = '', citation]]) => [
    id,
    {
      id,
      gate,
      trigger,
      codes: codes.split(' '),
      safety,
      clearedBy: clearedBy.split(' ') as ClearedBy[],
      note,
      citation: citation ?? 'Plan rule',
    },
  ]),
)

/** The rules that may pay one fill without a person, by number (gate G11). */
export const autoRuleNames: Readonly<Record<number, string>> = {
  1: 'Same drug, same prescriber, paid in the last 60 days',
  2: 'Early refill of up to 5 days, not controlled',
  3: 'First 7 days after the injury, generic, no opioid',
  4: 'Naloxone while an opioid is at hand',
  5: 'State first-fill rule',
}

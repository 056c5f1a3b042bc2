// What may be paid before a claim is accepted, and how long a first opioid fill may be (rules R08, R34 to R36). A state row wins over the carrier's caps.

export type FirstFillRule = {
  state: string
  /** Days after the injury in which the rule holds. */
  windowDays: number
  /** Days supply paid at most; null = the carrier's cap. */
  capDays: number | null
  /** Tighter cap for DEA-scheduled drugs and muscle relaxants; null = none. */
  controlledCapDays: number | null
  relaxantCapDays: number | null
  /** One supply only of controlled drugs and relaxants while the window is open. */
  oneSupply: boolean
  /** Dollars; null = the carrier's cap. */
  capUsd: number | null
  /** Drugs that need prior authorization are paid within the caps. */
  paysPriorAuthDrugs: boolean
  /** Reject code of the days cap: 76, or 75 where the state calls it prior authorization. */
  daysCode: '75' | '76'
  citation: string
  confidence: 'confirmed' | 'assumed'
}

/** States with a first-fill rule of their own. */
export const firstFillRules: readonly FirstFillRule[] = [
  {
    state: 'MT',
    windowDays: 7,
    capDays: 7,
    controlledCapDays: null,
    relaxantCapDays: null,
    oneSupply: false,
    capUsd: null,
    paysPriorAuthDrugs: true,
    daysCode: '76',
    citation: 'ARM 24.29.1616, 24.29.1624',
    confidence: 'confirmed',
  },
  {
    state: 'TN',
    windowDays: 7,
    capDays: 7,
    controlledCapDays: null,
    relaxantCapDays: null,
    oneSupply: false,
    capUsd: null,
    paysPriorAuthDrugs: true,
    daysCode: '76',
    citation: 'Tenn. R. 0800-02-25',
    confidence: 'confirmed',
  },
  {
    state: 'KY',
    windowDays: 7,
    capDays: 7,
    controlledCapDays: null,
    relaxantCapDays: null,
    oneSupply: false,
    capUsd: null,
    paysPriorAuthDrugs: false,
    daysCode: '76',
    citation: '803 KAR 25:270',
    confidence: 'confirmed',
  },
  {
    // Special fill: the first visit falls within 7 days of the injury, and the supply is what the MTUS drug list says: 4 days
    // of the drugs it names (assumed for controlled drugs and relaxants). The 14 days of others are the usual cap.
    state: 'CA',
    windowDays: 7,
    capDays: 14,
    controlledCapDays: 4,
    relaxantCapDays: 4,
    oneSupply: false,
    capUsd: null,
    paysPriorAuthDrugs: true,
    daysCode: '76',
    citation: '8 CCR 9792.27.12',
    confidence: 'assumed',
  },
  {
    // Phase A: 30 days or until accepted; controlled drugs and relaxants one supply of 7 days.
    state: 'NY',
    windowDays: 30,
    capDays: 30,
    controlledCapDays: 7,
    relaxantCapDays: 7,
    oneSupply: true,
    capUsd: null,
    paysPriorAuthDrugs: false,
    daysCode: '75',
    citation: '12 NYCRR 441, Phase A',
    confidence: 'confirmed',
  },
]

const byState = new Map(firstFillRules.map((row) => [row.state, row]))

/** The first-fill rule of a state; undefined where the carrier's own caps apply. */
export const firstFillRule = (state: string): FirstFillRule | undefined => byState.get(state)

export type OpioidRule = {
  state: string
  /** Days of the first fill of a person new to opioids. */
  firstFillDays: number
  /** The same within a week after surgery; null = no other number. */
  firstFillDaysAfterSurgery: number | null
  /** MME a day of the first fill of a person new to opioids; null = the limit of any fill. */
  firstFillMme: number | null
  /** The first fill may not be long-acting. */
  firstFillShortActing: boolean
  /** MME a day above which any fill needs approval; null = the carrier's limit. */
  mmeLimit: number | null
  /** First date of injury it holds for; null = any. */
  injuriesFrom: string | null
  /** Fills of that length before prior authorization; null = no such count. */
  firstFills: number | null
  /** From this many days on, a letter of medical necessity must be on file. */
  letterAfterDays: number | null
  /** A letter counts for this many days. */
  letterValidDays: number
  maxConcurrent: number | null
  /** Days supply of any one opioid fill; null = the plan's limit. */
  maxDaysSupply: number | null
  citation: string
  confidence: 'confirmed' | 'assumed'
}

/**
 * Jurisdictions with opioid limits of their own; elsewhere the carrier's settings hold. New York's one supply of 7 days is a
 * limit of Phase A (12 NYCRR 441.4(a)) and stands with the first-fill rules.
 */
export const opioidRules: readonly OpioidRule[] = [
  {
    state: 'US-FECA',
    firstFillDays: 7,
    firstFillDaysAfterSurgery: null,
    firstFillMme: null,
    firstFillShortActing: false,
    mmeLimit: null,
    injuriesFrom: null,
    firstFills: 4,
    letterAfterDays: 28,
    letterValidDays: 60,
    maxConcurrent: 2,
    maxDaysSupply: 30,
    citation: 'DOL OWCP opioid prescribing policy and FECA formulary, 5 USC 8103',
    confidence: 'confirmed',
  },
  {
    // More than 50 and up to 90 MED a day takes prior authorization. What is above 90 is not said to be payable at all: it
    // stops the same way, and a pharmacist decides.
    state: 'AR',
    firstFillDays: 5,
    firstFillDaysAfterSurgery: null,
    firstFillMme: 50,
    firstFillShortActing: false,
    mmeLimit: 50,
    injuriesFrom: '2018-07-01',
    firstFills: null,
    letterAfterDays: null,
    letterValidDays: 365,
    maxConcurrent: null,
    maxDaysSupply: 90,
    citation: 'Arkansas Rule 099.41',
    confidence: 'confirmed',
  },
  {
    // Of the first prescription. One opioid only, and what holds later in the acute phase of 12 weeks, is not counted here.
    state: 'NC',
    firstFillDays: 5,
    firstFillDaysAfterSurgery: 7,
    firstFillMme: 50,
    firstFillShortActing: true,
    mmeLimit: null,
    injuriesFrom: null,
    firstFills: null,
    letterAfterDays: null,
    letterValidDays: 365,
    maxConcurrent: null,
    maxDaysSupply: null,
    citation: '11 NCAC 23M .0201',
    confidence: 'confirmed',
  },
]

const opioidByState = new Map(opioidRules.map((row) => [row.state, row]))

/** The opioid limits of a jurisdiction for an injury of this date; undefined where only the carrier's settings hold. */
export function opioidRule(state: string, doi: string | undefined): OpioidRule | undefined {
  const rule = opioidByState.get(state)
  const isBefore = rule?.injuriesFrom != null && doi !== undefined && doi < rule.injuriesFrom
  return isBefore ? undefined : rule
}

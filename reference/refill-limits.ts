// How often, and for how long, a prescription of a controlled drug is refilled (rule R26).

export type RefillLimit = {
  schedule: 'CII' | 'CIII' | 'CIV' | 'CV'
  /** Refills at most; 0 = none. */
  refills: number
  citation: string
}

/** 21 CFR 1306.22 names III and IV. For V it asks only for the prescriber's authorization: the plan pays as many as of IV. */
export const refillLimits: readonly RefillLimit[] = [
  { schedule: 'CII', refills: 0, citation: '21 CFR 1306.12' },
  { schedule: 'CIII', refills: 5, citation: '21 CFR 1306.22' },
  { schedule: 'CIV', refills: 5, citation: '21 CFR 1306.22' },
  { schedule: 'CV', refills: 5, citation: 'Plan rule' },
]

const bySchedule = new Map<string, RefillLimit>(refillLimits.map((row) => [row.schedule, row]))

/** The limit of a schedule; undefined for a drug that is not controlled. */
export const refillLimit = (schedule: string | null): RefillLimit | undefined =>
  schedule === null ? undefined : bySchedule.get(schedule)

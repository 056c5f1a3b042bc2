// DUR reason-for-service codes, our own words.

type DurCode = { code: string; meaning: string }

/** Every reason for service a conflict may carry. */
const durCodes: readonly DurCode[] = [
  { code: 'DD', meaning: 'Drug-drug interaction' },
  { code: 'TD', meaning: 'Therapeutic duplication' },
  { code: 'ID', meaning: 'Ingredient duplication' },
  { code: 'UD', meaning: 'Drug duplication' },
  { code: 'HD', meaning: 'High dose' },
  { code: 'LD', meaning: 'Low dose' },
  { code: 'DR', meaning: 'Dose range conflict' },
  { code: 'ER', meaning: 'Overuse or early refill' },
  { code: 'LR', meaning: 'Underuse' },
  { code: 'MX', meaning: 'Excessive duration' },
  { code: 'MN', meaning: 'Insufficient duration' },
  { code: 'EX', meaning: 'Excessive quantity' },
  { code: 'NS', meaning: 'Insufficient quantity' },
  { code: 'DC', meaning: 'Conflict with an inferred disease' },
  { code: 'MC', meaning: 'Conflict with a reported disease' },
  { code: 'DA', meaning: 'Allergy' },
  { code: 'PA', meaning: 'Age' },
  { code: 'SX', meaning: 'Sex' },
  { code: 'PG', meaning: 'Pregnancy' },
  { code: 'NR', meaning: 'Nursing' },
  { code: 'AT', meaning: 'Additive toxicity' },
  { code: 'OH', meaning: 'Alcohol' },
  { code: 'NF', meaning: 'Not on the formulary' },
  { code: 'PP', meaning: 'Plan protocol' },
  { code: 'SD', meaning: 'Unsuitable drug for the indication' },
  { code: 'SR', meaning: 'Unsuitable regimen' },
  { code: 'PN', meaning: 'Prescriber should be consulted' },
  { code: 'DM', meaning: 'Apparent misuse' },
  { code: 'LK', meaning: 'Locked in to a provider' },
  { code: 'NN', meaning: 'Unnecessary drug' },
  { code: 'AD', meaning: 'An additional drug is needed' },
  { code: 'SE', meaning: 'Side effect' },
]

const byCode = new Map(durCodes.map((row) => [row.code, row.meaning]))

/** What a reason for service means; the code itself when unknown. */
export const durMeaning = (code: string): string => byCode.get(code) ?? code

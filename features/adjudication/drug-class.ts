import { opioidFactor } from '#reference/opioid-factors.ts'
import type { DrugFacts } from './snapshot.ts'

// Drug classes used by the rules, read from our invented drug code.

type Coded = Pick<DrugFacts, 'gpi' | 'opioidFactorKey'>

/** Any opioid but the antagonists. A clinic line without package (fewer digits) is an injected dose, no daily intake. */
export const isOpioid = (drug: Coded): boolean =>
  drug.opioidFactorKey !== null ||
  (drug.gpi.length === 14 && drug.gpi.startsWith('101') && !drug.gpi.startsWith('1018'))

/** An opioid whose dose counts toward MME; buprenorphine does not. */
export const countsTowardMme = (drug: Coded): boolean => opioidFactor(drug.opioidFactorKey)?.factor != null

/** Benzodiazepines; 171203 is temazepam, a sleeping pill by class. */
export const isBenzodiazepine = (gpi: string): boolean => gpi.startsWith('1710') || gpi.startsWith('171203')

/** Muscle relaxants, carisoprodol included. */
export const isRelaxant = (gpi: string): boolean => gpi.startsWith('1210') || gpi.startsWith('1212')

export const isNaloxone = (gpi: string): boolean => gpi.startsWith('101801')

/** Oral anti-inflammatories; 10100305 is hydrocodone with ibuprofen, an opioid by class. */
export const isNsaid = (gpi: string): boolean =>
  gpi.startsWith('1110') || gpi.startsWith('1112') || gpi.startsWith('1114') || gpi.startsWith('10100305')

/** Schedules II to IV, whose refills and duplicates a pharmacist decides (R23, R30). */
export const isControlled = (dea: DrugFacts['dea']): boolean => dea === 'CII' || dea === 'CIII' || dea === 'CIV'

/**
 * The family in which two drugs are a duplicate therapy (R30): the SGPI class, with all oral anti-inflammatories and all
 * muscle relaxants each taken as one family. Null for classes in which two drugs side by side are usual.
 */
export function duplicateFamily(gpi: string): string | null {
  const sgpi = gpi.slice(0, 4)
  switch (sgpi) {
    case '1010':
    case '1012':
    case '1014':
    case '1016':
      return `${sgpi} opioid`
    case '1110':
    case '1112':
    case '1114':
      return 'anti-inflammatory'
    case '1210':
    case '1212':
      return 'muscle relaxant'
    case '1710':
      return 'benzodiazepine'
    case '1410':
      return 'SNRI'
    case '1810':
      return 'proton pump inhibitor'
    default:
      return null
  }
}

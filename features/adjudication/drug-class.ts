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

/** Drugs that are not stopped at once but in steps: opioids but the antagonists, and benzodiazepines. `gpi` may be a prefix. */
export const comesDownInSteps = (gpi: string): boolean =>
  isBenzodiazepine(gpi) || (gpi.startsWith('101') && !gpi.startsWith('1018'))

/** Muscle relaxants, carisoprodol included. */
export const isRelaxant = (gpi: string): boolean => gpi.startsWith('1210') || gpi.startsWith('1212')

export const isNaloxone = (gpi: string): boolean => gpi.startsWith('101801')

/** Oral anti-inflammatories; 10100305 is hydrocodone with ibuprofen, an opioid by class. */
export const isNsaid = (gpi: string): boolean =>
  gpi.startsWith('1110') || gpi.startsWith('1112') || gpi.startsWith('1114') || gpi.startsWith('10100305')

/** Gabapentin and pregabalin. */
export const isGabapentinoid = (gpi: string): boolean => gpi.startsWith('131001')

/** Schedules II to IV, whose refills and duplicates a pharmacist decides (R23, R30). */
export const isControlled = (dea: DrugFacts['dea']): boolean => dea === 'CII' || dea === 'CIII' || dea === 'CIV'

/**
 * The families in which two drugs are a duplicate therapy (R30), across the classes of the drug code: opioids,
 * gabapentinoids, anti-inflammatories, benzodiazepines, muscle relaxants, SNRIs, proton pump inhibitors. Long-acting and
 * short-acting opioids are two families: one of each is the usual regimen. Hydrocodone with ibuprofen is in two. None for
 * classes in which two drugs side by side are usual.
 */
export function duplicateFamilies(drug: Pick<DrugFacts, 'gpi' | 'longActing'>): readonly string[] {
  const { gpi } = drug
  const families: string[] = []
  if (/^101[0246]/.test(gpi))
    families.push(drug.longActing === true || gpi.startsWith('1012') ? 'long-acting opioid' : 'short-acting opioid')
  if (isNsaid(gpi)) families.push('anti-inflammatory')
  if (isRelaxant(gpi)) families.push('muscle relaxant')
  if (isBenzodiazepine(gpi)) families.push('benzodiazepine')
  if (isGabapentinoid(gpi)) families.push('gabapentinoid')
  if (gpi.startsWith('1410')) families.push('SNRI')
  if (gpi.startsWith('1810')) families.push('proton pump inhibitor')
  return families
}

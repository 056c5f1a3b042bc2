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

/** Fentanyl taken up in the mouth or the nose, for pain that breaks through another opioid. */
export const isFastFentanyl = (drug: Coded): boolean =>
  drug.opioidFactorKey !== null && /^fentanyl-(buccal|film|nasal)$/.test(drug.opioidFactorKey)

/** Opioids whose labels (section 4) forbid them to a person who is not opioid-tolerant: fentanyl by patch, mouth or nose. */
export const needsTolerance = (drug: Coded): boolean =>
  drug.opioidFactorKey === 'fentanyl-patch' || isFastFentanyl(drug)

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

/** Buprenorphine, alone or with naloxone, in any form. */
export const isBuprenorphine = (gpi: string): boolean => gpi.startsWith('101601')

/** Aspirin above the 81 mg that FDA's notice of 10/15/2020 leaves to pregnant patients by a prescriber's order. */
const isAspirinOverLow = ({ gpi, strengthValue = 0 }: { gpi: string; strengthValue?: number }): boolean =>
  gpi.startsWith('11160301') && strengthValue > 81

/**
 * Drugs whose labels (section 8.1) say to avoid them in pregnancy by class: anti-inflammatories, in kits and as powders of
 * compounds too (diclofenac, flurbiprofen), aspirin but for the low dose, and tetracyclines.
 */
export const avoidedInPregnancy = (drug: { gpi: string; strengthValue?: number }): boolean =>
  isNsaid(drug.gpi) || isAspirinOverLow(drug) || /^(?:1510|15140105|151601(?:11|13)|191005)/.test(drug.gpi)

/** Families that are a class of the drug code, or a part of one. */
const familiesByCode: readonly (readonly [prefix: string, family: string])[] = [
  ['101601', 'buprenorphine'],
  ['131001', 'gabapentinoid'],
  ['1410', 'SNRI'],
  ['1412', 'tricyclic antidepressant'],
  ['141401', 'SSRI'],
  ['1610', 'triptan'],
  ['16120101', 'CGRP antagonist by mouth'],
  ['16120103', 'CGRP antagonist by mouth'],
  ['171201', 'sleeping pill'],
  ['171401', 'antipsychotic'],
  ['1716', 'stimulant'],
  ['1810', 'proton pump inhibitor'],
  ['19120103', 'integrase inhibitor'],
  ['19120105', 'integrase inhibitor'],
  ['2010', 'oral corticosteroid'],
  ['22100103', 'factor Xa inhibitor'],
  ['22100105', 'factor Xa inhibitor'],
  ['2510', 'PDE5 inhibitor'],
]

/**
 * The families in which two drugs are a duplicate therapy (R30), across the classes of the drug code. Long-acting and
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
  for (const [prefix, family] of familiesByCode) if (gpi.startsWith(prefix)) families.push(family)
  return families
}

// Which drug classes fit which injury (rule R22). Ours, not a guideline's: a pharmacist must confirm it.
import type { PartGroup } from './body-parts.ts'

export type InjuryDrugRow = {
  group: PartGroup
  label: string
  /** SGPI classes that need no question. */
  related: readonly string[]
  /** Classes that raise the question "how does this belong to the injury?" (80). */
  question: readonly string[]
  /** Classes that practically never belong to it (80). */
  never: readonly string[]
  /** Classes that fit for so many days and are a question beyond. */
  questionAfterDays?: Readonly<Record<string, number>>
  /** Whatever is not listed practically never fits. */
  othersNever?: boolean
}

const extremity = ['1010', '1014', '1110', '1112', '1116', '1210', '1510', '1512', '1810', '2010', '2012', '2014']

/** One row per part group; a claim with several groups takes their union. */
export const injuryDrugMap: readonly InjuryDrugRow[] = [
  {
    group: 'spine',
    label: 'back, neck or spine',
    related: [
      '1010',
      '1012',
      '1014',
      '1016',
      '1110',
      '1112',
      '1114',
      '1116',
      '1210',
      '1310',
      '1410',
      '1412',
      '1510',
      '1512',
      '1810',
      '2010',
      '1812',
      '1814',
    ],
    question: ['1414', '1710', '1712', '2510', '1910'],
    never: ['2110', '2410', '2610'],
  },
  {
    group: 'extremity',
    label: 'shoulder, arm, hip, knee or leg strain',
    related: extremity,
    question: ['1310', '1410', '1712'],
    never: ['2110', '2310', '2410', '2510'],
  },
  {
    group: 'fracture',
    label: 'fracture, crush or surgery',
    related: [...extremity, '1910', '2210', '1812', '2810'],
    question: ['1012'],
    never: ['2410'],
  },
  {
    group: 'hand',
    label: 'hand, wrist or carpal tunnel',
    related: ['1110', '1112', '1310', '1510', '1512', '2010', '2012'],
    question: [],
    questionAfterDays: { '1010': 7 },
    never: ['2510'],
  },
  {
    group: 'head',
    label: 'head injury or concussion',
    related: ['1116', '1412', '1414', '1610', '1612', '1716', '1712', '1812'],
    question: ['1010'],
    never: ['2510'],
  },
  {
    group: 'eye',
    label: 'eye',
    related: ['2610', '1116', '1110'],
    question: [],
    questionAfterDays: { '1010': 3 },
    never: [],
    othersNever: true,
  },
  {
    group: 'burn',
    label: 'burn, laceration or bite',
    related: ['2710', '1910', '1010', '1110', '1914'],
    question: ['1310'],
    never: ['2510'],
  },
  {
    group: 'needle',
    label: 'needle stick or exposure',
    related: ['1912', '1914', '1812'],
    question: ['1710'],
    never: ['1010'],
  },
  {
    group: 'respiratory',
    label: 'inhalation',
    related: ['2110', '2010', '1910'],
    question: ['1010'],
    never: ['1210'],
  },
  {
    group: 'psych',
    label: 'accepted psychological injury',
    related: ['1412', '1414', '1710', '1712', '1714'],
    question: ['1010'],
    never: ['1210'],
  },
  {
    group: 'heart',
    label: 'heart disease of a first responder',
    related: ['2310', '2210'],
    question: ['1414'],
    never: [],
  },
]

/** Accepted diagnoses that add a part group, by the start of the code. */
export const icdGroups: readonly { prefix: string; group: PartGroup }[] = [
  { prefix: 'F', group: 'psych' },
  { prefix: 'Z20', group: 'needle' },
  { prefix: 'W46', group: 'needle' },
  { prefix: 'J', group: 'respiratory' },
  { prefix: 'S05', group: 'eye' },
  { prefix: 'T15', group: 'eye' },
  { prefix: 'S06', group: 'head' },
  { prefix: 'G44', group: 'head' },
  { prefix: 'S33', group: 'spine' },
  { prefix: 'S13', group: 'spine' },
  { prefix: 'M50', group: 'spine' },
  { prefix: 'M51', group: 'spine' },
  { prefix: 'M54', group: 'spine' },
  { prefix: 'G56', group: 'hand' },
  { prefix: 'S61', group: 'burn' },
  { prefix: 'T2', group: 'burn' },
  { prefix: 'S52', group: 'fracture' },
  { prefix: 'S62', group: 'fracture' },
  { prefix: 'S82', group: 'fracture' },
  { prefix: 'S68', group: 'fracture' },
]

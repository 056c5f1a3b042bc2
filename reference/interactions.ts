import { labelsRead, starterRows } from './interaction-table.ts'

/** What a label says about two drugs together, the strongest first. */
export type InteractionBasis =
  /** Contraindicated, in section 4 or in the boxed warning. */
  | 'CONTRAINDICATED'
  /** Named in the boxed warning, which reserves it for patients without an alternative or asks for close watching. */
  | 'BOXED'
  /** Avoid, or not recommended. */
  | 'AVOID'
  /** A warning that names a life-threatening or serious outcome. */
  | 'SERIOUS'
  /** Watch, or change the dose. */
  | 'MONITOR'

/** 1 contraindicated, 2 major, 3 moderate. */
type Severity = 1 | 2 | 3

/**
 * How severity follows from the label (docs/decisions/0064-interaction-severity.md). A boxed warning that allows two drugs
 * under conditions is major: nobody but a senior pharmacist clears what is contraindicated.
 */
export const severityOf: Readonly<Record<InteractionBasis, Severity>> = {
  CONTRAINDICATED: 1,
  BOXED: 2,
  AVOID: 2,
  SERIOUS: 2,
  MONITOR: 3,
}

export type InteractionSource = {
  /** The label, or the licensed set. */
  label: string
  section: string
  /** Whether the label's sentence was seen in a copy, or is from memory; or it is a line of a licensed set. */
  from: 'read' | 'memory' | 'licensed'
  /** Where it was seen. */
  address?: string
  /** Why the plan's severity is not the label's. */
  plan?: string
}

/** Two sides, each prefixes of drug codes of 4 to 14 digits; a pair matches whichever side the new drug is on. */
export type Interaction = {
  id: string
  a: readonly string[]
  b: readonly string[]
  severity: Severity
  text: string
  source: InteractionSource
}

const sourceOf = (label: string, section: string, plan: string | undefined): InteractionSource => {
  const read = labelsRead[label]
  const seen = read?.sections.includes(section) === true
  return {
    label: `${label} label`,
    section,
    from: seen ? 'read' : 'memory',
    ...(seen && { address: read.address }),
    ...(plan !== undefined && { plan }),
  }
}

/** The starter set, from FDA labels. */
export const interactions: readonly Interaction[] = starterRows.map(
  ([id, a, b, basis, text, label, section, plan]) => ({
    id,
    a,
    b,
    severity: plan?.[0] ?? severityOf[basis],
    text,
    source: sourceOf(label, section, plan?.[1]),
  }),
)

const known = {
  read: 'label read',
  memory: 'from memory, label not read',
  licensed: 'licensed set',
} as const

/** "Zanaflex label, sections 4 and 7.1 (label read)". */
export const sourceWords = ({ label, section, from, plan }: InteractionSource): string =>
  `${label}${section === '' ? '' : `, ${section}`} (${known[from]})${plan === undefined ? '' : `; severity set by the plan: ${plan}`}`

import { labelsRead, starterRows, type StarterRow } from './interaction-table.ts'

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
  /**
   * Whether the sentence was seen in the label or notice, in somebody else's copy that names no revision, or is from
   * memory; or it is a line of a licensed set.
   */
  from: 'read' | 'copy' | 'memory' | 'licensed'
  /** Where it was seen. */
  address?: string
  /** The day or month of what was seen, where it was noted. */
  revised?: string
  /** What the label is said to mean, where it counts as severity 3 because nobody has read it. */
  capped?: 1 | 2
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

/** Who publishes a label or a notice: the Food and Drug Administration, DailyMed, the maker of Skelaxin. */
const publishers = ['fda.gov', 'nlm.nih.gov', 'pfizermedicalinformation.com']

/** Whether a sentence seen there is the label's: its publisher's, or a copy that names the revision it copies. */
export const isOfLabel = (address: string, revised: string | undefined): boolean =>
  revised !== undefined || publishers.some((one) => `.${new URL(address).hostname}`.endsWith(`.${one}`))

const sourceOf = (label: string, section: string, plan: string | undefined): InteractionSource => {
  const read = labelsRead[label]
  const seen = read?.sections.includes(section) === true
  return {
    label: read?.called ?? `${label} label`,
    section,
    from: !seen ? 'memory' : isOfLabel(read.address, read.revised) ? 'read' : 'copy',
    ...(seen && { address: read.address }),
    ...(seen && read.revised !== undefined && { revised: read.revised }),
    ...(plan !== undefined && { plan }),
  }
}

/** What nobody has read in a label is never above this. */
const severityUnread = 3

/** Whether somebody answers for the sentence. */
export const isConfirmed = ({ from }: InteractionSource): boolean => from === 'read' || from === 'licensed'

/** A row of the starter set as the engine reads it. */
export function interactionOf([id, a, b, basis, text, label, section, plan]: StarterRow): Interaction {
  const source = sourceOf(label, section, plan?.[1])
  const said = plan?.[0] ?? severityOf[basis]
  if (isConfirmed(source) || said === severityUnread) return { id, a, b, severity: said, text, source }
  return { id, a, b, severity: severityUnread, text, source: { ...source, capped: said } }
}

/** The starter set, from FDA labels. */
export const interactions: readonly Interaction[] = starterRows.map(interactionOf)

const known = {
  read: 'label read',
  copy: 'source not confirmed: a copy without its revision',
  memory: 'source not confirmed: label not read',
  licensed: 'licensed set',
} as const

/** "Seroquel label of July 2011, section 7, QT interval (label read)"; of a copy without a date "(label read, revision not noted)". */
export function sourceWords({ label, section, from, revised, plan, capped }: InteractionSource): string {
  const which = from === 'read' && revised === undefined ? ', revision not noted' : ''
  const where = `${label}${section === '' ? '' : `, ${section}`} (${known[from]}${which})`
  const by = plan === undefined ? '' : `; severity set by the plan: ${plan}`
  return capped === undefined ? `${where}${by}` : `${where}; severity ${severityUnread} until it is read`
}

/** Carrier settings the rules read. They may remove rights, never add any. */
export type DecisionSettings = {
  /** Adjusters and supervisors may clear moderate safety codes, senior pharmacists all (docs/decisions/0021). */
  safetyOverrides: boolean
  /** Adjusters may clear a formulary exclusion (R15). */
  formularyOverrides: boolean
  /** Anyone in the group may decide, not just owner, backup, delegate and supervisor. */
  anyoneInGroupMayDecide: boolean
  allowPaFillLimit: boolean
  /** Kinds of approval the carrier allows: 1 one-time, 2 range, 3 either, 4 range with fills, 5 adjuster recommends. */
  approveAuthType: number
  /** Longest approval in days; null = the table's. */
  maxApprovalDays: number | null
  /** Default GPI level; null = the table's. */
  defaultDrugLevel: number | null
  /** Dollars above which a second approver is always needed; null = none. */
  dualControlThreshold: number | null
  /** Dollars above which only a supervisor clears a compound's codes (R20). */
  compoundSupervisorAbove: number
  /** First digits of the codes of drug classes that always need a second approver. */
  dualControlDrugs: readonly string[]
  clinicalService: boolean
  urRequirements: boolean
  lettersDisabled: boolean
  /** Explanations of bill review can be kept. */
  eobrEnabled: boolean
  /** A stricter minimum role per reject code. */
  overrideNeeds: Readonly<Record<string, string>>
}

export const defaultDecisionSettings: DecisionSettings = {
  safetyOverrides: false,
  formularyOverrides: true,
  anyoneInGroupMayDecide: true,
  allowPaFillLimit: true,
  approveAuthType: 3,
  maxApprovalDays: null,
  defaultDrugLevel: null,
  dualControlThreshold: null,
  compoundSupervisorAbove: 500,
  dualControlDrugs: [],
  clinicalService: true,
  urRequirements: true,
  lettersDisabled: false,
  eobrEnabled: true,
  overrideNeeds: {},
}

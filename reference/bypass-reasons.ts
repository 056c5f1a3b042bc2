/** Reasons for a bypass. */
export const bypassReasons = [
  'DISASTER',
  'TRANSITION_OF_CARE',
  'CATASTROPHIC_CLAIM',
  'SETTLEMENT_PENDING',
  'CARRIER_INSTRUCTION',
] as const
export type BypassReason = (typeof bypassReasons)[number]
/** The reasons as forms and lists name them. */
export const bypassReasonNames: Readonly<Record<BypassReason, string>> = {
  DISASTER: 'Disaster',
  TRANSITION_OF_CARE: 'Transition of care',
  CATASTROPHIC_CLAIM: 'Catastrophic claim',
  SETTLEMENT_PENDING: 'Settlement pending',
  CARRIER_INSTRUCTION: 'Instruction of the carrier',
}

/** The name of a stored reason. */
export const bypassReasonName = (reason: string): string => bypassReasonNames[reason as BypassReason] ?? reason

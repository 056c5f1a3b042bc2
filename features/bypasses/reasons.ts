/** Reasons for a bypass. */
export const bypassReasons = [
  'DISASTER',
  'TRANSITION_OF_CARE',
  'CATASTROPHIC_CLAIM',
  'SETTLEMENT_PENDING',
  'CARRIER_INSTRUCTION',
] as const
export type BypassReason = (typeof bypassReasons)[number]

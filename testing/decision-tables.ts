/** The tables a decision may write. */
export const decisionTables = [
  'rx_authorization',
  'authorization_owner',
  'authorization_decision',
  'authorization_event',
  'prior_auth',
  'pharmacy_callback',
  'outbox',
  'rx_transaction',
  'auth_bypass',
  'rph_recommendation',
  'carrier_setting',
  'out_of_office',
  'ur_referral',
  'determination',
] as const

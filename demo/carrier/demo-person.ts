/**
 * The employee of a carrier who signs in through the carrier's own identity provider: the demonstration account for single
 * sign-on. The portal's record of the person is made with the demo data (database/seed).
 */
export const demoEmployee = {
  mc: 'NWM',
  carrier: 'Northwind Mutual',
  username: 'gus.sso',
  firstName: 'Gus',
  lastName: 'Solberg',
  email: 'u9001@northwind.example',
  /** What the carrier's provider calls the person. */
  nameId: 'NWM-E-20417',
  /** Subject of the person's tokens; app_user.idp_subject holds the same. */
  subject: 'demo|gus.sso',
} as const

/** Where the carrier with its own identity provider is found: another organization, at the portal's own host. */
export const demoCarrierPath = '/demo-carrier'

/** Paths of these pages as patterns; a sign-in returns to them. */
export const paths = {
  patients: '/patients/:mc?',
  claimants: '/claimants/:mc?',
  fromCarrier: '/claim-link/:mc/:number',
} as const

/** Paths of these pages as patterns; a sign-in returns to them. */
export const paths = {
  home: '/home',
  worklist: '/authorizations/:userId?',
  patient: '/patients/:mc/:sc/:claimId/:tab?',
  pharmacies: '/pharmacies',
  practitioners: '/practitioners',
  drugs: '/drugs',
  support: '/support',
  authorization: '/authorizations/request/:id',
} as const

/** Paths of these pages as patterns; a sign-in returns to them. */
export const paths = { emergency: '/emergency-access/:mc?/:claimId?' } as const

/** Paths of these pages as patterns; a sign-in returns to them. */
export const paths = { team: '/team', teams: '/accounts/teams' } as const

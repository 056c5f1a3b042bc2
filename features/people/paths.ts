/** Paths of these pages as patterns; a sign-in returns to them. */
export const paths = { users: '/accounts/users' } as const

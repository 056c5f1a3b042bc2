/** Paths of these pages as patterns; a sign-in returns to them. */
export const paths = { views: '/accounts/who-looked' } as const

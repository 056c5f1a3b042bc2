/** Paths of these pages as patterns; a sign-in returns to them. */
export const paths = { pageUse: '/accounts/usage' } as const

/** Paths of these pages as patterns; a sign-in returns to them. */
export const paths = { outOfOffice: '/accounts/out-of-office' } as const

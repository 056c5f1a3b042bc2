/** Paths of these pages as patterns; a sign-in returns to them. */
export const paths = { extract: '/data-extract' } as const

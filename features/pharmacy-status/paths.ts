/** Pages for users who are not signed in. */
export const publicPaths = ['/status'] as const

/** Every page of a signed-in person, as patterns of their addresses; a sign-in returns to these only (bar S-012). */
export const pagePaths = {
  home: '/home',
  worklist: '/authorizations/:userId?',
  authorization: '/authorizations/request/:id',
} as const

export const returnPaths: readonly string[] = Object.values(pagePaths)

/** Pages for people who are not signed in. */
export const publicPaths = ['/login', '/login/callback', '/login/check', '/login-error', '/ssoError', '/logout'] as const

/** True for a page that anybody may open. */
export const isPublic = (path: string): boolean => (publicPaths as readonly string[]).includes(path)

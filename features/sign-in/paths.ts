/** Pages for users who are not signed in. */
export const publicPaths = [
  '/login',
  '/login/callback',
  '/login/check',
  '/login-error',
  '/loginOktaSaml',
  '/ssoError',
  '/logout',
] as const

import { registrationPaths } from '#platform/session/registration-paths.ts'

/** Every page of a signed-in person, as patterns of their addresses; a sign-in returns to these only. */
export const pagePaths = {
  home: '/home',
  worklist: '/authorizations/:userId?',
  authorization: '/authorizations/request/:id',
  profile: '/accounts/profile',
  outOfOffice: '/accounts/out-of-office',
} as const

export const returnPaths: readonly string[] = Object.values(pagePaths)

/** Pages for people who are not signed in. */
export const publicPaths = [
  '/login',
  '/login/callback',
  '/login/check',
  '/login-error',
  '/loginOktaSaml',
  '/ssoError',
  '/logout',
  '/letter',
  '/survey',
  registrationPaths.begin,
  registrationPaths.finish,
] as const

/** True for a page that anybody may open. */
export const isPublic = (path: string): boolean => (publicPaths as readonly string[]).includes(path)

/** True when a path is one of a pattern: `:name` stands for one part, `:name?` for one or none. */
export function isPathOf(pattern: string, path: string): boolean {
  const expression = pattern.replaceAll(/\/:\w+\?/g, '(?:/[^/]+)?').replaceAll(/\/:\w+/g, '/[^/]+')
  return new RegExp(`^${expression}$`).test(path)
}

import { registrationPaths } from '#platform/session/registration-paths.ts'

/** Pages for users who are not signed in. */
export const publicPaths = [registrationPaths.begin, registrationPaths.finish] as const

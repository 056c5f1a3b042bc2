import type { LoggedOut } from './logged-out-words.ts'

/** Reasons the address of the logout page says. */
export const inAddress = ['idle', 'expired', 'revoked'] as const
/** The address of the logout page that says why. */
export const logoutAddress = (why: LoggedOut): string =>
  (inAddress as readonly string[]).includes(why) ? `/logout?state=${why}` : '/logout'

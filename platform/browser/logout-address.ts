import type { LoggedOut } from './logged-out-words.ts'

/** The address of the logout page that says why; that page takes the word out of it again. */
export const logoutAddress = (why: LoggedOut): string => `/logout?state=${why}`

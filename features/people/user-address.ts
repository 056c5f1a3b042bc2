import { paths } from './paths.ts'

/** The page of users with this one found. */
export const userAddress = (username: string): string => `${paths.users}?find=${encodeURIComponent(username)}`

import { demoEmployee } from '#demo/carrier/demo-person.ts'
import { demoPassword, staffOf } from './people.ts'
import { streams } from './prng.ts'
import type { Size } from './sizes.ts'
import { demoSeed } from './sizes.ts'

/** An account of the demo identity provider. */
export type Account = {
  username: string
  /** Subject of its tokens; app_user.idp_subject holds the same. */
  subject: string
  email: string
  name: string
  password: string
  /** Longest session in minutes as the provider says it; 0 = no limit. */
  refreshHint: number
  /** What one can see with it; null for staff without a story. */
  what: string | null
}

/**
 * Everybody the demo provider knows by password; the named demo accounts come first. The employee of the demo carrier
 * signs in there.
 */
export function demoAccounts(size: Size, seed: number = demoSeed): Account[] {
  // Ids play no part here, so neither does the as-of date. Of the many of the scale world, those of the demo can sign in.
  const own = staffOf({ size: size === 'scale' ? 'demo' : size }, streams(seed), 0).filter(
    (person) => person.subject !== demoEmployee.subject,
  )
  return own.map((person) => ({
    username: person.username,
    subject: person.subject,
    email: person.email,
    name: `${person.firstName} ${person.lastName}`,
    password: demoPassword,
    // The observer's provider grants an hour, so that a limited session can be seen.
    refreshHint: person.username === 'prog.viewer' ? 60 : 0,
    what: person.what,
  }))
}

/** The named demo accounts with what each shows. */
export const namedAccounts = (size: Size): { username: string; what: string }[] =>
  demoAccounts(size).flatMap(({ username, what }) => (what === null ? [] : [{ username, what }]))

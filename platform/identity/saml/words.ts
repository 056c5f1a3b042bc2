// What both forms of the post page say, with scripts and without.

export const continuing = 'Continuing to your organization’s sign-in…'

/** When somebody is signed in who may be another person. */
export const alreadyIn =
  'You are logged in here already. Continue only if you want to log in again, as the person your organization names.'

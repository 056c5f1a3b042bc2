/** A reviewer's licenses as the log names them. */
export const licenceWords = (states: readonly string[] | undefined): string => states?.join(', ') || 'not given'

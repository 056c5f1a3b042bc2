/** What stands in the built page in place of every nonce, until an answer puts its own there. */
export const noncePlaceholder = 'NONCE-OF-THIS-ANSWER'

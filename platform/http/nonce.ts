/** The placeholder for every nonce in the built page; each answer puts its own there. */
export const noncePlaceholder = 'NONCE-OF-THIS-ANSWER'

/** Help with this looked for. */
export const helpAddress = (words: string): string => `/help?find=${encodeURIComponent(words)}`

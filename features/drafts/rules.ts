/** What a form is about: a request, a claim, or the person who fills it in. */
export const abouts = ['request', 'claim', 'self'] as const
export type About = (typeof abouts)[number]

/** Characters of JSON a draft may have: three notes of the longest kind, and their dates and choices. */
export const longestDraft = 16_000

/** How many days what was typed is kept after its last change. */
export const daysKept = 7

/** How many drafts a person has at most in one carrier; the oldest give way. */
export const mostDrafts = 200

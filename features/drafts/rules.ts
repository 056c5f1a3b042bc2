/** What a form is about: a request, a claim, or the user themselves. */
export const abouts = ['request', 'claim', 'self'] as const
export type About = (typeof abouts)[number]

/** Characters of JSON in a draft: three notes of the longest kind, with dates and choices. */
export const longestDraft = 16_000

/** Days a draft is kept after its last change. */
export const daysKept = 7

/** Drafts of a user in one carrier at most; the oldest are deleted. */
export const mostDrafts = 200

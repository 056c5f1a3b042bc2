/** The worklist of these case owners: all their pending requests, least time left first. */
export const ownersAddress = (ids: readonly string[]): string => `/authorizations?view=all&owner=${ids.join(',')}`

/** Paths of these pages as patterns; a sign-in returns to them. */
export const paths = { settings: '/accounts/settings', calendars: '/accounts/calendars' } as const

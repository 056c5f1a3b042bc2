/** Paths of these pages as patterns; a sign-in returns to them. */
export const paths = { exports: '/accounts/exports', fileQuestions: '/accounts/exports/questions' } as const

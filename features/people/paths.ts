/** Paths of these pages as patterns; a sign-in returns to them. */
export const paths = {
  users: '/accounts/admin',
  accessReview: '/accounts/admin/review',
  /** A page of `features/scim`. */
  directory: '/accounts/admin/directory',
} as const

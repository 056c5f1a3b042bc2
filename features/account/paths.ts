/** Paths of these pages as patterns; a sign-in returns to them. */
export const paths = {
  profile: '/accounts/profile',
  notifications: '/notifications',
  notificationSettings: '/accounts/notification',
} as const

import { screen, type Screen } from '#platform/browser/screen.ts'
import { iconInbox, iconUser } from '#platform/ui/display/icons.ts'
import { paths } from './paths.ts'

export const screens: readonly Screen[] = [
  screen(paths.profile, () => import('./profile.tsx').then((it) => it.Profile), {
    account: { href: paths.profile, label: 'Profile', icon: iconUser, order: 1 },
  }),
  screen(paths.notifications, () => import('./notifications-page.tsx').then((it) => it.Notifications), {
    account: { href: paths.notifications, label: 'Notifications', icon: iconInbox, order: 2.5 },
    flag: 'notifications',
  }),
  screen(
    paths.notificationSettings,
    () => import('./notification-settings.tsx').then((it) => it.NotificationSettings),
    {
      account: { href: paths.notificationSettings, label: 'Notification Settings', icon: iconInbox, order: 1.5 },
      flag: 'notificationSettings',
    },
  ),
]

import { screen, type Screen } from '#platform/browser/screen.ts'
import { iconUser } from '#platform/ui/display/icons.ts'
import { paths } from './paths.ts'

export const screens: readonly Screen[] = [
  screen(paths.profile, () => import('./profile.tsx').then((it) => it.Profile), {
    account: { href: paths.profile, label: 'Profile', icon: iconUser, order: 1 },
  }),
]

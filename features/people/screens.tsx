import { screen, type Screen } from '#platform/browser/screen.ts'
import { iconSettings } from '#platform/ui/display/icons.ts'
import { paths } from './paths.ts'
import { whyNotAdminister } from './rules.ts'

export const screens: readonly Screen[] = [
  screen(paths.users, () => import('./users.tsx').then((it) => it.Users), {
    account: { href: paths.users, label: 'Administration', icon: iconSettings, order: 3 },
    flag: 'administration',
    sees: ({ person }) => whyNotAdminister(person) === undefined,
  }),
]

import { whyNotAdminister } from '#features/people/administering.ts'
import { screen, type Screen } from '#platform/browser/screen.ts'
import { iconSettings } from '#platform/ui/display/icons.ts'
import { paths } from './paths.ts'

export const screens: readonly Screen[] = [
  screen(paths.flags, () => import('./page.tsx').then((it) => it.Page), {
    account: { href: paths.flags, label: 'Feature flags', icon: iconSettings, order: 3.2, group: 'Administration' },
    flag: 'administration',
    whose: 'account managers',
    sees: ({ person }) => whyNotAdminister(person) === undefined,
  }),
]

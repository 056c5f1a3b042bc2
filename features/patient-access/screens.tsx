import { whyNotAdminister } from '#features/people/administering.ts'
import { screen, type Screen } from '#platform/browser/screen.ts'
import { iconPeople } from '#platform/ui/display/icons.ts'
import { paths } from './paths.ts'

export const screens: readonly Screen[] = [
  screen(paths.views, () => import('./carrier-views.tsx').then((it) => it.CarrierViews), {
    account: { href: paths.views, label: 'Who looked', icon: iconPeople, order: 3.4, group: 'Privacy' },
    flag: 'administration',
    whose: 'account managers',
    sees: ({ person }) => whyNotAdminister(person) === undefined,
  }),
]

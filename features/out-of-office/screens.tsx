import { screen, type Screen } from '#platform/browser/screen.ts'
import { iconAway } from '#platform/ui/display/icons.ts'
import { paths } from './paths.ts'

export const screens: readonly Screen[] = [
  screen(paths.outOfOffice, () => import('./out-of-office.tsx').then((it) => it.OutOfOffice), {
    account: { href: paths.outOfOffice, label: 'Out of Office', icon: iconAway, order: 2 },
  }),
]

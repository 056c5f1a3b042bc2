import { whyNotAdminister } from '#features/people/administering.ts'
import { screen, type Screen } from '#platform/browser/screen.ts'
import { iconCalendar, iconSettings } from '#platform/ui/display/icons.ts'
import { paths } from './paths.ts'

export const screens: readonly Screen[] = [
  screen(paths.settings, () => import('./page.tsx').then((it) => it.Page), {
    account: {
      href: paths.settings,
      label: 'Carrier settings',
      icon: iconSettings,
      order: 3.1,
      group: 'Administration',
    },
    flag: 'dbClientSetupEnabled',
    whose: 'account managers',
    sees: ({ person }) => whyNotAdminister(person) === undefined,
  }),
  screen(paths.calendars, () => import('./page.tsx').then((it) => it.CalendarsPage), {
    account: {
      href: paths.calendars,
      label: 'Business calendars',
      icon: iconCalendar,
      order: 3.25,
      group: 'Administration',
    },
    flag: 'dbClientSetupEnabled',
    whose: 'account managers',
    sees: ({ person }) => whyNotAdminister(person) === undefined,
  }),
]

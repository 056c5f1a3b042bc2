import { whyNotAdminister } from '#features/people/administering.ts'
import { screen, type Screen } from '#platform/browser/screen.ts'
import { iconTable } from '#platform/ui/display/icons.ts'
import { paths } from './paths.ts'

export const screens: readonly Screen[] = [
  screen(paths.pageUse, () => import('./page-use.tsx').then((it) => it.PageUse), {
    account: { href: paths.pageUse, label: 'Page use', icon: iconTable, order: 3.4, group: 'Administration' },
    flag: 'administration',
    whose: 'account managers',
    sees: ({ person }) => whyNotAdminister(person) === undefined,
  }),
]

import { whyNotAdminister } from '#features/people/administering.ts'
import { screen, type Screen } from '#platform/browser/screen.ts'
import { iconExport } from '#platform/ui/display/icons.ts'
import { paths } from './paths.ts'

export const screens: readonly Screen[] = [
  screen(paths.exports, () => import('./pages.tsx').then((it) => it.ExportPages), {
    account: { href: paths.exports, label: 'Exports', icon: iconExport, order: 3.3, group: 'Administration' },
    flag: 'administration',
    whose: 'account managers',
    sees: ({ person }) => whyNotAdminister(person) === undefined,
  }),
  screen(paths.fileQuestions, () => import('./pages.tsx').then((it) => it.ExportPages)),
]

import { screen, type Screen } from '#platform/browser/screen.ts'
import { whyNotAdminister } from '#features/people/rules.ts'
import { paths } from '#features/people/paths.ts'

export const screens: readonly Screen[] = [
  screen(paths.directory, () => import('./directory-page.tsx').then((it) => it.DirectoryPage), {
    flag: 'administration',
    whose: 'account managers',
    sees: ({ person }) => whyNotAdminister(person) === undefined,
  }),
]

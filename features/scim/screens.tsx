import { screen, type Screen } from '#platform/browser/screen.ts'
import { whyNotAdministerAll } from '#features/people/administering.ts'
import { paths } from '#features/people/paths.ts'

export const screens: readonly Screen[] = [
  screen(paths.directory, () => import('./directory-page.tsx').then((it) => it.DirectoryPage), {
    flag: 'administration',
    whose: 'account managers',
    sees: ({ person }) => whyNotAdministerAll(person) === undefined,
  }),
]

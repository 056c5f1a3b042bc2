import { screen, type Screen } from '#platform/browser/screen.ts'
import { iconTable } from '#platform/ui/display/icons.ts'
import { paths } from './paths.ts'

export const screens: readonly Screen[] = [
  screen(paths.extract, () => import('./page/data-extract.tsx').then((it) => it.DataExtract), {
    menu: { href: paths.extract, label: 'Data', short: 'Data', icon: iconTable, key: 'd', order: 5 },
    sees: ({ dataExtract }) => dataExtract,
    whose: 'users with programs to extract data from',
  }),
]

import { screen, type Screen } from '#platform/browser/screen.ts'
import { iconClock } from '#platform/ui/display/icons.ts'
import { paths } from './paths.ts'
import { opensLists, readsFigures } from './who-reads.ts'

const whose = 'supervisors, support and read-only users'

export const screens: readonly Screen[] = [
  screen(paths.turnaround, () => import('./turnaround.tsx').then((it) => it.Turnaround), {
    account: { href: paths.turnaround, label: 'Turnaround', icon: iconClock, order: 4 },
    sees: ({ person }) => readsFigures(person),
    whose,
  }),
  screen(paths.list, () => import('./requests.tsx').then((it) => it.TurnaroundRequests), {
    sees: ({ person }) => opensLists(person),
    whose,
  }),
]

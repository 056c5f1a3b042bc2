import { isSupport, maySupervise } from '#features/permissions/rules.ts'
import { screen, type Screen } from '#platform/browser/screen.ts'
import { iconClock } from '#platform/ui/display/icons.ts'
import { paths } from './paths.ts'

const sees: Screen['sees'] = ({ person }) => maySupervise(person) || isSupport(person)
const whose = 'supervisors and support'

export const screens: readonly Screen[] = [
  screen(paths.turnaround, () => import('./turnaround.tsx').then((it) => it.Turnaround), {
    account: { href: paths.turnaround, label: 'Turnaround', icon: iconClock, order: 4 },
    sees,
    whose,
  }),
  screen(paths.list, () => import('./requests.tsx').then((it) => it.TurnaroundRequests), {
    sees,
    whose,
  }),
]

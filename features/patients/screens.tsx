import { screen, type Screen } from '#platform/browser/screen.ts'
import { iconPeople } from '#platform/ui/display/icons.ts'
import { paths } from './paths.ts'

const load = () => import('./search/find-patient.tsx').then((it) => it.FindPatient)

export const screens: readonly Screen[] = [
  screen(paths.patients, load, {
    menu: { href: '/patients', label: 'Patients', short: 'Patients', icon: iconPeople, key: 'p', order: 4 },
  }),
  screen(paths.claimants, load),
  screen(paths.fromCarrier, load),
]

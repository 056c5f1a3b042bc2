import { maySupervise } from '#features/permissions/rules.ts'
import { screen, type Screen } from '#platform/browser/screen.ts'
import { iconPeople } from '#platform/ui/display/icons.ts'
import { paths } from './paths.ts'

export const screens: readonly Screen[] = [
  screen(paths.team, () => import('./team.tsx').then((it) => it.Team), {
    menu: { href: paths.team, label: 'Team', short: 'Team', icon: iconPeople, key: 't', order: 2.5 },
    // Until the carrier's settings are known the page stays: the server answers who has it.
    sees: ({ person, settings }) => maySupervise(person) && settings['myTeamsSupervisorViewEnabled'] !== false,
  }),
]

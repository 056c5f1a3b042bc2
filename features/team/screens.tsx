import { whyNotAdminister } from '#features/people/administering.ts'
import { maySupervise } from '#features/permissions/rules.ts'
import { screen, type Screen } from '#platform/browser/screen.ts'
import { iconPeople } from '#platform/ui/display/icons.ts'
import { paths } from './paths.ts'

export const screens: readonly Screen[] = [
  screen(paths.team, () => import('./team.tsx').then((it) => it.Team), {
    menu: { href: paths.team, label: 'Team', short: 'Team', icon: iconPeople, key: 't', order: 2.5 },
    // Until the carrier's settings are known the page stays: the server answers who has it.
    whose: 'supervisors whose carrier has the team view',
    sees: ({ person, settings }) => maySupervise(person) && settings['myTeamsSupervisorViewEnabled'] !== false,
  }),
  screen(paths.teams, () => import('./teams-page.tsx').then((it) => it.Teams), {
    account: { href: paths.teams, label: 'Teams', icon: iconPeople, order: 3.05, group: 'Administration' },
    flag: 'administration',
    whose: 'account managers',
    sees: ({ person }) => whyNotAdminister(person) === undefined,
  }),
]

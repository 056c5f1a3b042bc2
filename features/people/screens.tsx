import { screen, type Screen } from '#platform/browser/screen.ts'
import type { SignedInUser } from '#platform/browser/use-user.ts'
import { iconPeople } from '#platform/ui/display/icons.ts'
import { paths } from './paths.ts'
import { whyNotAdminister } from './administering.ts'

const sees = ({ person }: SignedInUser) => whyNotAdminister(person) === undefined
const whose = 'account managers'

export const screens: readonly Screen[] = [
  screen(paths.users, () => import('./users.tsx').then((it) => it.Users), {
    account: {
      href: paths.users,
      label: 'Administration',
      side: 'Users',
      icon: iconPeople,
      order: 3,
      group: 'Administration',
    },
    flag: 'administration',
    sees,
    whose,
  }),
  screen(paths.accessReview, () => import('./access-review.tsx').then((it) => it.AccessReview), {
    flag: 'administration',
    sees,
    whose,
  }),
]

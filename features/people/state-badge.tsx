import { Badge, type Tone } from '#platform/ui/display/badge.tsx'
import { iconAlert, iconCheck } from '#platform/ui/display/icons.ts'
import type { UserState } from './rules.ts'
import { stateNames } from './user-words.ts'

const looks: Readonly<Record<UserState, { tone: Tone; icon?: string }>> = {
  ACTIVE: { tone: 'green', icon: iconCheck },
  AWAY: { tone: 'blue' },
  UNUSED: { tone: 'amber' },
  LOCKED: { tone: 'red', icon: iconAlert },
  OFF: { tone: 'neutral' },
}

/** How a user stands at the carrier. */
export const StateBadge = ({ of }: { of: UserState }) => <Badge {...looks[of]}>{stateNames[of]}</Badge>

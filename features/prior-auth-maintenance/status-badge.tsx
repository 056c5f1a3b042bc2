import { usDate } from '#platform/dates/day.ts'
import { Badge, type Tone } from '#platform/ui/display/badge.tsx'
import { iconCheck, iconClock, iconClose, iconHistory } from '#platform/ui/display/icons.ts'
import type { ListedPriorAuth } from './contract.ts'
import { groupOf, type Group } from './in-words.ts'

const looks: Readonly<Record<Group, { tone: Tone; icon: string }>> = {
  inForce: { tone: 'green', icon: iconCheck },
  later: { tone: 'blue', icon: iconClock },
  block: { tone: 'red', icon: iconClose },
  ended: { tone: 'neutral', icon: iconHistory },
}

/** Its status in a word or two, as of today. */
export function StatusBadge({ of }: { of: ListedPriorAuth }) {
  const group = groupOf(of)
  const early = group === 'ended' && of.terminatedBy !== null
  const words =
    group === 'later'
      ? `From ${usDate(of.startDate).slice(0, 5)}`
      : group === 'block'
        ? 'Blocked'
        : early
          ? 'Ended early'
          : group === 'inForce' && of.statusName === 'Active'
            ? 'In force'
            : of.statusName
  return (
    <Badge tone={looks[group].tone} icon={looks[group].icon}>
      {words}
    </Badge>
  )
}

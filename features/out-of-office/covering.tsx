import { Link } from 'wouter'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { DAY_MS } from '#platform/dates/instant.ts'
import { cx } from '#platform/ui/cx.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconArrowRight } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { outOfOffice } from './contract.ts'
import { AbsentList } from './delegate-for.tsx'
import css from './out-of-office.module.css'
import { paths } from './paths.ts'
import { spanWords } from './words.ts'

/** How long before it one's own time off is shown. */
const AHEAD_MS = 3 * DAY_MS

/** On Home: whom the user stands in for, and, from three days before, who stands in for the user. Absent where it is neither. */
export function Covering() {
  const { person } = useUser()
  const now = useNow()
  const found = useRead(outOfOffice.list, {}).data
  const absent = found?.delegateFor ?? []
  const leave = found?.own
    .filter(({ status, startAt }) => status !== 'ENDED' && Date.parse(startAt) - now < AHEAD_MS)
    .toSorted((a, b) => (a.startAt < b.startAt ? -1 : 1))[0]
  if (absent.length === 0 && !leave) return null
  const here = leave?.delegates.filter(({ active }) => active).map(({ name }) => name) ?? []
  return (
    <Card
      title="Covering"
      acts={
        <LinkButton href={paths.outOfOffice} tone="quiet" size="small" iconEnd={iconArrowRight}>
          Out of Office
        </LinkButton>
      }
    >
      {absent.length > 0 && <AbsentList of={absent} />}
      {leave && (
        <p className={cx(css.leaving, here.length === 0 && css.warned)}>
          <b>
            {leave.status === 'ACTIVE' ? 'You are away' : 'You will be away'} {spanWords(leave, person.timeZone)}
          </b>
          {here.length > 0 ? (
            <span>{here.join(' and ')} takes what is due.</span>
          ) : (
            <span>
              Nobody covers for you. <Link href={paths.outOfOffice}>Choose one</Link>
            </span>
          )}
        </p>
      )}
    </Card>
  )
}

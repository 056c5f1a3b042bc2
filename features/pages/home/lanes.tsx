import { Link } from 'wouter'
import { openStatuses, ownersTurnStatuses } from '#features/authorizations/statuses.ts'
import { worklist } from '#features/worklist/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { iconMail } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { CounterLane } from '../worklist/counter-lane.tsx'
import { Lane } from '../worklist/lane.tsx'
import { laneRead } from '../worklist/lane-read.ts'
import { whereWords } from '../worklist/where-words.ts'
import css from './home.module.css'

const SHOWN = 4
const everyMs = 60_000

/** Above all cards: patients of one's own who wait at a counter, and letters that came and were not read. Absent while there are none. */
export function Lanes() {
  const { carrier, carriers, person } = useUser()
  const now = useNow()
  const mc = carrier.code
  const counts = useRead(worklist.counts, { mc }).data
  const [waiting, came] = [counts?.atCounterCount ?? 0, counts?.letterCameCount ?? 0]
  const counter = useRead(worklist.list, laneRead(mc, 'mine'), { off: waiting === 0, everyMs })
  const letters = useRead(
    worklist.list,
    { mc, page: 0, size: SHOWN, authStatuses: [...openStatuses], caseOwners: ['me'], isLetterCameOnly: true },
    { off: came === 0, everyMs },
  )
  return (
    <>
      {waiting > 0 && (
        <div className={css.lane}>
          <CounterLane of={counter} whose="mine" zone={person.timeZone} now={now} isByDigit={carriers.length === 1} />
        </div>
      )}
      {came > 0 && (
        <div className={css.lane}>
          {letters.error && !letters.data && (
            <NotLoaded small title="The letters that came could not be loaded" of={letters} />
          )}
          {letters.data && letters.data.totalElements > 0 && (
            <Lane
              title={came === 1 ? 'A letter came' : 'Letters came'}
              icon={iconMail}
              blue
              count={<Link href="/authorizations?view=letter">{came} not read</Link>}
              data={letters.data}
              // One's own turn needs no word of it.
              wordsOf={(row) =>
                ownersTurnStatuses.some((one) => one === row.authorizationStatusId)
                  ? 'read the letter'
                  : whereWords(row, person.id)
              }
              zone={person.timeZone}
              now={now}
            />
          )}
        </div>
      )}
    </>
  )
}

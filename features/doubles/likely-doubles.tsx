import { useState } from 'react'
import { useCursor } from '#platform/browser/use-cursor.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { doubles, type Pair, type Worker } from './contract.ts'
import css from './doubles.module.css'
import { MergesCard } from './merges-card.tsx'
import { PairCard } from './pair-card.tsx'

const idOf = ({ one, other }: Pair) => `${one.claimantId} ${other.claimantId}`
const wordsOf = (of: Worker) => `${of.firstName} ${of.lastName}, ${of.patientId}, born ${usDate(of.dob)}`

/** Records of patients who look like one person, and what was merged. */
export function LikelyDoubles() {
  const { carrier } = useUser()
  const [openId, setOpenId] = useState<string>()
  const asked = useCursor(doubles.list, { masterCarrier: carrier.code, page: 0, size: 25 }, ({ more, page }) =>
    more ? { page: page + 1 } : undefined,
  )
  const pairs = asked.data?.flatMap((part) => part.pairs)
  const open = pairs?.find((pair) => idOf(pair) === openId)
  return (
    <div className={css.part}>
      {asked.error && !pairs ? (
        <NotLoaded small title="The likely doubles could not be loaded" of={asked} />
      ) : (
        <Loading busy={!pairs} skeleton={<Skeleton width="100%" height={120} />}>
          <Card title="Likely doubles" sub={pairs && (asked.hasNextPage ? `${pairs.length}+` : pairs.length)} flush>
            {pairs?.length === 0 && (
              <State small kind="allDone" title="No likely doubles">
                Two patients on file who look like one person appear here.
              </State>
            )}
            <ul className={css.rows}>
              {pairs?.map((pair) => (
                <li key={idOf(pair)}>
                  <span>
                    <b>{wordsOf(pair.one)}</b>
                    <small>{wordsOf(pair.other)}</small>
                  </span>
                  <Button
                    size="small"
                    aria-expanded={pair === open}
                    aria-label={`Compare ${pair.one.patientId} and ${pair.other.patientId}`}
                    onClick={() => setOpenId(pair === open ? undefined : idOf(pair))}
                  >
                    Compare
                  </Button>
                </li>
              ))}
            </ul>
            {asked.hasNextPage && (
              <div className={css.more}>
                <Button
                  size="small"
                  busy={asked.isFetchingNextPage}
                  busyLabel="Loading"
                  onClick={() => asked.fetchNextPage()}
                >
                  Show more
                </Button>
              </div>
            )}
          </Card>
        </Loading>
      )}
      {open && <PairCard key={openId} pair={open} onDone={() => setOpenId(undefined)} />}
      <MergesCard />
    </div>
  )
}

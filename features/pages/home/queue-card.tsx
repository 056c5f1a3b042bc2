import { Link } from 'wouter'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconArrowRight, iconStore } from '#platform/ui/display/icons.ts'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { RefreshBar } from '#platform/ui/list/refresh-bar.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { worklist } from '#features/worklist/contract.ts'
import { queueAddress, type Queue } from '#features/worklist/queues.ts'
import { rowsOf } from '#features/worklist/listed.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { Lane } from '../worklist/lane.tsx'
import { queueTimer } from '../worklist/queue-clock.ts'
import { FiguresSkeleton, ListSkeleton } from './authorizations-card.tsx'
import css from './home.module.css'
import { QueueRow, sentWords } from './queue-row.tsx'
import { TimeSplit } from './time-split.tsx'
import { Updates, useUpdates } from './updates.tsx'

const SHOWN = 7
const LANE = 3
const words: Readonly<Record<Queue['view'], { waits: string; none: string; next: string }>> = {
  clinical: {
    waits: 'Waiting on a pharmacist',
    none: 'Nothing waits on a pharmacist',
    next: 'Requests with a code only a pharmacist can clear, or sent to you for advice, appear here.',
  },
  review: {
    waits: 'Waiting on a reviewer licensed in your states',
    none: 'Nothing waits on a reviewer',
    next: 'Requests sent to utilization review in the states of your license appear here.',
  },
  second: {
    waits: 'Approved by others, waiting on a second person',
    none: 'No approval waits for you',
    next: 'Approvals of others that need a second person appear here.',
  },
  questions: {
    waits: 'Sent to a supervisor by adjusters',
    none: 'No questions from adjusters',
    next: 'Requests that adjusters ask a supervisor about appear here.',
  },
}

/** A queue the user works on: how many wait, how urgent, and the first of them. Refreshes every minute while in view. */
export function QueueCard({ queue }: { queue: Queue }) {
  const { carrier, person } = useUser()
  const { repeat, paused, onPause } = useUpdates()
  const counts = useRead(worklist.counts, { mc: carrier.code }, repeat)
  const now = useNow()
  const mine = { mc: carrier.code, page: 0, authStatuses: [queue.status], isMyQueueOnly: true }
  const list = useRead(worklist.list, { ...mine, size: SHOWN }, repeat)
  const waiting = useRead(worklist.list, { ...mine, size: LANE, isAtCounterOnly: true }, repeat)
  const refresh = () => {
    void counts.refetch()
    void list.refetch()
    void waiting.refetch()
  }
  const count = counts.data?.queues.find(({ status }) => status === queue.status)
  const failed = (counts.error && !counts.data ? counts.error : undefined) ?? (list.data ? undefined : list.error)
  const rows = list.data ? rowsOf(list.data) : []
  const id = `queue-${queue.view}`
  return (
    <div className={css.auth}>
      <Card
        title={queue.label}
        sub={
          <span className={css.whose}>
            {words[queue.view].waits}, at {carrier.name}
          </span>
        }
        flush
        acts={
          <LinkButton href={queueAddress(queue)} tone="quiet" size="small" iconEnd={iconArrowRight}>
            View all
          </LinkButton>
        }
      >
        <RefreshBar busy={(counts.isFetching && !counts.isPending) || (list.isFetching && !list.isPending)} />
        {failed ? (
          <ErrorState
            small
            title="This queue could not be loaded"
            safe="No decision was lost."
            text={failed.message}
            supportId={failed.supportId}
            onRetry={refresh}
            retrying={counts.isFetching || list.isFetching}
          />
        ) : (
          <Loading
            busy={!count || !list.data}
            skeleton={
              <>
                <FiguresSkeleton />
                <ListSkeleton />
              </>
            }
            loaded={count && `${queue.label}: ${count.waiting} waiting.`}
          >
            {count && (
              <div className={css.figures}>
                <Link href={queueAddress(queue)} className={css.figure}>
                  <b>{count.waiting}</b>
                  <span>Waiting</span>
                </Link>
                <TimeSplit counts={count} href={(due) => `${queueAddress(queue)}&due=${due}`} />
              </div>
            )}
            {waiting.data && waiting.data.totalElements > 0 && (
              <Lane
                title="At the counter"
                icon={iconStore}
                count={<small>{waiting.data.totalElements} in this queue</small>}
                data={waiting.data}
                wordsOf={sentWords}
                timed={queueTimer}
                zone={person.timeZone}
                now={now}
              />
            )}
            {count?.waiting === 0 && (
              <State small kind="allDone" title={words[queue.view].none}>
                {words[queue.view].next}
              </State>
            )}
            {count && rows.length > 0 && (
              <section aria-labelledby={id} className={css.escalated}>
                <h3 id={id}>
                  Next for you{' '}
                  <span className="muted">
                    {rows.length} of {count.waiting}, least time first
                  </span>
                </h3>
                <ul className={css.rows}>
                  {rows.map((row) => (
                    <li key={row.authorizationId}>
                      <QueueRow of={row} mc={carrier.code} />
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </Loading>
        )}
        <Updates at={counts.dataUpdatedAt} {...{ paused, onPause }} onRefresh={refresh} />
      </Card>
    </div>
  )
}

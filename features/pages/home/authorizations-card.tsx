import { Link } from 'wouter'
import { Card } from '#platform/ui/display/card.tsx'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { iconArrowRight } from '#platform/ui/display/icons.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { RefreshBar } from '#platform/ui/list/refresh-bar.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { type Counts, worklist } from '#features/worklist/contract.ts'
import { EscalatedList } from './escalated-list.tsx'
import css from './home.module.css'
import { TimeSplit } from './time-split.tsx'
import { Updates, useUpdates } from './updates.tsx'

/** The lists behind the counts, with exactly their filters. */
const lists = {
  pending: '/authorizations',
  escalated: '/authorizations?view=escalated',
}
/** Own requests somebody else is next on. */
const handedOver = [
  { view: 'pharmacist', words: 'Waiting on pharmacist', of: (found: Counts) => found.waitingOnPharmacistCount },
  { view: 'reviewer', words: 'Waiting on reviewer', of: (found: Counts) => found.waitingOnReviewerCount },
  {
    view: 'approver',
    words: 'Waiting on approver',
    of: (found: Counts) => found.waitingOnSecondApproverCount,
  },
  { view: 'asked', words: 'Waiting on supervisor', of: (found: Counts) => found.waitingOnSupervisorCount },
] as const

/**
 * The user's pending requests: how many, how urgent, and the escalated ones by name. Refreshes every minute while in
 * view.
 */
export function AuthorizationsCard() {
  const { carrier } = useUser()
  const { repeat, paused, onPause } = useUpdates()
  const counts = useRead(worklist.counts, { mc: carrier.code }, repeat)
  const escalated = useRead(worklist.escalated, { masterCarrier: carrier.code }, repeat)
  const refresh = () => {
    void counts.refetch()
    void escalated.refetch()
  }
  const found = counts.data
  const elsewhere = found ? handedOver.filter(({ of }) => of(found) > 0) : []
  return (
    <div className={css.auth}>
      <Card
        title="Authorizations"
        sub={<span className={css.whose}>Yours, at {carrier.name}</span>}
        flush
        acts={
          <LinkButton href={lists.pending} tone="quiet" size="small" iconEnd={iconArrowRight}>
            View all
          </LinkButton>
        }
      >
        <RefreshBar busy={(counts.isFetching && !counts.isPending) || (escalated.isFetching && !escalated.isPending)} />
        {counts.isError && !found ? (
          <ErrorState
            small
            title="Your counts could not be loaded"
            safe="No decision was lost. The list itself may still open."
            text={counts.error.message}
            supportId={counts.error.supportId}
            onRetry={() => void counts.refetch()}
            retrying={counts.isFetching}
          />
        ) : (
          <Loading
            busy={!found}
            skeleton={<FiguresSkeleton />}
            loaded={found && `${found.pendingAuthCount} pending, ${found.escalatedAuthCount} escalated.`}
          >
            {found && (
              <div className={css.figures}>
                <Link href={lists.pending} className={css.figure}>
                  <b>{found.pendingAuthCount}</b>
                  <span>Pending</span>
                </Link>
                <Link href={lists.escalated} className={`${css.figure} ${css.red}`}>
                  <b>{found.escalatedAuthCount}</b>
                  <span>Escalated</span>
                </Link>
                <TimeSplit counts={found} />
              </div>
            )}
          </Loading>
        )}
        {escalated.isError && !escalated.data ? (
          <ErrorState
            small
            title="Escalated requests could not be loaded"
            safe="Open the list to check."
            text={escalated.error.message}
            supportId={escalated.error.supportId}
            onRetry={() => void escalated.refetch()}
            retrying={escalated.isFetching}
          />
        ) : (
          <Loading busy={!escalated.data} skeleton={<ListSkeleton />}>
            {escalated.data && <EscalatedList found={escalated.data} all={lists.escalated} />}
          </Loading>
        )}
        {found && elsewhere.length > 0 && (
          <p className={css.queue}>
            {elsewhere.map(({ view, words, of }) => (
              <LinkButton key={view} href={`/authorizations?view=${view}`} iconEnd={iconArrowRight}>
                {words}: {of(found)}
              </LinkButton>
            ))}
          </p>
        )}
        {found?.pendingAuthCount === 0 && !found.queues.some(({ waiting }) => waiting > 0) && (
          <State small kind="allDone" title="Nothing is waiting for you">
            Requests that pharmacies send for your claims appear here, the ones with the least time left first.
          </State>
        )}
        <Updates at={counts.dataUpdatedAt} {...{ paused, onPause }} onRefresh={refresh} />
      </Card>
    </div>
  )
}

export function FiguresSkeleton() {
  return (
    <div className={css.figures}>
      <span className={css.figure}>
        <Skeleton width={104} height={34} />
      </span>
      <span className={css.figure}>
        <Skeleton width={104} height={34} />
      </span>
      <div className={css.split}>
        <Skeleton width="100%" />
      </div>
    </div>
  )
}

export function ListSkeleton() {
  return (
    <div className={css.rows}>
      {[180, 150, 200, 160, 170].map((width) => (
        <div key={width} className={css.row}>
          <Skeleton width={width} />
          <Skeleton width={width + 60} />
          <Skeleton width={90} />
        </div>
      ))}
    </div>
  )
}

import { Link } from 'wouter'
import { Card } from '#platform/ui/display/card.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { iconArrowRight } from '#platform/ui/display/icons.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { RefreshBar } from '#platform/ui/list/refresh-bar.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { worklist } from '#features/worklist/contract.ts'
import { DueToday } from './due-today.tsx'
import { EscalatedList, escalatedShown } from './escalated-list.tsx'
import css from './home.module.css'
import { ownDue, ownList } from './own-list.ts'
import { TimeSplit } from './time-split.tsx'
import { Updates, useUpdates } from './updates.tsx'

const ESCALATED = '/authorizations?view=escalated'

/**
 * The user's pending requests: how many, how urgent, the escalated ones by name and those due today. Refreshes every minute
 * while in view.
 */
export function AuthorizationsCard() {
  const { carrier, person } = useUser()
  const pending = ownList(person)
  const { repeat, paused, onPause } = useUpdates()
  const counts = useRead(worklist.counts, { mc: carrier.code }, repeat)
  const escalated = useRead(worklist.escalated, { masterCarrier: carrier.code }, repeat)
  const refresh = () => {
    void counts.refetch()
    void escalated.refetch()
  }
  const found = counts.data
  return (
    <div className={css.auth}>
      <Card
        title="Authorizations"
        sub={<span className={css.whose}>Yours, at {carrier.name}</span>}
        flush
        acts={
          <LinkButton href={pending} tone="quiet" size="small" iconEnd={iconArrowRight}>
            View all
          </LinkButton>
        }
      >
        <RefreshBar busy={(counts.isFetching && !counts.isPending) || (escalated.isFetching && !escalated.isPending)} />
        {counts.isError && !found ? (
          <NotLoaded
            small
            title="Your counts could not be loaded"
            safe="No decision was lost. The list itself may still open."
            of={counts}
          />
        ) : (
          <Loading
            busy={!found}
            skeleton={<FiguresSkeleton />}
            loaded={found && `${found.pendingAuthCount} pending, ${found.escalatedAuthCount} escalated.`}
          >
            {found && (
              <div className={css.figures}>
                <Link href={pending} className={css.figure}>
                  <b>{found.pendingAuthCount}</b>
                  <span>Pending</span>
                </Link>
                <Link href={ESCALATED} className={`${css.figure} ${css.red}`}>
                  <b>{found.escalatedAuthCount}</b>
                  <span>Escalated</span>
                </Link>
                <TimeSplit counts={found} href={ownDue} />
              </div>
            )}
          </Loading>
        )}
        {escalated.isError && !escalated.data ? (
          <NotLoaded
            small
            title="Escalated requests could not be loaded"
            safe="Open the list to check."
            of={escalated}
          />
        ) : (
          <Loading busy={!escalated.data} skeleton={<ListSkeleton />}>
            {escalated.data && <EscalatedList found={escalated.data} all={ESCALATED} />}
          </Loading>
        )}
        {found && escalated.data && <DueToday counts={found} above={escalatedShown(escalated.data)} />}
        {found?.pendingAuthCount === 0 && (
          <State small kind="allDone" title="You have no pending requests">
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

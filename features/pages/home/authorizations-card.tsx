import { addMs } from '#platform/dates/instant.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { iconArrowRight, iconRefresh } from '#platform/ui/display/icons.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { RefreshBar } from '#platform/ui/list/refresh-bar.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import { isPharmacist } from '#features/permissions/rules.ts'
import { type Counts, worklist } from '#features/worklist/contract.ts'
import { EscalatedList } from './escalated-list.tsx'
import css from './home.module.css'
import { TimeSplit } from './time-split.tsx'

/** The lists behind the counts, with exactly their filters. */
const lists = {
  pending: '/authorizations',
  escalated: '/authorizations?view=escalated',
  queue: '/authorizations?view=clinical',
  handedOver: '/authorizations?view=pharmacist',
}
const everyMs = 60_000

/**
 * The user's pending requests: how many, how urgent, and the escalated ones by name. Refreshes every minute while in
 * view.
 */
export function AuthorizationsCard() {
  const { carrier, person, clockOffset } = useUser()
  const [paused, setPaused] = useState(false)
  const repeat = paused ? {} : { everyMs }
  const counts = useRead(worklist.counts, { mc: carrier.code }, repeat)
  const escalated = useRead(worklist.escalated, { masterCarrier: carrier.code }, repeat)
  const refresh = () => {
    void counts.refetch()
    void escalated.refetch()
  }
  const found = counts.data
  const updated = counts.dataUpdatedAt ? dayAndTime(counts.dataUpdatedAt + clockOffset, person.timeZone) : undefined
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
        {found && isPharmacist(person) && (
          <p className={css.queue}>
            <LinkButton href={lists.queue} iconEnd={iconArrowRight}>
              {queueWords(found)}
            </LinkButton>
          </p>
        )}
        {found && found.waitingOnPharmacistCount > 0 && !isPharmacist(person) && (
          <p className={css.queue}>
            <LinkButton href={lists.handedOver} iconEnd={iconArrowRight}>
              Waiting on pharmacist: {found.waitingOnPharmacistCount}
            </LinkButton>
          </p>
        )}
        {found?.pendingAuthCount === 0 && !isPharmacist(person) && (
          <State small kind="allDone" title="Nothing is waiting for you">
            Requests that pharmacies send for your claims appear here, the ones with the least time left first.
          </State>
        )}
        <p className={css.updated}>
          {updated && (
            <span>
              Updated <time dateTime={addMs(counts.dataUpdatedAt, clockOffset)}>{updated.time}</time> {updated.zone}
            </span>
          )}
          <Button tone="quiet" size="small" icon={iconRefresh} onClick={refresh}>
            Refresh
          </Button>
          <Button tone="quiet" size="small" aria-pressed={paused} onClick={() => setPaused(!paused)}>
            {paused ? 'Resume updates' : 'Pause updates'}
          </Button>
        </p>
      </Card>
    </div>
  )
}

/** "Pharmacist queue: 4 waiting, 1 overdue". */
const queueWords = (of: Counts): string =>
  `Pharmacist queue: ${of.pharmacistQueueCount} waiting${of.pharmacistQueueOverdueCount > 0 ? `, ${of.pharmacistQueueOverdueCount} overdue` : ''}`

function FiguresSkeleton() {
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

function ListSkeleton() {
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

import { useState, type ComponentType } from 'react'
import { Button } from '#platform/ui/button/button.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { When } from '#platform/ui/display/when.tsx'
import { plural } from '#platform/text/plural.ts'
import { history } from './contract.ts'
import css from './event-log.module.css'

export type EventLogProps = {
  authorizationId: string
  /** Shows who acted. */
  Actor: ComponentType<{ id: string | null; name: string }>
}

/** The log of a request, newest first, 50 lines at a time. */
export function EventLog({ authorizationId, Actor }: EventLogProps) {
  const [pages, setPages] = useState(1)
  const first = useRead(history.eventLog, { stratusAuthId: authorizationId })
  if (first.error && !first.data) {
    return <NotLoaded small title="The event log could not be loaded" of={first} />
  }
  const { total = 0, totalPages = 1 } = first.data ?? {}
  return (
    <Loading busy={!first.data} skeleton={<LogSkeleton />}>
      {total === 0 ? (
        <State small kind="empty" title="Nothing is logged yet">
          What happens to this request appears here.
        </State>
      ) : (
        <>
          <ol className={css.log} aria-label="Event log, newest first">
            {Array.from({ length: Math.min(pages, totalPages) }, (_, page) => (
              <LogPage Actor={Actor} key={page} authorizationId={authorizationId} page={page} />
            ))}
          </ol>
          <p className={css.foot}>
            {pages < totalPages ? (
              <Button size="small" onClick={() => setPages(pages + 1)}>
                Show older
              </Button>
            ) : (
              totalPages > 1 && 'End of the log.'
            )}
            <span className="muted">
              {Math.min(pages * 50, total)} of {plural(total, 'event')}
            </span>
          </p>
        </>
      )}
    </Loading>
  )
}

function LogPage({ authorizationId, Actor, page }: EventLogProps & { page: number }) {
  const { person } = useUser()
  const now = useNow()
  const { data, error, refetch } = useRead(
    history.eventLog,
    page === 0 ? { stratusAuthId: authorizationId } : { stratusAuthId: authorizationId, pageNo: page },
  )
  if (error && !data) {
    return (
      <li className={css.failed}>
        Older lines could not be loaded. {error.message}{' '}
        <Button tone="link" size="small" onClick={() => void refetch()}>
          Try again
        </Button>
      </li>
    )
  }
  return (data?.events ?? []).map((event) => (
    <li key={event.eventId} className={css.event}>
      <When at={event.at} zone={person.timeZone} now={now} />
      <span>
        {event.eventText}
        <small>
          <Actor id={event.actorId} name={event.actorName} />
          {event.oldStatus !== event.newStatus &&
            event.newStatus !== null &&
            ` · ${event.oldStatus ?? 'New'} → ${event.newStatus}`}
        </small>
      </span>
    </li>
  ))
}

function LogSkeleton() {
  return (
    <div className={css.log}>
      {[260, 180, 220, 200].map((width) => (
        <div key={width} className={css.event}>
          <Skeleton width={64} />
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  )
}

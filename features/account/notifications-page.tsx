import { useState } from 'react'
import { Link } from 'wouter'
import { requestPath } from '#features/authorizations/queue.ts'
import { ownNotifications, type Notification } from '#features/notifications/list-contract.ts'
import { useAct } from '#platform/browser/use-call.ts'
import { useCursor } from '#platform/browser/use-cursor.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { exactWords, whenWords } from '#platform/dates/words.ts'
import { ActButton } from '#platform/ui/button/act-button.tsx'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconAlert, iconNotice } from '#platform/ui/display/icons.ts'
import { Tile } from '#platform/ui/display/tile.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { Segmented } from '#platform/ui/form/segmented.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { useRows } from '#platform/ui/list/use-rows.ts'
import { toast } from '#platform/ui/overlay/toasts.ts'
import css from './notifications-page.module.css'

const shows = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
] as const
type Show = (typeof shows)[number]['value']

/** What has little or no time left. */
const urgent: readonly string[] = ['share3', 'popUp', 'overdue', 'escalation2', 'escalation3', 'pharmacyWaiting']

/** /notifications: what the portal notified the user of, newest first. */
export function Notifications() {
  const [show, setShow] = useState<Show>('all')
  const asked = useCursor(ownNotifications.list, { size: 50, ...(show === 'unread' && { unread: true }) }, ({ next }) =>
    next === null ? undefined : { after: next },
  )
  const rows = asked.data?.flatMap(({ content }) => content)
  const unread = asked.data?.[0]?.unread ?? 0
  const list = useRows(rows?.map(({ notificationId }) => notificationId) ?? [])
  useKeys(list.keys)
  const act = useAct(ownNotifications.markRead)
  const mark = (one: Notification, andOlder: boolean) =>
    act.mutate(
      { notificationId: one.notificationId, ...(andOlder && { andOlder }) },
      {
        onError: ({ message }) =>
          toast({ tone: 'error', words: 'The notifications could not be marked as read.', detail: message }),
      },
    )
  return (
    <Page as="reading" canvas>
      <div className={css.page}>
        <PageTitle title="Notifications" />
        <Card
          flush
          title="Newest first"
          sub={unread > 0 ? `${unread === 100 ? '100+' : unread} unread` : undefined}
          acts={
            <ActButton
              size="small"
              busy={act.isPending}
              busyLabel="Saving"
              aria-disabled={unread === 0}
              onClick={() => {
                if (rows?.[0] && unread > 0) mark(rows[0], true)
              }}
            >
              Mark all as read
            </ActButton>
          }
        >
          <div className={css.filters}>
            <Segmented label="Show" size="small" options={shows} value={show} onChange={setShow} />
          </div>
          {asked.error && !rows ? (
            <ErrorState
              small
              title="Notifications could not be loaded"
              safe="Nothing was changed."
              text={asked.error.message}
              supportId={asked.error.supportId}
              onRetry={() => void asked.refetch()}
              retrying={asked.isFetching}
            />
          ) : (
            <Loading busy={!rows} skeleton={<Skeleton width="100%" height={240} />}>
              {rows?.length === 0 && (
                <State
                  small
                  kind={show === 'unread' ? 'noMatch' : 'empty'}
                  title={show === 'unread' ? 'No unread notifications' : 'No notifications'}
                >
                  Assignments, reminders, escalations and decisions about your requests appear here.
                </State>
              )}
              <ul className={css.rows} {...list.listProps}>
                {rows?.map((one, index) => (
                  <Line
                    key={one.notificationId}
                    of={one}
                    linkProps={list.linkProps(index)}
                    current={index === list.current}
                    onOpen={() => one.readAt === null && mark(one, false)}
                  />
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
            </Loading>
          )}
        </Card>
      </div>
    </Page>
  )
}

type LineProps = { of: Notification; linkProps: object; current: boolean; onOpen: () => void }

function Line({ of, linkProps, current, onOpen }: LineProps) {
  const { person } = useUser()
  const now = useNow()
  const isUrgent = urgent.includes(of.kind)
  return (
    <li className={css.row} data-unread={of.readAt === null || undefined} aria-current={current || undefined}>
      <Tile size="small" icon={isUrgent ? iconAlert : iconNotice} tone={isUrgent ? 'red' : 'neutral'} />
      <span className={css.what}>
        {of.readAt === null && <span className="sr-only">Unread: </span>}
        {of.authorizationId === null ? (
          <button type="button" className={css.text} {...linkProps} onClick={onOpen}>
            {of.title}
          </button>
        ) : (
          <Link href={requestPath(of.authorizationId)} {...linkProps} onClick={onOpen}>
            {of.title}
          </Link>
        )}
      </span>
      <time dateTime={of.at} title={exactWords(of.at, person.timeZone)}>
        {whenWords(of.at, person.timeZone, now)}
      </time>
    </li>
  )
}

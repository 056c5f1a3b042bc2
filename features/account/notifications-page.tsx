import { useState, type FocusEvent } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'wouter'
import type { NoticeGroup } from '#features/notifications/choice-names.ts'
import { notifications } from '#features/notifications/contract.ts'
import { ownNotifications, type Notification } from '#features/notifications/list-contract.ts'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { useCursor } from '#platform/browser/use-cursor.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { exactWords, whenWords } from '#platform/dates/words.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { ActButton } from '#platform/ui/button/act-button.tsx'
import { Button } from '#platform/ui/button/button.tsx'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import {
  iconAlert,
  iconCheck,
  iconClipboard,
  iconExport,
  iconLock,
  iconMail,
  iconReminder,
  iconStopwatch,
} from '#platform/ui/display/icons.ts'
import { Tile, type TileProps } from '#platform/ui/display/tile.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { Segmented } from '#platform/ui/form/segmented.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { useHints } from '#platform/ui/keys/hints.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { useRows } from '#platform/ui/list/use-rows.ts'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { byDay, dayHeading } from './by-day.ts'
import { linkOf } from './notice-links.ts'
import { paths } from './paths.ts'
import css from './notifications-page.module.css'

const shows = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
  { value: 'done', label: 'Done' },
] as const
type Show = (typeof shows)[number]['value']
const nothing: Readonly<Record<Show, readonly [title: string, words: string]>> = {
  all: ['Nothing new', 'Assignments, reminders, escalations and decisions about your requests appear here.'],
  unread: ['No unread notifications', 'You have read all that is new.'],
  done: ['Nothing done yet', 'A notification moves here when its work is done, by you or somebody else.'],
}

const hints = [
  { keys: ['J', 'K'], does: 'Move' },
  { keys: ['Enter'], does: 'Open' },
  { keys: ['E'], does: 'Read, unread' },
  { keys: ['N'], does: 'Show new' },
  { keys: ['Shift', 'A'], does: 'Mark all as read' },
] as const

/** How the groups look, so that one finds a letter among reminders. */
const looks: Readonly<Record<NoticeGroup, Pick<TileProps, 'icon' | 'tone'>>> = {
  DEADLINES: { icon: iconStopwatch, tone: 'amber' },
  REQUESTS: { icon: iconClipboard, tone: 'teal' },
  REMINDERS: { icon: iconReminder, tone: 'neutral' },
  DECISIONS: { icon: iconCheck, tone: 'green' },
  LETTERS: { icon: iconMail, tone: 'blue' },
  FILES: { icon: iconExport, tone: 'neutral' },
  ACCESS: { icon: iconLock, tone: 'neutral' },
}
/** What has little or no time left. */
const urgent: readonly string[] = ['share3', 'popUp', 'overdue', 'escalation2', 'escalation3', 'pharmacyWaiting']

/** /notifications: what the portal notified the user of, newest first. */
export function Notifications() {
  const [show, setShow] = useState<Show>('all')
  const [group, setGroup] = useState<NoticeGroup>()
  const which = { ...(show !== 'all' && { [show]: true }), ...(group && { group }) }
  const asked = useCursor(ownNotifications.list, { size: 50, ...which }, ({ next }) =>
    next === null ? undefined : { after: next },
  )
  const about = useRead(notifications.listGroups, {}).data
  const groups = about?.groups.map(({ group: value, label, unread }) => ({
    value,
    label: unread > 0 && show !== 'done' ? `${label}, ${unread} unread` : label,
  }))
  const all = asked.data?.flatMap(({ content }) => content)
  // What comes while the list is read waits above it: no row moves under a hand.
  const [shownTo, setShownTo] = useState('')
  const rows = shownTo === '' ? all : all?.filter(({ at }) => at <= shownTo)
  if (all && all.length > 0 && (shownTo === '' ? !asked.isFetching : rows!.length === 0)) setShownTo(all[0]!.at)
  const fresh = (all?.length ?? 0) - (rows?.length ?? 0)
  const unread = asked.data?.[0]?.unread ?? 0
  const markable =
    show === 'done' ? 0 : group ? (about?.groups.find((one) => one.group === group)?.unread ?? 0) : unread
  const list = useRows(rows?.map(({ notificationId }) => notificationId) ?? [])
  const { person } = useUser()
  const now = useNow()
  const act = useAct(ownNotifications.markRead)
  const back = useAct(notifications.markUnread)
  const onError = ({ message }: { message: string }) =>
    toast({ tone: 'error', words: 'The notifications could not be marked.', detail: message })
  const mark = (one: Notification) => act.mutate({ notificationId: one.notificationId }, { onError })
  const toggle = (one: Notification) => {
    if (one.readAt === null) return mark(one)
    back.mutate({ notificationId: one.notificationId }, { onError })
  }
  const showNew = () => {
    if (fresh === 0) return
    flushSync(() => setShownTo(all![0]!.at))
    document.querySelector<HTMLElement>(`[data-rows="${list.listProps['data-rows']}"] [data-row-link="0"]`)?.focus()
  }
  const markAll = () => {
    const newest = rows?.[0]
    if (!newest || markable === 0 || act.isPending) return
    // One that this act reads, so that an undo is of this act; where none is loaded there is no undo.
    const one = rows.find(({ readAt }) => readAt === null)
    act.mutate(
      { notificationId: newest.notificationId, andOlder: true, ...(group && { group }) },
      {
        onError,
        onSuccess: () =>
          toast({
            words: group ? 'All of this kind are read.' : 'All notifications are read.',
            ...(one && {
              onUndo: () => back.mutate({ notificationId: one.notificationId, andTogether: true }, { onError }),
            }),
          }),
      },
    )
  }
  useHints(hints)
  useKeys({
    ...list.keys,
    e: () => {
      // The one with the focus, wherever it stands by now; else the one that is shown as current.
      const focused = document.activeElement?.closest<HTMLElement>('[data-notice]')?.dataset['notice']
      const one = rows?.find(({ notificationId }) => notificationId === focused) ?? rows?.[list.current]
      if (one) toggle(one)
    },
    n: showNew,
    'shift+a': markAll,
  })
  const today = dateIn(now, person.timeZone)
  return (
    <Page as="reading" canvas>
      <div className={css.page}>
        <div className={css.head}>
          <PageTitle title="Notifications" />
          {about?.settings && (
            <LinkButton size="small" href={paths.notificationSettings}>
              Notification Settings
            </LinkButton>
          )}
        </div>
        <Card
          flush
          title="Newest first"
          sub={unread > 0 ? `${unread === 100 ? '100+' : unread} unread` : undefined}
          acts={
            <ActButton
              size="small"
              busy={act.isPending}
              busyLabel="Saving"
              aria-disabled={markable === 0}
              onClick={markAll}
            >
              Mark all as read
            </ActButton>
          }
        >
          <div className={css.filters}>
            <Segmented label="Show" size="small" options={shows} value={show} onChange={setShow} />
            <SelectField
              label="Kind"
              quiet
              value={group ?? 'ALL'}
              options={[{ value: 'ALL', label: 'All kinds' }, ...(groups ?? [])]}
              onChange={(next) => setGroup(next === 'ALL' ? undefined : next)}
            />
          </div>
          {asked.error && !rows ? (
            <NotLoaded small title="Notifications could not be loaded" of={asked} />
          ) : (
            <Loading busy={!rows} skeleton={<Skeleton width="100%" height={240} />}>
              {rows?.length === 0 && (
                <State
                  small
                  kind={group || show === 'unread' ? 'noMatch' : 'empty'}
                  title={group ? 'None of this kind' : nothing[show][0]}
                >
                  {nothing[show][1]}
                </State>
              )}
              <div role="status" className={css.fresh}>
                {fresh > 0 && (
                  <Button block size="small" keys={['N']} onClick={showNew}>
                    {fresh === 1 ? '1 new notice' : `${fresh} new notices`}. Show
                  </Button>
                )}
              </div>
              <div className={css.days} {...list.listProps}>
                {byDay(rows ?? [], person.timeZone).map((day) => (
                  <section key={day.date}>
                    <h3>{dayHeading(day.date, today)}</h3>
                    <ul className={css.rows}>
                      {day.rows.map(({ row, index }) => (
                        <Line
                          key={row.notificationId}
                          of={row}
                          onFocus={list.rowProps(index).onFocus}
                          linkProps={list.linkProps(index)}
                          innerTab={list.innerTab(index)}
                          current={index === list.current}
                          onOpen={() => row.readAt === null && mark(row)}
                          onToggle={() => toggle(row)}
                        />
                      ))}
                    </ul>
                  </section>
                ))}
              </div>
              {about && (
                <p className={css.kept}>
                  Kept for {about.keptDays} days. A notification leaves the list when its work is done.
                </p>
              )}
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

type LineProps = {
  of: Notification
  onFocus: (event: FocusEvent) => void
  linkProps: object
  innerTab: 0 | -1
  current: boolean
  onOpen: () => void
  onToggle: () => void
}

function Line({ of, onFocus, linkProps, innerTab, current, onOpen, onToggle }: LineProps) {
  const { person } = useUser()
  const now = useNow()
  const isUrgent = urgent.includes(of.kind)
  const isUnread = of.readAt === null
  const href = linkOf(of)
  return (
    <li
      className={css.row}
      data-notice={of.notificationId}
      data-unread={isUnread || undefined}
      aria-current={current || undefined}
      onFocus={onFocus}
    >
      <Tile size="small" {...(isUrgent ? { icon: iconAlert, tone: 'red' } : looks[of.group as NoticeGroup])} />
      <span className={css.what}>
        {isUnread && <span className="sr-only">Unread: </span>}
        {href === undefined ? (
          <button type="button" className={css.text} {...linkProps} onClick={onOpen}>
            {of.title}
          </button>
        ) : (
          <Link href={href} {...linkProps} onClick={onOpen}>
            {of.title}
          </Link>
        )}
      </span>
      <time dateTime={of.at} title={exactWords(of.at, person.timeZone)}>
        {whenWords(of.at, person.timeZone, now)}
      </time>
      <Button
        size="small"
        tone="quiet"
        tabIndex={innerTab}
        aria-label={`Mark ${isUnread ? 'read' : 'unread'}: ${of.title}`}
        onClick={onToggle}
      >
        {isUnread ? 'Mark read' : 'Mark unread'}
      </Button>
    </li>
  )
}

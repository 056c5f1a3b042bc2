import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { lazyPart } from '#platform/browser/load-part.ts'
import { announce } from '#platform/ui/display/announce.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { cx } from '#platform/ui/cx.ts'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { usePreferences } from '#platform/browser/preferences.ts'
import { RefreshBar } from '#platform/ui/list/refresh-bar.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { Tabs, tabPanelProps } from '#platform/ui/list/tabs.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { useKeys, type KeyMap } from '#platform/ui/keys/use-keys.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { useRows } from '#platform/ui/list/use-rows.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { dateIn } from '#platform/dates/zone.ts'
import type { ListRow } from '#features/worklist/listed.ts'
import { queueState, requestPath, type OpenWith } from '#features/authorizations/queue.ts'
import { isOpen } from '#features/authorizations/statuses.ts'
import { PAGE_SIZE, addressOf, filterOf, filtersIn, usualView, views, viewsOf } from './address.ts'
import { useColumns } from './columns.ts'
import { worklist } from '#features/worklist/contract.ts'
import { countOf } from './count-of.ts'
import { FilterBar } from './filter-bar.tsx'
import { laneRead } from './lane-read.ts'
import { PreviewSkeleton } from './preview-skeleton.tsx'
import { RequestTable } from './request-table.tsx'
import { queues } from '#features/worklist/queues.ts'
import { maySort, orderingOf, sortingOf, stageOf, type SortKey } from '#features/worklist/rules.ts'
import { TableSkeleton } from './table-skeleton.tsx'
import { useList } from './use-list.ts'
import { useSelection } from './use-selection.ts'
import { useWideEnough } from './use-wide-enough.ts'
import type { Late } from './views-menu.tsx'
import { leaveAt, takePlace, useWorklistAddress } from './use-worklist-address.ts'
import css from './worklist.module.css'

// Loaded after the list, to keep the first list small (docs/decisions/0008).
const BulkActs = lazyPart(() => import('./bulk-acts.tsx').then((it) => it.BulkActs))
const ClinicalTable = lazyPart(() => import('./clinical-table.tsx').then((it) => it.ClinicalTable))
const ListTools = lazyPart(() => import('./list-tools.tsx').then((it) => it.ListTools))
const NoRows = lazyPart(() => import('./no-rows.tsx').then((it) => it.NoRows))
const PreviewPane = lazyPart(() => import('./preview-pane.tsx').then((it) => it.PreviewPane))
const RowDialog = lazyPart(() => import('./row-dialog.tsx').then((it) => it.RowDialog))

const PANEL = 'requests'
/** What scrolls: the table on wide screens, the page on phones. */
const scroller = (): Element | null => {
  const table = document.querySelector(`#${PANEL} [role="region"]`)
  return table && table.scrollHeight > table.clientHeight ? table : document.scrollingElement
}
const many = (count: number, exact = true): string =>
  `${count.toLocaleString('en-US')}${exact ? '' : '+'} ${count === 1 && exact ? 'request' : 'requests'}`

/** The worklist: pending requests, least time left first, with a preview of the current one (/authorizations). */
export function Worklist() {
  const user = useUser()
  const { carrier, person, viewOnly } = user
  const now = useNow()
  const today = dateIn(now, person.timeZone)
  const [, navigate] = useLocation()
  const { wanted, address, go } = useWorklistAddress()
  const filter = filterOf(wanted, today)
  const queue = queues.find(({ view }) => view === wanted.view)
  const handedOver = queue !== undefined && wanted.part !== 'ANSWERED'
  const stage = orderingOf({
    myQueue: handedOver && filter.isMyQueueOnly === true,
    statuses: filter.authStatuses!,
    stage: stageOf(filter.authStatuses!),
    clinicalPart: wanted.part,
  })
  // An order this list does not have is left out.
  const ordered = sortingOf(wanted.sort ?? undefined, stage)
  const sorting = ordered ?? sortingOf(undefined, stage)!
  const sort = ordered ? wanted.sort : null
  const list = useList(carrier.code, filter, { sort, page: wanted.page })
  const counts = useRead(worklist.counts, { mc: carrier.code })
  const { density } = usePreferences()
  const wide = useWideEnough()
  // Compact rows are for scanning many, so there the preview is off by default.
  const [preview, setPreview] = useState<boolean>()
  const previewOn = preview ?? (wide && density !== 'compact')
  const [late, setLate] = useState<Late>({ views: [] })
  const [dialog, setDialog] = useState<{ kind: 'assign' | 'snooze'; row: ListRow }>()

  const { rows: shown, found } = list
  // Also a delegate's list may have others' requests.
  const columns = useColumns(
    filter.caseOwners?.includes('me') === true && shown.every(({ row }) => row.caseOwners[0]?.adjusterId === person.id),
  )
  const keys = shown.map(({ row }) => row.authorizationId)
  const rows = useRows(keys)
  const selection = useSelection(shown.filter(({ gone }) => !gone).map(({ row }) => row.authorizationId))
  const current = shown[rows.current]?.row
  const snoozed = shown.flatMap(({ row: { snoozedUntil, authorizationId } }) =>
    snoozedUntil !== null && Date.parse(snoozedUntil) > now ? [authorizationId] : [],
  )
  // Who opens what is snoozed from its own list goes on through that list; and who answers did not snooze it.
  const order = () => queueState(keys, address, [], wanted.view === 'snoozed' || queue ? [] : snoozed)
  const chosen = shown.filter(({ row }) => selection.has(row.authorizationId)).map(({ row }) => row)
  const completed = wanted.view === 'completed'
  const toFile = { filter, sort, complete: completed, count: found?.exact ? found.total : undefined }

  const hrefOf = (row: ListRow, form?: OpenWith) => requestPath(row.authorizationId, form)
  const leave = (row: ListRow) =>
    leaveAt({
      address,
      text: wanted.text,
      row: row.authorizationId,
      top: scroller()?.scrollTop ?? 0,
    })
  const open = (row: ListRow | undefined, form?: OpenWith) => {
    if (!row) return
    leave(row)
    navigate(hrefOf(row, form), { state: order() })
  }
  const onSort = (by: SortKey) =>
    go({
      sort: `${by},${sorting.by === by && !sorting.descending ? 'desc' : sorting.by === by ? 'asc' : by === 'estimatedCost' || by === 'completedAt' ? 'desc' : 'asc'}`,
    })

  // After returning from a request: the same row at the same scroll position.
  const arrived = useRef(false)
  const hasRows = shown.length > 0
  useLayoutEffect(() => {
    if (arrived.current || !hasRows) return
    arrived.current = true
    const place = takePlace(address)
    if (!place) return
    scroller()?.scrollTo({ top: place.top })
    const index = place.row === undefined ? -1 : keys.indexOf(place.row)
    // After the page's heading has taken the focus.
    if (index >= 0) requestAnimationFrame(() => rows.go(index))
  })
  useEffect(() => {
    if (list.fresh > 0) announce(`${list.fresh} new.`, 'polite')
  }, [list.fresh])

  const blocked = (act: () => void) => (): void => {
    if (viewOnly) toast({ tone: 'info', words: 'View-only access', detail: 'Update functionality is blocked for user' })
    else act()
  }
  // Several are acted on by the bar of the selection, whichever of the two was there first.
  const ofOne = (act: () => void) => () => (selection.count > 1 ? false : act())
  const openDialog = (kind: 'assign' | 'snooze') => () => {
    const row = chosen.length === 1 ? chosen[0] : chosen.length === 0 ? current : undefined
    if (row && isOpen(row.authorizationStatusId)) setDialog({ kind, row })
    else if (row) toast({ tone: 'info', words: `Authorization is already ${row.authorizationStatus}.` })
  }
  const map: KeyMap = {
    ...rows.keys,
    Enter: () => open(current),
    ' ': () => setPreview(!previewOn),
    x: blocked(() => rows.current >= 0 && selection.toggle(rows.current, false)),
    'shift+x': blocked(() => rows.current >= 0 && selection.toggle(rows.current, true)),
    // In a field it selects the text.
    'mod+a': ({ target }) =>
      viewOnly || (target as Element).matches('textarea,input:not([type=checkbox])') ? false : selection.toggleAll(),
    a: ofOne(blocked(() => open(current, 'approve'))),
    r: blocked(() => open(current, queue?.view === 'second' ? 'return' : 'reject')),
    o: ofOne(blocked(openDialog('assign'))),
    s: ofOne(blocked(openDialog('snooze'))),
    Escape: () => {
      if (selection.count > 0) selection.clear()
      else if (previewOn && !wide) setPreview(false)
      else if (wanted.text !== '') go({ text: '' })
      else return false
      return true
    },
  }
  const usual = usualView(person)
  const mine = viewsOf(person, wanted.view, (view) => (countOf(view, counts.data) ?? 0) > 0)
  mine.forEach(({ key }, index) => (map[`alt+${index + 1}`] = () => go({ view: key, sort: null })))
  useKeys(map)

  const tabs = mine.map(({ key, label }) => ({
    href: addressOf({ ...wanted, view: key, sort: null, page: 0 }, usual),
    label,
    count: countOf(key, counts.data)?.toLocaleString('en-US'),
    ...(key === 'escalated' && counts.data && counts.data.escalatedAuthCount > 0 && { tone: 'red' as const }),
  }))
  const all = wanted.part ? undefined : countOf(wanted.view, counts.data)
  const total = found && (found.total === 0 && all ? `0 of ${many(all)}` : many(found.total, found.exact))
  const title = views.find(({ key }) => key === wanted.view)!.label
  const isEmpty = found !== undefined && shown.length === 0
  const failed = list.error && !found
  const isLoading = !found && !failed
  const withPreview = previewOn && (isLoading ? wide : current !== undefined && !isEmpty)
  const flat = density === 'compact'
  const Rows = handedOver ? ClinicalTable : RequestTable
  const skeleton = <TableSkeleton columns={columns} checks={!viewOnly} />
  const lane =
    wanted.view === 'mine'
      ? (countOf('counter', counts.data) ?? 0) > 0 && ('mine' as const)
      : (wanted.view === 'team' || wanted.view === 'all') && wanted.view
  const whose = wanted.text === '' && filtersIn(wanted).length === 0 && lane
  const atCounter = useRead(worklist.list, laneRead(carrier.code, whose || 'mine'), { off: !whose })

  return (
    <Page as="work">
      <div className={cx(css.top, 'scrolls-away')}>
        <PageTitle title="Authorization Requests" className={css.title ?? ''} />
        <Tabs
          label="Saved views"
          panelId={PANEL}
          tall
          bare
          current={
            late.views.some(({ href }) => href === address)
              ? address
              : addressOf({ ...wanted, sort: null, page: 0 }, usual)
          }
          tabs={[...tabs, ...late.views]}
          className={css.tabs ?? ''}
        />
        <span className="grow" />
        <span className={css.tools}>
          <Suspense fallback={null}>
            <ListTools {...{ wanted, columns, toFile, found }} fixed={mine.length} onLate={setLate} />
          </Suspense>
        </span>
      </div>
      <FilterBar
        wanted={wanted}
        go={go}
        filter={filter}
        today={today}
        count={failed ? '' : (total ?? 'Loading requests')}
        ownName={person.name}
        later={late.parts}
      />
      {whose && (
        <>
          {late.parts ? (
            <late.parts.CounterLane of={atCounter} whose={whose} zone={person.timeZone} now={now} />
          ) : (
            whose === 'mine' && <div className={css.lanePlace} />
          )}
        </>
      )}
      {late.parts && (
        <late.parts.Printed
          of={`${title}${wanted.part ? `, ${late.parts.partLabels[wanted.part]}` : ''} · ${total} · page ${wanted.page + 1} of ${found?.pages ?? 1}`}
          now={now}
        />
      )}
      <div
        {...tabPanelProps(PANEL)}
        className={cx(css.body, withPreview && css.withPreview, flat && css.dense)}
        {...rows.listProps}
      >
        <div className={css.left}>
          <RefreshBar busy={list.refreshing} />
          {failed ? (
            <Failed error={list.error!} retry={list.retry} retrying={list.refreshing} />
          ) : (
            <Loading busy={!found} skeleton={skeleton} loaded={found && `${many(found.total, found.exact)} loaded.`}>
              {list.fresh > 0 && (
                <Button tone="primary" size="small" className={css.fresh} onClick={list.accept}>
                  {list.fresh} new, show
                </Button>
              )}
              {isEmpty ? (
                <Suspense fallback={null}>
                  <NoRows wanted={wanted} go={go} today={today} now={now} counts={counts.data} />
                </Suspense>
              ) : (
                <Suspense fallback={skeleton}>
                  <Rows
                    caption={`${title}, ${total}`}
                    masterCarrier={carrier.code}
                    shown={shown}
                    columns={columns}
                    flat={flat}
                    completed={completed}
                    zone={person.timeZone}
                    now={now}
                    busy={list.refreshing}
                    sorting={sorting}
                    onSort={onSort}
                    maySort={(by) => maySort(by, stage)}
                    queue={queue?.view}
                    rows={rows}
                    hrefOf={hrefOf}
                    stateOf={order}
                    onOpen={leave}
                    onSpace={() => setPreview(!previewOn)}
                    selection={viewOnly ? undefined : selection}
                    later={late.parts}
                  />
                </Suspense>
              )}
              {found && late.parts && (
                <late.parts.Pager
                  page={wanted.page}
                  size={PAGE_SIZE}
                  count={shown.length}
                  {...found}
                  onPage={(page) => go({ page })}
                />
              )}
            </Loading>
          )}
          <Suspense fallback={null}>
            <BulkActs
              {...{ selection, chosen, filter, found, toFile }}
              completed={stage !== 'open' && !handedOver}
              onAssign={openDialog('assign')}
              onSnooze={openDialog('snooze')}
            />
          </Suspense>
        </div>
        {withPreview && current === undefined && <PreviewSkeleton />}
        {withPreview && current !== undefined && (
          <Suspense fallback={<PreviewSkeleton />}>
            <PreviewPane
              row={current}
              zone={person.timeZone}
              now={now}
              onPrevious={rows.current > 0 ? () => rows.go(rows.current - 1) : undefined}
              onNext={rows.current < shown.length - 1 ? () => rows.go(rows.current + 1) : undefined}
              onHide={() => setPreview(false)}
              hrefOf={hrefOf}
              onOpen={open}
              readOnly={viewOnly}
            />
          </Suspense>
        )}
      </div>
      {dialog && (
        <Suspense fallback={null}>
          <RowDialog
            kind={dialog.kind}
            request={dialog.row}
            now={now}
            onClose={() => setDialog(undefined)}
            onDone={() => selection.drop([dialog.row.authorizationId])}
          />
        </Suspense>
      )}
    </Page>
  )
}

function Failed({
  error,
  retry,
  retrying,
}: {
  error: NonNullable<ReturnType<typeof useList>['error']>
  retry: () => void
  retrying: boolean
}) {
  if (error.status === 403) {
    return (
      <State kind="noPermission" title="This list is not for your role">
        {error.message} Ask your supervisor if you need it.
      </State>
    )
  }
  return (
    <ErrorState
      title="We could not load your requests"
      safe="Your filters were saved, and no decision was lost."
      text={error.message}
      supportId={error.supportId}
      onRetry={retry}
      retrying={retrying}
    />
  )
}

import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { announce } from '#platform/ui/display/announce.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { cx } from '#platform/ui/cx.ts'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
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
import { exactWords } from '#platform/dates/words.ts'
import { dateIn } from '#platform/dates/zone.ts'
import type { ListRow } from '#features/worklist/listed.ts'
import { isPharmacist } from '#features/permissions/rules.ts'
import { queueState, requestPath } from '#features/authorizations/queue.ts'
import { isOpen } from '#features/authorizations/statuses.ts'
import { PAGE_SIZE, addressOf, filterOf, views, viewsOf } from './address.ts'
import { useColumns } from './columns.ts'
import { worklist } from '#features/worklist/contract.ts'
import { countOf } from './count-of.ts'
import { FilterBar } from './filter-bar.tsx'
import { Pager } from './pager.tsx'
import { PreviewSkeleton } from './preview-skeleton.tsx'
import { RequestTable } from './request-table.tsx'
import { readSort, stageOf, type SortKey } from '#features/worklist/rules.ts'
import { TableSkeleton } from './table-skeleton.tsx'
import { useExport } from './use-export.ts'
import { useList } from './use-list.ts'
import { useSelection } from './use-selection.ts'
import { useWideEnough } from './use-wide-enough.ts'
import { leaveAt, takePlace, useWorklistAddress } from './use-worklist-address.ts'
import css from './worklist.module.css'

const Assign = lazy(() => import('#features/owners/assign.tsx').then((it) => ({ default: it.Assign })))
// Loaded after the list, to keep the first list small (docs/decisions/0008).
const BulkActs = lazy(() => import('./bulk-acts.tsx').then((it) => ({ default: it.BulkActs })))
const ListTools = lazy(() => import('./list-tools.tsx').then((it) => ({ default: it.ListTools })))
const NoRows = lazy(() => import('./no-rows.tsx').then((it) => ({ default: it.NoRows })))
const PreviewPane = lazy(() => import('./preview-pane.tsx').then((it) => ({ default: it.PreviewPane })))
const Snooze = lazy(() => import('#features/clock/snooze.tsx').then((it) => ({ default: it.Snooze })))

const workHints: readonly Hint[] = [
  { keys: ['J', 'K'], does: 'Move' },
  { keys: ['Enter'], does: 'Open' },
  { keys: ['X'], does: 'Select' },
  { keys: ['A'], does: 'Approve' },
  { keys: ['R'], does: 'Reject' },
  { keys: ['S'], does: 'Snooze' },
  { keys: ['Space'], does: 'Preview' },
  { keys: ['?'], does: 'All' },
]
const readHints: readonly Hint[] = workHints.filter(({ does }) => ['Move', 'Open', 'Preview', 'All'].includes(does))

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
  const list = useList(carrier.code, filter, wanted)
  const counts = useRead(worklist.counts, { mc: carrier.code })
  const columns = useColumns()
  const { density } = usePreferences()
  const wide = useWideEnough()
  // Compact rows are for scanning many, so there the preview is off by default.
  const [preview, setPreview] = useState<boolean>()
  const previewOn = preview ?? (wide && density !== 'compact')
  const [dialog, setDialog] = useState<{ kind: 'assign' | 'snooze'; rows: readonly ListRow[] }>()

  const { rows: shown, found } = list
  const keys = shown.map(({ row }) => row.authorizationId)
  const rows = useRows(keys)
  const selection = useSelection(shown.filter(({ gone }) => !gone).map(({ row }) => row.authorizationId))
  const current = shown[rows.current]?.row
  const chosen = shown.filter(({ row }) => selection.has(row.authorizationId)).map(({ row }) => row)
  const exporting = useExport(filter, wanted.sort, wanted.view === 'completed', found?.exact ? found.total : undefined)
  const completed = wanted.view === 'completed'
  const stage = stageOf(filter.authStatuses!)
  const sorting = readSort(wanted.sort ?? undefined, stage).sorting ?? readSort(undefined, stage).sorting!

  const hrefOf = (row: ListRow, form?: 'approve' | 'reject') => requestPath(row.authorizationId, form)
  const leave = (row: ListRow) =>
    leaveAt({
      address,
      text: wanted.text,
      row: row.authorizationId,
      top: scroller()?.scrollTop ?? 0,
    })
  const open = (row: ListRow | undefined, form?: 'approve' | 'reject') => {
    if (!row) return
    leave(row)
    navigate(hrefOf(row, form), { state: queueState(keys, address) })
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
  const targets = (): readonly ListRow[] =>
    (chosen.length > 0 ? chosen : current ? [current] : []).filter((row) => isOpen(row.authorizationStatusId))
  const openDialog = (kind: 'assign' | 'snooze') => () => {
    const of = targets()
    if (of.length > 0) setDialog({ kind, rows: of })
    else if (current) toast({ tone: 'info', words: `Authorization is already ${current.authorizationStatus}.` })
  }
  const map: KeyMap = {
    ...rows.keys,
    Enter: () => open(current),
    ' ': () => setPreview(!previewOn),
    x: blocked(() => rows.current >= 0 && selection.toggle(rows.current, false)),
    'shift+x': blocked(() => rows.current >= 0 && selection.toggle(rows.current, true)),
    a: blocked(() => open(current, 'approve')),
    r: blocked(() => open(current, 'reject')),
    o: blocked(openDialog('assign')),
    s: blocked(openDialog('snooze')),
    Escape: () => {
      if (selection.count > 0) selection.clear()
      else if (previewOn && !wide) setPreview(false)
      else if (wanted.text !== '') go({ text: '' })
      else return false
      return true
    },
  }
  const mine = viewsOf(isPharmacist(person))
  mine.forEach(({ key }, index) => (map[`alt+${index + 1}`] = () => go({ view: key, sort: null })))
  useKeys(map)
  useHints(viewOnly ? readHints : workHints)

  const tabs = mine.map(({ key, label }) => ({
    href: addressOf({ ...wanted, view: key, sort: null, page: 0 }),
    label,
    count: countOf(key, counts.data)?.toLocaleString('en-US'),
    ...(key === 'escalated' && counts.data && counts.data.escalatedAuthCount > 0 && { tone: 'red' as const }),
  }))
  const all = countOf(wanted.view, counts.data)
  const total = found && (found.total === 0 && all ? `0 of ${many(all)}` : many(found.total, found.exact))
  const title = views.find(({ key }) => key === wanted.view)!.label
  const isEmpty = found !== undefined && shown.length === 0
  const failed = list.error && !found
  const isLoading = !found && !failed
  const withPreview = previewOn && (isLoading ? wide : current !== undefined && !isEmpty)
  const flat = density === 'compact'

  return (
    <Page as="work">
      <div className={css.top}>
        <PageTitle title="Authorization Requests" className={css.title ?? ''} />
        <Tabs
          label="Saved views"
          panelId={PANEL}
          tall
          bare
          current={addressOf({ ...wanted, sort: null, page: 0 })}
          tabs={tabs}
          className={css.tabs ?? ''}
        />
        <span className="grow" />
        <span className={css.tools}>
          <Suspense fallback={null}>
            <ListTools
              columns={columns}
              exporting={exporting}
              count={found?.total}
              more={found ? !found.exact : false}
            />
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
      />
      <p className={css.printed}>
        {carrier.name} · {title} · {total} · page {wanted.page + 1} of {found?.pages ?? 1}
        <span>
          Printed {exactWords(new Date(now).toISOString(), person.timeZone)} by {person.name}. Confidential health
          information.
        </span>
      </p>
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
            <Loading
              busy={!found}
              skeleton={<TableSkeleton columns={columns} checks={!viewOnly} />}
              loaded={found && `${many(found.total, found.exact)} loaded.`}
            >
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
                <RequestTable
                  caption={`${title}, ${total}`}
                  shown={shown}
                  columns={columns}
                  flat={flat}
                  completed={completed}
                  zone={person.timeZone}
                  now={now}
                  busy={list.refreshing}
                  sorting={sorting}
                  onSort={onSort}
                  rows={rows}
                  hrefOf={hrefOf}
                  stateOf={() => queueState(keys, address)}
                  onOpen={leave}
                  onSpace={() => setPreview(!previewOn)}
                  selection={viewOnly ? undefined : selection}
                />
              )}
              {found && (
                <Pager
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
              count={selection.count}
              onClear={selection.clear}
              onAssign={openDialog('assign')}
              onSnooze={openDialog('snooze')}
              onExport={() =>
                exporting.start(
                  'csv',
                  chosen.map((row) => row.authorizationId),
                )
              }
              exporting={exporting.busy !== undefined}
              completed={completed}
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
          {dialog.kind === 'assign' ? (
            <Assign requests={dialog.rows} onClose={() => setDialog(undefined)} onDone={selection.drop} />
          ) : (
            <Snooze rows={dialog.rows} now={now} onClose={() => setDialog(undefined)} onDone={selection.drop} />
          )}
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

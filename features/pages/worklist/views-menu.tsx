import { Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { lazyPart } from '#platform/browser/load-part.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { FIRST_LOADS_MS } from '#platform/browser/use-settled.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { cx } from '#platform/ui/cx.ts'
import { iconLayers, iconLock, iconPeople } from '#platform/ui/display/icons.ts'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import { useKeys, type KeyMap } from '#platform/ui/keys/use-keys.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { Menu } from '#platform/ui/overlay/menu.tsx'
import { savedViews } from '#features/saved-views/contract.ts'
import { worklist } from '#features/worklist/contract.ts'
import { addressOf, filterOf, readAddress, type Wanted } from './address.ts'
import { showColumns, type ChoosableColumn } from './columns.ts'
import { laterParts, type LaterParts } from './later-parts.ts'
import css from './worklist.module.css'

const ManageViews = lazyPart(() => import('#features/saved-views/manage-views.tsx').then((it) => it.ManageViews))
const SaveView = lazyPart(() => import('#features/saved-views/save-view.tsx').then((it) => it.SaveView))

type ViewTab = { href: string; label: string; count?: string }
/** What the list gets once it is loaded: the tabs of saved views, after the fixed ones, and parts of its rows. */
export type Late = { views: readonly ViewTab[]; parts?: LaterParts }

type ViewsMenuProps = {
  wanted: Wanted
  columns: readonly ChoosableColumn[]
  /** How many tabs there are without saved views: their keys come first. */
  fixed: number
  onLate: (late: Late) => void
}

/** The list and what it shows come first, on a page that was just loaded. */
const AFTER_THE_LIST_MS = 1500
/** Saved views whose requests are counted: the first, which have tabs in sight. */
const COUNTED = 12

const queryOf = (wanted: Wanted): string => addressOf({ ...wanted, page: 0 }).split('?')[1] ?? ''
const workHints: readonly Hint[] = [
  { keys: ['J', 'K'], does: 'Move' },
  { keys: ['Enter'], does: 'Open' },
  { keys: ['X'], does: 'Select' },
  { keys: ['A'], does: 'Approve' },
  { keys: ['R'], does: 'Reject' },
  { keys: ['S'], does: 'Snooze' },
  { keys: ['Space'], does: 'Preview' },
  { keys: ['E'], does: 'Export' },
  { keys: ['?'], does: 'All' },
]
const readHints: readonly Hint[] = workHints.filter(({ does }) =>
  ['Move', 'Open', 'Preview', 'Export', 'All'].includes(does),
)

/** Carriers whose list was opened since the page was loaded: afterwards it shows what the user goes to. */
const opened = new Set<string>()

/** Saved views: opened, saved, renamed, shared, deleted; and the one the list opens with. */
export function ViewsMenu({ wanted, columns, fixed, onLate }: ViewsMenuProps) {
  const { carrier, person, viewOnly } = useUser()
  const [, navigate] = useLocation()
  const { data } = useRead(savedViews.list, {})
  const today = dateIn(useNow(), person.timeZone)
  const [dialog, setDialog] = useState<'save' | 'manage'>()
  const views = data?.content ?? []
  const tabs = views.map((view) => ({ view, href: addressOf(readAddress(view.address)), label: view.name }))
  const here = queryOf(wanted)
  const current = tabs.find(({ href }) => (href.split('?')[1] ?? '') === here)?.view

  const searches = tabs.slice(0, COUNTED).map(({ view }) => filterOf(readAddress(view.address), today))
  const counts = useRead(worklist.countsOf, { mc: carrier.code, searches }, { off: searches.length === 0 })
  const countAt = (at: number): string | undefined => {
    const found = counts.data?.counts[at]
    return found && `${found.total.toLocaleString('en-US')}${found.exact ? '' : '+'}`
  }
  const shown = JSON.stringify(tabs.map(({ href, label }, at) => ({ href, label, count: countAt(at) })))
  useEffect(() => onLate({ views: JSON.parse(shown) as ViewTab[], parts: laterParts }), [shown, onLate])

  // Who reads the list opens a request next: the code of its page comes after all that the list shows, and is there by then. A list
  // that is opened later has its own code already.
  useEffect(() => {
    const timer = setTimeout(
      () => void import('../request/load-request.ts').then(({ loadRequest }) => loadRequest()).catch(() => undefined),
      performance.now() < FIRST_LOADS_MS ? AFTER_THE_LIST_MS : 0,
    )
    return () => clearTimeout(timer)
  }, [])

  // A view comes with its columns; what is changed afterwards stays until another view is opened.
  const withColumns = useRef<string>(undefined)
  useEffect(() => {
    if (current && current.viewId !== withColumns.current && current.columns) showColumns(current.columns)
    withColumns.current = current?.viewId
  }, [current])

  const first = tabs.find(({ view }) => view.isDefault)?.href
  useEffect(() => {
    if (!data || opened.has(carrier.code)) return
    opened.add(carrier.code)
    if (first && here === '' && wanted.text === '') navigate(first, { replace: true })
  }, [data, carrier.code, first, here, wanted.text, navigate])

  const map: KeyMap = {}
  tabs.forEach(({ href }, at) => {
    if (fixed + at < 9) map[`alt+${fixed + at + 1}`] = () => navigate(href)
  })
  useKeys(map)
  useHints(viewOnly ? readHints : workHints)

  return (
    <>
      <Menu
        label="Saved views"
        placement={{ align: 'end' }}
        items={[
          ...tabs.map(({ view, href }, at) => ({
            label: view.name,
            icon: view.shared ? iconPeople : iconLock,
            detail: [
              countAt(at),
              view.mine ? (view.shared ? 'Shared with my team' : 'Private') : `Shared by ${view.madeBy}`,
            ]
              .filter(Boolean)
              .join(' · '),
            ...(fixed + at < 9 && { keys: ['Alt', String(fixed + at + 1)] }),
            href,
          })),
          ...(tabs.length > 0 ? [{ kind: 'line' as const }] : []),
          ...(viewOnly ? [] : [{ label: 'Save this view', onSelect: () => setDialog('save') }]),
          { label: 'Manage views', onSelect: () => setDialog('manage') },
        ]}
        trigger={(trigger) => (
          <Button {...trigger} tone="quiet" icon={iconLayers} className={cx(css.tool)} aria-label="Saved views">
            <span className={css.toolWords}>Views</span>
          </Button>
        )}
      />
      <Suspense fallback={null}>
        {dialog === 'save' && <SaveView address={here} columns={columns} onClose={() => setDialog(undefined)} />}
        {dialog === 'manage' && <ManageViews views={views} viewOnly={viewOnly} onClose={() => setDialog(undefined)} />}
      </Suspense>
    </>
  )
}

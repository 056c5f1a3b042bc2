import { Suspense, useState } from 'react'
import { lazyPart } from '#platform/browser/load-part.ts'
import { useSettled } from '#platform/browser/use-settled.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { iconAssign, iconCheck, iconExport, iconMail, iconMoon } from '#platform/ui/display/icons.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import type { BulkKind } from '#features/bulk-acts/rules.ts'
import type { ListRow } from '#features/worklist/listed.ts'
import type { FilterInput } from './address.ts'
import type { useSelection } from './use-selection.ts'
import { useExport, type ToFile } from './use-export.ts'

const BulkProgress = lazyPart(() => import('#features/bulk-acts/bulk-progress.tsx').then((it) => it.BulkProgress))
const BulkBar = lazyPart(() => import('#platform/ui/list/bulk-bar.tsx').then((it) => it.BulkBar))
const StartBulkAct = lazyPart(() => import('#features/bulk-acts/start-bulk-act.tsx').then((it) => it.StartBulkAct))

type BulkActsProps = {
  selection: ReturnType<typeof useSelection>
  /** The selected requests. */
  chosen: readonly ListRow[]
  /** What finds the list, and how many it found. */
  filter: FilterInput
  found: { total: number; exact: boolean } | undefined
  onAssign: () => void
  onSnooze: () => void
  toFile: ToFile
  completed: boolean
}

/** What can be done with the selected requests, or with everything the search finds. */
export function BulkActs(props: BulkActsProps) {
  const { selection, chosen, filter, found, onAssign, onSnooze, toFile, completed } = props
  const exporting = useExport(toFile)
  // The search everything of which is selected; another search, or a row deselected, ends that.
  const search = JSON.stringify(filter)
  const [all, setAll] = useState<string>()
  const [dialog, setDialog] = useState<BulkKind>()
  const [started, setStarted] = useState<string>()
  const [isUsed, setUsed] = useState(false)
  const settled = useSettled()
  if (all !== undefined && !selection.all) setAll(undefined)
  const whole = selection.all && all === search && found !== undefined
  const mayTakeAll = !whole && !completed && selection.all && found?.exact === true && found.total > selection.count
  const count = whole ? found.total : selection.count
  if (count > 0 && !isUsed) setUsed(true)
  const begin = (what: BulkKind, one: () => void) => () => {
    if (count > 1) setDialog(what)
    else one()
  }
  useKeys({
    a: () => count > 1 && !completed && setDialog('APPROVE'),
    l: () => count > 1 && !completed && setDialog('LETTER'),
    o: () => count > 1 && setDialog('ASSIGN'),
    s: () => count > 1 && setDialog('SNOOZE'),
  })
  const clear = () => {
    setAll(undefined)
    selection.clear()
  }
  return (
    <>
      {(settled || started !== undefined) && (
        <Suspense fallback={null}>
          <BulkProgress started={started} />
        </Suspense>
      )}
      {isUsed && (
        <Suspense fallback={null}>
          <BulkBar count={count} things="requests" onClear={clear}>
            {mayTakeAll && (
              <Button size="small" tone="link" onClick={() => setAll(search)}>
                Select all {found.total.toLocaleString('en-US')} in this list
              </Button>
            )}
            {!completed && (
              <>
                <Button size="small" icon={iconAssign} keys={['O']} onClick={begin('ASSIGN', onAssign)}>
                  Assign
                </Button>
                <Button size="small" icon={iconMoon} keys={['S']} onClick={begin('SNOOZE', onSnooze)}>
                  Snooze
                </Button>
                <Button size="small" icon={iconMail} keys={['L']} onClick={() => setDialog('LETTER')}>
                  Request letters
                </Button>
                <Button size="small" icon={iconCheck} keys={['A']} onClick={() => setDialog('APPROVE')}>
                  Approve
                </Button>
              </>
            )}
            <Button
              size="small"
              icon={iconExport}
              busy={exporting.busy !== undefined}
              busyLabel="Exporting"
              onClick={() => exporting.start('csv', whole ? undefined : chosen.map((row) => row.authorizationId))}
            >
              Export
            </Button>
          </BulkBar>
        </Suspense>
      )}
      {dialog && count > 0 && (
        <Suspense fallback={null}>
          <StartBulkAct
            what={dialog}
            count={count}
            target={
              whole
                ? { search: filter, count }
                : { requests: chosen.map(({ authorizationId, version }) => ({ authorizationId, version })) }
            }
            onClose={() => setDialog(undefined)}
            onStarted={(bulkId) => {
              setStarted(bulkId)
              setDialog(undefined)
              clear()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

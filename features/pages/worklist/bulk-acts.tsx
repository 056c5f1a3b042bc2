import { BulkBar } from '#platform/ui/list/bulk-bar.tsx'
import { Button } from '#platform/ui/button/button.tsx'
import { iconAssign, iconExport, iconMoon } from '#platform/ui/display/icons.ts'

type BulkActsProps = {
  /** How many requests are selected. */
  count: number
  onClear: () => void
  onAssign: () => void
  onSnooze: () => void
  onExport: () => void
  exporting: boolean
  completed: boolean
}

/** What can be done with the selected requests. */
export function BulkActs({ count, onClear, onAssign, onSnooze, onExport, exporting, completed }: BulkActsProps) {
  return (
    <BulkBar
      count={count}
      things="requests"
      onClear={onClear}
      {...(!completed && { hint: 'Approve and reject are one at a time.' })}
    >
      {!completed && (
        <>
          <Button size="small" icon={iconAssign} keys={['O']} onClick={onAssign}>
            Assign
          </Button>
          <Button size="small" icon={iconMoon} keys={['S']} onClick={onSnooze}>
            Snooze
          </Button>
        </>
      )}
      <Button size="small" icon={iconExport} busy={exporting} busyLabel="Exporting" onClick={onExport}>
        Export
      </Button>
    </BulkBar>
  )
}

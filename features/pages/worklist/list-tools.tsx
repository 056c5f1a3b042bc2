import { Button } from '#platform/ui/button/button.tsx'
import { cx } from '#platform/ui/cx.ts'
import { iconColumns } from '#platform/ui/display/icons.ts'
import { Menu } from '#platform/ui/overlay/menu.tsx'
import { choosable, columnLabels, toggleColumn, type ChoosableColumn } from './columns.ts'
import { ExportMenu } from './export-menu.tsx'
import type { Exporting } from './use-export.ts'
import css from './worklist.module.css'

type ListToolsProps = {
  columns: readonly ChoosableColumn[]
  exporting: Exporting
  /** How many requests match now; undefined while not known. */
  count: number | undefined
  /** The count is the most that is counted: there are more. */
  more: boolean
}

/** The menus above the list: its columns, and the list as a file or on paper. */
export function ListTools({ columns, exporting, count, more }: ListToolsProps) {
  return (
    <>
      <Menu
        label="Columns"
        placement={{ align: 'end' }}
        items={[
          ...choosable.map((column) => ({
            kind: 'check' as const,
            label: columnLabels[column],
            checked: columns.includes(column),
            onSelect: () => toggleColumn(column),
          })),
          { kind: 'line' },
          { label: 'Reset columns', onSelect: () => toggleColumn('reset') },
        ]}
        trigger={(trigger) => (
          <Button
            {...trigger}
            tone="quiet"
            icon={iconColumns}
            className={cx(css.tool, css.columns)}
            aria-label="Columns"
          >
            <span className={css.toolWords}>Columns</span>
          </Button>
        )}
      />
      <ExportMenu exporting={exporting} count={count} more={more} />
    </>
  )
}

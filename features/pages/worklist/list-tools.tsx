import { Button } from '#platform/ui/button/button.tsx'
import { cx } from '#platform/ui/cx.ts'
import { iconColumns } from '#platform/ui/display/icons.ts'
import { Menu } from '#platform/ui/overlay/menu.tsx'
import { choosable, columnLabels, resetColumns, toggleColumn, type ChoosableColumn } from './columns.ts'
import { ExportMenu } from './export-menu.tsx'
import type { Wanted } from './address.ts'
import { useExport, type ToFile } from './use-export.ts'
import { ViewsMenu, type Late } from './views-menu.tsx'
import css from './worklist.module.css'

type ListToolsProps = {
  wanted: Wanted
  columns: readonly ChoosableColumn[]
  toFile: ToFile
  /** How many requests match now, or the most that is counted; undefined while not known. */
  found: { total: number; exact: boolean } | undefined
  /** How many tabs there are without saved views. */
  fixed: number
  onLate: (late: Late) => void
}

/** The menus above the list: saved views, its columns, and the list as a file or on paper. */
export function ListTools({ wanted, columns, toFile, found, fixed, onLate }: ListToolsProps) {
  const exporting = useExport(toFile)
  return (
    <>
      <ViewsMenu {...{ wanted, columns, fixed, onLate }} />
      <Menu
        label="Columns"
        placement={{ align: 'end' }}
        items={[
          ...choosable.map((column) => ({
            kind: 'check' as const,
            label: columnLabels[column],
            checked: columns.includes(column),
            onSelect: () => toggleColumn(column, columns),
          })),
          { kind: 'line' },
          { label: 'Reset columns', onSelect: resetColumns },
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
      <ExportMenu exporting={exporting} count={found?.total} more={found ? !found.exact : false} />
    </>
  )
}

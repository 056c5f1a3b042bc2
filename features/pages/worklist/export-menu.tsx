import { useUser } from '#platform/browser/use-user.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { iconClose, iconExport, iconFile, iconPrint, iconTable } from '#platform/ui/display/icons.ts'
import { usePress } from '#platform/ui/keys/use-press.ts'
import { Menu, type MenuItem } from '#platform/ui/overlay/menu.tsx'
import { mostRows } from '#features/worklist/most-rows.ts'
import type { Exporting } from './use-export.ts'
import css from './worklist.module.css'

type ExportMenuProps = {
  exporting: Exporting
  /** How many requests match now; undefined while not known. */
  count: number | undefined
  /** The count is the most that is counted: there are more. */
  more: boolean
}

/** The export menu: the list as a file or on paper, with the number of rows it will have. */
export function ExportMenu({ exporting, count, more }: ExportMenuProps) {
  const { settings } = useUser()
  const press = usePress('e')
  const rows = (most: number): string => {
    if (count === undefined) return 'All matching'
    if (more) return `Up to ${most.toLocaleString('en-US')} requests`
    if (count > most) return `The first ${most.toLocaleString('en-US')} of ${count.toLocaleString('en-US')}`
    return `${count.toLocaleString('en-US')} ${count === 1 ? 'request' : 'requests'}`
  }
  const none = count === 0 ? 'No request matches: the file would be empty.' : undefined
  const items: MenuItem[] = exporting.busy
    ? [{ label: `Cancel the ${exporting.busy.toUpperCase()}`, icon: iconClose, onSelect: exporting.cancel }]
    : [
        {
          label: 'Excel',
          detail: rows(mostRows.xlsx),
          icon: iconTable,
          whyNot: none,
          onSelect: () => exporting.start('xlsx'),
        },
        {
          label: 'CSV',
          detail: rows(mostRows.csv),
          icon: iconTable,
          whyNot: none,
          onSelect: () => exporting.start('csv'),
        },
        ...(settings['pdfExportEnabled'] === false
          ? []
          : [
              {
                label: 'PDF',
                detail: rows(mostRows.pdf),
                icon: iconFile,
                whyNot: none,
                onSelect: () => exporting.start('pdf'),
              },
            ]),
        { label: 'Print this page', icon: iconPrint, onSelect: () => print() },
      ]
  return (
    <Menu
      label="Export"
      items={items}
      placement={{ align: 'end' }}
      trigger={(trigger) => (
        <Button
          {...trigger}
          id={press}
          tone="quiet"
          icon={iconExport}
          className={css.tool}
          aria-label={exporting.busy ? 'Export, a file is being made' : 'Export'}
        >
          <span className={css.toolWords}>{exporting.busy ? 'Exporting…' : 'Export'}</span>
        </Button>
      )}
    />
  )
}

import { useRef, useState } from 'react'
import { useUser } from '../../browser/use-user.ts'
import { Button } from '../button/button.tsx'
import { announce } from '../display/announce.ts'
import { iconClose, iconExport, iconFile, iconPrint, iconTable } from '../display/icons.ts'
import { Menu, type MenuItem } from '../overlay/menu.tsx'
import { makeFile } from './make-file.ts'

type FileType = 'csv' | 'xlsx' | 'pdf'
type FileMenuProps = {
  label?: string
  /** What each file has: "214 transactions". */
  rows: string
  /** Why there is nothing to export, in words. */
  whyNot?: string | undefined
  make: (type: FileType, signal: AbortSignal) => Promise<Blob>
}

/** What is shown as a file or on paper, PDF where the carrier has it. One file at a time; it can be canceled. */
export function FileMenu({ label = 'Export', rows, whyNot, make }: FileMenuProps) {
  const { settings } = useUser()
  const [busy, setBusy] = useState<FileType>()
  const running = useRef<AbortController>(undefined)
  const start = async (type: FileType) => {
    const mine = new AbortController()
    running.current = mine
    setBusy(type)
    announce('The file is being made.')
    await makeFile((signal) => make(type, signal), rows, mine.signal)
    setBusy(undefined)
  }
  const items: MenuItem[] = busy
    ? [{ label: `Cancel the ${busy.toUpperCase()}`, icon: iconClose, onSelect: () => running.current?.abort() }]
    : [
        { label: 'Excel', detail: rows, icon: iconTable, whyNot, onSelect: () => void start('xlsx') },
        { label: 'CSV', detail: rows, icon: iconTable, whyNot, onSelect: () => void start('csv') },
        ...(settings['pdfExportEnabled'] === false
          ? []
          : [{ label: 'PDF', detail: rows, icon: iconFile, whyNot, onSelect: () => void start('pdf') }]),
        { label: 'Print this page', icon: iconPrint, onSelect: () => print() },
      ]
  return (
    <Menu
      label={label}
      items={items}
      placement={{ align: 'end' }}
      trigger={(trigger) => (
        <Button {...trigger} tone="quiet" icon={iconExport}>
          {busy ? 'Exporting…' : label}
        </Button>
      )}
    />
  )
}

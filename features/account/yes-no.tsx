import type { ReactNode } from 'react'
import { Button } from '#platform/ui/button/button.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'

export type YesNoProps = {
  title: string
  /** Id of the text that says what follows. */
  described: string
  /** On the button that confirms, and while the act is in flight. */
  yes: string
  busyLabel: string
  busy: boolean
  onYes: () => void
  onNo: () => void
  children: ReactNode
}

/** Asks before an act that cannot be undone; No has the focus, so that Enter without reading cancels. */
export function YesNo({ title, described, yes, busyLabel, busy, onYes, onNo, children }: YesNoProps) {
  return (
    <Dialog
      title={title}
      size="small"
      role="alertdialog"
      described={described}
      onClose={busy ? undefined : onNo}
      footer={
        <>
          <Button size="large" onClick={onNo} disabled={busy} data-autofocus>
            No
          </Button>
          <Button size="large" tone="primary" busy={busy} busyLabel={busyLabel} onClick={onYes}>
            {yes}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

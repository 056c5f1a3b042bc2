import { useState } from 'react'
import { Button } from '#platform/ui/button/button.tsx'
import { CountdownRing } from '#platform/ui/display/countdown-ring.tsx'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { iconAssign } from '#platform/ui/display/icons.ts'
import { Keys } from '#platform/ui/keys/keys.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { Panel } from '#platform/ui/overlay/panel.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { Tile } from '#platform/ui/display/tile.tsx'

/** The dialogs, sheet and panel behind buttons. */
export function PreviewDialogs() {
  const [open, setOpen] = useState<'dialog' | 'strict' | 'panel' | 'full'>()
  const [name, setName] = useState('')
  const [note, setNote] = useState('')
  const [date, setDate] = useState('')
  const close = () => setOpen(undefined)
  return (
    <>
      <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
        <Button onClick={() => setOpen('dialog')}>Open dialog</Button>
        <Button onClick={() => setOpen('strict')}>Open alert</Button>
        <Button onClick={() => setOpen('panel')}>Open panel</Button>
        <Button onClick={() => setOpen('full')}>Open full sheet</Button>
      </div>
      {open === 'dialog' && (
        <Dialog
          title="Assign to another case owner"
          tile={<Tile icon={iconAssign} />}
          size="small"
          onClose={close}
          onSubmit={close}
          footer={
            <>
              <Button size="large" onClick={close}>
                Cancel
              </Button>
              <Button size="large" tone="primary" type="submit">
                Assign to Barnaby Quill
              </Button>
            </>
          }
        >
          <div className="stack">
            <TextField
              label="Case owner"
              quiet
              size="large"
              placeholder="Enter a name or e-mail"
              value={name}
              onChange={setName}
            />
            <DateField label="Answer needed by" value={date} onChange={setDate} today="2025-05-13" />
            <TextArea label="Message" aside="optional" value={note} onChange={setNote} />
          </div>
        </Dialog>
      )}
      {open === 'strict' && (
        <Dialog
          title="Session Warning"
          role="alertdialog"
          described="warning"
          size="small"
          footer={
            <>
              <Button size="large" onClick={close}>
                Log Out
              </Button>
              <Button size="large" tone="primary" data-autofocus onClick={close}>
                Continue working
              </Button>
            </>
          }
        >
          <div style={{ display: 'flex', gap: 20, alignItems: 'center' }}>
            <CountdownRing left={582} of={600} />
            <p id="warning">Your session will expire in 9 minutes and 42 seconds.</p>
          </div>
        </Dialog>
      )}
      {open === 'panel' && (
        <Panel
          title="Privacy Notice"
          sub="Version 6.0 · updated 4/22/2025"
          onClose={close}
          footer={<Button onClick={close}>Close</Button>}
        >
          <p>We do not sell data for money. Session replay stays private.</p>
          {Array.from({ length: 60 }, (_, line) => (
            <p key={line}>A line of the notice.</p>
          ))}
        </Panel>
      )}
      {open === 'full' && (
        <Dialog
          title="Approve"
          sheet="full"
          onClose={close}
          footerStart={
            <span>
              <Keys of={['Esc']} /> closes
            </span>
          }
          footer={
            <Button tone="primary" size="large" onClick={close}>
              Approve one fill
            </Button>
          }
        >
          <Note tone="green">
            <b>Trial run: it would pay.</b> $142.60.
          </Note>
        </Dialog>
      )}
    </>
  )
}

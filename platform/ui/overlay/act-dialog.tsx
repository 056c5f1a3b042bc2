import type { ReactNode } from 'react'
import type { CallFailed } from '../../browser/call.ts'
import css from './act-dialog.module.css'
import { Button } from '../button/button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import { FailedNote } from '../form/failed-note.tsx'
import { SendButton } from '../form/send-button.tsx'

type ActDialogProps = Pick<DialogProps, 'title' | 'tile' | 'size' | 'sheet' | 'children'> & {
  onClose: () => void
  onSend: () => void
  /** The word on the button that sends, and what it says meanwhile: Merge, Merging. */
  verb: string
  busyLabel: string
  tone?: 'primary' | 'danger'
  busy: boolean
  /** What the server refused; what was typed stays. */
  failure: CallFailed | undefined
  /** What did not happen, as a sentence: They were not merged. */
  failedWords: string
}

/** A dialog for one action: Cancel or the verb, with a refusal shown above what was typed. */
export function ActDialog(props: ActDialogProps) {
  const { onClose, onSend, verb, busyLabel, tone = 'primary', busy, failure, failedWords, children, ...rest } = props
  return (
    <Dialog
      {...rest}
      onClose={onClose}
      onSubmit={onSend}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <SendButton tone={tone} busy={busy} busyLabel={busyLabel}>
            {verb}
          </SendButton>
        </>
      }
    >
      <div className={css.form}>
        {failure && <FailedNote failure={failure} what={failedWords} />}
        {children}
      </div>
    </Dialog>
  )
}

/** Small print between the fields of a dialog: what the act means. */
export const ActWords = ({ children }: { children: ReactNode }) => <p className={css.words}>{children}</p>

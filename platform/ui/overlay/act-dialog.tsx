import { useState, type ReactNode } from 'react'
import type { CallFailed } from '../../browser/call.ts'
import { useAct } from '../../browser/use-call.ts'
import type { AnswerOf, AnyCall, InputOf } from '../../calls/contract.ts'
import css from './act-dialog.module.css'
import { Button } from '../button/button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import { FailedNote } from '../form/failed-note.tsx'
import { SendButton } from '../form/send-button.tsx'
import { toast } from './toasts.ts'

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

type DialogSend<C extends AnyCall> = {
  /** What is wrong with what was typed, first field first. */
  problems: readonly { field: string; message: string }[]
  /** The id of the control of a field, which takes the focus when it is wrong. */
  idOf: (field: string) => string
  /** What is sent; asked only when nothing is wrong. */
  input: () => InputOf<C>
  /** What the toast says afterwards. */
  notice: (answer: AnswerOf<C>) => Parameters<typeof toast>[0]
  onClose: () => void
}

/**
 * An act that a dialog sends: what is wrong is marked at its fields and the first of them takes the focus; afterwards a toast says so and the dialog
 * closes. A refusal stays in the dialog, at its field or above what was typed. `dialog` is spread on the ActDialog.
 */
export function useDialogSend<C extends AnyCall>(call: C, { problems, idOf, input, notice, onClose }: DialogSend<C>) {
  const act = useAct(call)
  const [tried, setTried] = useState(false)
  const [failure, setFailure] = useState<CallFailed>()
  const onSend = (): void => {
    const [first] = problems
    setTried(true)
    if (first) document.getElementById(idOf(first.field))?.focus()
    else if (!act.isPending)
      act.mutate(input(), {
        onSuccess: (answer) => {
          toast(notice(answer))
          onClose()
        },
        onError: setFailure,
      })
  }
  return {
    dialog: { onSend, onClose, busy: act.isPending, failure },
    /** What is wrong at a field: what was typed, once it was tried to send it, or what the server said. */
    problemOf: (field: string): string | undefined =>
      (tried ? problems.find((one) => one.field === field)?.message : undefined) ??
      failure?.fields.find(({ path }) => path === field)?.message,
    /** Takes away the refusal: what was typed has changed since. */
    forget: () => setFailure(undefined),
  }
}

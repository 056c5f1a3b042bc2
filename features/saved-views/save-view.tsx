import { useState } from 'react'
import { useAct } from '#platform/browser/use-call.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { savedViews } from './contract.ts'
import { longestName } from './rules.ts'
import css from './views.module.css'

type SaveViewProps = {
  /** What the list shows now, as its address says it. */
  address: string
  columns: readonly string[]
  onClose: () => void
}

/** Saves what the list shows under a name. */
export function SaveView({ address, columns, onClose }: SaveViewProps) {
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const save = useAct(savedViews.save)
  const wrong = save.error?.fields.find(({ path }) => path === 'name')?.message
  const send = () => {
    if (save.isPending) return
    save.mutate(
      { name, address, columns: [...columns], shared },
      {
        onSuccess: () => {
          toast({ words: `View “${name.trim()}” saved.` })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      title="Save this view"
      size="small"
      onClose={onClose}
      onSubmit={send}
      footer={
        <>
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <SendButton tone="primary" size="large" busy={save.isPending} busyLabel="Saving">
            Save view
          </SendButton>
        </>
      }
    >
      {save.error && !wrong && <FailedNote failure={save.error} what="The view was not saved." />}
      <p className={css.intro}>
        Filters, order and columns are saved. Names and claim numbers you searched for are not.
      </p>
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        maxLength={longestName}
        data-autofocus
        {...(wrong !== undefined && { error: wrong })}
      />
      <CheckBox
        className={css.share ?? ''}
        label="Share with my team"
        detail="People with the same supervisor, and the supervisor, see it."
        checked={shared}
        onChange={setShared}
      />
    </Dialog>
  )
}

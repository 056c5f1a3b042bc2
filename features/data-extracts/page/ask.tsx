import { Button } from '#platform/ui/button/button.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'

type AskProps = { title: string; words: string; verb: string; onClose: () => void; onYes: () => void }
/** A question before something that cannot be taken back at once. */
export function Ask({ title, words, verb, onClose, onYes }: AskProps) {
  return (
    <Dialog
      title={title}
      size="small"
      onClose={onClose}
      onSubmit={onYes}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit">
            {verb}
          </Button>
        </>
      }
    >
      <p>{words}</p>
    </Dialog>
  )
}

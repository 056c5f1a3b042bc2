import { atWords } from '../../dates/words.ts'
import { Button } from '../button/button.tsx'
import css from './kept-note.module.css'
import { Note } from '../display/note.tsx'

type KeptNoteProps = {
  /** What the form shows was brought back; typed then (ISO 8601). */
  restored?: string | undefined
  /** Something else was typed into it in another window, then. */
  other?: string | undefined
  /** What it shows is on this page alone: it is tried again, or was refused. */
  unsaved?: 'waiting' | 'refused' | undefined
  zone: string
  /** Epoch milliseconds. */
  now: number
  onDiscard: () => void
  onTakeOther: () => void
  onKeepMine: () => void
}

/** Above a form: says that earlier input was restored, was changed in another window, or is not saved. */
export function KeptNote(props: KeptNoteProps) {
  const { restored, other, unsaved, zone, now, onDiscard, onTakeOther, onKeepMine } = props
  return (
    <>
      {unsaved && (
        <Note tone="amber" role="status">
          <b>Your draft is on this page only.</b>{' '}
          {unsaved === 'waiting'
            ? 'The portal cannot be reached. Keep this page open: it is saved as soon as it can be.'
            : 'The draft could not be saved. Send it or copy it before you leave.'}
        </Note>
      )}
      {other ? (
        <Note tone="amber" role="status">
          <b>Another draft was saved here {atWords(other, zone, now)}.</b> The draft shown replaced it.
          <div className={css.acts}>
            <Button size="small" onClick={onTakeOther}>
              Use the other draft
            </Button>
            <Button size="small" onClick={onKeepMine}>
              Keep this
            </Button>
          </div>
        </Note>
      ) : (
        restored && (
          <Note
            tone="blue"
            role="status"
            act={
              <Button size="small" onClick={onDiscard}>
                Discard
              </Button>
            }
          >
            Draft restored {atWords(restored, zone, now)}.
          </Note>
        )
      )}
    </>
  )
}

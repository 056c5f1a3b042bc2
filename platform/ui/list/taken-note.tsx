import { useUser } from '../../browser/use-user.ts'
import { asFailed } from '../../browser/call.ts'
import { atWords } from '../../dates/words.ts'
import { Button } from '../button/button.tsx'
import { Badge } from '../display/badge.tsx'
import { Note } from '../display/note.tsx'
import { useNow } from '../display/use-now.ts'
import { FailedNote } from '../form/failed-note.tsx'

type TakenBy = { name: string; at: string; mine: boolean } | null

/** In a row: who works on it. */
export const TakenBadge = ({ by }: { by: TakenBy }) =>
  by && <Badge tone={by.mine ? 'teal' : 'amber'}>{by.mine ? 'Yours' : by.name}</Badge>

type TakenNoteProps = {
  by: TakenBy
  /** How long it stays with the user who took it. */
  minutes: number
  /** Take it, or give it back. */
  assign: { mutate: (mine: boolean) => void; isPending: boolean; error: unknown }
}

/** Above an item of a support queue: who works on it, since when, and the button that takes it or gives it back. */
export function TakenNote({ by, minutes, assign }: TakenNoteProps) {
  const { person } = useUser()
  const now = useNow()
  return (
    <>
      {assign.error != null && <FailedNote what="Nothing was changed." failure={asFailed(assign.error)} />}
      {by === null ? (
        <Note
          act={
            <Button size="small" busy={assign.isPending} busyLabel="Taking" onClick={() => assign.mutate(true)}>
              Take it
            </Button>
          }
        >
          <b>Unassigned.</b> Take it before you start.
        </Note>
      ) : by.mine ? (
        <Note
          tone="teal"
          act={
            <Button size="small" busy={assign.isPending} busyLabel="Saving" onClick={() => assign.mutate(false)}>
              Give it back
            </Button>
          }
        >
          <b>You took this {atWords(by.at, person.timeZone, now)}.</b> It is yours for {minutes} minutes.
        </Note>
      ) : (
        <Note tone="amber">
          <b>
            {by.name} took this {atWords(by.at, person.timeZone, now)}.
          </b>{' '}
          If it is not finished {minutes} minutes later, you can take it.
        </Note>
      )}
    </>
  )
}

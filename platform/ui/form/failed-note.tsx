import type { CallFailed } from '../../browser/call.ts'
import { Note } from '../display/note.tsx'
import { SupportId } from '../button/support-id.tsx'

type FailedNoteProps = {
  failure: CallFailed
  /** What did not happen, as a sentence: It was not extended. */
  what: string
}

/** What was sent and refused, above the form that keeps it: what did not happen, why, and the number support asks for. */
export function FailedNote({ failure, what }: FailedNoteProps) {
  return (
    <Note tone="red" role="alert">
      <b>{what}</b> {failure.message}
      {failure.supportId && <SupportId id={failure.supportId} />}
    </Note>
  )
}

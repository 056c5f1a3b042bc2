import { Button } from '#platform/ui/button/button.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { isEmpty, type Draft } from './draft.ts'

/** On phones, where the forms are sheets: says that one of them is half typed, and leads back into it. */
export function UnfinishedNote({ draft, onForm }: { draft: Draft; onForm: (form: 'approve' | 'reject') => void }) {
  const form = !isEmpty(draft.reject) ? 'reject' : !isEmpty(draft.approve) ? 'approve' : undefined
  if (form === undefined || draft.settled) return null
  return (
    <Note
      tone="blue"
      role="status"
      act={
        <Button size="small" onClick={() => onForm(form)}>
          Continue
        </Button>
      }
    >
      You have an unsent {form === 'reject' ? 'rejection' : 'approval'}.
    </Note>
  )
}

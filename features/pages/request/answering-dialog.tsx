import type { AuthDetail } from '#features/authorizations/contract.ts'
import { AskDialog } from '#features/clinical/ask-dialog.tsx'
import { CallDialog } from '#features/clinical/call-dialog.tsx'

type AnsweringDialogProps = { detail: AuthDetail; dialog: 'ask' | 'call'; onClose: () => void }

/** What who answers writes: a question to who sent it, or a call to the prescriber. It lies outside the decision form. */
export function AnsweringDialog({ detail, dialog, onClose }: AnsweringDialogProps) {
  const { authorizationId, handedOver } = detail
  return dialog === 'ask' ? (
    <AskDialog
      authorizationId={authorizationId}
      by="answerer"
      to={handedOver?.byName ?? 'The case owner'}
      onClose={onClose}
    />
  ) : (
    <CallDialog
      authorizationId={authorizationId}
      prescriber={`${detail.physicianFirstName} ${detail.physicianLastName}`}
      onClose={onClose}
    />
  )
}

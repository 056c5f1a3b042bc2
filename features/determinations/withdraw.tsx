import { explains, whyNotExplained } from '#features/authorizations/explains.ts'
import { useState } from 'react'
import { ActDialog, ActWords, useDialogSend } from '#platform/ui/overlay/act-dialog.tsx'
import { iconUndo } from '#platform/ui/display/icons.ts'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { Tile } from '#platform/ui/display/tile.tsx'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { determinations } from './contract.ts'
import { authorityInWords } from './authorities.ts'
import type { Determined } from '#features/authorizations/determination-shape.ts'

export type WithdrawProps = {
  detail: Pick<AuthDetail, 'authorizationId' | 'version'>
  of: Pick<Determined, 'determinationId' | 'kind' | 'authority' | 'number'>
  onClose: () => void
}

/** Takes a wrong entry out of force, with a reason; it stays to be seen. */
export function Withdraw({ detail, of, onClose }: WithdrawProps) {
  const [reason, setReason] = useState('')
  const { dialog, problemOf } = useDialogSend(determinations.withdraw, {
    problems: explains(reason) ? [] : [{ field: 'reason', message: whyNotExplained(reason, 'Enter a reason.')! }],
    idOf: () => 'withdraw-reason',
    input: () => ({
      id: detail.authorizationId,
      determinationId: of.determinationId,
      version: detail.version,
      reason: reason.trim(),
    }),
    notice: () => ({ words: 'Determination withdrawn.', detail: 'The limits of the request apply again.' }),
    onClose,
  })
  return (
    <ActDialog
      title="Withdraw the determination"
      tile={<Tile icon={iconUndo} tone="amber" />}
      size="small"
      {...dialog}
      verb="Withdraw"
      busyLabel="Withdrawing"
      tone="danger"
      failedWords="It was not withdrawn."
    >
      <ActWords>
        {authorityInWords(of.kind)}: {of.authority}, {of.number}. Withdraw only what was recorded by mistake; it stays
        on file with your reason. If an order was overruled, record the new one instead.
      </ActWords>
      <TextArea
        label="Reason for withdrawing"
        required
        id="withdraw-reason"
        data-autofocus
        limit={500}
        value={reason}
        onChange={setReason}
        error={problemOf('reason')}
      />
    </ActDialog>
  )
}

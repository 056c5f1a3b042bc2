import { whyNotExplained } from '#features/authorizations/explains.ts'
import { useState } from 'react'
import { useAct } from '#platform/browser/use-call.ts'
import { usDate } from '#platform/dates/day.ts'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { ActDialog, ActWords } from '#platform/ui/overlay/act-dialog.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { transactionHistory } from './contract.ts'
import type { TxnDetail } from './shapes.ts'
import { amountOfDrug, dollars } from './words.ts'

const reasons = [
  'Filled twice in error',
  'Not picked up',
  'Wrong patient or claim',
  'Wrong drug, strength or quantity',
  'Paid by another payer',
] as const
const other = 'Another reason'
const LIMIT = 250

/** Asks for the reason and reverses a fill, after naming claim, drug, date and amount. */
export function ReverseDialog({ detail, onClose }: { detail: TxnDetail; onClose: () => void }) {
  const act = useAct(transactionHistory.reverse)
  const [choice, setChoice] = useState('')
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const reason = choice === other ? note.trim() : choice
  const missing = whyNotExplained(reason, 'Enter why, in 250 characters at most.')
  const send = () => {
    setTried(true)
    if (missing !== undefined || [...reason].length > LIMIT) return
    act.mutate(
      { tcn: detail.tcn, referenceNumber: detail.referenceNumber, reason },
      {
        onSuccess: ({ reversalReference, priorAuthRef }) => {
          toast({
            words: `Reversed: ${detail.drugName}, ${usDate(detail.fillDate)}.`,
            detail: `${priorAuthRef ? `${priorAuthRef} has its fill back. ` : ''}Reference ${reversalReference}.`,
          })
          onClose()
        },
      },
    )
  }
  return (
    <ActDialog
      title="Reverse this fill"
      onClose={onClose}
      onSend={send}
      verb={`Reverse ${dollars(detail.paidAmount ?? 0)}`}
      busyLabel="Reversing"
      tone="danger"
      busy={act.isPending}
      failure={act.error ?? undefined}
      failedWords="The fill was not reversed."
    >
      <p>
        Claim <b>{detail.claimNumber}</b>: {detail.drugName}, {amountOfDrug(detail)}, filled{' '}
        <b>{usDate(detail.fillDate)}</b> at {detail.pharmacyName}.
      </p>
      <SelectField
        label="Reason"
        required
        value={choice}
        onChange={setChoice}
        placeholder="Choose a reason"
        options={[...reasons, other].map((one) => ({ value: one, label: one }))}
        {...(tried && choice === '' && { error: 'Choose a reason.' })}
      />
      {choice === other && (
        <TextArea
          label="Reason in your words"
          required
          value={note}
          onChange={setNote}
          limit={LIMIT}
          {...(tried && missing !== undefined && { error: missing })}
        />
      )}
      <ActWords>
        The payment is reversed and the pharmacy is notified.
        {detail.priorAuth && ` Prior authorization ${detail.priorAuth.overrideRef} gets the fill back.`} This cannot be
        undone here; the pharmacy can bill the fill again.
      </ActWords>
    </ActDialog>
  )
}

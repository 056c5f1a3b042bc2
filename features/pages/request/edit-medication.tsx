import { useState } from 'react'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { money } from '#features/authorizations/figures.ts'
import { noticeOf } from '#features/decisions/notice.ts'
import { newAuthorization } from '#features/new-authorization/contract.ts'
import { typedNumber, whyNoNumber } from '#platform/text/typed-number.ts'
import { iconPill } from '#platform/ui/display/icons.ts'
import { Tile } from '#platform/ui/display/tile.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { ActDialog, ActWords, useDialogSend } from '#platform/ui/overlay/act-dialog.tsx'

const idOf = (field: string): string => `medication-${field}`

/** Corrects what an open request asks for; the engine looks at it again. Another drug is another request. */
export function EditMedication({ detail, onClose }: { detail: AuthDetail; onClose: () => void }) {
  const [typed, setTyped] = useState({ quantity: String(detail.quantity), days: String(detail.daysSupply) })
  const quantity = typedNumber(typed.quantity, 3) || undefined
  const days = typedNumber(typed.days) || undefined
  const set = (change: Partial<typeof typed>) => {
    setTyped({ ...typed, ...change })
    forget()
  }
  const { dialog, problemOf, forget } = useDialogSend(newAuthorization.changeMedication, {
    problems: [
      ...(quantity === undefined
        ? [{ field: 'quantity', message: whyNoNumber(typed.quantity, 'Enter a quantity above 0.') }]
        : []),
      ...(days === undefined
        ? [{ field: 'daysSupply', message: whyNoNumber(typed.days, 'Enter whole days above 0.') }]
        : []),
    ],
    idOf,
    input: () => ({
      id: detail.authorizationId,
      version: detail.version,
      quantity: quantity as number,
      daysSupply: days as number,
    }),
    notice: ({ rejects, estimatedCost }) => {
      const codes = [...new Set(rejects.map(({ rejectCode }) => rejectCode))].join(', ')
      const cost = estimatedCost === null ? '' : ` Estimated cost ${money(estimatedCost)}.`
      const { words, detail: about } = noticeOf(
        detail,
        `Medication changed to ${quantity} for ${days} ${days === 1 ? 'day' : 'days'}`,
      )
      return { words, detail: `Stops with ${codes || 'nothing'}.${cost} ${about}` }
    },
    onClose,
  })
  return (
    <ActDialog
      title="Edit the medication"
      tile={<Tile icon={iconPill} />}
      {...dialog}
      verb="Save"
      busyLabel="Saving"
      failedWords="The medication was not changed."
    >
      <ActWords>
        {detail.drugName} {detail.strength}. The rules run again with what you enter, and the event log keeps what it
        was. Another drug is another request.
      </ActWords>
      <TextField
        label="Quantity"
        id={idOf('quantity')}
        inputMode="decimal"
        data-autofocus
        value={typed.quantity}
        onChange={(text) => set({ quantity: text })}
        error={problemOf('quantity')}
      />
      <TextField
        label="Days’ supply"
        id={idOf('daysSupply')}
        inputMode="numeric"
        value={typed.days}
        onChange={(text) => set({ days: text })}
        error={problemOf('daysSupply')}
      />
    </ActDialog>
  )
}

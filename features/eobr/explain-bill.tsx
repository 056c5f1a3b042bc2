import { explains, whyNotExplained } from '#features/authorizations/explains.ts'
import { useState } from 'react'
import { useRead } from '#platform/browser/use-call.ts'
import { iconReceipt } from '#platform/ui/display/icons.ts'
import { Tile } from '#platform/ui/display/tile.tsx'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { FieldSet } from '#platform/ui/form/field-set.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { ActDialog, ActWords, useDialogSend } from '#platform/ui/overlay/act-dialog.tsx'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import type { InputOf } from '#platform/calls/contract.ts'
import { eobr } from './contract.ts'

type Action = InputOf<typeof eobr.note>['action']
const MOST_CODES = 4
const idOf = (field: string): string => `explain-${field}`

type ExplainBillProps = { detail: AuthDetail; onClose: () => void }

/** Keeps how a bill is explained: the state's codes, what is done with it, and why in words. */
export function ExplainBill({ detail, onClose }: ExplainBillProps) {
  const { jurisState } = detail
  const reasons = useRead(eobr.list, { list: 'REASON', jurisState })
  const actions = useRead(eobr.list, { list: 'ACTION' })
  const [rule] = useRead(eobr.jurisdictions, { x: jurisState }).data ?? []
  const [codes, setCodes] = useState<readonly string[]>([])
  const [action, setAction] = useState<Action | ''>('')
  const [note, setNote] = useState('')
  const missing = reasons.error ?? actions.error
  const { dialog, problemOf } = useDialogSend(eobr.note, {
    problems: [
      ...(codes.length === 0 ? [{ field: 'codes', message: 'Choose 1 to 4 codes.' }] : []),
      ...(action === '' ? [{ field: 'action', message: 'Choose what is done with the bill.' }] : []),
      ...(action !== '' && action !== 'PAY' && !explains(note)
        ? [{ field: 'note', message: whyNotExplained(note, 'Enter why the bill is not paid as it is.')! }]
        : []),
    ],
    idOf,
    input: () => ({
      authorizationId: detail.authorizationId,
      jurisState,
      eobrCodes: [...codes],
      action: action as Action,
      note: note.trim(),
    }),
    notice: () => ({
      words: `The bill of ${detail.claimantFirstName} ${detail.claimantLastName} is explained.`,
      detail: `${detail.drugName}: ${codes.join(', ')}.`,
    }),
    onClose,
  })
  return (
    <ActDialog
      title="Explain the bill"
      tile={<Tile icon={iconReceipt} />}
      sheet="full"
      {...dialog}
      verb="Save explanation"
      busyLabel="Saving"
      failedWords="The explanation was not saved."
    >
      {missing && <FailedNote failure={missing} what="The codes could not be loaded." />}
      <ActWords>
        {detail.claimantFirstName} {detail.claimantLastName}, claim {detail.claimNumber}: {detail.drugName}{' '}
        {detail.strength}. {rule?.eobrRequired && `${rule.name} asks for an explanation before a bill is denied. `}
        {rule?.appealText}
      </ActWords>
      <FieldSet
        legend="Reasons"
        required
        id={idOf('codes')}
        hint={`Up to ${MOST_CODES}${rule ? `, of the list for ${rule.name}` : ''}`}
        error={problemOf('codes')}
      >
        {(reasons.data ?? []).map(({ code, label }) => (
          <CheckBox
            key={code}
            label={`${code} · ${label}`}
            checked={codes.includes(code)}
            disabled={codes.length >= MOST_CODES && !codes.includes(code)}
            onChange={(on) => setCodes(on ? [...codes, code] : codes.filter((other) => other !== code))}
          />
        ))}
      </FieldSet>
      <SelectField
        label="What is done with the bill?"
        required
        id={idOf('action')}
        placeholder="Choose"
        value={action}
        options={(actions.data ?? []).map(({ code, label }) => ({ value: code as Action, label }))}
        onChange={setAction}
        error={problemOf('action')}
      />
      <TextArea
        label="Why, in words"
        required={action !== '' && action !== 'PAY'}
        id={idOf('note')}
        limit={1000}
        value={note}
        onChange={setNote}
        error={problemOf('note')}
      />
    </ActDialog>
  )
}

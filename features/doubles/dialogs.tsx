import { useId, useState } from 'react'
import { iconPeople, iconUndo } from '#platform/ui/display/icons.ts'
import { Tile } from '#platform/ui/display/tile.tsx'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { OptionCards } from '#platform/ui/form/option-cards.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { ActDialog, ActWords, useDialogSend } from '#platform/ui/overlay/act-dialog.tsx'
import { doubles, type DifferenceCode, type Merge, type Pair, type Worker } from './contract.ts'

const LEAST = 5
const MOST = 500
const whyNotReason = (reason: string) =>
  reason.trim().length < LEAST ? [{ field: 'reason', message: `Write why, in ${LEAST} characters at least.` }] : []
const some = (of: number, one: string): string => `${of} ${one}${of === 1 ? '' : 's'}`
const nameOf = (of: Worker) => `${of.firstName} ${of.lastName}`
type DialogProps = { pair: Pair; onClose: () => void; onDone: (() => void) | undefined }

type WhyProps = { id: string; value: string; onChange: (to: string) => void; error: string | undefined }
const Why = ({ id, ...field }: WhyProps) => (
  <TextArea label="Why" required id={`${id}-reason`} rows={3} limit={MOST} {...field} />
)

/** Makes two records one: which one stays is chosen, and what differs is confirmed line by line. */
export function MergeTwo({ pair, onClose, onDone }: DialogProps) {
  const id = useId()
  const { one, other, differences } = pair
  const [staysId, setStaysId] = useState(one.claims.length >= other.claims.length ? one.claimantId : other.claimantId)
  const [confirmed, setConfirmed] = useState<readonly DifferenceCode[]>([])
  const [reason, setReason] = useState('')
  const [stays, goes] = staysId === one.claimantId ? [one, other] : [other, one]
  const act = useDialogSend(doubles.merge, {
    problems: [
      ...differences
        .filter(({ code }) => !confirmed.includes(code))
        .map(({ code }) => ({ field: code, message: 'Confirm this difference, or say that they are two people.' })),
      ...whyNotReason(reason),
    ],
    idOf: (field) => `${id}-${field}`,
    input: () => ({
      claimId: stays.claims[0]!.claimId,
      otherClaimId: goes.claims[0]!.claimId,
      version: stays.version,
      otherVersion: goes.version,
      reason: reason.trim(),
      confirmed: [...confirmed],
    }),
    notice: (answer) => ({
      tone: 'success',
      words: `${answer.mergedPatientId} was merged into ${answer.patientId}.`,
      detail: `${some(answer.claims, 'claim')} moved. ${some(answer.openRequests, 'open request')} reviewed again.`,
    }),
    onClose: () => {
      onClose()
      onDone?.()
    },
  })
  const option = (of: Worker) => ({
    value: of.claimantId,
    label: `${nameOf(of)}, ${of.patientId}`,
    detail: some(of.claims.length, 'claim'),
  })
  const missing = differences.map(({ code }) => act.problemOf(code)).find(Boolean)
  return (
    <ActDialog
      title="Merge two records of one patient"
      tile={<Tile icon={iconPeople} />}
      sheet="full"
      verb="Merge"
      busyLabel="Merging"
      failedWords="They were not merged."
      {...act.dialog}
    >
      <OptionCards
        legend="Which record stays?"
        options={[option(one), option(other)]}
        value={staysId}
        onChange={(to) => {
          setStaysId(to)
          act.forget()
        }}
        hint="Its name, address and numbers hold from then on. Consent to text messages is asked again of the other."
      />
      {differences.map(({ code, message }) => (
        <CheckBox
          key={code}
          id={`${id}-${code}`}
          label={message}
          detail="This is one person all the same."
          checked={confirmed.includes(code)}
          onChange={(on) => setConfirmed(on ? [...confirmed, code] : confirmed.filter((it) => it !== code))}
        />
      ))}
      {missing && <p role="alert">{missing}</p>}
      <Why id={id} value={reason} onChange={setReason} error={act.problemOf('reason')} />
      <ActWords>
        All claims of {goes.patientId} go to {stays.patientId}. Decisions, fills and documents stay as they are. Open
        requests are looked at again with what the patient takes on all claims. It can be undone.
      </ActWords>
    </ActDialog>
  )
}

/** Says that two records that look alike are two people. */
export function Different({ pair: { one, other }, onClose, onDone }: DialogProps) {
  const id = useId()
  const [reason, setReason] = useState('')
  const act = useDialogSend(doubles.differ, {
    problems: whyNotReason(reason),
    idOf: (field) => `${id}-${field}`,
    input: () => ({
      claimId: one.claims[0]!.claimId,
      otherClaimId: other.claims[0]!.claimId,
      reason: reason.trim(),
    }),
    notice: () => ({ tone: 'success', words: `${one.patientId} and ${other.patientId} are kept as two people.` }),
    onClose: () => {
      onClose()
      onDone?.()
    },
  })
  return (
    <ActDialog
      title="Two people"
      tile={<Tile icon={iconPeople} />}
      verb="They are two people"
      busyLabel="Saving"
      failedWords="Nothing was saved."
      {...act.dialog}
    >
      <Why id={id} value={reason} onChange={setReason} error={act.problemOf('reason')} />
      <ActWords>The pair leaves the list of likely doubles. The reason is kept.</ActWords>
    </ActDialog>
  )
}

/** Undoes a merge: the claims that went over go back. */
export function UndoMerge({ of, onClose }: { of: Merge; onClose: () => void }) {
  const id = useId()
  const [reason, setReason] = useState('')
  const act = useDialogSend(doubles.undo, {
    problems: whyNotReason(reason),
    idOf: (field) => `${id}-${field}`,
    input: () => ({ mergeId: of.mergeId, reason: reason.trim() }),
    notice: () => ({
      tone: 'success',
      words: `${of.goes.patientId} and ${of.stays.patientId} are two patients again.`,
    }),
    onClose,
  })
  return (
    <ActDialog
      title="Undo the merge"
      tile={<Tile icon={iconUndo} tone="amber" />}
      verb="Undo the merge"
      busyLabel="Undoing"
      failedWords="The merge was not undone."
      {...act.dialog}
    >
      <Why id={id} value={reason} onChange={setReason} error={act.problemOf('reason')} />
      <ActWords>
        {of.claims.map(({ claimNumber }) => claimNumber).join(', ')} {of.claims.length === 1 ? 'goes' : 'go'} back to{' '}
        {of.goes.patientId}. Claims that came since stay with {of.stays.patientId}. Open requests are looked at again.
      </ActWords>
    </ActDialog>
  )
}

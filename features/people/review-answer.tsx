import { useState, type ReactNode } from 'react'
import { cleanRoles } from '#features/permissions/roles.ts'
import { stepUpIn } from '#platform/browser/confirm-person.ts'
import { useAct } from '#platform/browser/use-call.ts'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { ActDialog, ActWords } from '#platform/ui/overlay/act-dialog.tsx'
import { ConfirmPerson } from '#platform/ui/overlay/confirm-person.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { accessReview, type ReviewLine } from './contract.ts'
import { ASK_SECOND, AskedNote, changedToast, GivingNote, useGiving, withRights } from './giving.tsx'
import { typedLicenses } from './license-rows.tsx'
import { RightsForm, toInput, wrongIn, type Rights } from './rights-form.tsx'
import { whyNotAlone } from './rules.ts'

type AnswerProps = { reviewId: string; line: ReviewLine; onClose: () => void }

/** Answers that a user keeps what they may do. */
export function KeepUser({ reviewId, line, onClose }: AnswerProps) {
  const [note, setNote] = useState(line.note)
  const keep = useAct(accessReview.keep)
  return (
    <ActDialog
      title={`Keep the access of ${line.name}?`}
      size="small"
      onClose={onClose}
      onSend={() =>
        keep.mutate(
          { reviewId, userId: line.userId, version: line.version, note },
          {
            onSuccess: () => {
              toast({ tone: 'success', words: `${line.name} keeps their access.` })
              onClose()
            },
          },
        )
      }
      verb="Keep"
      busyLabel="Saving"
      busy={keep.isPending}
      failure={keep.error ?? undefined}
      failedWords="Nothing was saved."
    >
      <ActWords>Roles, programs, limit and licenses stay as they are.</ActWords>
      <TextField label="Note" hint="For the record." maxLength={500} value={note} onChange={setNote} />
    </ActDialog>
  )
}

type ChangingProps = AnswerProps & {
  answer: 'CHANGE' | 'REMOVE'
  title: string
  verb: string
  done: string
  /** The rights they get. */
  rights?: Rights | undefined
  /** What has to be mended in them first. */
  wrong?: object
  children: (tried: boolean) => ReactNode
}
/** A dialog for an answer that changes a user's account at once. */
function Changing({ reviewId, line, answer, title, verb, done, rights, wrong, children, onClose }: ChangingProps) {
  const [note, setNote] = useState(line.note)
  const [tried, setTried] = useState(false)
  const change = useAct(accessReview.change)
  const question = change.error ? stepUpIn(change.error) : undefined
  const noNote = note.trim() === ''
  const send = () => {
    setTried(true)
    if (noNote || change.isPending || Object.keys(wrong ?? {}).length > 0) return
    change.mutate(
      { reviewId, userId: line.userId, version: line.version, answer, note, ...(rights && toInput(rights)) },
      {
        onSuccess: ({ waitsFor }) => {
          toast(changedToast(done, waitsFor))
          onClose()
        },
      },
    )
  }
  if (question)
    return <ConfirmPerson question={question} what={accessReview.change.name} onClose={() => change.reset()} />
  return (
    <ActDialog
      title={title}
      {...(rights && { sheet: 'full' as const, size: 'large' as const })}
      onClose={onClose}
      onSend={send}
      verb={verb}
      busyLabel="Saving"
      tone={answer === 'REMOVE' ? 'danger' : 'primary'}
      busy={change.isPending}
      failure={change.error ?? undefined}
      failedWords="Nothing was changed."
    >
      {children(tried)}
      <TextField
        label="Note"
        required
        hint="For the record."
        maxLength={500}
        value={note}
        onChange={setNote}
        error={tried && noNote ? 'Enter a note.' : undefined}
      />
    </ActDialog>
  )
}

/** Answers that a user gets other rights. */
export function ChangeReviewed(props: AnswerProps) {
  const { name, rights: now } = props.line
  const [rights, setRights] = useState<Rights>({
    roles: cleanRoles(now.roles),
    subCarriers: now.subCarriers,
    extract: now.dataExtractSubCarriers,
    states: now.licenseStates.join(', '),
    licenses: typedLicenses(now.licenses ?? []),
    limit: now.approvalLimit === null ? '' : String(now.approvalLimit),
  })
  const { userId: id, asked } = props.line
  const { giving, until } = useGiving({ id, before: now, asked }, withRights(rights, now.active))
  const alone = whyNotAlone(giving.blocked, until)?.message
  const ofRoles = alone === undefined ? {} : { roles: alone }
  const wrong = { ...wrongIn(rights), ...ofRoles }
  return (
    <Changing
      {...props}
      answer="CHANGE"
      title={`Change ${name}`}
      verb={giving.waits.length > 0 ? ASK_SECOND : 'Save'}
      done={`${name} was changed.`}
      rights={rights}
      wrong={wrong}
    >
      {(tried) => (
        <>
          <AskedNote of={asked} name={name} />
          <RightsForm of={rights} onChange={setRights} wrong={tried ? wrong : ofRoles} />
          <GivingNote of={giving} />
        </>
      )}
    </Changing>
  )
}

/** Answers that a user loses access. */
export function RemoveReviewed(props: AnswerProps) {
  const { name, rights } = props.line
  return (
    <Changing
      {...props}
      answer="REMOVE"
      title={`Remove the access of ${name}?`}
      verb="Remove access"
      done={`${name} has no access now.`}
    >
      {() => (
        <ActWords>
          Their sessions end at once.{' '}
          {rights.openRequests === 0
            ? 'They have no open requests.'
            : `${rights.openRequests} open ${rights.openRequests === 1 ? 'request gets' : 'requests get'} another owner.`}
        </ActWords>
      )}
    </Changing>
  )
}

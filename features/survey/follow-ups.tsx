import { useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import { patientAddress } from '#features/claims/patient-address.ts'
import { callerRoleNames } from '#features/contact-notes/rules.ts'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { useFormSend } from '#platform/browser/use-form-send.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { exactWords, whenWords } from '#platform/dates/words.ts'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconAlert } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { Facts } from '#platform/ui/list/facts.tsx'
import { QUEUE_SIZE, WorkQueue } from '#platform/ui/list/work-queue.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { surveys, type FollowUp } from './contract.ts'
import { MOST_COMMENT } from './rules.ts'
import css from './follow-ups.module.css'

/** Low ratings that nobody followed up yet, the oldest first, and what came of the one that is open. */
export function FollowUps() {
  const { person } = useUser()
  const now = useNow()
  const [size, setSize] = useState(QUEUE_SIZE)
  const asked = useRead(surveys.followUps, { page: 0, size }, { keepPrevious: true })
  return (
    <WorkQueue
      title="Survey follow-ups"
      asked={asked}
      rows={asked.data?.followUps}
      more={asked.data?.more}
      size={size}
      onSize={setSize}
      idOf={(one) => one.claimContactNoteId}
      empty={{ title: 'No follow-ups', text: 'A rating of 1 or 2 in the survey after a contact appears here.' }}
      row={(one) => ({
        lead: (
          <Badge tone="red" icon={iconAlert}>
            {one.rating} of 5
          </Badge>
        ),
        name: one.callerName,
        about: `${callerRoleNames[one.callerRole]} · claim ${one.claimNumber}`,
        when: whenWords(one.answeredAt, person.timeZone, now),
      })}
      opened={(one) => <Opened of={one} />}
    />
  )
}

/** The questions of the survey, as they were put to the person who answered. */
function WhatWasAsked({ surveyId }: { surveyId: number }) {
  const [open, setOpen] = useState(false)
  const { data, error } = useRead(surveys.questions, { id: surveyId, is_active: false }, { off: !open })
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>What was asked</summary>
      {error && !data && <FailedNote what="The questions could not be loaded." failure={error} />}
      <ol>
        {data?.questions.map(({ surveyQuestionId, text }) => (
          <li key={surveyQuestionId}>{text}</li>
        ))}
      </ol>
    </details>
  )
}

function Opened({ of }: { of: FollowUp }) {
  const { person, carrier } = useUser()
  const id = useId()
  const [note, setNote] = useState('')
  const element = useRef<HTMLFormElement>(null)
  const act = useAct(surveys.followedUp)
  const form = useFormSend({
    whatIsWrong: () => (note.trim() === '' ? [{ id, message: 'Enter the outcome.' }] : []),
    send: async () => {
      await act.mutateAsync({ claimContactNoteId: of.claimContactNoteId, note: note.trim() })
      toast({ tone: 'success', words: `The follow-up of ${of.callerName} is done.` })
    },
    idOf: (path) => (path === 'note' ? id : undefined),
  })
  useKeys({ 'mod+Enter': () => element.current?.requestSubmit() }, { scope: element })
  const place = { masterCarrier: carrier.code, subCarrier: of.subCarrier, claimId: of.claimId }
  return (
    <Card
      title={of.callerName}
      sub={callerRoleNames[of.callerRole]}
      acts={<Link href={patientAddress(place, 'notes')}>Notes and contacts</Link>}
    >
      <form ref={element} className={css.form} noValidate aria-label="Follow up" onSubmit={form.onSubmit}>
        <Facts
          of={[
            ['Rating', `${of.rating} of 5`],
            ['Question resolved', of.resolved === null ? 'Not answered' : of.resolved ? 'Yes' : 'No'],
            ['Answered', exactWords(of.answeredAt, person.timeZone)],
            ['Contact', `${exactWords(of.contactAt, person.timeZone)}, taken by ${of.agent}`],
            ['E-mail', of.callerEmail],
            ['Claim', of.claimNumber],
          ]}
        />
        {of.comment && <p className={css.comment}>{of.comment}</p>}
        <WhatWasAsked surveyId={of.surveyId} />
        {form.failure && <FailedNote what="The follow-up was not saved." failure={form.failure} />}
        <TextArea
          label="Outcome"
          required
          id={id}
          error={form.problemOf(id)}
          value={note}
          onChange={setNote}
          limit={MOST_COMMENT}
          rows={4}
        />
        <div className={css.foot}>
          <span className="muted">It is saved with your name and leaves the list.</span>
          <SendButton tone="primary" busy={form.busy} busyLabel="Saving" keys={['Ctrl', 'Enter']}>
            Follow-up done
          </SendButton>
        </div>
      </form>
    </Card>
  )
}

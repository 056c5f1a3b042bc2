import { useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import { patientAddress } from '#features/claims/patient-address.ts'
import { phoneHref } from '#platform/brand.ts'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { useFormSend } from '#platform/browser/use-form-send.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { exactWords, whenWords } from '#platform/dates/words.ts'
import { Card } from '#platform/ui/display/card.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { RadioGroup } from '#platform/ui/form/radio-group.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { Facts } from '#platform/ui/list/facts.tsx'
import { QUEUE_SIZE, WorkQueue } from '#platform/ui/list/work-queue.tsx'
import { TakenBadge, TakenNote } from '#platform/ui/list/taken-note.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { callbacks, type CallToMake } from './contract.ts'
import { MOST_ATTEMPTS, TAKEN_MINUTES } from './rules.ts'
import css from './queues.module.css'

/** What can come of a call, as the user chooses it. */
const outcomes = {
  resubmits: { result: 'REACHED', label: 'Reached: the pharmacy submits the claim again' },
  informed: { result: 'REACHED', label: 'Reached: informed, nothing to submit' },
  noAnswer: { result: 'NOT_REACHED', label: 'No answer' },
  closed: { result: 'NOT_REACHED', label: 'Closed, or the line was busy' },
  wrongNumber: { result: 'NOT_REACHED', label: 'Wrong number' },
} as const
type Outcome = keyof typeof outcomes
const MOST_NOTE = 200

/** Pharmacies to call, the next one first, with the script and what came of the call. */
export function CallQueue() {
  const { person } = useUser()
  const now = useNow()
  const [size, setSize] = useState(QUEUE_SIZE)
  const asked = useRead(callbacks.queue, { page: 0, size }, { keepPrevious: true })
  return (
    <WorkQueue
      title="Pharmacies to call"
      asked={asked}
      rows={asked.data?.calls}
      more={asked.data?.more}
      size={size}
      onSize={setSize}
      idOf={(one) => one.callbackId}
      empty={{ title: 'No calls to make', text: 'A pharmacy that did not read its message appears here.' }}
      row={(one) => ({
        name: one.pharmacyName,
        about: `${one.text} · ${one.drugName}`,
        badge: <TakenBadge by={one.takenBy} />,
        when:
          one.nextTryAt !== null && Date.parse(one.nextTryAt) > now
            ? `call after ${whenWords(one.nextTryAt, person.timeZone, now)}`
            : `since ${whenWords(one.waitingSince, person.timeZone, now)}`,
      })}
      opened={(one) => <OpenCall of={one} />}
    />
  )
}

function OpenCall({ of }: { of: CallToMake }) {
  const { person, carrier } = useUser()
  const id = useId()
  const [outcome, setOutcome] = useState<Outcome>()
  const [spokeWith, setSpokeWith] = useState('')
  const [words, setWords] = useState('')
  const element = useRef<HTMLFormElement>(null)
  const assign = useAct(callbacks.assign)
  const act = useAct(callbacks.called)
  const form = useFormSend({
    whatIsWrong: () => [
      ...(outcome === undefined ? [{ id, message: 'Choose what came of the call.' }] : []),
      ...([...words].length > MOST_NOTE
        ? [{ id: `${id}-note`, message: `Write ${MOST_NOTE} characters at most.` }]
        : []),
    ],
    send: async () => {
      const { result, label } = outcomes[outcome!]
      const answer = await act.mutateAsync({
        id: of.callbackId,
        result,
        attempts: of.attempts,
        note: words.trim() === '' ? label : `${label}. ${words.trim()}`,
        ...(spokeWith.trim() !== '' && { spokeWith: spokeWith.trim() }),
      })
      toast({
        tone: 'success',
        words: `The call to ${of.pharmacyName} was saved.`,
        ...(answer.nextTryAt !== null && { detail: `Next call: ${exactWords(answer.nextTryAt, person.timeZone)}.` }),
      })
    },
    idOf: (path) => ({ result: id, note: `${id}-note`, spokeWith: `${id}-who` })[path],
  })
  useKeys({ 'mod+Enter': () => element.current?.requestSubmit() }, { scope: element })
  const place = { masterCarrier: carrier.code, subCarrier: of.subCarrier, claimId: of.claimId }
  const taken = of.takenBy !== null && !of.takenBy.mine
  return (
    <Card
      title={of.pharmacyName}
      sub={of.pharmacyPhone ? <a href={phoneHref(of.pharmacyPhone)}>{of.pharmacyPhone}</a> : 'No phone number on file'}
      acts={<Link href={patientAddress(place, 'notes')}>Notes and contacts</Link>}
    >
      <form ref={element} className={css.form} noValidate aria-label="Call to the pharmacy" onSubmit={form.onSubmit}>
        <TakenNote
          by={of.takenBy}
          minutes={TAKEN_MINUTES}
          assign={{ ...assign, mutate: (mine) => assign.mutate({ id: of.callbackId, mine }) }}
        />
        <ol className={css.script} aria-label="What to say">
          <li>
            “This is {person.name} for {carrier.name}. I am calling about a claim your pharmacy sent. May I have your
            name?”
          </li>
          <li>“Please give me the prescription number.” It must be {of.rxNumber}.</li>
          <li>
            “{of.text} The reference is {of.referenceNumber}.”
          </li>
        </ol>
        <Note tone="red">
          <b>Do not say:</b> the injury, a diagnosis, other drugs, or why it was decided so.
        </Note>
        <Facts
          of={[
            ['Prescription', `${of.rxNumber}, ${of.drugName}`],
            [
              'Request',
              <Link key="request" href={`/authorizations/request/${of.authorizationId}`}>
                {of.referenceNumber}
              </Link>,
            ],
            ['Claim', of.claimNumber],
            ['Attempts', `${of.attempts} of ${MOST_ATTEMPTS}`],
            ['Last attempt', of.lastError ?? 'The message was not read'],
            ['Waiting since', exactWords(of.waitingSince, person.timeZone)],
          ]}
        />
        {form.failure && <FailedNote what="The call was not saved." failure={form.failure} />}
        <div id={id} tabIndex={-1}>
          <RadioGroup
            legend="What came of it"
            required
            value={outcome}
            onChange={setOutcome}
            options={Object.entries(outcomes).map(([value, { label }]) => ({ value: value as Outcome, label }))}
            {...(form.problemOf(id) !== undefined && { error: form.problemOf(id)! })}
          />
        </div>
        <TextField
          id={`${id}-who`}
          label="Spoke with"
          value={spokeWith}
          onChange={setSpokeWith}
          maxLength={80}
          error={form.problemOf(`${id}-who`)}
        />
        <TextArea
          id={`${id}-note`}
          label="Note"
          value={words}
          onChange={setWords}
          limit={MOST_NOTE}
          rows={2}
          error={form.problemOf(`${id}-note`)}
        />
        <div className={css.foot}>
          <span className="muted">It is saved with your name in the event log of the request.</span>
          <SendButton tone="primary" disabled={taken} busy={form.busy} busyLabel="Saving" keys={['Ctrl', 'Enter']}>
            Save the call
          </SendButton>
        </div>
      </form>
    </Card>
  )
}

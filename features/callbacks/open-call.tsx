import { useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import { patientAddress } from '#features/claims/patient-address.ts'
import { useDraft, type DraftForm } from '#features/drafts/use-draft.ts'
import { useAct } from '#platform/browser/use-call.ts'
import { useFormSend } from '#platform/browser/use-form-send.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { atWords, exactWords } from '#platform/dates/words.ts'
import { Card } from '#platform/ui/display/card.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { KeptNote } from '#platform/ui/form/kept-note.tsx'
import { RadioGroup } from '#platform/ui/form/radio-group.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { Facts } from '#platform/ui/list/facts.tsx'
import { TakenNote } from '#platform/ui/list/taken-note.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { CallBar } from './call-bar.tsx'
import { callbacks, type CallToMake } from './contract.ts'
import { patientPlaces, patientPlaceWords, type PatientPlace } from './patient-places.ts'
import { MOST_ATTEMPTS, TAKEN_MINUTES, whyNotInformed } from './rules.ts'
import { useCallTimer } from './use-call-timer.ts'
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
const hints: readonly Hint[] = [
  { keys: ['J', 'K'], does: 'Next, previous call' },
  { keys: ['C'], does: 'Call' },
  { keys: ['H'], does: 'End call' },
  { keys: ['V'], does: 'Caller checked' },
  { keys: ['1', '5'], does: 'Outcome' },
  { keys: ['Ctrl', 'Enter'], does: 'Save, take next' },
  { keys: ['?'], does: 'All' },
]
const MOST_NOTE = 200

/** What was typed during a call. */
type Typed = {
  outcome?: Outcome | undefined
  checked?: boolean
  patient?: PatientPlace | undefined
  spokeWith?: string
  words?: string
}
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const callForm: DraftForm<Typed> = {
  about: 'request',
  name: 'pharmacy-call',
  title: 'Call to the pharmacy',
  read: ({ outcome, checked, patient, spokeWith, words }) => ({
    outcome: Object.keys(outcomes).find((one): one is Outcome => one === outcome),
    checked: checked === true,
    patient: patientPlaces.find((one) => one === patient),
    spokeWith: text(spokeWith),
    words: text(words),
  }),
}

type OpenCallProps = {
  of: CallToMake
  /** The call to make after this one. */
  next: CallToMake | undefined
  show: (id: string) => void
}

/** One call to a pharmacy: its time, the script, and what came of it. */
export function OpenCall({ of, next, show }: OpenCallProps) {
  const { person, carrier } = useUser()
  const now = useNow()
  const id = useId()
  const [typed, setTyped] = useState<Typed>()
  const { outcome, checked = false, patient, spokeWith = '', words = '' } = typed ?? {}
  const set = (change: Typed) => setTyped((before) => ({ ...before, ...change }))
  const { shown, discard, takeOther, keepMine } = useDraft(callForm, of.authorizationId, typed, setTyped)
  const timer = useCallTimer()
  const element = useRef<HTMLFormElement>(null)
  const assign = useAct(callbacks.assign)
  const act = useAct(callbacks.called)
  const unchecked = outcome && whyNotInformed(outcomes[outcome].result, checked)
  const form = useFormSend({
    whatIsWrong: () => [
      ...(unchecked ? [{ id: `${id}-checked`, message: unchecked.message! }] : []),
      ...(outcome === undefined ? [{ id, message: 'Choose the outcome of the call.' }] : []),
      ...([...words].length > MOST_NOTE
        ? [{ id: `${id}-note`, message: `Write ${MOST_NOTE} characters at most.` }]
        : []),
    ],
    send: async () => {
      const { result, label } = outcomes[outcome!]
      timer.end()
      const answer = await act.mutateAsync({
        id: of.callbackId,
        result,
        attempts: of.attempts,
        callerChecked: checked,
        talkSeconds: timer.talked(),
        ...(patient && { patient }),
        note: words.trim() === '' ? label : `${label}. ${words.trim()}`,
        ...(spokeWith.trim() !== '' && { spokeWith: spokeWith.trim() }),
      })
      discard()
      toast({
        tone: 'success',
        words: `The call to ${of.pharmacyName} was saved.`,
        ...(answer.nextTryAt !== null && { detail: `Next call: ${exactWords(answer.nextTryAt, person.timeZone)}.` }),
      })
      if (!next) return
      show(next.callbackId)
      if (next.takenBy === null) assign.mutate({ id: next.callbackId, mine: true })
    },
    idOf: (path) => ({ result: id, note: `${id}-note`, spokeWith: `${id}-who`, callerChecked: `${id}-checked` })[path],
  })
  const phone = of.pharmacyPhone
  useKeys({ 'mod+Enter': () => element.current?.requestSubmit() }, { scope: element })
  useKeys({
    ...Object.fromEntries(
      (Object.keys(outcomes) as Outcome[]).map((one, at) => [String(at + 1), () => set({ outcome: one })]),
    ),
    v: () => set({ checked: !checked }),
    h: () => timer.end(),
    c: () => element.current?.closest('section')?.querySelector<HTMLAnchorElement>('a[href^="tel:"]')?.click(),
  })
  useHints(hints)
  const place = { masterCarrier: carrier.code, subCarrier: of.subCarrier, claimId: of.claimId }
  const taken = of.takenBy !== null && !of.takenBy.mine
  const checkProblem = form.problemOf(`${id}-checked`)
  return (
    <Card title={of.pharmacyName} acts={<CallBar phone={phone} timer={timer} />}>
      <form ref={element} className={css.form} noValidate aria-label="Call to the pharmacy" onSubmit={form.onSubmit}>
        <KeptNote
          {...shown}
          zone={person.timeZone}
          now={now}
          onDiscard={discard}
          onTakeOther={takeOther}
          onKeepMine={keepMine}
        />
        <TakenNote
          by={of.takenBy}
          minutes={TAKEN_MINUTES}
          assign={{ ...assign, mutate: (mine) => assign.mutate({ id: of.callbackId, mine }) }}
        />
        {form.failure && <FailedNote what="The call was not saved." failure={form.failure} />}
        <ol className={css.script} aria-label="What to say">
          <li data-done={spokeWith.trim() !== '' || undefined}>
            <div>
              <b>Introduce yourself</b>
              <p>
                “This is {person.name} for {carrier.name}. I am calling about a claim your pharmacy sent. May I have
                your name?”
              </p>
              <TextField
                id={`${id}-who`}
                label="Spoke with"
                value={spokeWith}
                onChange={(value) => set({ spokeWith: value })}
                maxLength={80}
                error={form.problemOf(`${id}-who`)}
              />
            </div>
          </li>
          <li data-done={checked || undefined}>
            <div>
              <b>Check the caller</b>
              <p>
                “Please give me the prescription number and the patient’s date of birth.” They must be{' '}
                <b>{of.rxNumber}</b> and <b>{usDate(of.dateOfBirth)}</b>.
              </p>
              <CheckBox
                id={`${id}-checked`}
                label="Prescription number and date of birth match"
                checked={checked}
                onChange={(on) => set({ checked: on })}
                aria-keyshortcuts="V"
                aria-invalid={checkProblem !== undefined || undefined}
                aria-describedby={checkProblem === undefined ? undefined : `${id}-check-problem`}
              />
              {checkProblem !== undefined && (
                <p id={`${id}-check-problem`} className={css.problem}>
                  {checkProblem}
                </p>
              )}
            </div>
          </li>
          <li>
            <div>
              <b>Say where it stands</b>
              {checked ? (
                <p className={css.say}>
                  “{of.text} The reference is {of.referenceNumber}.”
                </p>
              ) : (
                <p className="muted">Say nothing about the claim before both match.</p>
              )}
              <Note tone="red">
                <b>Do not say:</b> the injury, a diagnosis, other drugs, or why it was decided so.
              </Note>
            </div>
          </li>
          <li>
            <div>
              <RadioGroup
                legend="Ask about the patient"
                row
                value={patient}
                onChange={(value) => set({ patient: value })}
                options={patientPlaces.map((value) => ({ value, label: patientPlaceWords[value] }))}
              />
            </div>
          </li>
          <li>
            <div>
              <div id={id} tabIndex={-1}>
                <RadioGroup
                  legend="Outcome"
                  required
                  value={outcome}
                  onChange={(value) => set({ outcome: value })}
                  options={Object.entries(outcomes).map(([value, { label }]) => ({ value: value as Outcome, label }))}
                  {...(form.problemOf(id) !== undefined && { error: form.problemOf(id)! })}
                />
              </div>
            </div>
          </li>
        </ol>
        <TextArea
          id={`${id}-note`}
          label="Note"
          value={words}
          onChange={(value) => set({ words: value })}
          limit={MOST_NOTE}
          rows={2}
          error={form.problemOf(`${id}-note`)}
        />
        <Facts
          of={[
            ['Attempts', `${of.attempts} of ${MOST_ATTEMPTS}`],
            ['Last attempt', of.lastError ?? 'The message was not read'],
            ['Waiting since', exactWords(of.waitingSince, person.timeZone)],
            ...(checked
              ? [
                  ['Prescription', `${of.rxNumber}, ${of.drugName}`] as const,
                  ['Patient', of.claimantName] as const,
                  [
                    'Claim',
                    <Link key="claim" className={css.fact} href={patientAddress(place, 'notes')}>
                      {of.claimNumber}
                    </Link>,
                  ] as const,
                  [
                    'Request',
                    <Link key="request" className={css.fact} href={`/authorizations/request/${of.authorizationId}`}>
                      {of.referenceNumber}
                    </Link>,
                  ] as const,
                ]
              : []),
          ]}
        />
        <div className={css.foot}>
          <span className="muted">
            It is saved with your name in the event log of the request.
            {shown.saved && ` Draft saved ${atWords(shown.saved, person.timeZone, now)}.`}
          </span>
          <SendButton tone="primary" disabled={taken} busy={form.busy} busyLabel="Saving" keys={['Ctrl', 'Enter']}>
            {next ? 'Save call, take next' : 'Save call'}
          </SendButton>
        </div>
      </form>
    </Card>
  )
}

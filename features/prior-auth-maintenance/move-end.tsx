import { explains, whyNotExplained } from '#features/authorizations/explains.ts'
import { useId, useState } from 'react'
import type { Chosen } from '#features/notifications/may-choose.ts'
import { useAct } from '#platform/browser/use-call.ts'
import { useFormSend } from '#platform/browser/use-form-send.ts'
import { addDays, addMonths, usDate } from '#platform/dates/day.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconCheck, iconClose } from '#platform/ui/display/icons.ts'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { ErrorSummary } from '#platform/ui/form/error-summary.tsx'
import { FieldSet } from '#platform/ui/form/field-set.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { ToggleChip } from '#platform/ui/form/toggle-chip.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { ChangeFailed } from './changed-meanwhile.tsx'
import { priorAuths, type ListedPriorAuth } from './contract.ts'
import { FindingReasons, useFindingReasons } from './finding-reasons.tsx'
import { consequences, groupOf } from './in-words.ts'
import css from './prior-auths.module.css'

const REASON_LIMIT = 250
const other = 'Another reason'
const endReasons = [
  'Therapy changed by the prescriber',
  'Therapy completed',
  'Granted in error',
  'Replaced by another drug',
  'The patient no longer takes it',
  other,
] as const
const liftReasons = ['New medical evidence', 'Reconsideration', 'Blocked in error', 'Therapy is needed again', other]

const monthEnd = (day: string): string => addDays(`${addMonths(`${day.slice(0, 8)}01`, 1).slice(0, 8)}01`, -1)

type MoveEndProps = { of: ListedPriorAuth; today: string; onClose: () => void; later: boolean }

/** Moves the last day: later (extends or renews) or sooner (ends). Beside it stands what follows. */
export function MoveEnd({ of, today, onClose, later }: MoveEndProps) {
  const id = useId()
  const act = useAct(priorAuths.end)
  const block = of.kind === 'BLOCK'
  const renews = later && groupOf(of) === 'ended'
  const from = of.endDate > today ? of.endDate : today
  const [typed, setTyped] = useState(later ? '' : usDate(today))
  const [choice, setChoice] = useState('')
  const [note, setNote] = useState('')
  const [version, setVersion] = useState(of.version)
  const [chosen, setChosen] = useState<readonly Chosen[]>(
    of.informable.filter(({ who, whyNot }) => who === 'prescriber' && whyNot === null).map(({ who }) => who),
  )
  const last = parseDate(typed, today)
  const reason = (later ? note : [choice === other ? '' : choice, note.trim()].filter(Boolean).join('. ')).trim()
  const field = { day: `${id}-day`, reason: `${id}-reason`, note: `${id}-note` }
  const idOf = (path: string) => `${id}-${path}`
  const findings = useFindingReasons(idOf)
  const done = block ? (later ? 'extended' : 'lifted') : later ? (renews ? 'renewed' : 'extended') : 'ended'
  const form = useFormSend({
    whatIsWrong: () => [
      ...(last ? [] : [{ id: field.day, message: 'Enter the last day as MM/DD/YYYY.' }]),
      ...(last && later && last <= of.endDate
        ? [{ id: field.day, message: `It ends on ${usDate(of.endDate)} already: give a later day.` }]
        : []),
      ...(last && !later && last >= of.endDate && last !== today
        ? [{ id: field.day, message: `It ends on ${usDate(of.endDate)} anyway: give an earlier day.` }]
        : []),
      ...(later || choice ? [] : [{ id: field.reason, message: 'Choose a reason.' }]),
      ...(!later && choice === other && !explains(note)
        ? [{ id: field.note, message: whyNotExplained(note, 'Enter why.')! }]
        : []),
      ...([...reason].length > REASON_LIMIT
        ? [{ id: field.note, message: `Reason and note have at most ${REASON_LIMIT} characters together.` }]
        : []),
      ...(later ? findings.whatIsWrong() : []),
    ],
    send: async () => {
      const sent = act.mutateAsync({
        masterCarrierCode: of.masterCarrier,
        priorAuthOverrideRef: of.priorAuthOverrideRef,
        version,
        ...(reason && { reason }),
        ...(chosen.length > 0 && { inform: [...chosen] }),
        ...(!later && last === today ? { terminate: true } : { authorizationExpirationDate: last! }),
        ...(later && findings.named),
      })
      const { priorAuth, warnings } = await sent.catch(findings.learn)
      toast({
        tone: 'success',
        words: `${priorAuth.priorAuthOverrideRef} was ${done}. Last day ${usDate(priorAuth.endDate)}.`,
        ...(warnings.length > 0 && { detail: warnings.join(' ') }),
      })
      onClose()
    },
    idOf: (path) =>
      path === 'authorizationExpirationDate'
        ? field.day
        : path === 'reason'
          ? field.note
          : path.startsWith('findings')
            ? idOf('safety')
            : undefined,
  })
  const quick: readonly (readonly [string, string])[] = later
    ? [
        ['30 days', addDays(from, 30)],
        ['90 days', addDays(from, 90)],
        ['6 months', addMonths(from, 6)],
        ['1 year', addMonths(from, 12)],
      ]
    : [
        ['Today', today],
        ['End of month', monthEnd(today)],
        ['In 30 days', addDays(today, 30)],
      ]
  const follows = last ? consequences(of, last, later ? undefined : today) : undefined
  const verb = later ? (renews ? 'Renew' : 'Extend') : block ? 'Lift' : 'End'
  return (
    <form className={css.form} onSubmit={form.onSubmit} noValidate aria-label={`${verb} ${of.priorAuthOverrideRef}`}>
      <div className={css.fields}>
        <ErrorSummary key={form.tries} errors={form.problems} />
        <ChangeFailed
          failure={form.failure}
          what={`It was not ${done}.`}
          onGoOn={(now) => {
            setVersion(now)
            form.forget()
          }}
        />
        <DateField
          label={later ? 'New last day' : 'Last day in force'}
          required
          id={field.day}
          error={form.problemOf(field.day)}
          hint={
            later ? 'Fills are paid up to this day.' : 'Today ends it at once. Otherwise fills up to this day are paid.'
          }
          value={typed}
          onChange={setTyped}
          today={today}
          from={today}
        />
        <div className={css.quick} role="group" aria-label={later ? 'Longer by' : 'Ends'}>
          {quick
            .filter(([, day]) => later || day < of.endDate || day === today)
            .map(([words, day]) => (
              <ToggleChip key={words} label={words} on={day === last} onChange={() => setTyped(usDate(day))} />
            ))}
        </div>
        {!later && (
          <SelectField
            label="Reason"
            required
            id={field.reason}
            error={form.problemOf(field.reason)}
            value={choice}
            onChange={setChoice}
            placeholder="Choose a reason"
            options={(block ? liftReasons : endReasons).map((one) => ({ value: one, label: one }))}
          />
        )}
        <TextArea
          label={later ? 'Reason' : 'Note'}
          aside={!later && choice === other ? 'required' : 'optional'}
          hint={later && of.safetyIncluded ? 'It clears safety rejects: write why it may go on.' : undefined}
          id={field.note}
          error={form.problemOf(field.note)}
          value={note}
          onChange={setNote}
          limit={REASON_LIMIT}
        />
        {later && (
          <FindingReasons
            of={findings}
            idOf={idOf}
            problemOf={form.problemOf}
            hint="It goes on clearing all of them: each needs its reason again."
          />
        )}
      </div>
      <div className={css.follows}>
        <h3>What happens</h3>
        <div aria-live="polite">
          {!follows && <p className="muted">Enter the day to see what follows.</p>}
          {follows && (
            <Follows
              {...(renews
                ? { good: [`A new one continues it, to ${usDate(last!)}, with all its fills`], bad: [] }
                : follows)}
            />
          )}
          {!later && <OpenOnes of={of} />}
          {!later && !block && of.authorizationId && (
            <p className="muted">
              A pharmacy that was notified of the approval and has not filled it is notified again.
            </p>
          )}
        </div>
        {of.informable.length > 0 && <Inform of={of.informable} chosen={chosen} onChange={setChosen} />}
      </div>
      <div className={css.foot}>
        <Button onClick={onClose}>Cancel</Button>
        <SendButton tone={later ? 'primary' : 'danger'} busy={form.busy} busyLabel="Saving" keys={['Ctrl', 'Enter']}>
          {last ? `${verb} ${later ? 'to' : 'on'} ${usDate(last)}` : verb}
        </SendButton>
      </div>
    </form>
  )
}

/** Good news with a tick, bad news with a cross. */
export const Follows = ({ good, bad }: { good: readonly string[]; bad: readonly string[] }) => (
  <ul className={css.reach}>
    {good.map((text) => (
      <li key={text} data-tone="good">
        <Icon of={iconCheck} size={14} /> {text}
      </li>
    ))}
    {bad.map((text) => (
      <li key={text} data-tone="bad">
        <Icon of={iconClose} size={14} /> {text}
      </li>
    ))}
  </ul>
)

const whose: Record<Chosen, string> = { prescriber: 'Prescriber', worker: 'Patient' }

/** Who is notified of the new last day beside the pharmacy. */
const Inform = ({
  of,
  chosen,
  onChange,
}: {
  of: ListedPriorAuth['informable']
  chosen: readonly Chosen[]
  onChange: (to: readonly Chosen[]) => void
}) => (
  <FieldSet legend="Notify" className={css.inform}>
    {of.map(({ who, name, how, whyNot }) => (
      <CheckBox
        key={who}
        label={`${whose[who]}, ${how}`}
        detail={whyNot ?? name}
        disabled={whyNot !== null}
        checked={chosen.includes(who)}
        onChange={(on) => onChange(on ? [...chosen, who] : chosen.filter((one) => one !== who))}
      />
    ))}
  </FieldSet>
)

const OpenOnes = ({ of }: { of: ListedPriorAuth }) => (
  <p className="muted">
    {of.openRequests.length === 0
      ? 'No open request is about this drug.'
      : `Open about this drug: ${of.openRequests.map((one) => one.referenceNumber).join(', ')}.`}
  </p>
)

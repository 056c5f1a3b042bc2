import { useRef, useState } from 'react'
import type { CallFailed } from '#platform/browser/call.ts'
import { useActWords } from './use-act-words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { addDays, usDate } from '#platform/dates/day.ts'
import { takenWords } from '#platform/dates/clock-change.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { dateIn, instantOf, timeIn } from '#platform/dates/zone.ts'
import { Card } from '#platform/ui/display/card.tsx'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { KeptNote } from '#platform/ui/form/kept-note.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { useFirstField } from '#platform/ui/form/use-first-field.ts'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { sendingOf } from '#features/drafts/keepers.ts'
import { useDraft } from '#features/drafts/use-draft.ts'
import { outOfOffice, type TimeAway } from './contract.ts'
import { DelegatesField } from './delegates-field.tsx'
import { leaveDraft, type TypedLeave } from './leave-draft.ts'
import css from './out-of-office.module.css'
import { whyNotTime } from './rules.ts'
import { previewWords, spanWords } from './words.ts'

const hints: readonly Hint[] = [
  { keys: ['Tab'], does: 'Next field' },
  { keys: ['Ctrl', 'Enter'], does: 'Save' },
  { keys: ['Esc'], does: 'Cancel' },
]

export type LeaveFormProps = {
  /** The leave that is changed; undefined for a new one. */
  leave: TimeAway | undefined
  /** The other users a leave can be set for. */
  people: readonly { userId: string; name: string }[]
  onClose: () => void
}

/** The text of a time field as a 24-hour time; undefined when it is none. */
const clockTime = (text: string): string | undefined => (/^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : undefined)

/** Sets or changes a leave: when, the delegates, and what it means for the open requests. */
export function LeaveForm({ leave, people, onClose }: LeaveFormProps) {
  const { person, carrier } = useUser()
  const fields = useRef<HTMLFormElement>(null)
  useFirstField(fields)
  useHints(hints)
  useKeys({ Escape: onClose })
  const zone = person.timeZone
  const now = useNow()
  const today = dateIn(now, zone)
  const minute = (at: string) => timeIn(Date.parse(at), zone).slice(0, 5)
  const leaveId = leave?.leaveId ?? null
  const [first] = useState<TypedLeave>(() => ({
    leaveId,
    userId: leave?.userId ?? person.id,
    startDay: usDate(leave ? dateIn(Date.parse(leave.startAt), zone) : today),
    startTime: leave ? minute(leave.startAt) : timeIn(now, zone).slice(0, 5),
    endDay: usDate(leave ? dateIn(Date.parse(leave.endAt), zone) : addDays(today, 7)),
    endTime: leave ? minute(leave.endAt) : '08:00',
    delegates: leave?.delegates ?? [],
    message: leave?.message ?? '',
  }))
  const [typed, setTyped] = useState<TypedLeave>()
  const { userId, startDay, startTime, endDay, endTime, delegates, message } = typed ?? first
  const [form] = useState(() => leaveDraft(leaveId))
  const { shown, discard, takeOther, keepMine } = useDraft(form, person.id, typed, setTyped)
  const sending = sendingOf({ mc: carrier.code, userId: person.id, about: 'self', subjectId: person.id })
  const [tried, setTried] = useState(false)
  const set = useAct(outOfOffice.set)
  const change = useAct(outOfOffice.change)
  const { failure, fieldError, onError, clear } = useActWords()
  const hasStarted = leave?.status === 'ACTIVE'

  const instant = (day: string, time: string): string | undefined => {
    const date = parseDate(day, today, {})
    const at = clockTime(time)
    return date && at ? new Date(instantOf(date, at, zone)).toISOString() : undefined
  }
  const taken = (day: string, time: string): string | undefined => {
    const date = parseDate(day, today, {})
    const at = clockTime(time)
    return date && at ? takenWords(date, at, zone) : undefined
  }
  // Unchanged times keep their seconds.
  const startAt =
    leave && startDay === usDate(dateIn(Date.parse(leave.startAt), zone)) && startTime === minute(leave.startAt)
      ? leave.startAt
      : instant(startDay, startTime)
  const endAt = instant(endDay, endTime)
  const whole = startAt !== undefined && endAt !== undefined
  const why = whole ? whyNotTime({ startAt, endAt }, new Date(now).toISOString(), leave) : undefined
  const dateError = (field: 'startAt' | 'endAt', at: string | undefined): string | undefined =>
    fieldError(field) ??
    (at === undefined ? (tried ? 'Invalid date' : undefined) : why?.field === field ? why.message : undefined)
  const ids = delegates.map((one) => one.userId)
  const preview = useRead(
    outOfOffice.preview,
    { userId, startAt: startAt ?? '', endAt: endAt ?? '', delegates: ids },
    { off: !whole || why !== undefined, keepPrevious: true },
  )
  const send = () => {
    setTried(true)
    if (!whole || why || [...message].length > 500) return
    sending.sent()
    const done = {
      onSuccess: ({ leave: made, warnings }: { leave: TimeAway; warnings: string[] }) => {
        sending.taken({ forget: true })
        toast({
          words: `${made.userId === person.id ? 'You are' : `${made.name} is`} out of office ${spanWords(made, zone)}.`,
          ...(warnings.length > 0 && { detail: warnings.join(' '), sticky: true }),
        })
        onClose()
      },
      onError: (error: CallFailed) => {
        sending.back()
        onError(error)
      },
    }
    if (leave)
      change.mutate(
        {
          leaveId: leave.leaveId,
          ...(hasStarted ? {} : { startAt }),
          endAt,
          delegates: ids,
          message,
          version: leave.version,
        },
        done,
      )
    else set.mutate({ userId, startAt, endAt, delegates: ids, message }, done)
  }
  const type = (change: Partial<TypedLeave>) => {
    clear()
    setTyped((before) => ({ ...(before ?? first), ...change }))
  }
  return (
    <Card
      title={
        !leave
          ? 'Add time off'
          : leave.userId === person.id
            ? 'Change your time off'
            : `Change the time off of ${leave.name}`
      }
    >
      <form
        ref={fields}
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <KeptNote {...shown} zone={zone} now={now} onDiscard={discard} onTakeOther={takeOther} onKeepMine={keepMine} />
        {failure && (
          <Note tone="red" role="alert">
            <b>It was not saved.</b> {failure}
          </Note>
        )}
        {!leave && people.length > 0 && (
          <SelectField
            label="For"
            value={userId}
            options={[
              { value: person.id, label: `${person.name} (you)` },
              ...people.map((one) => ({ value: one.userId, label: one.name })),
            ]}
            onChange={(to) => type({ userId: to, delegates: [] })}
          />
        )}
        <div className={css.times}>
          <DateField
            label="First day"
            required
            value={startDay}
            today={today}
            disabled={hasStarted}
            onChange={(startDay) => type({ startDay })}
            error={dateError('startAt', startAt)}
          />
          <TextField
            label="From"
            type="time"
            value={startTime}
            disabled={hasStarted}
            onChange={(startTime) => type({ startTime })}
          />
          <DateField
            label="Back on"
            required
            value={endDay}
            today={today}
            onChange={(endDay) => type({ endDay })}
            error={dateError('endAt', endAt)}
          />
          <TextField label="At" type="time" value={endTime} onChange={(endTime) => type({ endTime })} />
        </div>
        <p className="muted">Times are in {zone.replaceAll('_', ' ')}.</p>
        <div role="status">
          {[hasStarted ? undefined : taken(startDay, startTime), taken(endDay, endTime)].map(
            (words, at) =>
              words !== undefined && (
                <p key={at === 0 ? 'start' : 'end'} className={css.warning}>
                  {words}
                </p>
              ),
          )}
        </div>
        <DelegatesField
          userId={userId}
          value={delegates}
          onChange={(delegates) => type({ delegates })}
          error={fieldError('delegates')}
        />
        <TextArea
          label="Message"
          aside="optional"
          hint="Shown with your time off to your delegates."
          limit={500}
          value={message}
          onChange={(message) => type({ message })}
        />
        <div role="status" className={css.preview}>
          {preview.data && !why && whole && (
            <>
              <p>{previewWords(preview.data)}</p>
              {preview.data.warnings.map((warning) => (
                <p key={warning} className={css.warning}>
                  {warning}
                </p>
              ))}
            </>
          )}
          {preview.error && !why && <p className={css.warning}>{preview.error.message}</p>}
        </div>
        <div className={css.acts}>
          <SendButton tone="primary" busy={set.isPending || change.isPending} busyLabel="Saving">
            Save
          </SendButton>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Card>
  )
}

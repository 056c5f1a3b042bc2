import { useState } from 'react'
import { useActWords } from './use-act-words.ts'
import { Button } from '#platform/ui/button.tsx'
import { formatDate, parseDate } from '#platform/ui/calendar-date.ts'
import { Card } from '#platform/ui/card.tsx'
import { DateField } from '#platform/ui/date-field.tsx'
import { Note } from '#platform/ui/note.tsx'
import { SelectField } from '#platform/ui/select-field.tsx'
import { TextArea } from '#platform/ui/text-area.tsx'
import { TextField } from '#platform/ui/text-field.tsx'
import { toast } from '#platform/ui/toasts.ts'
import { useNow } from '#platform/ui/use-now.ts'
import { useAct, useRead } from '#platform/use-call.ts'
import { useUser } from '#platform/use-user.ts'
import { addDays, dateIn, instantOf, timeIn } from '#features/authorizations/clock/zoned-time.ts'
import { outOfOffice, type TimeAway } from './contract.ts'
import { DelegatesField, type Delegate } from './delegates-field.tsx'
import css from './out-of-office.module.css'
import { whyNotTime } from './rules.ts'
import { previewWords, spanWords } from './words.ts'

export type LeaveFormProps = {
  /** The time away that is changed; a new one without. */
  leave: TimeAway | undefined
  /** For whom besides oneself. */
  people: readonly { userId: string; name: string }[]
  onClose: () => void
}

/** The text of a time field as the clock reads it; undefined while it is none. */
const clockTime = (text: string): string | undefined => (/^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : undefined)

/** Sets a time away or changes one: when, who stands in, and what that means for the open requests. */
export function LeaveForm({ leave, people, onClose }: LeaveFormProps) {
  const { person } = useUser()
  const zone = person.timeZone
  const now = useNow()
  const today = dateIn(now, zone)
  const minute = (at: string) => timeIn(Date.parse(at), zone).slice(0, 5)
  const [userId, setUserId] = useState(leave?.userId ?? person.id)
  const [startDay, setStartDay] = useState(formatDate(leave ? dateIn(Date.parse(leave.startAt), zone) : today))
  const [startTime, setStartTime] = useState(leave ? minute(leave.startAt) : timeIn(now, zone).slice(0, 5))
  const [endDay, setEndDay] = useState(formatDate(leave ? dateIn(Date.parse(leave.endAt), zone) : addDays(today, 7)))
  const [endTime, setEndTime] = useState(leave ? minute(leave.endAt) : '08:00')
  const [delegates, setDelegates] = useState<readonly Delegate[]>(leave?.delegates ?? [])
  const [message, setMessage] = useState(leave?.message ?? '')
  const [tried, setTried] = useState(false)
  const set = useAct(outOfOffice.set)
  const change = useAct(outOfOffice.change)
  const { failure, fieldError, onError, clear } = useActWords()
  const hasBegun = leave?.status === 'ACTIVE'

  const instant = (day: string, time: string): string | undefined => {
    const date = parseDate(day, today, {})
    const at = clockTime(time)
    return date && at ? new Date(instantOf(date, at, zone)).toISOString() : undefined
  }
  // What was not touched stays to the second.
  const startAt =
    leave && startDay === formatDate(dateIn(Date.parse(leave.startAt), zone)) && startTime === minute(leave.startAt)
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
    const done = {
      onSuccess: ({ leave: made, warnings }: { leave: TimeAway; warnings: string[] }) => {
        toast({
          words: `${made.userId === person.id ? 'You are' : `${made.name} is`} out of office ${spanWords(made, zone)}.`,
          ...(warnings.length > 0 && { detail: warnings.join(' '), sticky: true }),
        })
        onClose()
      },
      onError,
    }
    if (leave)
      change.mutate(
        {
          leaveId: leave.leaveId,
          ...(hasBegun ? {} : { startAt }),
          endAt,
          delegates: ids,
          message,
          version: leave.version,
        },
        done,
      )
    else set.mutate({ userId, startAt, endAt, delegates: ids, message }, done)
  }
  const touched =
    <T,>(setter: (value: T) => void) =>
    (value: T) => {
      clear()
      setter(value)
    }
  return (
    <Card
      title={
        !leave
          ? 'Set a time away'
          : leave.userId === person.id
            ? 'Change your time away'
            : `Change the time away of ${leave.name}`
      }
    >
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
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
            onChange={(to) => {
              clear()
              setUserId(to)
              setDelegates([])
            }}
          />
        )}
        <div className={css.times}>
          <DateField
            label="First day"
            required
            value={startDay}
            today={today}
            disabled={hasBegun}
            onChange={touched(setStartDay)}
            error={dateError('startAt', startAt)}
          />
          <TextField label="From" type="time" value={startTime} disabled={hasBegun} onChange={touched(setStartTime)} />
          <DateField
            label="Back on"
            required
            value={endDay}
            today={today}
            onChange={touched(setEndDay)}
            error={dateError('endAt', endAt)}
          />
          <TextField label="At" type="time" value={endTime} onChange={touched(setEndTime)} />
        </div>
        <p className="muted">Times are in {zone.replaceAll('_', ' ')}.</p>
        <DelegatesField
          userId={userId}
          value={delegates}
          onChange={touched(setDelegates)}
          error={fieldError('delegates')}
        />
        <TextArea
          label="Message"
          aside="optional"
          hint="Shown with your time away to those who may stand in."
          limit={500}
          value={message}
          onChange={touched(setMessage)}
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
          <Button type="submit" tone="primary" busy={set.isPending || change.isPending} busyLabel="Saving">
            Save
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Card>
  )
}

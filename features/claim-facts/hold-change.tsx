import { useId, useState } from 'react'
import { addDays, usDate } from '#platform/dates/day.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { iconClock } from '#platform/ui/display/icons.ts'
import { Tile } from '#platform/ui/display/tile.tsx'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { ActDialog, ActWords, useDialogSend } from '#platform/ui/overlay/act-dialog.tsx'
import { claimFacts, type WaitingChange } from './contract.ts'
import { HOLD_DAYS } from './holding.ts'

type Props = { change: WaitingChange; version: number; today: string; onClose: () => void }

/** Asks that a change that waits be held, or agrees to what somebody else asked for. */
export function HoldChange({ change, version, today, onClose }: Props) {
  const id = useId()
  const { hold } = change
  const [until, setUntil] = useState(usDate(addDays(change.from, HOLD_DAYS - 1)))
  const [reason, setReason] = useState('')
  const day = hold ? hold.until : parseDate(until, today)
  const act = useDialogSend(claimFacts.hold, {
    problems: [
      ...(day ? [] : [{ field: 'until', message: 'Enter a day.' }]),
      ...(reason.trim().length < 5 ? [{ field: 'reason', message: 'Write why, in 5 characters at least.' }] : []),
    ],
    idOf: (field) => `${id}-${field}`,
    input: () => ({ factId: change.factId, ...(hold ? {} : { until: day! }), reason: reason.trim(), version }),
    notice: ({ agreed, until: last }) => ({
      tone: 'success',
      words: agreed ? `The change is held until ${usDate(last)}.` : 'You asked for a hold.',
      detail: agreed ? `It takes effect on ${usDate(addDays(last, 1))}.` : 'It begins when a second person agrees.',
    }),
    onClose,
  })
  return (
    <ActDialog
      title={hold ? 'Agree to the hold' : 'Hold the change'}
      tile={<Tile icon={iconClock} tone="amber" />}
      verb={hold ? 'Agree' : 'Ask for the hold'}
      busyLabel="Saving"
      failedWords="Nothing was changed."
      {...act.dialog}
    >
      {hold ? (
        <ActWords>
          {hold.by} asked to hold it until {usDate(hold.until)}: {hold.reason}
        </ActWords>
      ) : (
        <DateField
          label="Held until"
          id={`${id}-until`}
          today={today}
          value={until}
          onChange={(text) => {
            setUntil(text)
            act.forget()
          }}
          error={act.problemOf('until')}
        />
      )}
      <TextArea
        label="Why"
        required
        id={`${id}-reason`}
        rows={3}
        limit={500}
        value={reason}
        onChange={(text) => {
          setReason(text)
          act.forget()
        }}
        error={act.problemOf('reason')}
      />
      <ActWords>
        While it is held, what is on file today stays; the change takes effect on the day after. Without a second person
        it takes effect on {usDate(change.from)}.
      </ActWords>
    </ActDialog>
  )
}

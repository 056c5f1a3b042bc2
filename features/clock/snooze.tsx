import { useState } from 'react'
import { Button } from '#platform/ui/button/button.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { iconClock, iconMoon } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { OptionCards } from '#platform/ui/form/option-cards.tsx'
import { Tile } from '#platform/ui/display/tile.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { useAct } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { clock } from './contract.ts'
import { snoozeHours } from '#features/decision-rights/snoozing.ts'
import { HOUR_MS } from '#platform/dates/instant.ts'
import { whenWords } from '#platform/dates/words.ts'
import type { AuthRow } from '#features/authorizations/contract.ts'
import { shortName } from '#features/authorizations/figures.ts'
import css from './snooze.module.css'

export type SnoozeProps = {
  request: Pick<
    AuthRow,
    'authorizationId' | 'claimantFirstName' | 'claimantLastName' | 'statutoryDueAt' | 'pharmacyWaiting'
  >
  now: number
  onClose: () => void
  onDone?: () => void
}

/** Reminders must resume two hours before the state's due time. */
const MARGIN = 2 * HOUR_MS

/** Snoozes the reminders of a request for some hours. The legal clock continues, and the dialog says so. */
export function Snooze({ request, now, onClose, onDone }: SnoozeProps) {
  const { person } = useUser()
  const snooze = useAct(clock.snooze)
  const unsnooze = useAct(clock.unsnooze)
  const [hours, setHours] = useState<string>()
  const due = Date.parse(request.statutoryDueAt)
  const until = (value: number) => now + value * HOUR_MS
  const possible = snoozeHours.filter((value) => until(value) < due - MARGIN)
  const chosen = hours ?? (possible[0] === undefined ? undefined : String(possible[0]))

  const send = () => {
    if (chosen === undefined || snooze.isPending) return
    const id = request.authorizationId
    snooze.mutate(
      { id, value: Number(chosen) },
      {
        onSuccess: ({ snoozedUntil }) => {
          toast({
            words: `Snoozed until ${whenWords(snoozedUntil, person.timeZone, now)}.`,
            detail: 'The deadline still applies.',
            onUndo: () =>
              unsnooze.mutate(
                { id },
                {
                  onSuccess: () => toast({ words: 'No longer snoozed.' }),
                  onError: ({ message }) =>
                    toast({ tone: 'error', words: 'The snooze could not be ended.', detail: message }),
                },
              ),
          })
          onDone?.()
          onClose()
        },
      },
    )
  }

  return (
    <Dialog
      title="Snooze reminders"
      tile={<Tile icon={iconMoon} tone="amber" />}
      size="small"
      onClose={onClose}
      onSubmit={send}
      footer={
        <>
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <SendButton
            tone="primary"
            size="large"
            disabled={chosen === undefined}
            busy={snooze.isPending}
            busyLabel="Snoozing"
          >
            {chosen === undefined
              ? 'Snooze'
              : `Snooze until ${whenWords(new Date(until(Number(chosen))).toISOString(), person.timeZone, now)}`}
          </SendButton>
        </>
      }
    >
      {snooze.error && (
        <Note tone="red" role="alert" className={css.note}>
          <b>{shortName(request.claimantFirstName, request.claimantLastName)} was not snoozed.</b>{' '}
          {snooze.error.message}
        </Note>
      )}
      <p className={css.intro}>
        The request stays pending and the deadline still applies. Reminders are silent until the time you pick.
      </p>
      {possible.length > 0 ? (
        <OptionCards
          legend="Silent until"
          quiet
          look="lines"
          numbered
          value={chosen}
          onChange={setHours}
          options={possible.map((value) => ({
            value: String(value),
            label: value === 1 ? '1 hour' : `${value} hours`,
            icon: iconClock,
            detail: whenWords(new Date(until(value)).toISOString(), person.timeZone, now),
          }))}
        />
      ) : (
        <Note tone="amber">
          <b>No time left to snooze.</b> It is due {whenWords(new Date(due).toISOString(), person.timeZone, now)}, and
          reminders come back two hours before.
        </Note>
      )}
      {request.pharmacyWaiting && (
        <Note tone="amber" className={css.note}>
          <b>The patient is waiting at the counter.</b> Snoozing does not tell the pharmacy anything.
        </Note>
      )}
    </Dialog>
  )
}

import { useState } from 'react'
import type { CallFailed } from '#platform/browser/call.ts'
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
import { shortName } from '#features/authorizations/in-words.ts'
import css from './snooze.module.css'

export type SnoozeProps = {
  rows: readonly Pick<
    AuthRow,
    'authorizationId' | 'claimantFirstName' | 'claimantLastName' | 'statutoryDueAt' | 'pharmacyWaiting'
  >[]
  now: number
  onClose: () => void
  /** Ids that were snoozed; the others stay selected. */
  onDone: (ids: readonly string[]) => void
}

/** Reminders must resume two hours before the state's due time. */
const MARGIN = 2 * HOUR_MS

/** Snoozes the reminders of requests for some hours. The legal clock continues, and the dialog says so. */
export function Snooze({ rows, now, onClose, onDone }: SnoozeProps) {
  const { person } = useUser()
  const snooze = useAct(clock.snooze)
  const unsnooze = useAct(clock.unsnooze)
  const [hours, setHours] = useState<string>()
  const [failures, setFailures] = useState<readonly { name: string; error: CallFailed }[]>([])
  const [busy, setBusy] = useState(false)
  const first = Math.min(...rows.map((row) => Date.parse(row.statutoryDueAt)))
  const until = (value: number) => now + value * HOUR_MS
  const possible = snoozeHours.filter((value) => until(value) < first - MARGIN)
  const chosen = hours ?? (possible[0] === undefined ? undefined : String(possible[0]))

  const send = async () => {
    if (chosen === undefined || busy) return
    setBusy(true)
    const done: string[] = []
    const failed: (typeof failures)[number][] = []
    for (const row of rows) {
      try {
        await snooze.mutateAsync({ id: row.authorizationId, value: Number(chosen) })
        done.push(row.authorizationId)
      } catch (error) {
        failed.push({ name: shortName(row.claimantFirstName, row.claimantLastName), error: error as CallFailed })
      }
    }
    setBusy(false)
    setFailures(failed)
    if (done.length > 0) {
      toast({
        words:
          done.length === 1
            ? `Snoozed until ${whenWords(new Date(until(Number(chosen))).toISOString(), person.timeZone, now)}.`
            : `${done.length} requests snoozed.`,
        detail: 'The deadline still applies.',
        onUndo: () =>
          void Promise.all(done.map((id) => unsnooze.mutateAsync({ id }))).then(
            () => toast({ words: 'No longer snoozed.' }),
            (error: Error) => toast({ tone: 'error', words: 'The snooze could not be ended.', detail: error.message }),
          ),
      })
    }
    onDone(done)
    if (failed.length === 0) onClose()
  }

  return (
    <Dialog
      title={rows.length === 1 ? 'Snooze reminders' : `Snooze ${rows.length} requests`}
      tile={<Tile icon={iconMoon} tone="amber" />}
      size="small"
      onClose={onClose}
      onSubmit={() => void send()}
      footer={
        <>
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <SendButton tone="primary" size="large" disabled={chosen === undefined} busy={busy} busyLabel="Snoozing">
            {chosen === undefined
              ? 'Snooze'
              : `Snooze until ${whenWords(new Date(until(Number(chosen))).toISOString(), person.timeZone, now)}`}
          </SendButton>
        </>
      }
    >
      {failures.map(({ name, error }) => (
        <Note key={name} tone="red" role="alert" className={css.note}>
          <b>{name} was not snoozed.</b> {error.message}
        </Note>
      ))}
      <p className={css.intro}>
        {rows.length === 1 ? 'The request stays' : 'The requests stay'} pending and the deadline still applies.
        Reminders are silent until the time you pick.
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
          <b>No time left to snooze.</b> It is due {whenWords(new Date(first).toISOString(), person.timeZone, now)}, and
          reminders come back two hours before.
        </Note>
      )}
      {rows.some((row) => row.pharmacyWaiting) && (
        <Note tone="amber" className={css.note}>
          <b>{rows.length === 1 ? 'The patient is' : 'A patient is'} waiting at the counter.</b> Snoozing does not tell
          the pharmacy anything.
        </Note>
      )}
    </Dialog>
  )
}

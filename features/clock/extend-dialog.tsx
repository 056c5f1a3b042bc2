import { useState } from 'react'
import { ActDialog, ActWords, useDialogSend } from '#platform/ui/overlay/act-dialog.tsx'
import { usDate } from '#platform/dates/day.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { exactWords } from '#platform/dates/words.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { iconClock } from '#platform/ui/display/icons.ts'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { Tile } from '#platform/ui/display/tile.tsx'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { clock } from './contract.ts'

const idOf = (field: string): string => `extend-${field}`

export type ExtendProps = { detail: AuthDetail; zone: string; now: number; onClose: () => void }

/**
 * Records that needed information was requested: what, from whom, when. The due time moves where the state's rule
 * allows it.
 */
export function Extend({ detail, zone, now, onClose }: ExtendProps) {
  const today = dateIn(now, zone)
  const first = dateIn(Date.parse(detail.requestReceivedDate), zone)
  const [typed, setTyped] = useState({ information: '', askedOf: '', askedOn: usDate(today) })
  const set = (change: Partial<typeof typed>) => {
    setTyped({ ...typed, ...change })
    forget()
  }
  const askedOn = parseDate(typed.askedOn, today, { from: first, to: today })
  const { dialog, problemOf, forget } = useDialogSend(clock.extend, {
    problems: [
      ...(typed.information.trim() === '' ? [{ field: 'information', message: 'Enter what was requested.' }] : []),
      ...(typed.askedOf.trim() === '' ? [{ field: 'askedOf', message: 'Enter who was asked.' }] : []),
      ...(askedOn ? [] : [{ field: 'askedOn', message: `Enter a date from ${usDate(first)} to today.` }]),
    ],
    idOf,
    input: () => ({
      id: detail.authorizationId,
      version: detail.version,
      askedOn: askedOn as string,
      askedOf: typed.askedOf.trim(),
      information: typed.information.trim(),
    }),
    notice: ({ statutoryDueAt }) => ({
      words: 'The due time was extended.',
      detail: `Due ${exactWords(statutoryDueAt, zone)}.`,
    }),
    onClose,
  })

  return (
    <ActDialog
      title="Extend the due time"
      tile={<Tile icon={iconClock} />}
      sheet="full"
      {...dialog}
      verb="Extend"
      busyLabel="Extending"
      failedWords="It was not extended."
    >
      <ActWords>
        Only for information needed to decide that has been requested. Can be done once.
        {detail.due.extendsTo && (
          <>
            {' '}
            Due now {exactWords(detail.due.at, zone)}; then <b>{exactWords(detail.due.extendsTo, zone)}</b>.
          </>
        )}
      </ActWords>
      <TextArea
        label="What was requested?"
        required
        id={idOf('information')}
        data-autofocus
        limit={500}
        value={typed.information}
        onChange={(information) => set({ information })}
        error={problemOf('information')}
      />
      <TextField
        label="Who was asked?"
        required
        id={idOf('askedOf')}
        maxLength={120}
        value={typed.askedOf}
        onChange={(askedOf) => set({ askedOf })}
        error={problemOf('askedOf')}
      />
      <DateField
        label="Requested on"
        required
        id={idOf('askedOn')}
        value={typed.askedOn}
        onChange={(text) => set({ askedOn: text })}
        today={today}
        from={first}
        to={today}
        error={problemOf('askedOn')}
      />
    </ActDialog>
  )
}

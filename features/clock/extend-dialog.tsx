import { useState } from 'react'
import type { CallFailed } from '#platform/browser/call.ts'
import { ActDialog, ActWords } from '#platform/ui/overlay/act-dialog.tsx'
import { usDate } from '#platform/dates/day.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { exactWords } from '#platform/dates/words.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { iconClock } from '#platform/ui/display/icons.ts'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { Tile } from '#platform/ui/display/tile.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { useAct } from '#platform/browser/use-call.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { clock } from './contract.ts'

const idOf = (field: string): string => `extend-${field}`
const fields = ['information', 'askedOf', 'askedOn'] as const

export type ExtendProps = { detail: AuthDetail; zone: string; now: number; onClose: () => void }

/**
 * Records that needed information was requested: what, from whom, when. The due time moves where the state's rule
 * allows it.
 */
export function Extend({ detail, zone, now, onClose }: ExtendProps) {
  const act = useAct(clock.extend)
  const today = dateIn(now, zone)
  const first = dateIn(Date.parse(detail.requestReceivedDate), zone)
  const [typed, setTyped] = useState({ information: '', askedOf: '', askedOn: usDate(today) })
  const [tried, setTried] = useState(false)
  const [failed, setFailed] = useState<CallFailed>()
  const set = (change: Partial<typeof typed>) => {
    setTyped({ ...typed, ...change })
    setFailed(undefined)
  }
  const askedOn = parseDate(typed.askedOn, today, { from: first, to: today })
  const problems: Record<(typeof fields)[number], string | undefined> = {
    information: typed.information.trim() === '' ? 'Enter what was requested.' : undefined,
    askedOf: typed.askedOf.trim() === '' ? 'Enter who was asked.' : undefined,
    askedOn: askedOn ? undefined : `Enter a date from ${usDate(first)} to today.`,
  }
  const error = (field: (typeof fields)[number]) =>
    (tried ? problems[field] : undefined) ?? failed?.fields.find((one) => one.path === field)?.message

  const send = () => {
    const wrong = fields.find((field) => problems[field])
    if (wrong || !askedOn) {
      setTried(true)
      document.getElementById(idOf(wrong ?? 'askedOn'))?.focus()
      return
    }
    act.mutate(
      {
        id: detail.authorizationId,
        version: detail.version,
        askedOn,
        askedOf: typed.askedOf.trim(),
        information: typed.information.trim(),
      },
      {
        onSuccess: ({ statutoryDueAt }) => {
          toast({ words: 'The due time was extended.', detail: `Due ${exactWords(statutoryDueAt, zone)}.` })
          onClose()
        },
        onError: setFailed,
      },
    )
  }

  return (
    <ActDialog
      title="Extend the due time"
      tile={<Tile icon={iconClock} />}
      sheet="full"
      onClose={onClose}
      onSend={send}
      verb="Extend"
      busyLabel="Extending"
      busy={act.isPending}
      failure={failed}
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
        error={error('information')}
      />
      <TextField
        label="Who was asked?"
        required
        id={idOf('askedOf')}
        maxLength={120}
        value={typed.askedOf}
        onChange={(askedOf) => set({ askedOf })}
        error={error('askedOf')}
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
        error={error('askedOn')}
      />
    </ActDialog>
  )
}

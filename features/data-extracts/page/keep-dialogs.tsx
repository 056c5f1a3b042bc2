import { useState } from 'react'
import { useAct } from '#platform/browser/use-call.ts'
import { weekdayNames } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { keptExtracts } from '../contract.ts'
import type { Definition } from '../definition.ts'
import { REQUIRED } from '../filters.ts'
import { periods, periodWords, type Cadence, type Period } from '../schedule-rules.ts'
import { hourWords } from './hour-words.ts'
import css from './data-extract.module.css'

type KeepProps = { extract: Definition; onClose: () => void }

/** Keeps what is in the form under a name. */
export function PresetDialog({ extract, onClose }: KeepProps) {
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const [tried, setTried] = useState(false)
  const act = useAct(keptExtracts.keepPreset)
  const send = () => {
    setTried(true)
    if (name.trim() === '') return
    act.mutate(
      { ...extract, name, shared },
      {
        onSuccess: () => {
          toast({ words: 'The preset was saved.' })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      title="Save preset"
      size="small"
      onClose={onClose}
      onSubmit={send}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" busy={act.isPending} busyLabel="Saving">
            Save preset
          </Button>
        </>
      }
    >
      <div className={css.keep}>
        {act.error && <FailedNote failure={act.error} what="The preset was not saved." />}
        <TextField
          label="Name"
          required
          maxLength={60}
          value={name}
          onChange={setName}
          hint="Fields and filters are kept, no data. Your preset of the same name is replaced."
          error={tried && name.trim() === '' ? REQUIRED : undefined}
        />
        <CheckBox
          label="Share it"
          detail="With everyone who extracts from this program. They see the filters."
          checked={shared}
          onChange={setShared}
        />
      </div>
    </Dialog>
  )
}

const cadenceWords: readonly { value: Cadence; label: string }[] = [
  { value: 'DAILY', label: 'Every day' },
  { value: 'WEEKLY', label: 'Every week' },
  { value: 'MONTHLY', label: 'Every month' },
]
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** Has what is in the form made and delivered by itself. */
export function ScheduleDialog({ extract, onClose }: KeepProps) {
  const [name, setName] = useState('')
  const [cadence, setCadence] = useState<Cadence>('DAILY')
  const [day, setDay] = useState(1)
  const [hour, setHour] = useState(6)
  const [period, setPeriod] = useState<Period>('YESTERDAY')
  const [tried, setTried] = useState(false)
  const act = useAct(keptExtracts.addSchedule)
  const send = () => {
    setTried(true)
    if (name.trim() === '') return
    act.mutate(
      { ...extract, name, cadence, day: cadence === 'DAILY' ? 0 : day, hour, period },
      {
        onSuccess: () => {
          toast({ words: 'The extract is scheduled.' })
          onClose()
        },
      },
    )
  }
  const days =
    cadence === 'WEEKLY'
      ? weekdayNames.map((label, at) => ({ value: String(at), label }))
      : numbers(1, 28).map((one) => ({ value: String(one), label: String(one) }))
  return (
    <Dialog
      title="Schedule extract"
      onClose={onClose}
      onSubmit={send}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" busy={act.isPending} busyLabel="Saving">
            Schedule
          </Button>
        </>
      }
    >
      <div className={css.keep}>
        {act.error && <FailedNote failure={act.error} what="The extract was not scheduled." />}
        <TextField
          label="Name"
          required
          maxLength={60}
          value={name}
          onChange={setName}
          error={tried && name.trim() === '' ? REQUIRED : undefined}
        />
        <div className={css.two}>
          <SelectField
            label="How often"
            value={cadence}
            options={cadenceWords}
            onChange={(next) => {
              setCadence(next as Cadence)
              setDay(1)
            }}
          />
          {cadence !== 'DAILY' && (
            <SelectField
              label={cadence === 'WEEKLY' ? 'Day of the week' : 'Day of the month'}
              value={String(day)}
              options={days}
              onChange={(next) => setDay(Number(next))}
            />
          )}
          <SelectField
            label="Hour"
            value={String(hour)}
            options={numbers(0, 23).map((one) => ({ value: String(one), label: hourWords(one) }))}
            hint="In the time zone of the carrier."
            onChange={(next) => setHour(Number(next))}
          />
          <SelectField
            label="Period"
            value={period}
            options={periods.map((value) => ({ value, label: periodWords[value] }))}
            hint="Takes the place of the dates in the form."
            onChange={(next) => setPeriod(next as Period)}
          />
        </div>
      </div>
    </Dialog>
  )
}

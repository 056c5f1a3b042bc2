import { useId, useState } from 'react'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { iconStethoscope } from '#platform/ui/display/icons.ts'
import { Tile } from '#platform/ui/display/tile.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { ActDialog, ActWords, useDialogSend } from '#platform/ui/overlay/act-dialog.tsx'
import { evidence, type ChartEntry } from './contract.ts'

type DialogProps = { authorizationId: string; onClose: () => void }

const MOST_NOTE = 1000
const spans = [3, 6, 12, 24].map((months) => ({ value: String(months), label: `${months} months` }))

/** Records a look at the state's monitoring report; others than pharmacists see only that one looked. */
export function LogLook({ authorizationId, state, onClose }: DialogProps & { state: string }) {
  const id = useId()
  const [months, setMonths] = useState('12')
  const [note, setNote] = useState('')
  const act = useDialogSend(evidence.look, {
    problems: [...note].length > MOST_NOTE ? [{ field: 'note', message: 'Write 1,000 characters at most.' }] : [],
    idOf: (field) => `${id}-${field}`,
    input: () => ({ authorizationId, months: Number(months), note: note.trim() }),
    notice: () => ({ tone: 'success', words: 'The look was recorded.' }),
    onClose,
  })
  return (
    <ActDialog
      title={`Look at the ${state} monitoring report`}
      tile={<Tile icon={iconStethoscope} />}
      verb="Record the look"
      busyLabel="Recording"
      failedWords="The look was not recorded."
      {...act.dialog}
    >
      <SelectField label="How far back" options={spans} value={months} onChange={setMonths} />
      <TextArea
        label="What you note"
        aside="optional"
        id={`${id}-note`}
        rows={3}
        limit={MOST_NOTE}
        hint="Prescribers, pharmacies, drugs paid in cash. Empty: nothing to note."
        value={note}
        onChange={setNote}
        error={act.problemOf('note')}
      />
      <ActWords>Pharmacists read the note. Everybody else sees that a pharmacist looked, and when.</ActWords>
    </ActDialog>
  )
}

const kinds: readonly { value: ChartEntry['kind']; label: string; hint: string }[] = [
  { value: 'ALLERGY', label: 'Allergy', hint: 'Drug and reaction, such as Codeine: hives' },
  { value: 'KIDNEY', label: 'Kidney', hint: 'Such as eGFR 71' },
  { value: 'LIVER', label: 'Liver', hint: 'Such as ALT 34' },
  { value: 'WEIGHT', label: 'Weight', hint: 'Such as 188 lb' },
]

/** Records an allergy, a kidney or liver test or a weight. */
export function AddToChart({ authorizationId, onClose }: DialogProps) {
  const id = useId()
  const { person } = useUser()
  const today = dateIn(useNow(), person.timeZone)
  const [kind, setKind] = useState<ChartEntry['kind']>('ALLERGY')
  const [text, setText] = useState('')
  const [on, setOn] = useState(usDate(today))
  const day = parseDate(on, today)
  const act = useDialogSend(evidence.chart, {
    problems: [
      ...(text.trim() === '' ? [{ field: 'entry.text', message: 'Write what the chart says.' }] : []),
      ...(day ? [] : [{ field: 'entry.seenOn', message: 'Enter a day.' }]),
    ],
    idOf: (field) => `${id}-${field}`,
    input: () => ({ authorizationId, entry: { kind, text: text.trim(), seenOn: day! } }),
    notice: () => ({ tone: 'success', words: 'It is on the chart.' }),
    onClose,
  })
  return (
    <ActDialog
      title="Add to the chart"
      tile={<Tile icon={iconStethoscope} />}
      verb="Add"
      busyLabel="Adding"
      failedWords="Nothing was added."
      {...act.dialog}
    >
      <SelectField label="What" options={kinds} value={kind} onChange={setKind} />
      <TextField
        label="What the chart says"
        id={`${id}-entry.text`}
        hint={kinds.find(({ value }) => value === kind)?.hint}
        value={text}
        onChange={(to) => {
          setText(to)
          act.forget()
        }}
        error={act.problemOf('entry.text')}
      />
      <DateField
        label="Seen on"
        id={`${id}-entry.seenOn`}
        today={today}
        to={today}
        value={on}
        onChange={(to) => {
          setOn(to)
          act.forget()
        }}
        error={act.problemOf('entry.seenOn')}
      />
    </ActDialog>
  )
}

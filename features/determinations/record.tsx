import { useState } from 'react'
import { ActDialog, ActWords, useDialogSend } from '#platform/ui/overlay/act-dialog.tsx'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { iconFile } from '#platform/ui/display/icons.ts'
import { RadioGroup } from '#platform/ui/form/radio-group.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { Switch } from '#platform/ui/form/switch.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { Tile } from '#platform/ui/display/tile.tsx'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { dateIn } from '#platform/dates/zone.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { determinations } from './contract.ts'
import css from './determinations.module.css'
import type { DeterminationKind } from '#features/authorizations/determination-kinds.ts'
import { emptyRecord, recordProblems, toRecord, type RecordForm } from './record-form.ts'
import { authorityInWords } from './authorities.ts'

const idOf = (field: string): string => `determination-${field}`
const results = [
  { value: 'CERTIFIED', label: 'Certified' },
  { value: 'MODIFIED', label: 'Certified with changes' },
  { value: 'DENIED', label: 'Denied' },
] as const

export type RecordDeterminationProps = {
  detail: AuthDetail
  now: number
  /** Whose word this person may record. */
  kinds: readonly DeterminationKind[]
  levels: readonly { level: number; label: string }[]
  onClose: () => void
}

/** Writes down what a review organisation, a board or a court determined: what an approval must then be. */
export function RecordDetermination({ detail, now, kinds, levels, onClose }: RecordDeterminationProps) {
  const { person } = useUser()
  const today = dateIn(now, person.timeZone)
  const papers = useRead(determinations.list, { id: detail.authorizationId })
  const [form, setForm] = useState<RecordForm>(() => emptyRecord(kinds[0] ?? 'BOARD'))
  const set = (change: Partial<RecordForm>) => {
    setForm({ ...form, ...change })
    forget()
  }
  const grants = form.result !== 'DENIED'
  const { dialog, problemOf, forget } = useDialogSend(determinations.record, {
    problems: recordProblems(person, detail, form, today, new Date(now).toISOString()),
    idOf,
    input: () => toRecord(detail, form, today),
    notice: () => ({
      words: 'Determination recorded.',
      detail: grants ? 'An approval of this request now follows it.' : 'It is shown when the request is decided.',
    }),
    onClose,
  })

  return (
    <ActDialog
      title="Record a determination"
      tile={<Tile icon={iconFile} />}
      sheet="full"
      {...dialog}
      verb="Record"
      busyLabel="Recording"
      failedWords="It was not recorded."
    >
      <SelectField
        label="Who determined"
        id={idOf('kind')}
        data-autofocus
        value={form.kind}
        options={kinds.map((kind) => ({ value: kind, label: authorityInWords(kind) }))}
        onChange={(kind) => set({ kind })}
      />
      <div className={css.pair}>
        <TextField
          label="Name of the authority"
          required
          id={idOf('authority')}
          maxLength={120}
          value={form.authority}
          onChange={(authority) => set({ authority })}
          error={problemOf('authority')}
        />
        <TextField
          label="Their number"
          required
          id={idOf('number')}
          maxLength={40}
          value={form.number}
          onChange={(number) => set({ number })}
          error={problemOf('number')}
        />
      </div>
      <DateField
        label="Date of the determination"
        required
        id={idOf('determinedOn')}
        value={form.determinedOn}
        onChange={(determinedOn) => set({ determinedOn })}
        today={today}
        from={detail.dateOfInjury}
        to={today}
        error={problemOf('determinedOn')}
      />
      <RadioGroup
        legend="Result"
        value={form.result}
        onChange={(result) => set({ result })}
        options={results.map((one) => ({ ...one }))}
      />
      {grants && (
        <>
          <div className={css.pair}>
            <DateField
              label="First day"
              required
              id={idOf('startDate')}
              value={form.start}
              onChange={(start) => set({ start })}
              today={today}
              from={detail.dateOfInjury}
              error={problemOf('startDate')}
            />
            <DateField
              label="Last day"
              required
              id={idOf('endDate')}
              value={form.end}
              onChange={(end) => set({ end })}
              today={today}
              error={problemOf('endDate')}
            />
          </div>
          <SelectField
            label="Which drugs"
            required
            id={idOf('drugLevel')}
            value={form.level}
            placeholder="Choose the drug level"
            options={levels.map(({ level, label }) => ({ value: String(level), label: `${label} (GPI ${level})` }))}
            onChange={(level) => set({ level })}
            error={problemOf('drugLevel')}
          />
          <Switch label="One-time fill" checked={form.once} onChange={(once) => set({ once })} />
          <div className={css.three}>
            {!form.once && (
              <TextField
                label="Max fills"
                inputMode="numeric"
                id={idOf('maxFills')}
                value={form.fills}
                onChange={(fills) => set({ fills })}
                error={problemOf('maxFills')}
              />
            )}
            <TextField
              label="Units per fill"
              inputMode="decimal"
              id={idOf('maxQty')}
              value={form.units}
              onChange={(units) => set({ units })}
              error={problemOf('maxQty')}
            />
            <TextField
              label="Days per fill"
              inputMode="numeric"
              id={idOf('maxDays')}
              value={form.days}
              onChange={(days) => set({ days })}
              error={problemOf('maxDays')}
            />
          </div>
          <ActWords>Leave empty any limit it does not set.</ActWords>
        </>
      )}
      {papers.data && papers.data.documents.length > 0 && (
        <SelectField
          label="Document on file"
          aside="optional"
          id={idOf('documentId')}
          value={form.documentId}
          placeholder="None"
          options={papers.data.documents.map((paper) => ({
            value: paper.documentId,
            label: `${paper.fileName} (${paper.typeName})`,
          }))}
          onChange={(documentId) => set({ documentId })}
          error={problemOf('documentId')}
        />
      )}
      <TextArea
        label="Note"
        aside="optional"
        id={idOf('note')}
        limit={1000}
        value={form.note}
        onChange={(note) => set({ note })}
        error={problemOf('note')}
      />
    </ActDialog>
  )
}

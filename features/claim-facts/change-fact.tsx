import { useId, useState } from 'react'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { usDate } from '#platform/dates/day.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { iconFile } from '#platform/ui/display/icons.ts'
import { Tile } from '#platform/ui/display/tile.tsx'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { ActDialog, ActWords, useDialogSend } from '#platform/ui/overlay/act-dialog.tsx'
import { factKinds, factValues, hasSubject, type FactKind } from '#features/eligibility/claim-fact-rules.ts'
import { bodyParts } from '#reference/body-parts.ts'
import { claimFacts } from './contract.ts'

type Answer = AnswerOf<typeof claimFacts.of>

/** What a field is called where a kind of fact has several on a claim. */
const subjectLabels: Partial<Record<FactKind, { label: string; hint: string }>> = {
  DIAGNOSIS: { label: 'ICD-10 code', hint: 'With its period, such as M51.26' },
  PROVIDER: { label: 'NPI of the prescriber', hint: 'Ten digits' },
}
const dayLabels: Partial<Record<FactKind, string>> = { DEATH: 'Date of death', SURGERY: 'Day of surgery' }
const kinds = Object.entries(factKinds).map(([value, label]) => ({ value, label }))

/** Changes one fact of a claim from a day on. Nothing is preset but the day. */
export function ChangeFact({ facts, onClose }: { facts: Answer; onClose: () => void }) {
  const id = useId()
  const { claimId, version, today } = facts
  const [kind, setKind] = useState<FactKind>('DIAGNOSIS')
  const [subject, setSubject] = useState('')
  const [description, setDescription] = useState('')
  const [value, setValue] = useState('')
  const [from, setFrom] = useState(usDate(today))
  const [reason, setReason] = useState('')
  const day = parseDate(from, today)
  const onFile = facts.injuries.find((one) => one.kind === kind && one.subject === subject.trim().toUpperCase())
  const isNewDiagnosis = kind === 'DIAGNOSIS' && subject.trim() !== '' && !onFile
  const act = useDialogSend(claimFacts.change, {
    problems: [
      ...(hasSubject(kind) && subject.trim() === '' ? [{ field: 'subject', message: 'Enter what it is about.' }] : []),
      ...(value === '' ? [{ field: 'value', message: 'Choose what holds from that day on.' }] : []),
      ...(day ? [] : [{ field: 'from', message: 'Enter a day.' }]),
      ...(reason.trim().length < 5 ? [{ field: 'reason', message: 'Write why, in 5 characters at least.' }] : []),
    ],
    idOf: (field) => `${id}-${field}`,
    input: () => ({
      claimId,
      kind,
      subject: hasSubject(kind) ? subject.trim() : '',
      ...(isNewDiagnosis && { description: description.trim() }),
      value,
      from: day!,
      reason: reason.trim(),
      version,
    }),
    notice: ({ holds, openRequests }) => ({
      tone: 'success',
      words: holds ? 'The fact was changed.' : `The change waits until ${usDate(day!)}.`,
      detail:
        openRequests === 0
          ? 'No request is open on this claim.'
          : `${openRequests} open ${openRequests === 1 ? 'request is' : 'requests are'} decided again by the rules${holds ? '.' : ' on that day.'}`,
    }),
    onClose,
  })
  const change = (set: (text: string) => void) => (text: string) => {
    set(text)
    act.forget()
  }
  return (
    <ActDialog
      title="Change a fact"
      tile={<Tile icon={iconFile} />}
      sheet="full"
      verb="Change the fact"
      busyLabel="Changing"
      failedWords="Nothing was changed."
      {...act.dialog}
    >
      <SelectField
        label="Fact"
        id={`${id}-kind`}
        options={kinds}
        value={kind}
        onChange={(to) => {
          setKind(to as FactKind)
          setSubject('')
          setValue('')
          act.forget()
        }}
        error={act.problemOf('kind')}
      />
      {kind === 'PART' && (
        <SelectField
          label="Body part"
          id={`${id}-subject`}
          placeholder="Choose"
          options={bodyParts.map(({ code, name }) => ({ value: String(code), label: name }))}
          value={subject}
          onChange={change(setSubject)}
          error={act.problemOf('subject')}
        />
      )}
      {subjectLabels[kind] && (
        <TextField
          {...subjectLabels[kind]}
          id={`${id}-subject`}
          value={subject}
          onChange={change(setSubject)}
          error={act.problemOf('subject')}
        />
      )}
      {isNewDiagnosis && (
        <TextField
          label="Name of the diagnosis"
          id={`${id}-description`}
          value={description}
          onChange={change(setDescription)}
          error={act.problemOf('description')}
        />
      )}
      <SelectField
        label={onFile ? `Now ${onFile.valueName.toLowerCase()}, then` : 'What holds'}
        id={`${id}-value`}
        placeholder="Choose"
        options={Object.entries(factValues[kind]).map(([code, label]) => ({ value: code, label }))}
        value={value}
        onChange={change(setValue)}
        error={act.problemOf('value')}
      />
      <DateField
        label={dayLabels[kind] ?? 'From'}
        id={`${id}-from`}
        today={today}
        value={from}
        onChange={change(setFrom)}
        error={act.problemOf('from')}
      />
      <TextArea
        label="Why"
        required
        id={`${id}-reason`}
        rows={3}
        limit={500}
        value={reason}
        onChange={change(setReason)}
        error={act.problemOf('reason')}
      />
      <ActWords>
        Fills from that day on are decided by it, earlier ones by what held before. Open requests of this claim are
        decided again by the rules. The change stays in the history.
      </ActWords>
    </ActDialog>
  )
}

import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { requestPath } from '#features/authorizations/queue.ts'
import { documents } from '#features/documents/contract.ts'
import { documentType } from '#features/documents/rules.ts'
import { receivedHow } from '#features/new-authorization/arrival-fields.ts'
import { newAuthorization } from '#features/new-authorization/contract.ts'
import type { CallFailed } from '#platform/browser/call.ts'
import { useAct } from '#platform/browser/use-call.ts'
import { useFormSend } from '#platform/browser/use-form-send.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { MAX_DOCUMENT_BYTES } from '#platform/calls/documents.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { typedTime } from '#platform/dates/typed-time.ts'
import { exactWords, timeWords } from '#platform/dates/words.ts'
import { dateIn, instantOf, timeIn } from '#platform/dates/zone.ts'
import { usDate } from '#platform/dates/day.ts'
import { iconUndo } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { Tile } from '#platform/ui/display/tile.tsx'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { ErrorSummary } from '#platform/ui/form/error-summary.tsx'
import { Field } from '#platform/ui/form/field.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { ActDialog } from '#platform/ui/overlay/act-dialog.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import css from './after-decision.module.css'

type Draft = AnswerOf<typeof newAuthorization.build>
type Level = 1 | 2 | 3
const levels: Readonly<Record<Level, { label: string; detail: string }>> = {
  1: { label: 'Level 1, payer review', detail: 'Another adjuster or the pharmacist' },
  2: { label: 'Level 2, peer review', detail: 'A pharmacist or physician' },
  3: { label: 'Level 3, outside review', detail: 'Decided outside; support records the outcome' },
}
type How = (typeof receivedHow)[number]
const howNames: Readonly<Record<How, string>> = {
  FAX: 'Fax',
  MAIL: 'Mail',
  PHONE: 'Phone',
  EMAIL: 'E-mail',
  PORTAL: 'Portal',
}
const ids = {
  receivedHow: 'reconsider-how',
  receivedAt: 'reconsider-day',
  time: 'reconsider-time',
  selectedCaseOwners: 'reconsider-owner',
  note: 'reconsider-note',
  file: 'reconsider-file',
}

type ReconsiderProps = { detail: AuthDetail; zone: string; now: number; onClose: () => void }

/** Opens a reconsideration of a denial: the next level, decided by somebody else. */
export function Reconsider(props: ReconsiderProps) {
  const { detail, onClose } = props
  const build = useAct(newAuthorization.build)
  const [draft, setDraft] = useState<Draft>()
  const [failed, setFailed] = useState<CallFailed>()
  const { mutate } = build
  // The draft says which level is next, who may decide it, and when it is due.
  useEffect(() => {
    mutate({ originalAuthId: detail.authorizationId }, { onSuccess: setDraft, onError: setFailed })
  }, [mutate, detail.authorizationId])
  if (draft) return <Form {...props} draft={draft} />
  return (
    <ActDialog
      title="Open a reconsideration"
      tile={<Tile icon={iconUndo} />}
      size="large"
      sheet="full"
      onClose={onClose}
      onSend={onClose}
      verb="Open reconsideration"
      busyLabel="Loading"
      busy={!failed}
      failure={undefined}
      failedWords=""
    >
      {failed ? (
        <ErrorState
          small
          title="A reconsideration cannot be opened"
          safe="Nothing was changed."
          text={failed.message}
          supportId={failed.supportId}
        />
      ) : (
        <Loading busy skeleton={<Skeleton width="100%" height={240} />}>
          {null}
        </Loading>
      )}
    </ActDialog>
  )
}

function Form({ detail, zone, now, onClose, draft }: ReconsiderProps & { draft: Draft }) {
  const [, navigate] = useLocation()
  const today = dateIn(now, zone)
  const level = draft.reconsiderationLevel as Level
  const [how, setHow] = useState<How | ''>('')
  const [day, setDay] = useState(usDate(today))
  const [time, setTime] = useState(timeWords(timeIn(now, zone)))
  const [owner, setOwner] = useState(draft.caseOwners[0]?.email ?? '')
  const [note, setNote] = useState('')
  const [file, setFile] = useState<File>()
  const create = useAct(newAuthorization.create)
  const upload = useAct(documents.add)
  const first = dateIn(Date.parse(detail.completedAt ?? detail.requestReceivedDate), zone)
  const date = parseDate(day, today, { from: first, to: today })
  const clock = typedTime(time)

  const attach = async (authorizationId: string): Promise<boolean> => {
    if (!file) return true
    try {
      const bytes = new Uint8Array(await file.arrayBuffer())
      await upload.mutateAsync({
        claimId: detail.stratusClaimId,
        authorizationId,
        typeId: documentType.CORRESPONDENCE,
        file: { name: file.name, type: file.type, bytes },
      })
      return true
    } catch {
      return false
    }
  }
  const form = useFormSend({
    whatIsWrong: () => [
      ...(how === '' ? [{ id: ids.receivedHow, message: 'Choose how it came.' }] : []),
      ...(date ? [] : [{ id: ids.receivedAt, message: `Enter a date from ${usDate(first)} to today.` }]),
      ...(clock ? [] : [{ id: ids.time, message: 'Enter the time it was received, such as 6:10 PM.' }]),
      ...(owner ? [] : [{ id: ids.selectedCaseOwners, message: 'Choose who decides it.' }]),
      ...(file && file.size > MAX_DOCUMENT_BYTES ? [{ id: ids.file, message: 'Choose a file of at most 10 MB.' }] : []),
    ],
    send: async () => {
      const made = await create.mutateAsync({
        authorizationId: draft.authorizationId,
        selectedCaseOwners: [owner],
        reconsiderationLevel: level,
        originalAuthId: detail.authorizationId,
        receivedHow: how as How,
        receivedAt: new Date(instantOf(date!, clock!, zone)).toISOString(),
        ...(note.trim() !== '' && { note: note.trim() }),
      })
      const attached = await attach(made.authorizationId)
      toast({
        words: `Reconsideration level ${level} is open.`,
        detail: attached
          ? `Due ${exactWords(made.statutoryDueAt, zone)}.`
          : 'The letter was not attached: add it under Documents.',
        ...(!attached && { tone: 'error' as const }),
      })
      onClose()
      navigate(requestPath(made.authorizationId))
    },
    idOf: (path) => ids[path as keyof typeof ids],
  })
  const onSend = () => form.onSubmit({ preventDefault: () => {} })
  const region = useRef<HTMLDivElement>(null)
  useKeys({ 'mod+Enter': onSend }, { scope: region })
  return (
    <ActDialog
      title="Open a reconsideration"
      tile={<Tile icon={iconUndo} />}
      size="large"
      sheet="full"
      onClose={onClose}
      onSend={onSend}
      verb={`Open level ${level}`}
      busyLabel="Opening"
      busy={form.busy}
      failure={form.failure}
      failedWords="It was not opened."
    >
      <div ref={region} className={css.fields}>
        <ErrorSummary key={form.tries} errors={form.problems} />
        <ol className={css.levels} aria-label="Levels">
          {([1, 2, 3] as const).map((one) => (
            <li key={one} aria-current={one === level ? 'step' : undefined}>
              {levels[one].label}
              <small>{one < level ? 'Done' : one === level ? levels[one].detail : `After level ${one - 1}`}</small>
            </li>
          ))}
        </ol>
        <SelectField
          label="Received by"
          required
          id={ids.receivedHow}
          data-autofocus
          value={how}
          options={receivedHow.map((value) => ({ value, label: howNames[value] }))}
          onChange={setHow}
          placeholder="Choose"
          error={form.problemOf(ids.receivedHow)}
        />
        <div className={css.row}>
          <DateField
            label="Received"
            required
            id={ids.receivedAt}
            value={day}
            onChange={setDay}
            today={today}
            from={first}
            to={today}
            error={form.problemOf(ids.receivedAt)}
          />
          <TextField
            label="At"
            required
            id={ids.time}
            value={time}
            onChange={setTime}
            error={form.problemOf(ids.time)}
          />
        </div>
        <SelectField
          label="Who decides it?"
          required
          id={ids.selectedCaseOwners}
          value={owner}
          options={draft.caseOwners.map(({ email, name, roleName }) => ({
            value: email,
            label: `${name}, ${roleName}`,
          }))}
          onChange={setOwner}
          placeholder="Choose a person"
          hint={level === 1 ? 'Not the person who decided before.' : undefined}
          error={form.problemOf(ids.selectedCaseOwners)}
        />
        <TextArea
          label="What they say"
          id={ids.note}
          limit={2000}
          value={note}
          onChange={setNote}
          error={form.problemOf(ids.note)}
        />
        <Field
          label="Letter"
          id={ids.file}
          error={form.problemOf(ids.file)}
          hint="PDF, PNG, JPEG or TIFF, up to 10 MB. It is checked for malware."
        >
          {(control) => (
            <input
              {...control}
              type="file"
              accept=".pdf,.png,.jpg,.jpeg,.tif,.tiff"
              onChange={(event) => setFile(event.target.files?.[0])}
            />
          )}
        </Field>
        <Facts
          of={[
            ['Opens', 'A new request beside this one'],
            ['Stays', `${detail.authorizationStatus}, as it was decided`],
            ['Answer due', `${exactWords(draft.statutoryDueAt, zone)}, received now`],
          ]}
        />
        {draft.warnings.map((words) => (
          <Note key={words} tone="amber">
            {words}
          </Note>
        ))}
      </div>
    </ActDialog>
  )
}

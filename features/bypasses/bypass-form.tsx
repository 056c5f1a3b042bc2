import { explains, whyNotExplained } from '#features/authorizations/explains.ts'
import { useId, useState, type ReactNode } from 'react'
import { drugs, type Drug } from '#features/drugs/contract.ts'
import { money } from '#features/authorizations/figures.ts'
import { asFailed } from '#platform/browser/call.ts'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { useFormSend } from '#platform/browser/use-form-send.ts'
import { addDays, usDate } from '#platform/dates/day.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { typedNumber, whyNoNumber } from '#platform/text/typed-number.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { ErrorSummary } from '#platform/ui/form/error-summary.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { RadioGroup } from '#platform/ui/form/radio-group.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { ActDialog } from '#platform/ui/overlay/act-dialog.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { bypasses, type Bypass } from './contract.ts'
import { bypassReasonNames, bypassReasons, type BypassReason } from '#reference/bypass-reasons.ts'
import css from './bypass-tab.module.css'
import { plural } from '#platform/text/plural.ts'

const REASONS = bypassReasons.map((value) => ({ value, label: bypassReasonNames[value] }))
/** Digits of a drug code a bypass of one drug may have; a class of drugs is the whole claim. */
const LENGTHS = [14, 12, 10, 8]
const MOST_NOTE = 1000
const MOST_FILLS = 12

/** Why a bypass may last so long is said by the server; the form starts with a week. */
const USUAL_DAYS = 6

/** What was read of the typed limits, behind "The bypass was added": ": at most 2 fills, $250.00 a fill". */
function limitWords(fills: number | null | undefined, dollars: number | null | undefined): string {
  const limits = [
    ...(fills ? [`at most ${plural(fills, 'fill')}`] : []),
    ...(dollars ? [`${money(dollars)} a fill`] : []),
  ]
  return limits.length > 0 ? `: ${limits.join(', ')}` : ''
}

/** Shows the drug directory over the form. */
export type ChooseDrug = (of: { onChoose: (drug: Drug) => void; onClose: () => void }) => ReactNode

/** Sets a bypass on a claim or on a drug of it. */
export function SetBypass({
  claimId,
  today,
  chooseDrug,
  onClose,
}: {
  claimId: string
  today: string
  chooseDrug: ChooseDrug
  onClose: () => void
}) {
  const id = useId()
  const idOf = (field: string) => `${id}-${field}`
  const [scope, setScope] = useState<'ALL' | 'DRUG'>('ALL')
  const [drug, setDrug] = useState<Drug>()
  const [choosing, setChoosing] = useState(false)
  const [level, setLevel] = useState('14')
  const [reason, setReason] = useState<BypassReason | ''>('')
  const [from, setFrom] = useState(usDate(today))
  const [to, setTo] = useState(usDate(addDays(today, USUAL_DAYS)))
  const [fills, setFills] = useState('')
  const [cost, setCost] = useState('')
  const [codes, setCodes] = useState('')
  const [note, setNote] = useState('')
  const set = useAct(bypasses.set)
  const [fromDay, toDay] = [parseDate(from, today) || undefined, parseDate(to, today) || undefined]
  const [most, dollars] = [typedNumber(fills), typedNumber(cost, 2, '$')]
  const named = codes
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
  const form = useFormSend({
    whatIsWrong: () => [
      ...(scope === 'DRUG' && !drug ? [{ id: idOf('gpi'), message: 'Choose a drug.' }] : []),
      ...(reason === '' ? [{ id: idOf('reason'), message: 'Choose a reason.' }] : []),
      ...(fromDay ? [] : [{ id: idOf('startDate'), message: 'Enter the first day as MM/DD/YYYY.' }]),
      ...(toDay ? [] : [{ id: idOf('endDate'), message: 'Enter the last day as MM/DD/YYYY.' }]),
      ...(most === undefined || most === 0 || (most ?? 0) > MOST_FILLS
        ? [{ id: idOf('maxFills'), message: whyNoNumber(fills, `Enter 1 to ${MOST_FILLS} fills, or leave it empty.`) }]
        : []),
      ...(dollars === undefined || dollars === 0
        ? [
            {
              id: idOf('maxCostPerFill'),
              message: whyNoNumber(cost, 'Enter dollars such as 250.00, or leave it empty.'),
            },
          ]
        : []),
    ],
    send: async () => {
      const { warnings } = await set.mutateAsync({
        claimId,
        scope,
        ...(scope === 'DRUG' && { gpi: drug!.gpi, drugLevel: Number(level) }),
        reason: reason as BypassReason,
        startDate: fromDay!,
        endDate: toDay!,
        ...(most && { maxFills: most }),
        ...(dollars && { maxCostPerFill: dollars }),
        ...(named.length > 0 && { codes: named }),
        ...(note.trim() && { note: note.trim() }),
      })
      toast({ tone: 'success', words: [`The bypass was added${limitWords(most, dollars)}.`, ...warnings].join(' ') })
      onClose()
    },
    idOf: (path) => idOf(path.split('.')[0]!),
  })
  const errorOf = (field: string) => form.problemOf(idOf(field))
  return (
    <Dialog
      title="Add bypass"
      onClose={onClose}
      onSubmit={() => form.onSubmit({ preventDefault: () => {} })}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <SendButton tone="primary" busy={form.busy} busyLabel="Adding">
            Add bypass
          </SendButton>
        </>
      }
    >
      <div className={css.form}>
        <ErrorSummary key={form.tries} errors={form.problems} />
        {form.failure && <FailedNote what="No bypass was added." failure={form.failure} />}
        <p className="muted">
          Authorization, product and quantity codes pass while it runs. Safety codes and hard stops still stop a fill.
          The supervisor of the case owner is notified.
        </p>
        <RadioGroup
          legend="Applies to"
          row
          value={scope}
          options={[
            { value: 'ALL', label: 'The whole claim' },
            { value: 'DRUG', label: 'One drug' },
          ]}
          onChange={setScope}
        />
        {scope === 'DRUG' && (
          <div className={css.form} id={idOf('gpi')} tabIndex={-1}>
            <div className={css.drug}>
              <span>{drug ? `${drug.genericName} ${drug.strength} ${drug.form}` : 'No drug chosen'}</span>
              <Button size="small" onClick={() => setChoosing(true)}>
                {drug ? 'Choose another drug' : 'Choose a drug'}
              </Button>
            </div>
            {errorOf('gpi') && <Note tone="red">{errorOf('gpi')}</Note>}
            {drug && (
              <LevelChoice
                id={idOf('drugLevel')}
                error={errorOf('drugLevel')}
                gpi={drug.gpi}
                value={level}
                onChange={setLevel}
              />
            )}
          </div>
        )}
        <SelectField
          label="Reason"
          required
          id={idOf('reason')}
          error={errorOf('reason')}
          value={reason}
          options={REASONS}
          onChange={setReason}
          placeholder="Choose a reason"
        />
        <div className={css.fields}>
          <DateField
            label="First day"
            required
            id={idOf('startDate')}
            error={errorOf('startDate')}
            value={from}
            onChange={setFrom}
            today={today}
          />
          <DateField
            label="Last day"
            required
            id={idOf('endDate')}
            error={errorOf('endDate')}
            hint="At most 30 days, 90 for transition of care"
            value={to}
            onChange={setTo}
            today={today}
          />
          <TextField
            label="Most fills"
            aside="optional"
            id={idOf('maxFills')}
            error={errorOf('maxFills')}
            inputMode="numeric"
            value={fills}
            onChange={setFills}
            maxLength={2}
          />
          <TextField
            label="Most dollars a fill"
            aside="optional"
            id={idOf('maxCostPerFill')}
            error={errorOf('maxCostPerFill')}
            inputMode="decimal"
            value={cost}
            onChange={setCost}
            maxLength={10}
          />
        </div>
        <TextField
          label="Reject codes"
          aside="optional"
          hint="Such as 75, 76. Empty means every code a bypass may clear."
          id={idOf('codes')}
          error={errorOf('codes')}
          value={codes}
          onChange={setCodes}
          maxLength={120}
        />
        <TextArea
          label="Note"
          aside="optional"
          id={idOf('note')}
          error={errorOf('note')}
          value={note}
          onChange={setNote}
          limit={MOST_NOTE}
        />
      </div>
      {choosing &&
        chooseDrug({
          onChoose: (one) => {
            setDrug(one)
            setChoosing(false)
          },
          onClose: () => setChoosing(false),
        })}
    </Dialog>
  )
}

/** How much of the drug passes, with the products of each choice. */
function LevelChoice({
  id,
  error,
  gpi,
  value,
  onChange,
}: {
  id: string
  error: string | undefined
  gpi: string
  value: string
  onChange: (level: string) => void
}) {
  const asked = useRead(drugs.gpiVariations, { code: gpi })
  const found = asked.data?.levels.filter(({ length }) => LENGTHS.includes(length)) ?? []
  return (
    <SelectField
      label="How much of the drug"
      id={id}
      error={asked.error?.message ?? error}
      value={value}
      options={found.toReversed().map(({ length, description, productCount }) => ({
        value: String(length),
        label: `${description}, ${productCount} ${productCount === 1 ? 'product' : 'products'}`,
      }))}
      onChange={onChange}
    />
  )
}

/** Ends a bypass before its time. */
export function EndBypass({ of, onClose }: { of: Bypass; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const act = useAct(bypasses.end)
  const send = () => {
    setMissing(!explains(reason))
    if (!explains(reason) || act.isPending) return
    act.mutate(
      { bypassId: of.bypassId, reason: reason.trim() },
      {
        onSuccess: () => {
          toast({ tone: 'success', words: 'The bypass has ended.' })
          onClose()
        },
      },
    )
  }
  return (
    <ActDialog
      title="End bypass"
      onClose={onClose}
      onSend={send}
      verb="End bypass"
      busyLabel="Ending"
      tone="danger"
      busy={act.isPending}
      failure={act.error ? asFailed(act.error) : undefined}
      failedWords="The bypass was not ended."
    >
      <p>
        {of.drugs}, {usDate(of.startDate)} to {usDate(of.endDate)}. From now on fills need authorization again.
      </p>
      <TextArea
        label="Why it ends"
        required
        error={missing ? whyNotExplained(reason, 'Enter why it ends.') : undefined}
        value={reason}
        onChange={setReason}
        limit={MOST_NOTE}
      />
    </ActDialog>
  )
}

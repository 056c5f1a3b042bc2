import { useId, useState } from 'react'
import { useAct } from '#platform/browser/use-call.ts'
import { useFormSend } from '#platform/browser/use-form-send.ts'
import { levels } from '#features/prior-auths/levels.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { ErrorSummary } from '#platform/ui/form/error-summary.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { ChangeFailed } from './changed-meanwhile.tsx'
import { priorAuths, type ListedPriorAuth } from './contract.ts'
import { FindingReasons, useFindingReasons } from './finding-reasons.tsx'
import { Follows } from './move-end.tsx'
import css from './prior-auths.module.css'
import { readLimits, type LimitsTyped } from './typed-limits.ts'

const NOTE_LIMIT = 250
const text = (value: number | string | null): string => (value === null ? '' : String(value))

type ChangeLimitsProps = { of: ListedPriorAuth; today: string; onClose: () => void }

/** Changes what one lets through: level, fills, quantity, days, cost, pharmacy and prescriber. Empty means no limit. */
export function ChangeLimits({ of, onClose }: ChangeLimitsProps) {
  const id = useId()
  const act = useAct(priorAuths.save)
  const block = of.kind === 'BLOCK'
  const first: LimitsTyped = {
    paMaxFill: text(of.maxFills),
    maxQty: text(of.maxQtyPerFill),
    maxDays: text(of.maxDaysPerFill),
    maxCost: text(of.maxCostPerFill),
    pharmacyNabp: text(of.pharmacyNabp),
    prescriberNpi: text(of.prescriberNpi),
  }
  const [typed, setTyped] = useState(first)
  const [level, setLevel] = useState(String(of.level))
  const [note, setNote] = useState('')
  const [version, setVersion] = useState(of.version)
  const read = readLimits(typed, first)
  const changes = [...read.words, ...(Number(level) === of.level ? [] : [`Level: ${of.level} → ${level}`])]
  const idOf = (path: string) => `${id}-${path}`
  const findings = useFindingReasons(idOf)
  const form = useFormSend({
    whatIsWrong: () => [
      ...read.wrong.map(({ field, message }) => ({ id: idOf(field), message })),
      ...(changes.length === 0 && read.wrong.length === 0
        ? [{ id: idOf(block ? 'drugLevel' : 'paMaxFill'), message: 'Nothing is changed yet.' }]
        : []),
      ...findings.whatIsWrong(),
    ],
    send: async () => {
      const sent = act.mutateAsync({
        masterCarrierCode: of.masterCarrier,
        priorAuthOverrideRef: of.priorAuthOverrideRef,
        version,
        ...read.limits,
        ...(Number(level) !== of.level && { drugLevel: Number(level) }),
        ...(note.trim() && { note: note.trim() }),
        ...findings.input,
      })
      const { priorAuth, warnings } = await sent.catch(findings.learn)
      toast({
        tone: 'success',
        words: `${priorAuth.priorAuthOverrideRef} was changed. ${changes.join(', ')}.`,
        ...(warnings.length > 0 && { detail: warnings.join(' ') }),
      })
      onClose()
    },
    idOf: (path) =>
      ['paMaxFill', 'maxQty', 'maxDays', 'maxCost', 'pharmacyNabp', 'prescriberNpi', 'drugLevel', 'note'].includes(path)
        ? idOf(path)
        : path.startsWith('safety') || path.startsWith('findings')
          ? idOf('safety')
          : path === 'oneTimeFill'
            ? idOf('paMaxFill')
            : undefined,
  })
  const limit = (field: keyof LimitsTyped, label: string, hint: string) => (
    <TextField
      label={label}
      id={idOf(field)}
      hint={hint}
      error={form.problemOf(idOf(field))}
      value={typed[field]}
      onChange={(value) => setTyped({ ...typed, [field]: value })}
    />
  )
  // A narrower level is another prior authorization; a package has no other.
  const wider = levels.filter(
    (one) => one.level === of.level || (of.level !== 11 && one.level !== 11 && one.level < of.level),
  )
  return (
    <form className={css.form} onSubmit={form.onSubmit} noValidate aria-label={`Change ${of.priorAuthOverrideRef}`}>
      <div className={css.fields}>
        <ErrorSummary key={form.tries} errors={form.problems} />
        <ChangeFailed
          failure={form.failure}
          what="It was not changed."
          onGoOn={(now) => {
            setVersion(now)
            form.forget()
          }}
        />
        <SelectField
          label={block ? 'Stops' : 'Covers'}
          id={idOf('drugLevel')}
          error={form.problemOf(idOf('drugLevel'))}
          value={level}
          onChange={setLevel}
          options={wider.map((one) => ({ value: String(one.level), label: `${one.label} (${one.level})` }))}
        />
        {!block && (
          <div className={css.grid}>
            {limit('paMaxFill', 'Max fills', `${of.fillsUsed} used. Empty: any number`)}
            {limit('maxQty', 'Quantity a fill', 'Empty: any')}
            {limit('maxDays', 'Days’ supply a fill', 'Empty: any')}
            {limit('maxCost', 'Max cost a fill', 'In dollars. Empty: any')}
            {limit('pharmacyNabp', 'Only this pharmacy', 'NABP, 7 digits. Empty: any')}
            {limit('prescriberNpi', 'Only this prescriber', 'NPI, 10 digits. Empty: any')}
          </div>
        )}
        <TextArea
          label="Note"
          aside="optional"
          id={idOf('note')}
          error={form.problemOf(idOf('note'))}
          value={note}
          onChange={setNote}
          limit={NOTE_LIMIT}
        />
        <FindingReasons
          of={findings}
          idOf={idOf}
          problemOf={form.problemOf}
          hint="It goes on clearing all of them: each needs its reason again."
        />
      </div>
      <div className={css.follows}>
        <h3>What changes</h3>
        <div aria-live="polite">
          {changes.length === 0 ? (
            <p className="muted">Nothing yet. Letting more through is checked like a new approval by you.</p>
          ) : (
            <Follows good={changes} bad={[]} />
          )}
        </div>
      </div>
      <div className={css.foot}>
        <Button onClick={onClose}>Cancel</Button>
        <SendButton tone="primary" busy={form.busy} busyLabel="Saving" keys={['Ctrl', 'Enter']}>
          Save changes
        </SendButton>
      </div>
    </form>
  )
}

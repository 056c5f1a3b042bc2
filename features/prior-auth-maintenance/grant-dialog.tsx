import { useId, useState, type ReactNode } from 'react'
import { explains } from '#features/authorizations/explains.ts'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { formOptions } from '#features/decisions/form-options-contract.ts'
import { levels } from '#features/prior-auths/levels.ts'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { useFormSend } from '#platform/browser/use-form-send.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { ErrorSummary } from '#platform/ui/form/error-summary.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { approvalReasons } from '#reference/approval-reasons.ts'
import { ncpdp } from '#reference/ncpdp.ts'
import { isOfOneFill, rejectionReasons } from '#reference/rejection-reasons.ts'
import { priorAuths, type ListedPriorAuth } from './contract.ts'
import { FindingReasons, useFindingReasons } from './finding-reasons.tsx'
import css from './prior-auths.module.css'
import { noLimits, readLimits, type LimitsTyped } from './typed-limits.ts'

const NOTE_LIMIT = 2000
const usualLevel = 14

/** The drug it is for: a product, or the code of one that was granted before. */
export type DrugNamed = { name: string; ndc?: string; gpi?: string }

type GrantDialogProps = PatientTabProps & {
  kind: ListedPriorAuth['kind']
  /** One whose drug, level and limits it begins with. */
  like: ListedPriorAuth | undefined
  drug: DrugNamed | undefined
  /** The button that chooses a drug. */
  choose: ReactNode
  onClose: () => void
}

/** Grants a prior authorization without a request, or blocks a drug. */
export function GrantDialog({ kind, like, drug, choose, patient, onClose }: GrantDialogProps) {
  const id = useId()
  const { person } = useUser()
  const today = dateIn(useNow(), person.timeZone)
  const act = useAct(priorAuths.save)
  const block = kind === 'BLOCK'
  const [level, setLevel] = useState(String(like?.level ?? usualLevel))
  const [start, setStart] = useState(usDate(today))
  const [end, setEnd] = useState('')
  const [typed, setTyped] = useState<LimitsTyped>({
    ...noLimits,
    paMaxFill: like?.maxFills?.toString() ?? '',
    maxQty: like?.maxQtyPerFill?.toString() ?? '',
    maxDays: like?.maxDaysPerFill?.toString() ?? '',
  })
  const [reason, setReason] = useState('')
  const [note, setNote] = useState('')
  const [replace, setReplace] = useState(false)
  // What cannot be true of the drug is not offered.
  const rules = useRead(
    formOptions.editRules,
    { action: 'REJECT', subCarrier: patient.subCarrier, jurisState: patient.jurisState, gpi: drug?.gpi ?? '' },
    { off: !block || !/^(?:\d\d){1,7}$/.test(drug?.gpi ?? '') },
  )
  const untrue = rules.data?.untrueReasons ?? []
  const all: readonly { id: number; reason: string; noteRequired: boolean; noteHint?: string }[] = block
    ? rejectionReasons
    : approvalReasons
  // What is about one fill blocks nothing.
  const reasons = all.filter(({ id: one }) => !untrue.includes(one) && !(block && isOfOneFill(one)))
  const given = reasons.find((one) => one.id === Number(reason))
  const [from, to] = [parseDate(start, today), parseDate(end, today)]
  const read = readLimits(typed, noLimits)
  const idOf = (path: string) => `${id}-${path}`
  const findings = useFindingReasons(idOf)
  const fields = [
    'drugLevel',
    'startDate',
    'authorizationExpirationDate',
    'paMaxFill',
    'maxQty',
    'maxDays',
    'reasonId',
    'note',
  ]
  const form = useFormSend({
    whatIsWrong: () => [
      ...(drug ? [] : [{ id: idOf('drug'), message: 'Choose the drug.' }]),
      ...(from ? [] : [{ id: idOf('startDate'), message: 'Enter the first day as MM/DD/YYYY.' }]),
      ...(to === undefined
        ? [{ id: idOf('authorizationExpirationDate'), message: 'Enter the last day as MM/DD/YYYY, or leave it empty.' }]
        : []),
      ...read.wrong.map(({ field, message }) => ({ id: idOf(field), message })),
      ...(given ? [] : [{ id: idOf('reasonId'), message: 'Choose a reason.' }]),
      ...(given?.noteRequired && !explains(note)
        ? [{ id: idOf('note'), message: `Explain “${given.reason}” in a sentence.` }]
        : []),
      ...findings.whatIsWrong(),
    ],
    send: async () => {
      const sent = act.mutateAsync({
        masterCarrierCode: patient.masterCarrier,
        subCarrierCode: patient.subCarrier,
        stratusClaimId: patient.claimId,
        kind,
        ...(drug!.ndc ? { ndc: drug!.ndc } : { gpi: drug!.gpi }),
        drugLevel: Number(level),
        startDate: from!,
        ...(to && { authorizationExpirationDate: to }),
        ...(!block && { oneTimeFill: false, ...read.limits }),
        ...(!block && like && like.codesCleared.length > 0 && { codes: like.codesCleared }),
        reasonId: Number(reason),
        priorauthReasonDesc: given!.reason,
        ...(note.trim() && { note: note.trim() }),
        ...findings.input,
        ...(replace && { supersede: true }),
      })
      const { priorAuth, warnings } = await sent.catch(findings.learn)
      toast({
        tone: 'success',
        words: `${priorAuth.priorAuthOverrideRef} was ${block ? 'set' : 'created'}, ${usDate(priorAuth.startDate)} – ${usDate(priorAuth.endDate)}.`,
        ...(warnings.length > 0 && { detail: warnings.join(' ') }),
      })
      onClose()
    },
    idOf: (path) =>
      fields.includes(path)
        ? idOf(path)
        : ['ndc', 'gpi', 'kind'].includes(path)
          ? idOf('drug')
          : path === 'priorauthReasonDesc'
            ? idOf('reasonId')
            : path.startsWith('safety') || path.startsWith('findings')
              ? idOf('safety')
              : path === 'supersede'
                ? idOf('supersede')
                : undefined,
  })
  const duplicate = form.failure?.code === 'DUPLICATE' || form.problemOf(idOf('supersede')) !== undefined || replace
  const limit = (field: keyof LimitsTyped, label: string) => (
    <TextField
      label={label}
      id={idOf(field)}
      hint="Empty: any"
      error={form.problemOf(idOf(field))}
      value={typed[field]}
      onChange={(value) => setTyped({ ...typed, [field]: value })}
    />
  )
  // What is known of a drug that was granted before is its code: no narrower level can be named by it.
  const narrowest = drug?.gpi?.length ?? usualLevel
  return (
    <Dialog title={block ? 'Block a drug' : 'Create a prior authorization'} size="large" sheet="full" onClose={onClose}>
      <form
        className={css.form}
        onSubmit={form.onSubmit}
        noValidate
        aria-label={block ? 'Block' : 'Prior authorization'}
      >
        <div className={css.fields}>
          <ErrorSummary key={form.tries} errors={form.problems} />
          {form.failure && (
            <FailedNote failure={form.failure} what={block ? 'It was not blocked.' : 'It was not created.'} />
          )}
          <div className={css.about}>
            <div id={idOf('drug')} tabIndex={-1}>
              <b>{drug?.name ?? 'No drug chosen'}</b>
              <p className="muted">
                {patient.firstName} {patient.lastName} · born {usDate(patient.dob)} · {patient.claimNumber}
              </p>
              {form.problemOf(idOf('drug')) && <p role="alert">{form.problemOf(idOf('drug'))}</p>}
            </div>
            {choose}
          </div>
          <SelectField
            label={block ? 'Stops' : 'Covers'}
            id={idOf('drugLevel')}
            error={form.problemOf(idOf('drugLevel'))}
            value={level}
            onChange={setLevel}
            options={levels
              .filter((one) => (one.level === 11 ? drug?.ndc !== undefined : one.level <= narrowest))
              .map((one) => ({ value: String(one.level), label: `${one.label} (${one.level})` }))}
          />
          <div className={css.grid}>
            <DateField
              label="First day"
              required
              id={idOf('startDate')}
              error={form.problemOf(idOf('startDate'))}
              value={start}
              onChange={setStart}
              today={today}
            />
            <DateField
              label="Last day"
              hint="Empty: as long as the plan allows"
              id={idOf('authorizationExpirationDate')}
              error={form.problemOf(idOf('authorizationExpirationDate'))}
              value={end}
              onChange={setEnd}
              today={today}
            />
          </div>
        </div>
        <div className={css.fields}>
          {!block && (
            <div className={css.grid}>
              {limit('paMaxFill', 'Max fills')}
              {limit('maxQty', 'Quantity a fill')}
              {limit('maxDays', 'Days’ supply a fill')}
            </div>
          )}
          <SelectField
            label="Reason"
            required
            id={idOf('reasonId')}
            error={form.problemOf(idOf('reasonId'))}
            value={reason}
            onChange={setReason}
            placeholder="Choose a reason"
            options={reasons.map((one) => ({ value: String(one.id), label: one.reason }))}
          />
          <TextArea
            label="Note"
            aside={given?.noteRequired ? undefined : 'optional'}
            required={given?.noteRequired}
            hint={given?.noteHint}
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
            hint="A code that is left out is not cleared and stops the fill."
          />
          {duplicate && (
            <CheckBox
              id={idOf('supersede')}
              label="Replace the one that covers this already"
              detail="It ends when this one is created."
              checked={replace}
              onChange={setReplace}
            />
          )}
          {block && (
            <p className="muted">A block is a denial: its rules apply, and the pharmacy gets code {ncpdp.BLOCKED}.</p>
          )}
        </div>
        <div className={css.foot}>
          <Button onClick={onClose}>Cancel</Button>
          <SendButton tone={block ? 'danger' : 'primary'} busy={form.busy} busyLabel="Saving">
            {block ? 'Block' : 'Create'}
          </SendButton>
        </div>
      </form>
    </Dialog>
  )
}

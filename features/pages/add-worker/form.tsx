import { useId, useState } from 'react'
import { useLocation } from 'wouter'
import { patientAddress } from '#features/claims/patient-address.ts'
import { eligibility } from '#features/eligibility/contract.ts'
import { planLevels, type PlanLevel } from '#features/eligibility/rules.ts'
import { patientWord } from '#features/settings/patient-word.ts'
import { owners } from '#features/owners/contract.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { useFormSend } from '#platform/browser/use-form-send.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { ErrorSummary } from '#platform/ui/form/error-summary.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { cx } from '#platform/ui/cx.ts'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { useRested } from '#platform/ui/form/use-rested.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { Facts } from '#platform/ui/list/facts.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { useLeaveQuestion } from '#platform/ui/overlay/use-leave-question.ts'
import css from './add-worker.module.css'
import { Alike } from './alike.tsx'
import { lookFor, newClaimOf, nothingTyped, whatIsWrong, type Field, type OnFile, type Typed } from './typed.ts'

const REST_MS = 400
const sexes = [
  { value: 'U', label: 'Not given' },
  { value: 'F', label: 'Female' },
  { value: 'M', label: 'Male' },
  { value: 'X', label: 'X' },
] as const
const languages = [
  { value: 'en', label: 'English' },
  { value: 'es', label: 'Spanish' },
] as const
const ways = [
  { value: 'MAIL', label: 'By mail' },
  { value: 'EMAIL', label: 'By e-mail' },
  { value: 'PRINT', label: 'Print it from the profile' },
  { value: 'NONE', label: 'No card now' },
] as const
const levels = (Object.entries(planLevels) as [PlanLevel, string][]).map(([value, label]) => ({ value, label }))

type FormProps = {
  offer: AnswerOf<typeof eligibility.addForm>
  /** A worker on file whose further claim it is, when the form was opened from their profile. */
  worker: OnFile | undefined
}

/** Adds a claim with its worker, or a further claim of a worker on file. */
export function AddWorkerForm({ offer: { today, groups, jurisdictions }, worker }: FormProps) {
  const { carrier, settings } = useUser()
  const word = patientWord(settings['dateLabel'])
  const [, navigate] = useLocation()
  const id = useId()
  const idOf = (field: string) => `${id}-${field}`
  const [typed, setTyped] = useState<Typed>(nothingTyped)
  const [onFile, setOnFile] = useState(worker)
  const change = (more: Partial<Typed>) => setTyped((now) => ({ ...now, ...more }))
  const group = groups.find(({ code }) => code === typed.groupCode)
  const people = useRead(
    owners.ofGroup,
    { mc: carrier.code, sc: group?.subCarrier ?? '', g: group?.code ?? '' },
    { off: !group },
  )
  const wanted = useRested(onFile ? '' : lookFor(typed, today), REST_MS)
  const look = useRead(eligibility.duplicates, JSON.parse(wanted || '{}') as never, { off: !wanted })
  const found = wanted && look.data ? [...look.data.exact, ...look.data.possible] : []
  const about = { today, onFile, alike: found.length > 0, cardOff: group?.cardOff ?? false }
  const wrong = () => whatIsWrong(typed, about).map(({ field, message }) => ({ id: idOf(field), message }))
  const claim = newClaimOf(typed, about)
  const ready = useRested(claim && wrong().length === 0 ? JSON.stringify(claim) : '', REST_MS)
  const checking = useRead(
    eligibility.validate,
    { claim: ready ? (JSON.parse(ready) as NonNullable<typeof claim>) : undefined },
    { off: !ready },
  )
  const checked = ready ? checking.data : undefined
  const add = useAct(eligibility.add)
  useLeaveQuestion(typed !== nothingTyped && !add.isSuccess)
  const form = useFormSend({
    whatIsWrong: wrong,
    send: async () => {
      const added = await add.mutateAsync({ ...claim!, masterCarrier: carrier.code })
      toast({
        tone: 'success',
        words: `The claim was added. Patient ID ${added.patientId}.`,
        detail: added.cardSentTo
          ? `The card is sent to ${added.cardSentTo}.`
          : (added.whyNoCard ?? (added.cardRequested ? 'The card is ready to print.' : 'No card was requested.')),
      })
      navigate(
        patientAddress(
          { masterCarrier: carrier.code, subCarrier: group!.subCarrier, claimId: added.claimId },
          'eligibility',
        ),
      )
    },
    idOf: (path) => (path in nothingTyped ? idOf(path) : undefined),
  })
  useKeys({
    'mod+s': (event) => {
      event.preventDefault()
      form.onSubmit(event)
    },
  })
  const errorOf = (field: Field) =>
    form.problemOf(idOf(field)) ??
    checked?.errors.find(({ path, code }) => path === field && code !== 'on_file')?.message
  const text = (field: Field, label: string, more: { required?: boolean; hint?: string; maxLength?: number } = {}) => (
    <TextField
      label={label}
      id={idOf(field)}
      error={errorOf(field)}
      value={typed[field]}
      onChange={(value) => change({ [field]: value })}
      {...more}
    />
  )
  const date = (field: 'dob' | 'doi' | 'effectiveDate', label: string) => (
    <DateField
      label={label}
      required
      id={idOf(field)}
      error={errorOf(field)}
      value={typed[field]}
      onChange={(value) => change({ [field]: value })}
      today={today}
      born={field === 'dob'}
    />
  )
  const chooseGroup = (groupCode: string) => {
    const next = groups.find(({ code }) => code === groupCode)
    change({
      groupCode,
      caseOwnerId: next?.ownerId ?? '',
      ...(typed.jurisState === '' && { jurisState: next?.state ?? '' }),
    })
  }
  const listed = (people.data ?? []).map(({ userId, name }) => ({ value: userId, label: name }))
  return (
    <form
      className={cx(css.form, css.page)}
      onSubmit={form.onSubmit}
      noValidate
      aria-label={`Add ${word.toLowerCase()}`}
    >
      <ErrorSummary key={form.tries} errors={form.problems} />
      {form.failure && <FailedNote what="Nothing was added." failure={form.failure} />}
      {onFile ? (
        <Card
          title={`${word} on file`}
          acts={
            <Button size="small" onClick={() => setOnFile(undefined)}>
              Somebody else
            </Button>
          }
        >
          <Facts
            of={[
              ['Name', `${onFile.firstName} ${onFile.lastName}`],
              ['Born', usDate(onFile.dob)],
              ['Patient ID', onFile.patientId],
            ]}
          />
          <p className={cx('muted', css.stays)}>
            The claim is added to this {word.toLowerCase()}. Name, birth date and contact data stay as on file.
          </p>
        </Card>
      ) : (
        <>
          <Card title={word}>
            <div className={css.fields}>
              {text('firstName', 'First name', { required: true })}
              {text('lastName', 'Last name', { required: true })}
              {date('dob', 'Date of birth')}
              <SelectField
                label="Sex"
                id={idOf('gender')}
                value={typed.gender}
                options={sexes}
                onChange={(gender) => change({ gender })}
              />
              {text('ssn4', 'Social Security number, last four', { maxLength: 4 })}
              <SelectField
                label="Language"
                id={idOf('language')}
                value={typed.language}
                options={languages}
                onChange={(language) => change({ language })}
              />
            </div>
          </Card>
          {look.error && (
            <Note tone="amber" role="status">
              <b>{word}s on file could not be searched.</b> They are searched again when the claim is added.
            </Note>
          )}
          {found.length > 0 && (
            <Alike
              people={found}
              word={word}
              onSame={(one) => {
                setOnFile(one)
                change({ otherPersonReason: '' })
              }}
              reason={typed.otherPersonReason}
              reasonId={idOf('otherPersonReason')}
              error={errorOf('otherPersonReason')}
              onReason={(otherPersonReason) => change({ otherPersonReason })}
            />
          )}
          <Card title="Contact" sub="optional">
            <div className={css.fields}>
              {text('address1', 'Street address')}
              {text('city', 'City')}
              {text('state', 'State', { maxLength: 2 })}
              {text('zip', 'ZIP code', { maxLength: 10 })}
              {text('phone', 'Phone')}
              {text('mobile', 'Mobile')}
              {text('email', 'E-mail')}
            </div>
          </Card>
        </>
      )}
      <Card title="Claim">
        <div className={css.fields}>
          {text('claimNumber', 'Claim number', { required: true, maxLength: 20 })}
          {date('doi', 'Date of injury')}
          <SelectField
            label="Group"
            required
            id={idOf('groupCode')}
            error={errorOf('groupCode')}
            hint={group && `Employer: ${group.employer ?? 'not on file'}`}
            value={typed.groupCode}
            options={groups.map(({ code, name, subCarrierName }) => ({
              value: code,
              label: `${code} · ${name}`,
              group: subCarrierName,
            }))}
            onChange={chooseGroup}
            placeholder="Choose a group"
          />
          <SelectField
            label="Case owner"
            required
            id={idOf('caseOwnerId')}
            error={errorOf('caseOwnerId') ?? people.error?.message}
            value={listed.some(({ value }) => value === typed.caseOwnerId) ? typed.caseOwnerId : ''}
            options={listed}
            onChange={(caseOwnerId) => change({ caseOwnerId })}
            placeholder={group ? 'Choose a case owner' : 'Choose a group first'}
          />
          <SelectField
            label="Jurisdiction"
            required
            id={idOf('jurisState')}
            error={errorOf('jurisState')}
            value={typed.jurisState}
            options={jurisdictions.map(({ code, name }) => ({ value: code, label: name }))}
            onChange={(jurisState) => change({ jurisState })}
            placeholder="Choose a jurisdiction"
          />
          {text('injury', 'Injury', { hint: 'As the claim says it, such as lumbar strain' })}
        </div>
      </Card>
      <Card title="Coverage and card">
        <div className={css.fields}>
          {date('effectiveDate', 'Coverage starts')}
          <SelectField
            label="Plan level"
            required
            id={idOf('planLevel')}
            value={typed.planLevel}
            options={levels}
            onChange={(planLevel) => change({ planLevel })}
          />
          {about.cardOff ? (
            <p className="muted">The carrier has switched cards off.</p>
          ) : (
            <SelectField
              label="Pharmacy card"
              required
              id={idOf('cardChannel')}
              error={errorOf('cardChannel')}
              value={typed.cardChannel}
              options={ways}
              onChange={(cardChannel) => change({ cardChannel })}
            />
          )}
        </div>
      </Card>
      {checked?.warnings.map(({ code, message }) => (
        <Note key={code} tone="amber" role="status">
          <b>Check this.</b> {message}
        </Note>
      ))}
      <div className={css.send}>
        <span className="muted">Changes are logged with your name.</span>
        <span>
          <Button onClick={() => (history.length > 1 ? history.back() : navigate('/patients'))}>Cancel</Button>
          <SendButton tone="primary" busy={form.busy} busyLabel="Adding">
            {onFile ? 'Add claim' : `Add ${word.toLowerCase()}`}
          </SendButton>
        </span>
      </div>
    </form>
  )
}

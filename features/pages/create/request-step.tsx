import { useId, useState } from 'react'
import { Link } from 'wouter'
import { requestPath } from '#features/authorizations/queue.ts'
import { patientAddress } from '#features/claims/patient-address.ts'
import { drugs } from '#features/drugs/contract.ts'
import { newAuthorization } from '#features/new-authorization/contract.ts'
import { levels } from '#features/prior-auths/levels.ts'
import { asFailed, ask } from '#platform/browser/call.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { usDate } from '#platform/dates/day.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconCheck, iconClock, iconPill, iconSearch, iconWarning } from '#platform/ui/display/icons.ts'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { ErrorSummary } from '#platform/ui/form/error-summary.tsx'
import { OptionCards } from '#platform/ui/form/option-cards.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { ChooseDrug, ChoosePharmacy, ChoosePrescriber } from '../directory/choose.tsx'
import { chosenDrug, chosenPharmacy, chosenPrescriber } from './chosen.ts'
import css from './create.module.css'
import { howWords } from './how-words.ts'
import { idOfField, ids } from './ids.ts'
import type { StepProps } from './step-props.ts'
import type { Chosen, How, Problem } from './typed.ts'

/** This exact strength: the narrowest level, and what most requests ask for. */
const usualLevel = String(levels[0].level)

type Choosing = 'drug' | 'prescriber' | 'pharmacy'

/** Step 1: how and when the request came, what was asked for, how far it reaches, what it overlaps. */
export function RequestStep(props: StepProps & { problems: readonly Problem[]; tries: number }) {
  const { typed, change, terms, today, problemOf, profile, problems, tries } = props
  const [choosing, setChoosing] = useState<Choosing>()
  const { patient } = profile
  const name = `${patient.claimantFirstName} ${patient.claimantLastName}`
  useKeys({ '/': () => setChoosing('drug') })
  const how = typed.how
  // Only a letter whose coming nobody noted counts from its posting, and only where the state says so.
  const mayBePosted = how === 'MAIL' && (terms?.mailDays ?? 0) > 0
  const late = terms?.arrivalProblem
  const at = (field: string) => problemOf(field) ?? (late?.field === field ? late.message : undefined)
  const choice = (what: Choosing, label: string, chosen: Chosen | null, required: boolean, field: keyof typeof ids) => (
    <div className={css.chosen}>
      <TextField
        label={label}
        required={required}
        aside={required ? undefined : 'optional'}
        readOnly
        icon={iconSearch}
        id={ids[field]}
        error={at(field)}
        hint={chosen?.detail}
        value={chosen?.name ?? ''}
        onChange={() => undefined}
        placeholder="Choose from the directory"
        onClick={() => setChoosing(what)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') setChoosing(what)
        }}
      />
      <Button onClick={() => setChoosing(what)} aria-label={`${chosen ? 'Change' : 'Choose'} the ${what}`}>
        {chosen ? 'Change' : 'Choose'}
      </Button>
    </div>
  )
  return (
    <>
      <ErrorSummary
        key={tries}
        errors={problems
          .filter(({ field }) => problemOf(field))
          .map(({ field, message }) => ({ id: idOfField(field) ?? ids.ndc, message }))}
      />
      <Card title="Request" sub="sets the deadline">
        <div className={css.form}>
          <div id={ids.how} tabIndex={-1} className={css.how}>
            <OptionCards
              legend="Received by"
              options={(Object.keys(howWords) as How[]).map((value) => ({ value, ...howWords[value] }))}
              value={how || undefined}
              onChange={(value) => change({ how: value })}
              {...(problemOf('how') && { error: problemOf('how')! })}
            />
          </div>
          <div className={css.row}>
            <DateField
              label="Received"
              required={!mayBePosted}
              id={ids.receivedAt}
              error={at('receivedAt')}
              value={typed.day}
              onChange={(day) => change({ day })}
              today={today}
            />
            <TextField
              label="At"
              aside={terms && zoneWords(terms.timeZone)}
              icon={iconClock}
              id={ids.time}
              error={at('time')}
              placeholder="6:10 PM"
              value={typed.time}
              onChange={(time) => change({ time })}
            />
            {mayBePosted && (
              <DateField
                label="Postmark"
                hint="Only if the date the letter arrived was not recorded"
                id={ids.postedOn}
                error={at('postedOn')}
                value={typed.postedOn}
                onChange={(postedOn) => change({ postedOn })}
                today={today}
              />
            )}
          </div>
          <div className={css.row}>
            {choice('prescriber', 'Prescriber', typed.prescriber, false, 'prescriberId')}
            {choice('pharmacy', 'Pharmacy', typed.pharmacy, false, 'pharmacyNabp')}
          </div>
          <div className={css.checks}>
            <CheckBox
              label="Urgent: waiting could harm the patient"
              detail="The prescriber certifies it. The state’s shorter time counts."
              checked={typed.urgent}
              onChange={(urgent) => change({ urgent })}
            />
            <CheckBox
              label="Concurrent care (inpatient)"
              checked={typed.concurrent}
              onChange={(concurrent) => change({ concurrent })}
            />
            <CheckBox
              label="The patient paid and asks for reimbursement"
              detail="Billing deadline applies."
              checked={typed.reimbursement}
              onChange={(reimbursement) => change({ reimbursement })}
            />
          </div>
        </div>
      </Card>
      <Card title="Drug">
        <div className={css.form}>
          {choice('drug', 'Drug, NDC or drug code', typed.drug, true, 'ndc')}
          <CopyFrom {...props} />
        </div>
      </Card>
      <div className={css.pair}>
        <Card title="Covers" sub="digits of the drug code">
          <Levels {...props} />
        </Card>
        <Card title="Overlaps">
          <Overlaps {...props} />
        </Card>
      </div>
      {choosing === 'drug' && (
        <ChooseDrug
          patient={name}
          subCarrier={patient.subCarrier}
          onChoose={(one) => {
            change({ drug: chosenDrug(one), level: typed.level || usualLevel })
            setChoosing(undefined)
          }}
          onClose={() => setChoosing(undefined)}
        />
      )}
      {choosing === 'pharmacy' && (
        <ChoosePharmacy
          patient={name}
          onChoose={(one) => {
            change({ pharmacy: chosenPharmacy(one) })
            setChoosing(undefined)
          }}
          onClose={() => setChoosing(undefined)}
        />
      )}
      {choosing === 'prescriber' && (
        <ChoosePrescriber
          patient={name}
          onChoose={(one) => {
            change({ prescriber: chosenPrescriber(one) })
            setChoosing(undefined)
          }}
          onClose={() => setChoosing(undefined)}
        />
      )}
    </>
  )
}

/** "Pacific": the zone a time is read in. */
const zoneWords = (zone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')!
    .value.replace(' Time', '')

/** Takes drug, quantity and days from an earlier request or fill. */
function CopyFrom({ change, typed }: StepProps) {
  const id = useId()
  const [reference, setReference] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const copy = async () => {
    setError(undefined)
    if (!/^\d{12}$/.test(reference.trim())) return setError('Enter the twelve digits of a reference number.')
    setBusy(true)
    try {
      const { medication: of } = await ask(newAuthorization.medication, { referenceNumber: reference.trim() })
      if (of.ndc === '') return setError('That one has no product of its own. Choose the drug.')
      change({
        drug: { id: of.ndc, name: of.drugName, detail: `NDC ${of.ndc}` },
        quantity: String(of.quantity),
        days: String(of.daysSupply),
        level: typed.level || usualLevel,
      })
    } catch (failure) {
      setError(asFailed(failure).message)
    } finally {
      setBusy(false)
    }
    return undefined
  }
  return (
    <div className={css.chosen}>
      <TextField
        label="Or as in an earlier request or fill"
        aside="optional"
        hint="Its reference number; drug, quantity and days are taken from it"
        id={id}
        error={error}
        inputMode="numeric"
        value={reference}
        onChange={setReference}
      />
      <Button busy={busy} busyLabel="Copying" onClick={() => void copy()}>
        Copy
      </Button>
    </div>
  )
}

/** The levels of the drug code: what each lets through, and which this user may not use. */
function Levels({ typed, change, terms, problemOf }: StepProps) {
  const allowed = terms?.editRules?.fields.drugLevel.allowed
  const product = useRead(
    drugs.search,
    { drugSearchKey: 'NDC', drugSearchVal: typed.drug?.id ?? '', page: 0, size: 1 },
    { off: !typed.drug },
  )
  const code = product.data?.content[0]?.gpi
  const variations = useRead(drugs.gpiVariations, { code: code ?? '' }, { off: code === undefined })
  if (!typed.drug || !allowed) return <p className="muted">Choose the drug first.</p>
  const countOf = (level: number) => variations.data?.levels.find(({ length }) => length === level)?.productCount
  return (
    <div id={ids.drugLevel} tabIndex={-1}>
      <OptionCards
        legend="Drugs it covers"
        quiet
        options={levels.map(({ level, label, description }) => {
          const locked = !allowed.includes(level)
          const count = countOf(level)
          return {
            value: String(level),
            label,
            detail: locked ? 'Not with your role or this drug' : description,
            disabled: locked,
            badge: (
              <span className={css.level}>
                {count !== undefined && !locked && `${count.toLocaleString('en-US')} products `}
                <b>{level}</b>
              </span>
            ),
          }
        })}
        value={typed.level || undefined}
        onChange={(level) => change({ level })}
        {...(problemOf('drugLevel') && { error: problemOf('drugLevel')! })}
      />
    </div>
  )
}

const overlapWords = {
  REQUEST: 'is open for this drug. A second request is refused.',
  PRIOR_AUTH: 'already covers this drug.',
  BLOCK: 'blocks this drug.',
  SAME_CLASS: 'is another drug of the same class.',
} as const

function Overlaps({ typed, terms, profile }: StepProps) {
  if (!typed.drug || !terms?.editRules) return <p className="muted">Choose the drug first.</p>
  const { overlaps } = terms
  const same = overlaps.filter(({ kind }) => kind !== 'SAME_CLASS')
  return (
    <ul className={css.overlaps}>
      {overlaps.map((one) => (
        <li key={one.id}>
          <Icon of={one.kind === 'SAME_CLASS' ? iconPill : iconWarning} size={16} />
          <span>
            <b>{one.drugName ? `${one.drugName}, ${one.reference}` : `Request ${one.reference}`}</b>{' '}
            {overlapWords[one.kind]}
            {one.endDate && ` Until ${usDate(one.endDate)}.`}{' '}
            <Link href={one.kind === 'REQUEST' ? requestPath(one.id) : patientAddress(profile.patient, 'prior-auths')}>
              {one.kind === 'REQUEST' ? 'Open it' : 'See it'}
            </Link>
          </span>
        </li>
      ))}
      {same.length === 0 && (
        <li>
          <Icon of={iconCheck} size={16} />
          <span>
            <b>No open request, prior authorization or block</b> for this drug on this claim.
          </span>
        </li>
      )}
    </ul>
  )
}

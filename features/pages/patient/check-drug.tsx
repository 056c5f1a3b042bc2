import { useId, useState } from 'react'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { clinical } from '#features/clinical/contract.ts'
import { Considerations } from '#features/clinical/request-facts.tsx'
import type { Drug } from '#features/drugs/contract.ts'
import type { InputOf } from '#platform/calls/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { typedNumber, whyNoNumber } from '#platform/text/typed-number.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { ErrorSummary } from '#platform/ui/form/error-summary.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { ChooseDrug } from '../directory/choose.tsx'
import css from './clinical-tab.module.css'

type CheckInput = InputOf<typeof clinical.considerations>

/** What the engine would consider of a drug for this patient, before anybody asks for it. Nothing is saved. */
export function CheckDrug({ patient }: PatientTabProps) {
  const id = useId()
  const ids = { drug: `${id}-drug`, quantity: `${id}-quantity`, days: `${id}-days` }
  const [drug, setDrug] = useState<Drug>()
  const [choosing, setChoosing] = useState(false)
  const [quantity, setQuantity] = useState('')
  const [days, setDays] = useState('')
  const [tries, setTries] = useState(0)
  const [wanted, setWanted] = useState<CheckInput>()
  const asked = useRead(clinical.considerations, wanted ?? {}, { off: wanted === undefined })
  const amount = typedNumber(quantity, 3) ?? 0
  const supply = typedNumber(days) ?? 0
  const problems = [
    ...(drug ? [] : [{ id: ids.drug, message: 'Choose a drug.' }]),
    ...(amount > 0 ? [] : [{ id: ids.quantity, message: whyNoNumber(quantity, 'Enter a quantity above 0.') }]),
    ...(supply >= 1 && supply <= 365 ? [] : [{ id: ids.days, message: whyNoNumber(days, 'Enter 1 to 365 days.') }]),
  ]
  const shown = tries > 0 ? problems : []
  const errorOf = (field: string) => shown.find((one) => one.id === field)?.message
  const found = wanted ? asked.data?.considerations : undefined
  return (
    <Card title="Check a drug" sub="nothing is saved">
      <form
        noValidate
        className={css.form}
        aria-label="Check a drug"
        onSubmit={(event) => {
          event.preventDefault()
          setTries(tries + 1)
          if (problems.length === 0)
            setWanted({ claimId: patient.claimId, ndc: drug!.ndc, quantity: amount, daysSupply: supply })
        }}
      >
        <ErrorSummary key={tries} errors={shown} />
        <div className={css.drug}>
          <span>{drug ? `${drug.genericName} ${drug.strength} ${drug.form}` : 'No drug chosen'}</span>
          <Button id={ids.drug} size="small" onClick={() => setChoosing(true)}>
            {drug ? 'Choose another drug' : 'Choose a drug'}
          </Button>
        </div>
        <div className={css.fields}>
          <TextField
            label="Quantity"
            required
            id={ids.quantity}
            error={errorOf(ids.quantity)}
            inputMode="decimal"
            value={quantity}
            onChange={setQuantity}
            maxLength={10}
          />
          <TextField
            label="Days’ supply"
            required
            id={ids.days}
            error={errorOf(ids.days)}
            inputMode="numeric"
            value={days}
            onChange={setDays}
            maxLength={3}
          />
        </div>
        <div>
          <Button type="submit" busy={wanted !== undefined && asked.isFetching} busyLabel="Checking">
            Check
          </Button>
        </div>
      </form>
      {wanted &&
        (asked.error && !found ? (
          <NotLoaded small title="The drug could not be checked" of={asked} />
        ) : (
          <Loading busy={!found} skeleton={<Skeleton width="100%" height={80} />} loaded="Checked.">
            {found && <Considerations of={found} />}
          </Loading>
        ))}
      {choosing && (
        <ChooseDrug
          patient={`${patient.firstName} ${patient.lastName}`}
          subCarrier={patient.subCarrier}
          onChoose={(one) => {
            setDrug(one)
            setWanted(undefined)
            setChoosing(false)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </Card>
  )
}

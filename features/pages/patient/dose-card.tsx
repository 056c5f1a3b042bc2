import { monthAndYear } from '#features/authorizations/in-words.ts'
import { patientAddress } from '#features/claims/patient-address.ts'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import type { Timeline } from '#features/medications/contract.ts'
import { doseRise } from '#features/medications/dose-rise.ts'
import { DoseTrend } from '#features/transaction-history/month-trend.tsx'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconWarning } from '#platform/ui/display/icons.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import css from './overview.module.css'

/** The opioid dose by month, and that it rose where it did; nothing where there was none. */
export function DoseCard({ patient }: PatientTabProps) {
  return (
    <DoseTrend
      patient={patient}
      acts={
        <LinkButton href={patientAddress(patient, 'medications')} tone="quiet" size="small">
          Medications
        </LinkButton>
      }
      note={(dose, today) => <Rise dose={dose} today={today} />}
    />
  )
}

function Rise({ dose, today }: { dose: Timeline['dose']; today: string }) {
  const rise = doseRise(dose.months, today)
  if (!rise) return null
  return (
    <p className={css.rise}>
      <Icon of={iconWarning} />
      <span>
        <b>
          Opioid dose rose: {rise.mme} MME a day in {monthAndYear(rise.month)}, up from {rise.before}.
        </b>{' '}
        The plan limit is {dose.limit}. A dose that comes down again comes down in steps.
      </span>
    </p>
  )
}

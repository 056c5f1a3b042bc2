import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import type { Supply } from '#features/medications/contract.ts'
import { MedicationTimeline } from '#features/medications/medication-timeline.tsx'
import { TransactionPanel } from '#features/transaction-history/transaction-panel.tsx'
import { Transactions } from '#features/transaction-history/transactions.tsx'
import { iconPulse, iconReceipt, iconTable } from '#platform/ui/display/icons.ts'
import { Segmented } from '#platform/ui/form/segmented.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import css from './medications-tab.module.css'

const views = [
  { value: 'timeline', label: 'Timeline', icon: iconPulse },
  { value: 'table', label: 'Table', icon: iconTable },
  { value: 'transactions', label: 'Transactions', icon: iconReceipt },
] as const
type View = (typeof views)[number]['value']
const usual: View = 'timeline'

/** Medications by time, as a table, and all transactions. The address says which; T changes between timeline and table, R shows what was rejected. */
export function MedicationsTab({ patient }: PatientTabProps) {
  const [path, navigate] = useLocation()
  const asked = new URLSearchParams(useSearch()).get('view')
  const view = views.find(({ value }) => value === asked)?.value ?? usual
  const show = (to: View) => navigate(to === usual ? path : `${path}?view=${to}`, { replace: true })
  const [opened, setOpened] = useState<Supply>()
  // How often R was pressed: each time the list begins again with the rejected ones alone.
  const [rejected, setRejected] = useState(0)
  useKeys({
    t: () => show(view === 'table' ? 'timeline' : 'table'),
    r: () => {
      setRejected(rejected + 1)
      show('transactions')
    },
  })
  return (
    <>
      <div className={css.views}>
        <Segmented
          label="View"
          options={views}
          value={view}
          onChange={(to) => {
            setRejected(0)
            show(to)
          }}
        />
      </div>
      {view === 'transactions' ? (
        <Transactions key={rejected} patient={patient} only={rejected > 0 ? 'R' : undefined} />
      ) : (
        <MedicationTimeline patient={patient} asTable={view === 'table'} onOpen={setOpened} />
      )}
      {opened && <TransactionPanel txn={opened} patient={patient} onClose={() => setOpened(undefined)} />}
    </>
  )
}

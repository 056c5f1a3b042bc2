import { useRead } from '#platform/browser/use-call.ts'
import { usDate } from '#platform/dates/day.ts'
import { Facts } from '#platform/ui/list/facts.tsx'
import { transactionHistory } from './contract.ts'
import type { TxnDetail } from './shapes.ts'
import css from './transactions.module.css'

const actions: Readonly<Record<string, string>> = {
  PAY: 'Pay',
  REDUCE: 'Reduce',
  DENY: 'Deny',
  RETURN: 'Return to sender',
}

/** What bill review knows of a bill that a person reviews: what was billed, for what, and how it was explained. */
export function BillReview({ detail }: { detail: TxnDetail }) {
  const { data, error } = useRead(transactionHistory.billReview, {
    id: detail.stratusClaimId,
    referenceNumbers: [detail.referenceNumber],
  })
  const bill = data?.find((one) => one.tcn === detail.tcn)
  const code = bill && [bill.hcpcs, ...bill.modifiers].filter(Boolean).join(' ')
  return (
    <section className={css.part}>
      <h3>Bill review</h3>
      {error && <p role="alert">Bill review could not be loaded. {error.message}</p>}
      {bill && (
        <Facts
          of={[
            ['Procedure code', code],
            ['Units', bill.units],
            ['Diagnoses', bill.icd.join(', ')],
            ['Invoice', bill.invoiceNumber],
            ['Billed', bill.billedDate && usDate(bill.billedDate)],
            ['Explained with', bill.eobrCodes.join(', ')],
            ['Outcome', bill.eobrAction && (actions[bill.eobrAction] ?? bill.eobrAction)],
            ['Note', bill.eobrNote],
          ]}
        />
      )}
    </section>
  )
}

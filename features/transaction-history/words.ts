import { iconCheck, iconClose, iconReceipt, iconUndo } from '#platform/ui/display/icons.ts'
import type { Tone } from '#platform/ui/display/badge.tsx'
import type { Txn, TransactionStatus } from './shapes.ts'

/** A kind of transaction: its word, color and sign. */
export const kinds: Record<TransactionStatus, { label: string; tone: Tone; icon: string }> = {
  P: { label: 'Paid', tone: 'green', icon: iconCheck },
  R: { label: 'Rejected', tone: 'red', icon: iconClose },
  X: { label: 'Reversal', tone: 'amber', icon: iconUndo },
  B: { label: 'Billed', tone: 'blue', icon: iconReceipt },
}

/** "$1,204.50"; a payment that was taken back with a minus sign. */
export function dollars(amount: number): string {
  const words = Math.abs(amount).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  return amount < 0 ? `−${words}` : words
}

/** "60 for 30 days". */
export const amountOfDrug = ({ quantity, daysSupply }: Pick<Txn, 'quantity' | 'daysSupply'>): string =>
  `${quantity.toLocaleString('en-US')} for ${daysSupply} ${daysSupply === 1 ? 'day' : 'days'}`

/** What a line says of money; nothing for what was not paid. */
export function amountShown({ status, paidAmount }: Pick<Txn, 'status' | 'paidAmount'>): string {
  if (paidAmount === null) return status === 'R' ? 'Not paid' : ''
  return dollars(status === 'X' ? -paidAmount : paidAmount)
}

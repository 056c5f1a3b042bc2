import { money } from '#features/authorizations/figures.ts'
import type { Line } from './sql.ts'

const supply = ({ quantity, days }: Transaction): string =>
  `${quantity.toLocaleString('en-US')} for ${days} ${days === 1 ? 'day' : 'days'}`
type Transaction = NonNullable<Line['transaction']>

/** What a transaction of a pharmacy was, in a sentence. */
export function transactionWords(of: Transaction): string {
  const amount = of.paid === null ? '' : ` ${money(of.paid)}`
  switch (of.status) {
    case 'P':
      return `Paid${amount}, ${supply(of)}`
    case 'X':
      return `Payment${amount && ` of${amount}`} reversed, ${supply(of)}`
    case 'R':
      return `Rejected${of.codes?.length ? ` with ${of.codes.join(', ')}` : ''}, ${supply(of)}`
    case 'B':
      return `Billed, ${supply(of)}`
  }
}

import { billWords, type Bill } from './bill-instead.ts'
import { eventCode } from '#features/authorizations/events.ts'
import type { Written } from './rows.ts'

/** The log of an approval says what the pharmacy bills under it, where that is not what it billed. */
export function withBill(written: Written, bill: Bill): void {
  written.events = written.events.map((line) =>
    line.event_code === eventCode.APPROVED
      ? { ...line, event_text: `${line.event_text}. ${billWords(bill)}`, detail: { ...line.detail, bill } }
      : line,
  )
}

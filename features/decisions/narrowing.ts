import type { Why } from '#platform/calls/refusal.ts'
import { eventCode } from '#features/authorizations/events.ts'
import type { EventRow, FirstApproval } from '#features/authorizations/rows.ts'
import { status } from '#features/authorizations/statuses.ts'

// A saved approval is confirmed as it was saved, or made narrower by the pharmacist who takes it: never wider.

type Amounts = { maxQty?: number | null | undefined; maxDays?: number | null | undefined }
/** What was asked for a fill. */
type Requested = { quantity: number; days_supply: number; status_id: number }
type First = Pick<FirstApproval, 'byName' | 'maxQty' | 'maxDays'>

/** What the saved approval lets through of a fill, where it set no limit what was asked. */
const saved = (first: First, of: Requested) => ({
  maxQty: first.maxQty ?? of.quantity,
  maxDays: first.maxDays ?? of.days_supply,
})

const fields = ['maxDays', 'maxQty'] as const
const named = { maxQty: 'quantity', maxDays: 'days’ supply' } as const

/** Why the second of two people may not set these amounts; nothing means they may. */
export function whyNotAmountsOf(first: First, sent: Amounts, of: Requested): Why<'RULE'> | undefined {
  const was = saved(first, of)
  for (const field of fields) {
    const value = sent[field]
    if (value == null || value === was[field]) continue
    if (of.status_id !== status.PENDING_CLINICAL)
      return {
        code: 'RULE',
        field,
        message: `The second approval confirms what ${first.byName} saved. Return it to change the ${named[field]}.`,
      }
    if (value > was[field])
      return {
        code: 'RULE',
        field,
        message: `${first.byName} approved a ${named[field]} of ${was[field]} a fill. Return it to approve more.`,
      }
  }
  return undefined
}

/** "from 30 to 7 days and from 60 to 14 a fill"; undefined where nothing is narrower than it was saved. */
export function narrowedWords(first: First, sent: Amounts, of: Requested): string | undefined {
  const was = saved(first, of)
  const less = fields.filter((field) => sent[field] != null && sent[field] < was[field])
  if (less.length === 0) return undefined
  return less
    .map((field) => `from ${was[field]} to ${sent[field]}${field === 'maxDays' ? ' days' : ' a fill'}`)
    .join(' and ')
}

const ofApproval: readonly number[] = [eventCode.APPROVED, eventCode.PARTLY_APPROVED]

/** The lines of an approval, with who narrowed it from what to what. */
export const withNarrowed = (events: readonly EventRow[], narrowed: string | undefined, by: string): EventRow[] =>
  events.map((line) =>
    narrowed !== undefined && ofApproval.includes(line.event_code)
      ? {
          ...line,
          event_text: `${line.event_text}. Narrowed ${narrowed} by ${by}`,
          detail: { ...line.detail, narrowed },
        }
      : line,
  )

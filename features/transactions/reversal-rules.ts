import { daysBetween, usDate } from '#platform/dates/day.ts'
import { isSupport, maySupervise } from '#features/permissions/rules.ts'
import type { Person } from '#platform/calls/person.ts'
import type { Why } from '#platform/calls/refusal.ts'

/** Days after the fill in which it can be reversed. */
export const REVERSAL_DAYS = 90

type Fill = {
  status: 'P' | 'R' | 'X' | 'B'
  fill_date: string
  invoice_number: string | null
  billed_date: string | null
  supervisors_may: boolean
  /** Today at the carrier. */
  today: string
}

/** A fill is too old to be reversed (reject code 30). */
export const tooLate = (fill: Pick<Fill, 'fill_date' | 'today'>): boolean =>
  daysBetween(fill.fill_date, fill.today) > REVERSAL_DAYS

/** Why this user may not reverse this fill. Support may; supervisors where the carrier lets them, until the fill is invoiced. */
export function whyNotReverse(person: Person, fill: Fill): Why<'NOT_ALLOWED' | 'ALREADY_DECIDED' | 'RULE'> | undefined {
  const support = isSupport(person)
  if (!support && !maySupervise(person))
    return { code: 'NOT_ALLOWED', message: 'Only support reverses a fill. Call or chat with support.' }
  if (!support && !fill.supervisors_may)
    return { code: 'NOT_ALLOWED', message: 'At this carrier only support reverses a fill. Call or chat with support.' }
  if (fill.status === 'X') return { code: 'ALREADY_DECIDED', message: 'This fill is already reversed.' }
  if (fill.status === 'R') return { code: 'RULE', message: 'There is no paid claim to reverse (code 31).' }
  if (!support && (fill.status === 'B' || fill.invoice_number !== null))
    return {
      code: 'NOT_ALLOWED',
      message: `This fill was invoiced${fill.billed_date ? ` on ${usDate(fill.billed_date)}` : ''}. Only support can reverse it.`,
    }
  if (tooLate(fill))
    return {
      code: 'RULE',
      message: `A fill can be reversed within ${REVERSAL_DAYS} days. This one was filled on ${usDate(fill.fill_date)} (code 30).`,
    }
  return undefined
}

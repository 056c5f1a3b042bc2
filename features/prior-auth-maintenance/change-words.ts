import { type ClearedFinding, findingWords } from '#features/prior-auths/findings.ts'
import type { PriorAuthChanges } from '#features/prior-auths/rows.ts'
import { priorAuthStatusLabel } from '#features/prior-auths/statuses.ts'
import { usDate } from '#platform/dates/day.ts'
import type { ListedPriorAuth } from './contract.ts'
import type { ChangeFound } from './sql.ts'

/** The columns a change may write, in the words of the log. */
export const changeWords: Record<string, string> = {
  status_id: 'status',
  level: 'level',
  brand_flag: 'brand',
  start_date: 'start',
  end_date: 'end',
  one_time: 'one-time',
  max_fills: 'max fills',
  max_qty_per_fill: 'quantity a fill',
  max_days_per_fill: 'days a fill',
  max_cost_per_fill: 'cost a fill',
  pharmacy_nabp: 'pharmacy',
  prescriber_npi: 'prescriber',
  codes_cleared: 'codes',
  findings: 'what it clears',
  reason_desc: 'reason',
}
/** A value of one of them in words. */
export const valueWords = (key: keyof PriorAuthChanges, value: PriorAuthChanges[keyof PriorAuthChanges]): string =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)
    ? 'none'
    : key === 'status_id'
      ? priorAuthStatusLabel(value as number)
      : typeof value === 'object'
        ? value.map((one: string | ClearedFinding) => (typeof one === 'string' ? one : findingWords(one))).join(', ')
        : typeof value === 'boolean'
          ? value
            ? 'yes'
            : 'no'
          : String(value)

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
const listedWords: Record<string, string> = { ...changeWords, override_ref: 'prior authorization' }

/** A change as the list shows it: the fields that have words, days as people here write them. */
export function changeShown({ at, by, reason, before, after }: ChangeFound): ListedPriorAuth['changes'][number] {
  const valueOf = (key: string, value: unknown): string =>
    isDay(value)
      ? usDate(value)
      : valueWords(key as keyof PriorAuthChanges, (value ?? null) as PriorAuthChanges[keyof PriorAuthChanges])
  return {
    at,
    by,
    reason,
    fields: Object.keys(after)
      .filter((key) => key in listedWords && (key !== 'findings' || !('codes_cleared' in after)))
      .map((key) => ({ name: listedWords[key]!, before: valueOf(key, before[key]), after: valueOf(key, after[key]) })),
  }
}

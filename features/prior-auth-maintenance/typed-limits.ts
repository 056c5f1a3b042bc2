import { money } from '#features/authorizations/figures.ts'
import { withoutDashes } from '#features/claims/numbers.ts'
import { typedNumber, whyNoNumber } from '#platform/text/typed-number.ts'

/** The limits of a prior authorization as they are typed; empty means none. */
export type LimitsTyped = {
  paMaxFill: string
  maxQty: string
  maxDays: string
  maxCost: string
  pharmacyNabp: string
  prescriberNpi: string
}

export const noLimits: LimitsTyped = {
  paMaxFill: '',
  maxQty: '',
  maxDays: '',
  maxCost: '',
  pharmacyNabp: '',
  prescriberNpi: '',
}

type Limits = {
  paMaxFill?: number | null
  maxQty?: number | null
  maxDays?: number | null
  maxCost?: number | null
  pharmacyNabp?: string | null
  prescriberNpi?: string | null
}

const labels: Readonly<Record<keyof LimitsTyped, string>> = {
  paMaxFill: 'Max fills',
  maxQty: 'Quantity a fill',
  maxDays: 'Days’ supply a fill',
  maxCost: 'Max cost a fill',
  pharmacyNabp: 'Only this pharmacy',
  prescriberNpi: 'Only this prescriber',
}

const wrongWords: Readonly<Record<keyof LimitsTyped, string>> = {
  paMaxFill: 'Enter 1 to 12 fills, or leave it empty.',
  maxQty: 'Enter a quantity above 0, or leave it empty.',
  maxDays: 'Enter 1 to 365 days, or leave it empty.',
  maxCost: 'Enter an amount above 0 in dollars, or leave it empty.',
  pharmacyNabp: 'Enter the seven digits of a pharmacy, or leave it empty.',
  prescriberNpi: 'Enter the ten digits of an NPI, or leave it empty.',
}

/** Fields of a number that names somebody: no amount. */
const ids: ReadonlySet<keyof LimitsTyped> = new Set(['pharmacyNabp', 'prescriberNpi'])

const upTo = (most: number, value: number | null | undefined): number | undefined =>
  value && value <= most ? value : undefined

const readers: Readonly<Record<keyof LimitsTyped, (text: string) => number | string | undefined>> = {
  paMaxFill: (text) => upTo(12, typedNumber(text)),
  maxQty: (text) => upTo(9999.999, typedNumber(text, 3)),
  maxDays: (text) => upTo(365, typedNumber(text)),
  maxCost: (text) => upTo(250_000, typedNumber(text, 2, '$')),
  pharmacyNabp: (text) => /^\d{7}$/.exec(withoutDashes(text))?.[0],
  prescriberNpi: (text) => /^\d{10}$/.exec(withoutDashes(text))?.[0],
}

/** A limit as it was read, in words. */
const shown = (field: keyof LimitsTyped, value: number | string | null | undefined): string =>
  value == null
    ? 'any'
    : typeof value === 'string'
      ? value
      : field === 'maxCost'
        ? money(value)
        : value.toLocaleString('en-US', { maximumFractionDigits: 3 })

/** What the typed limits change: as the call takes them, in words, and what is wrong with them. */
export function readLimits(
  typed: LimitsTyped,
  before: LimitsTyped,
): { limits: Limits; words: string[]; wrong: { field: keyof LimitsTyped; message: string }[] } {
  const limits: Record<string, number | string | null> = {}
  const words: string[] = []
  const wrong: { field: keyof LimitsTyped; message: string }[] = []
  for (const field of Object.keys(labels) as (keyof LimitsTyped)[]) {
    const text = typed[field].trim()
    if (text === before[field]) continue
    const [value, had] = [text, before[field]].map((one) => (one === '' ? null : readers[field](one)))
    // 75.0 and 75 are one limit.
    if (value !== undefined && value === had) continue
    if (value === undefined) {
      wrong.push({ field, message: ids.has(field) ? wrongWords[field] : whyNoNumber(text, wrongWords[field]) })
      continue
    }
    limits[field] = value
    words.push(`${labels[field]}: ${shown(field, had)} → ${shown(field, value)}`)
  }
  return { limits, words, wrong }
}

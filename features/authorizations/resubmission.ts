import type { AuthorizationRow, FirstApproval } from './rows.ts'
import { money } from './figures.ts'

// What the last submission of a prescription asks for, where that is not what stands on its open request (T02).

/** The columns of a request that follow the last submission of its prescription: everything it is decided from. */
const submittedColumns = [
  'ndc',
  'gpi',
  'drug_name',
  'strength',
  'generic_or_brand',
  'daw',
  'dea_schedule',
  'quantity',
  'days_supply',
  'compound_code',
  'estimated_cost',
  'mme_current',
  'mme_after',
  'prescriber_npi',
  'date_of_service',
  'date_written',
  'fill_number',
  'refills_authorised',
] as const

export type Submitted = Pick<AuthorizationRow, (typeof submittedColumns)[number]> &
  Pick<AuthorizationRow, 'reject_codes'> & {
    /** Of a compound, in words; left out where no submission says it. */
    recipe?: string | undefined
  }

/** "Gabapentin 6; Ketamine 12": what a compound is made of, always in one order; undefined of nothing. */
export const recipeWords = (parts: readonly { name: string; quantity: number }[] | null): string | undefined =>
  parts === null || parts.length === 0
    ? undefined
    : parts
        .map(({ name, quantity }) => `${name} ${quantity}`)
        .toSorted()
        .join('; ')

/** Whether two submissions are of one recipe, as far as both say it. */
const isSameRecipe = (before: Submitted, after: Submitted): boolean =>
  before.recipe === undefined || after.recipe === undefined || before.recipe === after.recipe

const drugWords = ({ drug_name, strength }: Submitted): string => `${drug_name} ${strength}`.trim()
const costWords = ({ estimated_cost: cost }: Submitted): string => (cost === null ? 'none' : money(cost))

type Figure = readonly [label: string, words: (of: Submitted) => string]

/** What a pharmacy sends, each with its words. */
const sent: readonly Figure[] = [
  ['drug', drugWords],
  ['quantity', ({ quantity }) => String(quantity)],
  ['days', ({ days_supply: days }) => String(days)],
  ['DAW', ({ daw }) => daw],
  ['prescriber', ({ prescriber_npi: npi }) => npi || 'none'],
  ['refills', ({ refills_authorised: refills }) => String(refills)],
]
/** What follows from it; without any of it, it is no doing of the pharmacy's. */
const counted: readonly Figure[] = [
  ['cost', costWords],
  ['MME', ({ mme_after: mme }) => (mme === null ? 'none' : String(mme))],
]

/** "Quantity 30 to 90, days 30 to 45"; undefined where the submission asks for what stands. */
export function changesInWords(before: Submitted, after: Submitted): string | undefined {
  const of = (figures: readonly Figure[]) =>
    figures.flatMap(([label, words]) =>
      words(before) === words(after) ? [] : [`${label} ${words(before)} to ${words(after)}`],
    )
  const changed = of(sent)
  if (!isSameRecipe(before, after)) changed.push(`ingredients ${before.recipe} to ${after.recipe}`)
  // Another package of the same drug reads alike.
  if (before.ndc !== after.ndc && drugWords(before) === drugWords(after))
    changed.push(`package ${before.ndc || 'none'} to ${after.ndc || 'none'}`)
  if (changed.length === 0) return undefined
  const text = [...changed, ...of(counted)].join(', ')
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** The figures somebody is shown whose form is open on an older submission. */
export const figuresInWords = ({
  quantity,
  days_supply: days,
  estimated_cost: cost,
}: Pick<AuthorizationRow, 'quantity' | 'days_supply' | 'estimated_cost'>): string =>
  `quantity ${quantity} for ${days} ${days === 1 ? 'day' : 'days'}${cost === null ? '' : `, ${money(cost)}`}`

const grew = (before: number | null, after: number | null): boolean => (after ?? 0) > (before ?? 0)

/**
 * Whether the first of two approvals, given on what stood before, says nothing of what is asked now: something is more, the
 * product, the brand or the prescriber is another, or a code stands that it did not see.
 */
export const outgrows = (
  before: Submitted,
  after: Submitted,
  first: Pick<FirstApproval, 'codes' | 'waitsFor'>,
): boolean =>
  before.ndc !== after.ndc ||
  before.gpi !== after.gpi ||
  before.daw !== after.daw ||
  before.prescriber_npi !== after.prescriber_npi ||
  before.compound_code !== after.compound_code ||
  !isSameRecipe(before, after) ||
  grew(before.quantity, after.quantity) ||
  grew(before.days_supply, after.days_supply) ||
  grew(before.estimated_cost, after.estimated_cost) ||
  grew(before.mme_after, after.mme_after) ||
  after.reject_codes.some((code) => ![...before.reject_codes, ...first.codes, ...first.waitsFor].includes(code))

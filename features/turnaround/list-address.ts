import { addDays } from '#platform/dates/day.ts'
import type { Figures } from './contract.ts'
import { definitions, groupings, lastPage } from './rules.ts'

/** The list behind a figure: of one group, or of all. */
export type CountedList = {
  from: string
  to: string
  by: (typeof groupings)[number]
  figure: keyof Figures
  key?: string | undefined
  page: number
}

/** The address of the list behind a figure. It names nobody who was hurt: days, a figure, and the key of a group. */
export function listAddress({ from, to, by, figure, key, page }: CountedList): string {
  const query = new URLSearchParams({ from, to, by, figure })
  if (key !== undefined) query.set('key', key)
  if (page > 0) query.set('page', String(page + 1))
  return `/turnaround/requests?${query.toString()}`
}

/** The list an address asks for; parts it cannot mean take their default. The server checks the days. */
export function listOf(search: string): CountedList {
  const query = new URLSearchParams(search)
  const figures = Object.keys(definitions) as (keyof Figures)[]
  const page = Number(query.get('page') ?? '1')
  return {
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
    by: groupings.find((one) => one === query.get('by')) ?? 'state',
    figure: figures.find((one) => one === query.get('figure')) ?? 'received',
    ...(query.has('key') && { key: query.get('key')! }),
    page: Number.isInteger(page) && page > 1 && page <= lastPage + 1 ? page - 1 : 0,
  }
}

const periods = ['7', '30', '90', '365'] as const
/** What the page of the figures shows: the last so many days, by what. */
export type Shown = { days: (typeof periods)[number]; by: CountedList['by'] }
const usual: Shown = { days: '30', by: 'person' }

export const shownOf = (search: string): Shown => {
  const query = new URLSearchParams(search)
  return {
    days: periods.find((one) => one === query.get('days')) ?? usual.days,
    by: groupings.find((one) => one === query.get('by')) ?? usual.by,
  }
}
export const turnaroundAddress = ({ days, by }: Shown): string => {
  const query = new URLSearchParams({ ...(days !== usual.days && { days }), ...(by !== usual.by && { by }) })
  return query.size > 0 ? `/turnaround?${query.toString()}` : '/turnaround'
}
/** The page of the figures that a list was opened from. */
export const figuresOf = ({ from, to, by }: CountedList): string =>
  turnaroundAddress({ days: periods.find((days) => addDays(to, 1 - Number(days)) === from) ?? usual.days, by })

import { addMonths, dayNumber, monthNames } from '#platform/dates/day.ts'
import type { Timeline } from './contract.ts'

export type Scale = {
  /** Place of the start of a day, 0 to 100. */
  x: (date: string) => number
  /** Place of the end of a day. */
  end: (date: string) => number
  months: MonthLabel[]
}
type MonthLabel = {
  at: number
  label: string
  year: string
  /** The first label of its year, which says the year. */
  newYear: boolean
  /** Also written where there is room for few. */
  few: boolean
}

/** Labels on a phone at most, and the place from which one would be cut there, or on any screen. */
const MOST_FEW = 5
const LAST_FEW = 88
const LAST = 96

/** Days from one to another as places in percent, with the months to write above. */
export function scaleOf(from: string, to: string): Scale {
  const [first, last] = [dayNumber(from), dayNumber(to) + 1]
  const at = (day: number): number => (100 * (Math.min(last, Math.max(first, day)) - first)) / (last - first)
  const count =
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))
  const every = count > 72 ? 12 : count > 30 ? 6 : count > 16 ? 3 : 1
  const months: Scale['months'] = []
  let [year, month] = [Number(from.slice(0, 4)), Number(from.slice(5, 7)) + 1]
  for (;;) {
    if (month > 12) [year, month] = [year + 1, 1]
    const day = `${year}-${String(month).padStart(2, '0')}-01`
    if (day > to) break
    if ((month - 1) % every === 0)
      months.push({
        at: at(dayNumber(day)),
        label: monthNames[month - 1]!.slice(0, 3),
        year: String(year),
        newYear: months.at(-1)?.year !== String(year),
        few: false,
      })
    month += 1
  }
  const shown = months.filter((one) => one.at <= LAST)
  const step = Math.ceil(shown.length / MOST_FEW)
  shown.forEach((one, place) => (one.few = place % step === 0 && one.at <= LAST_FEW))
  return { x: (date) => at(dayNumber(date)), end: (date) => at(dayNumber(date) + 1), months: shown }
}

/** The least of these spans, in months back from today, that has all there is; the usual one where a longer is needed or nothing is there. */
export function spanOf(
  {
    lanes,
    marks,
    today,
  }: Pick<Timeline, 'marks' | 'today'> & {
    lanes: readonly { supplies: readonly { fillDate: string }[] }[]
  },
  spans: readonly number[],
  usual: number,
): number {
  const days = [
    ...lanes.flatMap(({ supplies }) => supplies.map(({ fillDate }) => fillDate)),
    ...marks.map(({ date }) => date),
  ]
  const first = days.toSorted()[0]
  return (first && spans.find((months) => months <= usual && first >= addMonths(today, -months))) || usual
}

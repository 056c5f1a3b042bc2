import { dayNumber, monthNames } from '#platform/dates/day.ts'

export type Scale = {
  /** Place of the start of a day, 0 to 100. */
  x: (date: string) => number
  /** Place of the end of a day. */
  end: (date: string) => number
  months: { at: number; label: string; year: boolean }[]
}

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
        year: month === 1 || months.length === 0,
      })
    if (months.at(-1)?.year && months.at(-1)!.at === at(dayNumber(day))) months.at(-1)!.label += ` ${year}`
    month += 1
  }
  return { x: (date) => at(dayNumber(date)), end: (date) => at(dayNumber(date) + 1), months }
}

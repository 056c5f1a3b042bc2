import { dayNumber, monthNames } from '#platform/dates/day.ts'
import type { Drawing, Shape } from '#platform/pdf/pdf-drawing.ts'
import type { Timeline } from './contract.ts'

const names = 150
const width = 720
const laneHeight = 17
const doseHeight = 70
/** Lanes that fit on the first page; the table has all. */
const MOST_LANES = 16

/** The timeline on paper: a lane a drug, bars for supplies, red for overlaps, the opioid dose below. */
export function drawing(timeline: Timeline): Drawing {
  const { lanes, dose } = timeline
  const [from, to] = [dayNumber(timeline.from), dayNumber(timeline.to) + 1]
  const x = (day: number): number =>
    names + ((Math.max(from, Math.min(to, day)) - from) * (width - names)) / (to - from)
  const shapes: Shape[] = []
  const shown = lanes.slice(0, MOST_LANES)
  const top = 14
  const foot = top + shown.length * laneHeight
  for (const { at, label } of monthMarks(timeline)) {
    shapes.push({ kind: 'line', x1: x(at), y1: 4, x2: x(at), y2: foot, tone: 'line' })
    shapes.push({ kind: 'text', x: x(at) + 2, y: 2, text: label, tone: 'soft' })
  }
  shown.forEach((lane, at) => {
    const y = top + at * laneHeight
    shapes.push({ kind: 'line', x1: 0, y1: y, x2: width, y2: y, tone: 'line' })
    shapes.push({ kind: 'text', x: 0, y: y + 4, text: lane.name, width: names - 6 })
    for (const supply of lane.supplies) {
      const start = dayNumber(supply.fillDate)
      const end = dayNumber(supply.lastsTo) + 1
      if (end <= from) continue
      shapes.push({
        kind: 'box',
        x: x(start),
        y: y + 3,
        width: x(end) - x(start),
        height: laneHeight - 6,
        tone: 'fill',
      })
      if (supply.overlapDays > 0)
        shapes.push({
          kind: 'box',
          x: x(start),
          y: y + 3,
          width: x(start + supply.overlapDays) - x(start),
          height: laneHeight - 6,
          tone: 'alert',
        })
    }
  })
  const today = x(dayNumber(timeline.today))
  shapes.push({ kind: 'line', x1: today, y1: 4, x2: today, y2: foot, tone: 'text' })
  if (dose.steps.length === 0) return { height: foot + 6, shapes }
  const base = foot + doseHeight
  const most = Math.max(dose.limit, ...dose.steps.map((step) => step.mme)) * 1.1
  const y = (mme: number): number => base - (mme * (doseHeight - 10)) / most
  for (const { from: first, to: last, mme } of dose.steps) {
    const [start, end] = [x(dayNumber(first)), x(dayNumber(last) + 1)]
    shapes.push({ kind: 'box', x: start, y: y(mme), width: end - start, height: base - y(mme), tone: 'fill' })
  }
  shapes.push({ kind: 'line', x1: names, y1: y(dose.limit), x2: width, y2: y(dose.limit), tone: 'alert' })
  shapes.push({ kind: 'line', x1: names, y1: base, x2: width, y2: base, tone: 'text' })
  shapes.push({ kind: 'text', x: 0, y: base - 24, text: 'Opioid dose, MME a day' })
  shapes.push({ kind: 'text', x: 0, y: y(dose.limit) - 4, text: `Plan limit ${dose.limit}`, tone: 'alert' })
  return { height: base + 8, shapes }
}

/** The first day of each month, each labeled while they are few, else each quarter. */
function monthMarks({ from, to }: Pick<Timeline, 'from' | 'to'>): { at: number; label: string }[] {
  const marks: { at: number; label: string }[] = []
  let [year, month] = [Number(from.slice(0, 4)), Number(from.slice(5, 7)) + 1]
  const months = (Number(to.slice(0, 4)) - year) * 12 + Number(to.slice(5, 7)) - month
  const every = months > 40 ? 12 : months > 20 ? 3 : 1
  for (;;) {
    if (month > 12) [year, month] = [year + 1, 1]
    const day = `${year}-${String(month).padStart(2, '0')}-01`
    if (day > to) return marks
    if ((month - 1) % every === 0)
      marks.push({
        at: dayNumber(day),
        label: `${monthNames[month - 1]!.slice(0, 3)}${month === 1 || marks.length === 0 ? ` ${year}` : ''}`,
      })
    month += 1
  }
}

import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { addDays, addMonths, calendarDate, dateFields, daysInMonth, monthNames, weekdayOf } from '../../dates/day.ts'
import { Button } from '../button/button.tsx'
import css from './date-field.module.css'
import { IconButton } from '../button/icon-button.tsx'
import { iconChevronLeft, iconChevronRight } from '../display/icons.ts'

type CalendarProps = {
  /** 'YYYY-MM-DD' */
  chosen?: string | undefined
  today: string
  from?: string | undefined
  to?: string | undefined
  onChoose: (date: string) => void
}

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/**
 * A month to pick a day from. Arrows move by days and weeks, Page Up and Down by months (with Shift by years), Home and
 * End in the week.
 */
export function Calendar({ chosen, today, from = '1900-01-01', to = '2200-12-31', onChoose }: CalendarProps) {
  const inside = (date: string) => (date < from ? from : date > to ? to : date)
  const [focused, setFocused] = useState(() => inside(chosen ?? today))
  const grid = useRef<HTMLTableElement>(null)
  const byKey = useRef(true)
  useEffect(() => {
    if (byKey.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [focused])

  const go = (date: string, keyboard: boolean) => {
    byKey.current = keyboard
    setFocused(inside(date))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = weekdayOf(focused)
    const moves: Record<string, () => string> = {
      ArrowLeft: () => addDays(focused, -1),
      ArrowRight: () => addDays(focused, 1),
      ArrowUp: () => addDays(focused, -7),
      ArrowDown: () => addDays(focused, 7),
      Home: () => addDays(focused, -at),
      End: () => addDays(focused, 6 - at),
      PageUp: () => addMonths(focused, event.shiftKey ? -12 : -1),
      PageDown: () => addMonths(focused, event.shiftKey ? 12 : 1),
    }
    const move = moves[event.key]
    if (move) go(move(), true)
    else if (event.key === 'Enter' || event.key === ' ') onChoose(focused)
    else return
    event.preventDefault()
  }

  const [year, month] = dateFields(focused)
  const blanks = weekdayOf(calendarDate(year, month, 1)!)
  const cells = [
    ...Array<undefined>(blanks),
    ...Array.from({ length: daysInMonth(year, month) }, (_, day) => calendarDate(year, month, day + 1)!),
  ]
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) => cells.slice(week * 7, week * 7 + 7))
  return (
    <>
      <div className={css.head}>
        <div aria-live="polite" className={css.title}>
          {monthNames[month - 1]} {year}
        </div>
        <IconButton
          size="small"
          icon={iconChevronLeft}
          label="Previous month"
          plain
          onClick={() => go(addMonths(focused, -1), false)}
        />
        <IconButton
          size="small"
          icon={iconChevronRight}
          label="Next month"
          plain
          onClick={() => go(addMonths(focused, 1), false)}
        />
      </div>
      <table
        ref={grid}
        role="grid"
        aria-label={`${monthNames[month - 1]} ${year}`}
        className={css.grid}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {days.map((day) => (
              <th key={day} scope="col" abbr={day}>
                {day.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, row) => (
            <tr key={row}>
              {days.map((day, column) => {
                const date = week[column]
                if (!date) return <td key={day} />
                const blocked = date < from || date > to
                return (
                  <td
                    key={day}
                    role="gridcell"
                    tabIndex={date === focused ? 0 : -1}
                    className={css.day}
                    data-today={date === today || undefined}
                    aria-current={date === today ? 'date' : undefined}
                    aria-selected={date === chosen}
                    aria-disabled={blocked || undefined}
                    aria-label={`${day}, ${monthNames[month - 1]} ${Number(date.slice(8))}, ${year}`}
                    onClick={() => !blocked && onChoose(date)}
                  >
                    {Number(date.slice(8))}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={css.foot}>
        <Button tone="link" size="small" onClick={() => go(today, true)}>
          Go to today
        </Button>
      </div>
    </>
  )
}

import { Suspense, useId, useLayoutEffect, useRef, useState } from 'react'
import { lazyPart } from '../../browser/load-part.ts'
import { usDate } from '../../dates/day.ts'
import { type DateLimits, parseDate, whyNoDate } from '../../dates/typed-date.ts'
import css from './date-field.module.css'
import { Field, type FieldProps } from './field.tsx'
import control from './field.module.css'
import { Icon } from '../display/icon.tsx'
import { iconCalendar } from '../display/icons.ts'
import { keepBeside } from '../display/place-beside.ts'

// Loaded when first opened: most dates are typed.
const Calendar = lazyPart(() => import('./calendar.tsx').then((it) => it.Calendar))

type DateFieldProps = Omit<FieldProps, 'children' | 'label'> &
  DateLimits & {
    label: string
    /** The text as typed; read it with parseDate(). Kept even when it is no date. */
    value: string
    /** The new text; after leaving the field a date is rewritten as MM/DD/YYYY. */
    onChange: (text: string) => void
    /** Today's date for the user, 'YYYY-MM-DD': the calendar opens there, and two-digit years are read around it. */
    today: string
    disabled?: boolean
    readOnly?: boolean
    /** Words in the empty field; MM/DD/YYYY by default. */
    placeholder?: string
  }

/** A calendar date: typed in any usual US form, or picked. Says "Invalid date" and why on leaving, and never rolls over. */
export function DateField(props: DateFieldProps) {
  const { label, required, aside, hint, inline, quiet, id, className, value, onChange, today, from, to, born } = props
  const { disabled, readOnly, placeholder = 'MM/DD/YYYY' } = props
  const [left, setLeft] = useState(false)
  const [open, setOpen] = useState(false)
  const popover = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const popoverId = useId()
  useLayoutEffect(() => {
    if (open && popover.current && button.current) return keepBeside(popover.current, button.current.parentElement!, {})
    return undefined
  }, [open])
  const limits = { ...(from && { from }), ...(to && { to }), ...(born && { born }) }
  const date = parseDate(value, today, limits)
  const error =
    props.error ?? (left && date === undefined ? `Invalid date. ${whyNoDate(value, today, limits)}` : undefined)
  return (
    <Field {...{ label, required, aside, hint, error, inline, quiet, id, className }}>
      {(own) => (
        <span className={control.control}>
          <button
            ref={button}
            type="button"
            className={css.open}
            aria-label={`Choose ${label.toLowerCase()} from a calendar`}
            aria-haspopup="dialog"
            aria-expanded={open}
            popoverTarget={popoverId}
            disabled={disabled || readOnly}
          >
            <Icon of={iconCalendar} size={15} />
          </button>
          <input
            {...own}
            inputMode="text"
            autoComplete="off"
            spellCheck={false}
            value={value}
            placeholder={placeholder}
            disabled={disabled}
            readOnly={readOnly}
            onChange={(event) => {
              setLeft(false)
              onChange(event.target.value)
            }}
            onBlur={() => {
              setLeft(true)
              if (date && usDate(date) !== value) onChange(usDate(date))
            }}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown' && event.altKey) {
                event.preventDefault()
                popover.current?.showPopover()
              }
            }}
          />
          <div
            ref={popover}
            id={popoverId}
            popover="auto"
            role="dialog"
            aria-label={`Choose ${label.toLowerCase()}`}
            className={css.popover}
            onToggle={(event) => {
              setOpen(event.newState === 'open')
            }}
          >
            {open && (
              <Suspense>
                <Calendar
                  chosen={date || undefined}
                  today={today}
                  from={from}
                  to={to}
                  onChoose={(picked) => {
                    onChange(usDate(picked))
                    setLeft(true)
                    popover.current?.hidePopover()
                    button.current?.focus()
                  }}
                />
              </Suspense>
            )}
          </div>
        </span>
      )}
    </Field>
  )
}

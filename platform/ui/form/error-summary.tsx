import { useEffect, useRef } from 'react'
import { Note } from '../display/note.tsx'
import css from './error-summary.module.css'

type ErrorSummaryProps = {
  /** Field id and what is wrong, in the order of the form; the same words as at the field. */
  errors: readonly { id: string; message: string }[]
}

/**
 * Above a form that was sent with errors: takes the focus and leads to each field. Give it a new key for each attempt.
 */
export function ErrorSummary({ errors }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  if (!errors.length) return null
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label="There is a problem" className={css.box}>
      <Note tone="red">
        <b>{errors.length === 1 ? 'Fix 1 field to continue.' : `Fix ${errors.length} fields to continue.`}</b>
        <ul className={css.list}>
          {errors.map((error) => (
            <li key={error.id}>
              <a
                href={`#${error.id}`}
                onClick={(event) => {
                  event.preventDefault()
                  const field = document.getElementById(error.id)
                  field?.focus()
                  field?.scrollIntoView({ block: 'center' })
                }}
              >
                {error.message}
              </a>
            </li>
          ))}
        </ul>
      </Note>
    </div>
  )
}

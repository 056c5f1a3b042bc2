import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { Field, type FieldProps } from './field.tsx'
import css from './field.module.css'

type TextAreaProps = Omit<FieldProps, 'children'> &
  Omit<ComponentProps<'textarea'>, 'onChange' | 'value' | 'children' | 'required' | 'maxLength' | 'className'> & {
    value: string
    onChange: (value: string) => void
    /** Most characters; shown as a counter. Typing past it is possible and counted, nothing is cut off. */
    limit?: number
  }

/** Several lines of text that grow with what is typed, with a counter when there is a limit. */
export function TextArea(props: TextAreaProps) {
  const { label, required, aside, hint, error, inline, quiet, id, className, value, onChange, limit, ...area } = props
  // Characters as people count them, so that an accent or an emoji is one.
  const length = limit === undefined ? 0 : [...value].length
  const over = limit !== undefined && length > limit
  const counter = limit !== undefined && (
    <span className={cx(over && css.over)}>
      {over ? `${length - limit} characters too many (${limit} allowed).` : `${length} of ${limit} characters.`}
    </span>
  )
  const help = counter ? (
    <>
      {hint} {counter}
    </>
  ) : (
    hint
  )
  return (
    <Field {...{ label, required, aside, error, inline, quiet, id, className }} hint={help}>
      {(control) => (
        <textarea
          rows={2}
          autoComplete="off"
          {...area}
          {...control}
          className={css.area}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

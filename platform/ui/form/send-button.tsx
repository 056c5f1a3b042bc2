import { useLayoutEffect, useRef } from 'react'
import { useOnline } from '../../browser/use-online.ts'
import css from '../button/button.module.css'
import { Button, type ButtonProps } from '../button/button.tsx'
import { cx } from '../cx.ts'
import { useKeys } from '../keys/use-keys.ts'

/**
 * The button that sends a form, by a press, by Enter in a field, or by Ctrl Enter anywhere in the form. Without a connection it stays in place, says why it sends nothing,
 * and keeps the focus; nothing is queued.
 */
export function SendButton(props: ButtonProps) {
  const online = useOnline()
  const button = useRef<HTMLButtonElement>(null)
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => void (form.current = button.current?.form ?? null))
  const press = ({ target }: KeyboardEvent) => (target === document.body ? false : button.current?.click())
  useKeys({ 'mod+Enter': press }, { scope: form })
  if (online) return <Button {...props} ref={button} type="submit" />
  const { keys: _, ...rest } = props
  return (
    <Button
      {...rest}
      ref={button}
      type="submit"
      aria-disabled
      className={cx(css.blocked, props.className)}
      onClick={(event) => event.preventDefault()}
    >
      You are offline
    </Button>
  )
}

import { useOnline } from '../../browser/use-online.ts'
import css from '../button/button.module.css'
import { Button, type ButtonProps } from '../button/button.tsx'
import { cx } from '../cx.ts'

/**
 * The button that sends a form, by a press or by Enter. Without a connection it stays in place, says why it sends nothing,
 * and keeps the focus; nothing is queued.
 */
export function SendButton(props: ButtonProps) {
  const online = useOnline()
  if (online) return <Button {...props} type="submit" />
  const { keys: _, ...rest } = props
  return (
    <Button
      {...rest}
      type="submit"
      aria-disabled
      className={cx(css.blocked, props.className)}
      onClick={(event) => event.preventDefault()}
    >
      You are offline
    </Button>
  )
}

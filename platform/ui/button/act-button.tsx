import { Button, type ButtonProps } from './button.tsx'
import css from './button.module.css'
import { cx } from '../cx.ts'
import { Tooltip } from '../display/tooltip.tsx'

type ActButtonProps = ButtonProps & {
  /** Why it may not be pressed now, in words; undefined means it may. */
  whyNot?: string | undefined
  /** This user may never do it: show nothing at all. */
  never?: boolean
}

/**
 * A button that a rule may block: absent where the user never has the right; where it is only not possible now, it
 * stays and shows the reason on hover and focus.
 */
export function ActButton({ whyNot, never, ...props }: ActButtonProps) {
  if (never) return null
  if (!whyNot) return <Button {...props} />
  return (
    <Tooltip tip={whyNot}>
      <Button
        {...props}
        aria-disabled
        className={cx(css.blocked, props.className)}
        onClick={(event) => event.preventDefault()}
      />
    </Tooltip>
  )
}

import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import css from './icon-button.module.css'
import { Icon } from '../display/icon.tsx'
import { Tooltip } from '../display/tooltip.tsx'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  icon: string
  /** Its name: read out, and shown in the tooltip. */
  label: string
  size?: 'small' | 'default'
  iconSize?: number
  /** Key shown in the tooltip. */
  keys?: readonly string[]
  /** No tooltip, for example where the words already stand beside it. */
  plain?: boolean
}

/** A square button with a drawing only; its name appears on hover and focus. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, size = 'default', iconSize = 16, keys, plain, className, type, ...rest } = props
  const button = (
    <button
      {...rest}
      type={type ?? 'button'}
      aria-label={label}
      className={cx(css.button, size === 'small' && css.small, className)}
    >
      <Icon of={icon} size={iconSize} />
    </button>
  )
  return plain ? (
    button
  ) : (
    <Tooltip tip={label} keys={keys} repeats>
      {button}
    </Tooltip>
  )
}

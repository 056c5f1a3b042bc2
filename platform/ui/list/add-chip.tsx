import type { ComponentProps } from 'react'
import css from '../display/chip.module.css'
import { cx } from '../cx.ts'
import { Icon } from '../display/icon.tsx'
import { iconFilter } from '../display/icons.ts'
import { Keys } from '../keys/keys.tsx'

type AddChipProps = Omit<ComponentProps<'button'>, 'children'> & { label: string; keys?: readonly string[] }

/** The dashed chip that adds a filter; usually the trigger of a menu. */
export function AddChip({ label, keys, className, ...rest }: AddChipProps) {
  return (
    <button type="button" {...rest} className={cx(css.chip, css.add, className)}>
      <Icon of={iconFilter} size={14} />
      {label}
      {keys && (
        <span aria-hidden="true">
          <Keys of={keys} />
        </span>
      )}
    </button>
  )
}

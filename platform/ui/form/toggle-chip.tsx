import css from '../display/chip.module.css'
import { cx } from '../cx.ts'

type ToggleChipProps = { label: string; on: boolean; onChange: (on: boolean) => void; disabled?: boolean }

/** A chip that is on or off, such as a quick length ("30 days"). */
export function ToggleChip({ label, on, onChange, disabled }: ToggleChipProps) {
  return (
    <button
      type="button"
      className={cx(css.chip, css.toggle)}
      aria-pressed={on}
      disabled={disabled}
      onClick={() => onChange(!on)}
    >
      <span data-words={label}>{label}</span>
    </button>
  )
}

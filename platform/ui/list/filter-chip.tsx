import css from '../display/chip.module.css'
import { cx } from '../cx.ts'
import { Icon } from '../display/icon.tsx'
import { iconClose } from '../display/icons.ts'

type FilterChipProps = {
  /** What is filtered: "Delivery". */
  name: string
  /** What passes, short: "Retail +4". */
  value: string
  onRemove: () => void
  /** Change it; without, only removing is possible. */
  onOpen?: () => void
}

/** A filter in force. Backspace or Delete on it removes it. */
export function FilterChip({ name, value, onRemove, onOpen }: FilterChipProps) {
  const words = (
    <>
      <span className={css.name}>{name}</span>
      <b>{value}</b>
    </>
  )
  return (
    <span
      className={cx(css.chip, css.filter)}
      onKeyDown={(event) => {
        if (event.key === 'Backspace' || event.key === 'Delete') {
          event.preventDefault()
          onRemove()
        }
      }}
    >
      {onOpen ? (
        <button type="button" className={css.open} onClick={onOpen} aria-haspopup="dialog">
          {words}
        </button>
      ) : (
        <span className={css.open}>{words}</span>
      )}
      <button type="button" className={css.remove} aria-label={`Remove filter ${name}: ${value}`} onClick={onRemove}>
        <Icon of={iconClose} size={13} weight={2} />
      </button>
    </span>
  )
}

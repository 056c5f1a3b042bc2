import css from './keys.module.css'
import { cx } from '../cx.ts'

type KeysProps = {
  /** The caps in order: ['Ctrl', 'K'] together, ['G', 'H'] one after the other. */
  of: readonly string[]
  /** Show them on touch screens too (the shortcut list does). */
  stay?: boolean
}

/** Key caps. */
export function Keys({ of, stay }: KeysProps) {
  return (
    <span className={cx(css.keys, stay && css.stay)}>
      {of.map((key) => (
        <kbd key={key} className={css.cap}>
          {key}
        </kbd>
      ))}
    </span>
  )
}

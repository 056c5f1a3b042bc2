import css from './avatar.module.css'
import { cx } from '../cx.ts'

type AvatarProps = { name: string; size?: 'small' | 'default' | 'medium' | 'large' }

/** The first letters of the first and last word of a name, upper case. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

/** A person's initials on a colour that stays theirs. Hidden from screen readers: the name stands beside it. */
export function Avatar({ name, size = 'default' }: AvatarProps) {
  const hue = [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 997, 7) % 5
  return (
    <span className={cx(css.avatar, css[`hue${hue}`], size !== 'default' && css[size])} aria-hidden="true">
      {initials(name)}
    </span>
  )
}

import type { Tone } from './badge.tsx'
import { cx } from '../cx.ts'
import { Icon } from './icon.tsx'
import css from './tile.module.css'
import tones from '../tones.module.css'

export type TileProps = {
  icon: string
  tone?: Exclude<Tone, 'violet'> | 'solidGreen'
  size?: 'small' | 'default' | 'large'
}

/** A drawing on a tinted square, for dialog titles and states. */
export function Tile({ icon, tone = 'teal', size = 'default' }: TileProps) {
  return (
    <span
      className={cx(css.tile, tone === 'solidGreen' ? css.solidGreen : tones[tone], size !== 'default' && css[size])}
    >
      <Icon of={icon} size={{ small: 15, default: 18, large: 28 }[size]} weight={size === 'large' ? 1.4 : 1.65} />
    </span>
  )
}

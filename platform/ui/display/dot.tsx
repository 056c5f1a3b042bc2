import { cx } from '../cx.ts'
import css from './dot.module.css'

type DotProps = {
  tone?: 'neutral' | 'teal' | 'blue' | 'green' | 'red' | 'amber'
  /** The state; the words carry it, the dot only helps to scan. */
  children: string
}

/** A state as a coloured dot and its word: Delivered, Failed, Sending. */
export function Dot({ tone = 'neutral', children }: DotProps) {
  return <span className={cx(css.dot, css[tone])}>{children}</span>
}

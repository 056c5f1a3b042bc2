import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './facts.module.css'

type FactsProps = {
  /** Label and value; a missing value is written "Not on file", never left blank. */
  of: readonly (readonly [label: string, value: ReactNode])[]
  className?: string
}

/** Labels and values, one pair per line. */
export function Facts({ of, className }: FactsProps) {
  return (
    <dl className={cx(css.facts, className)}>
      {of.map(([label, value]) => (
        <div key={label} style={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>{value === '' || value == null ? <span className="muted">Not on file</span> : value}</dd>
        </div>
      ))}
    </dl>
  )
}

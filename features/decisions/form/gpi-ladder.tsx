import { useId } from 'react'
import { FieldSet } from '#platform/ui/form/field-set.tsx'
import css from './gpi-ladder.module.css'

type Rung<V extends string> = {
  value: V
  /** Plain words: "Any strength of the tablet". */
  words: string
  /** What that covers: "4 strengths". */
  examples: string
  /** Digits of the GPI that must agree: 14, 12, 10, 6, 4 or 2. */
  digits: number
  disabled?: boolean
}
export type GpiLadderProps<V extends string> = {
  legend: string
  rungs: readonly Rung<V>[]
  value: V | undefined
  onChange: (value: V) => void
  error?: string
  hint?: string
  /** What the chosen rung lets through. */
  effect?: string | undefined
}

/** How wide a decision reaches, from the exact strength down to the drug class. A radio group underneath. */
export function GpiLadder<V extends string>({
  legend,
  rungs,
  value,
  onChange,
  error,
  hint,
  effect,
}: GpiLadderProps<V>) {
  const name = useId()
  return (
    <FieldSet legend={legend} aside={effect ?? 'GPI level'} error={error} hint={hint}>
      <div>
        {rungs.map((rung) => (
          <label key={rung.value} className={css.rung}>
            <input
              type="radio"
              name={name}
              value={rung.value}
              checked={rung.value === value}
              disabled={rung.disabled}
              onChange={() => onChange(rung.value)}
            />
            <span className={css.pick} />
            <span className="grow">{rung.words}</span>
            <small>{rung.examples}</small>
            <span className={css.level}>
              <span className="sr-only">GPI </span>
              {rung.digits}
            </span>
          </label>
        ))}
      </div>
    </FieldSet>
  )
}

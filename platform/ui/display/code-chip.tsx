import { cx } from '../cx.ts'
import css from './code-chip.module.css'
import { Tooltip } from './tooltip.tsx'

type CodeChipProps = {
  code: string
  /** What it means in words: "Refill too soon". */
  words: string
  /** neutral in lists and forms; red where it is the reason something was stopped. */
  tone?: 'neutral' | 'red'
  /** The words are visible beside it, so it needs no tooltip and no hidden words. */
  beside?: boolean
}

/** A code with its meaning: in words beside it, or in its tooltip and for screen readers. */
export function CodeChip({ code, words, tone = 'neutral', beside }: CodeChipProps) {
  const chip = (
    <span className={cx(css.chip, tone === 'red' && css.red)}>
      {code}
      {!beside && <span className="sr-only">, {words}.</span>}
    </span>
  )
  return beside ? (
    chip
  ) : (
    <Tooltip tip={words} repeats>
      {chip}
    </Tooltip>
  )
}

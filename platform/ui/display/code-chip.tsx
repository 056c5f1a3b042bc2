import { cx } from '../cx.ts'
import css from './code-chip.module.css'
import { Tooltip } from '../overlay/tooltip.tsx'

export type CodeChipProps = {
  code: string
  /** What it means, as a person would say it: "Too early to refill". */
  words: string
  /** neutral in lists and forms; red where it says why the request stopped. */
  tone?: 'neutral' | 'red'
  /** The words stand right beside it, so no tooltip and no hidden words. */
  beside?: boolean
}

/** A reject code. Codes never stand alone: the words are beside it, or in its tooltip and for screen readers. */
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

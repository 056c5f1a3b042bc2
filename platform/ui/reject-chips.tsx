import { RejectChip } from './reject-chip.tsx'
import css from './reject-chip.module.css'

export type RejectChipsProps = { rejects: readonly { code: string; words: string }[] }

/** The reject codes of one request, in the order given. */
export function RejectChips({ rejects }: RejectChipsProps) {
  return (
    <span className={css.row}>
      {rejects.map((reject) => (
        <RejectChip key={reject.code} {...reject} />
      ))}
    </span>
  )
}

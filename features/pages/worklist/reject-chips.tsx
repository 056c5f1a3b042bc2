import { CodeChip } from '#platform/ui/display/code-chip.tsx'
import css from '#platform/ui/display/code-chip.module.css'

type RejectChipsProps = { rejects: readonly { code: string; words: string }[] }

/** The reject codes of one request, in the order given. */
export function RejectChips({ rejects }: RejectChipsProps) {
  return (
    <span className={css.row}>
      {rejects.map((reject) => (
        <CodeChip key={reject.code} {...reject} />
      ))}
    </span>
  )
}

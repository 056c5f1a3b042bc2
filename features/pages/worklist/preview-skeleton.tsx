import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import css from './preview-pane.module.css'

/** Lines of these widths. */
const block = (widths: readonly number[], key = 0) => (
  <div key={key} className={css.waiting}>
    {widths.map((width) => (
      <Skeleton key={width} width={width} />
    ))}
  </div>
)

/** The preview while the list or the preview itself is loading. */
export function PreviewSkeleton() {
  return (
    <aside className={css.pane} aria-hidden="true">
      <div className={css.head}>{block([96, 180, 236])}</div>
      <div className={css.body}>{[0, 1, 2].map((key) => block([70, 300, 250], key))}</div>
      <div className={css.foot} />
    </aside>
  )
}

import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import css from './preview-pane.module.css'

/** The preview while the list or the preview itself is loading. */
export function PreviewSkeleton() {
  return (
    <aside className={css.pane} aria-hidden="true">
      <div className={css.head}>
        <div className={css.waiting}>
          <Skeleton width={96} height={22} />
          <Skeleton width={180} height={16} />
          <Skeleton width={236} />
        </div>
      </div>
      <div className={css.body}>
        {[0, 1, 2].map((block) => (
          <div key={block} className={css.waiting}>
            <Skeleton width={70} />
            <Skeleton width={300} />
            <Skeleton width={250} />
          </div>
        ))}
      </div>
      <div className={css.foot} />
    </aside>
  )
}

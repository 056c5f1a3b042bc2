import { Suspense } from 'react'
import { lazyPart } from '#platform/browser/load-part.ts'
import { useSettled } from '#platform/browser/use-settled.ts'

const RowViewers = lazyPart(() => import('#features/presence/row-viewers.tsx').then((it) => it.RowViewers))

/** Who else has the request of a row open, asked once the list is there. */
export function RowViewersLater({ id }: { id: string }) {
  return useSettled() ? (
    <Suspense fallback={null}>
      <RowViewers id={id} />
    </Suspense>
  ) : null
}

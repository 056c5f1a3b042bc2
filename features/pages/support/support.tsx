import { Suspense } from 'react'
import { lazyPart } from '#platform/browser/load-part.ts'
import { Page } from '#platform/ui/frame/page.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'

const FollowUps = lazyPart(() => import('#features/survey/follow-ups.tsx').then((it) => it.FollowUps))

/** What support works on (/support): low ratings of contacts. */
export function Support() {
  return (
    <Page canvas>
      <PageTitle title="Support Desk">Support Desk</PageTitle>
      <Suspense fallback={<Skeleton width="100%" height={200} />}>
        <FollowUps />
      </Suspense>
    </Page>
  )
}

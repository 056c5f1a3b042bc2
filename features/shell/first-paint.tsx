import { Frame } from '#platform/ui/frame/frame.tsx'
import { HeaderOut } from '#platform/ui/frame/header-out.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'

/** The frame before it is known who is signed in. */
export function FirstPaint() {
  return (
    <Frame header={<HeaderOut />}>
      <PageSkeleton />
    </Frame>
  )
}

/** Shown in place of a screen whose code is still loading. */
export function PageSkeleton() {
  return (
    <Page>
      <Loading
        busy
        skeleton={
          <div style={{ display: 'grid', gap: 16 }}>
            <Skeleton width={220} height={18} />
            <Skeleton width="100%" height={120} />
            <Skeleton width="100%" height={240} />
          </div>
        }
      >
        {null}
      </Loading>
    </Page>
  )
}
